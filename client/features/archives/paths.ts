import type { Archive } from '../../../catalogue/define.ts'
import { pagesFor, type PageName } from '../../../catalogue/pages/pages.ts'
import { withQuery } from '../../platform/api/with-query.ts'
import { session } from '../../platform/session/session.ts'

export const archiveLabels = {
  personal: '个人档案',
  professional: '专业档案',
  integrity: '诚信档案',
} as const satisfies Record<Archive, string>
export const archives: readonly Archive[] = ['personal', 'professional', 'integrity']

/** The path of one of these pages for whoever is signed in. */
function pathOf(page: PageName, archive?: Archive): string {
  const found = pagesFor(session()?.role ?? null).find(
    (entry) => entry.page === page && entry.archive === archive,
  )
  return found?.path ?? '/'
}

/** What narrowed the list of teachers. */
type List = { readonly q?: string; readonly institution?: string }

export const overviewPath = (list: List = {}): string => withQuery(pathOf('archive-overview'), list)

/**
 * The document of a teacher (null: one's own), opened at an archive, and within it at a record or field;
 * `list`: where it was opened from.
 */
export function documentPath(
  teacherId: number | null,
  at: { archive?: Archive; section?: string; id?: string; field?: string } = {},
  list: List = {},
): string {
  const { archive = 'personal', ...place } = at
  return withQuery(pathOf('archive-document', archive), {
    teacher: teacherId ?? undefined,
    ...place,
    ...list,
  })
}
