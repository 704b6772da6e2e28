import type { Role } from '../../../catalogue/access/roles.ts'
import { pageOf, type PageName } from '../../../catalogue/pages/entry.ts'
import { pages } from '../../../catalogue/pages/pages.ts'

/**
 * Where a message or a to-do leads: the page that shows a type, and the record if one is named, to its
 * reader's role. `section`: the owner's; `review`: the queue; `office`: where the institution that keeps the
 * record changes it or at least reads it.
 */
export type Place = (
  type: string,
  recordId: string | null,
  where: 'section' | 'review' | 'office',
  role: Role,
) => string | null

/** Finds the page of a type among the declared pages; a type without a page has no link. */
export const placeOf: Place = (type, recordId, where, role) => {
  const entry =
    where === 'office'
      ? (find(type, 'institution-records', role) ?? find(type, 'archive-list', role))
      : find(type, where === 'section' ? 'record-section' : 'review', role)
  return entry ? `${entry.path}?tab=${type}${recordId === null ? '' : `&id=${recordId}`}` : null
}

/** The page of this kind that shows a type, with the type's own tab open. */
const find = (type: string, wanted: PageName, role: Role) =>
  pages.find(
    (page) => recordsOf(page).includes(type) && pageOf(page, type) === wanted && page.roles.includes(role),
  )

function recordsOf(page: (typeof pages)[number]): readonly string[] {
  return [...(page.records ?? []), ...(page.tabs ?? []).flatMap((tab) => (tab.record ? [tab.record] : []))]
}

/** The page that lists an office's requests for correction and what it confirms, opened at one of the two. */
export function correctionsPath(role: Role, kind: 'corrections' | 'confirmations'): string | null {
  const of = (entry: (typeof pages)[number]) => entry.tabs?.find(({ page }) => page === 'correction-list')
  const entry = pages.find(
    (page) => page.roles.includes(role) && (page.page === 'correction-list' || of(page)),
  )
  const tab = entry && of(entry)?.key
  return entry ? `${entry.path}?${tab === undefined ? '' : `tab=${tab}&`}kind=${kind}` : null
}
