import { pathEnding } from '../pages/pages.ts'

/** Where a role makes its papers: the teacher, the school, an authority's research. */
export const makingPath = (role: number): string | null => pathEnding(role, 'bxsj', 'xxsjk', 'jysjk')

/** Where a role finds papers that wait for it; null for a teacher, and for a school, which is not asked. */
export const decidingPath = (role: number): string | null => pathEnding(role, 'xqsjk')
