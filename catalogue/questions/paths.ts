import { pathEnding } from '../pages/pages.ts'

/** Where a role writes its questions: the teacher's bank, the school's, an authority's. */
export const writingPath = (role: number): string | null => pathEnding(role, 'bxst', 'xxxbstk', 'jystk')

/** Where a role decides about questions; null for a teacher. */
export const decidingPath = (role: number): string | null => pathEnding(role, 'xxstsh', 'xqstsh')
