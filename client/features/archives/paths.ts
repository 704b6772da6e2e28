import type { Archive } from '../../../catalogue/define.ts'
import { archivePagePath, type TeacherFilter } from '../../engine/archive-path.ts'
import { withQuery } from '../../platform/api/with-query.ts'

export { documentPath } from '../../engine/archive-path.ts'

export const archiveLabels = {
  personal: '个人档案',
  professional: '专业档案',
  integrity: '诚信档案',
} as const satisfies Record<Archive, string>
export const archives: readonly Archive[] = ['personal', 'professional', 'integrity']

export const overviewPath = (list: TeacherFilter = {}): string =>
  withQuery(archivePagePath('archive-overview'), list)
