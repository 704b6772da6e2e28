import type { Role } from '../../../catalogue/access/roles.ts'
import { pages } from '../../../catalogue/pages/pages.ts'

/** Where a message or a to-do leads: the page that shows a type to a role, and the record if one is named. */
export type Place = (type: string, recordId: string | null, where: 'section' | 'review', role: Role) => string | null

/** Finds the page of a type among the declared pages; a type without a page has no link. */
export const placeOf: Place = (type, recordId, where, role) => {
  const wanted = where === 'section' ? 'record-section' : 'review'
  const entry = pages.find((page) => page.page === wanted && page.roles.includes(role) && recordsOf(page).includes(type))
  return entry ? `${entry.path}?tab=${type}${recordId === null ? '' : `&id=${recordId}`}` : null
}

function recordsOf(page: (typeof pages)[number]): readonly string[] {
  return [...(page.records ?? []), ...(page.tabs ?? []).flatMap((tab) => (tab.record ? [tab.record] : []))]
}
