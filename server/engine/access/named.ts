import { within } from '../../platform/db/like.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/**
 * Condition that a teacher is called so: letters of the name, or pinyin and initials from the beginning. For rows
 * that are narrowed already by who may read them; `called` searches among all.
 * @param teacher alias of the table of teachers
 */
export function namedLike(teacher: string, q: string): Sql {
  if (!/^[a-z ]+$/i.test(q)) return sql`${sql.id(teacher, 'name')} like ${within(q)}`
  const sorted = sql.id(teacher, 'name_sort')
  const letters = `${q.toLowerCase().replaceAll(' ', '')}%`
  return sql`(replace(split_part(${sorted}, '|', 1), ' ', '') like ${letters}
    or split_part(${sorted}, '|', 2) like ${letters})`
}
