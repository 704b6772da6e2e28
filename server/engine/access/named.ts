import type { Sql } from '../../platform/db/sql.ts'
import { nameFound } from '../names/index.ts'

/**
 * Condition that a teacher is called so. For rows that are narrowed already by who may read them; `called`
 * searches among all.
 * @param teacher alias of the table of teachers
 */
export const namedLike = (teacher: string, q: string): Sql => nameFound(teacher, 'teacher', q)
