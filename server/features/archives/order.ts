import type { Archive, AnyRecord } from '../../../catalogue/define.ts'
import { pagesFor } from '../../../catalogue/pages/pages.ts'

const archives: readonly Archive[] = ['personal', 'professional', 'integrity']

/** A teacher's record types in the order of the archives and, within each, of the teacher's menu. */
export function archiveOrder(records: Readonly<Record<string, AnyRecord>>): AnyRecord[] {
  const shown = [
    ...new Set(pagesFor(2).flatMap((page) => (page.page === 'record-section' ? (page.records ?? []) : []))),
  ]
  const place = ({ name }: AnyRecord) => (shown.includes(name) ? shown.indexOf(name) : shown.length)
  return Object.values(records)
    .filter(({ owner }) => owner === 'teacher')
    .sort((a, b) => archives.indexOf(a.archive) - archives.indexOf(b.archive) || place(a) - place(b))
}
