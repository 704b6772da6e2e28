import { pages } from '../pages/pages.ts'
import type { PageEntry } from '../pages/entry.ts'

const pageFor = (role: number, shows: (entry: PageEntry) => boolean): string | null =>
  pages.find((entry) => entry.page !== null && entry.roles.some((one) => one === role) && shows(entry))
    ?.path ?? null

/** The page on which all cases of a process stand, by role: the first one that catalogue/pages declares. */
export function casesPath(role: number, process: string): string | null {
  const path = pageFor(
    role,
    ({ cases, tabs = [] }) =>
      tabs.some(({ key }) => key === process) ||
      (cases !== undefined && cases.states === undefined && cases.types.some((one) => one === process)),
  )
  return path === null ? null : `${path}?tab=${process}`
}

/** The page of the notices of a campaign, by role. */
export const noticesPath = (role: number, campaign: string): string | null =>
  pageFor(role, ({ notices }) => notices === campaign)

/** Where an office sets up expert review of what a campaign collected; null for who holds none. */
export function reviewPath(role: number, campaign: string): string | null {
  const path = pageFor(role, ({ page }) => page === 'review-rounds')
  return path === null ? null : `${path}?new=1&scope=${campaign}`
}

/** The page of one case. */
export function casePath(role: number, process: string, id: string): string | null {
  const page = casesPath(role, process)
  return page === null ? null : `${page}&case=${id}`
}
