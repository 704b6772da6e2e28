import { pagesFor, type PageName } from '../../../catalogue/pages/pages.ts'
import { session } from '../../platform/session/session.ts'
import { withQuery } from '../../platform/api/with-query.ts'

/**
 * The page of the accounts that the reader’s office keeps, narrowed to these teachers; null where there is
 * none.
 */
export function accountsPath(teacherIds: readonly number[]): string | null {
  const entry = pagesFor(session()?.role ?? null).find(
    ({ page }) => page === ('office-accounts' satisfies PageName),
  )
  return entry ? withQuery(entry.path, { teachers: teacherIds.join(',') }) : null
}

/**
 * The page on which two archives of one human are joined, with both chosen; null for who does not join them.
 */
export function joiningPath(keep: number, other?: number): string | null {
  const entry = pagesFor(session()?.role ?? null).find(({ page }) => page === ('joining' satisfies PageName))
  return entry ? withQuery(entry.path, { keep, other }) : null
}
