import { tours, type TourPlace, type TourStep } from '../../../catalogue/pages/tours.ts'
import type { Role } from '../../../catalogue/access/roles.ts'

/** Where each place stands: the first of these that is seen. On a phone the menu is behind its button. */
const selectors: Readonly<Record<TourPlace, readonly string[]>> = {
  firstPanel: [
    '.home-longest',
    '.home-next',
    '.home-grid .home-column > section',
    '.overview-concerns',
    'main section',
  ],
  archive: ['section:has(.home-part)', 'section:has(.home-full)'],
  queues: ['section:has(.home-archives)'],
  shortcuts: ['section:has(.home-shortcuts)'],
  readings: ['.overview-sheet'],
  menu: ['.shell-nav', '.shell-hamburger'],
  find: ['.shell-find'],
  messages: ['.shell-tools > a[aria-label^="消息"]'],
  help: ['.shell-tools > button[aria-label="帮助"]'],
  person: ['.shell-user'],
}

/** The element that a step points at, if it is on the screen or can be scrolled there. */
export const elementAt = (place: TourPlace): Element | undefined =>
  selectors[place]
    .map((selector) => document.querySelector(selector))
    .find((element) => element !== null && element.getClientRects().length > 0) ?? undefined

/** The steps of a role's tour that have something to point at now. */
export const stepsFor = (role: Role): readonly TourStep[] =>
  (tours[role] ?? []).filter(({ at }) => elementAt(at) !== undefined)
