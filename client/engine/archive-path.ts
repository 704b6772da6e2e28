import type { Archive } from '../../catalogue/define.ts'
import { pagesFor, type PageName } from '../../catalogue/pages/pages.ts'
import { withQuery } from '../platform/api/with-query.ts'
import { session } from '../platform/session/session.ts'

/** Filters of the list of teachers. */
export type TeacherFilter = {
  readonly q?: string
  readonly institution?: string
  /** Query of the roll, if the link comes from the roll. */
  readonly roll?: string
}

/** The path of a page about archives for whoever is signed in; the portal’s where there is none. */
export function archivePagePath(page: PageName, archive?: Archive): string {
  const found = pagesFor(session()?.role ?? null).find(
    (entry) => entry.page === page && entry.archive === archive,
  )
  return found?.path ?? '/'
}

/**
 * The document of a teacher (null: one's own), opened at an archive, and within it at a record or field;
 * `list`: where it was opened from.
 */
export function documentPath(
  teacherId: number | null,
  at: { archive?: Archive; section?: string; id?: string; field?: string } = {},
  list: TeacherFilter = {},
): string {
  const { archive = 'personal', ...place } = at
  return withQuery(archivePagePath('archive-document', archive), {
    teacher: teacherId ?? undefined,
    ...place,
    ...list,
  })
}
