import type { Archive } from '../../../catalogue/define.ts'
import { pagesFor, type PageName } from '../../../catalogue/pages/pages.ts'
import { withQuery } from '../../platform/with-query.ts'
import { session } from '../../platform/session.ts'

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

export const overviewPath = (): string => pathOf('archive-overview')

/** The document of a teacher (null: one's own), opened at an archive, and within it at a record or field. */
export function documentPath(
  teacherId: number | null,
  at: { archive?: Archive; section?: string; id?: string; field?: string } = {},
): string {
  const { archive = 'personal', ...place } = at
  return withQuery(pathOf('archive-document', archive), { teacher: teacherId ?? undefined, ...place })
}
