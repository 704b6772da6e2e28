import { within } from '../../platform/db/like.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/**
 * Condition on a row of `institution`: its name, or one it had before, contains `q`; for Latin letters the pinyin
 * contains them or the initials do; or `q` is its code, one it had before, or its number in the national register. It
 * reads the rows of the scope it stands beside.
 */
export function institutionCalled(alias: string, q: string): Sql {
  const latin = /^[a-z ]+$/i.test(q) ? q.toLowerCase().replaceAll(' ', '') : ''
  const of = (column: string) => sql.id(alias, column)
  const pinyin = sql`or replace(split_part(${of('name_sort')}, '|', 1), ' ', '') like ${within(latin)}
    or split_part(${of('name_sort')}, '|', 2) like ${within(latin)}`
  return sql`(${of('name')} like ${within(q)} or ${of('code')} = ${q} or ${of('uscc')} = ${q}
    ${latin === '' ? sql.empty : pinyin}
    or ${of('id')} in (select f.institution_id from institution_former f
      where f.code = ${q} or f.name like ${within(q)}))`
}

/** The former name by which a search found the institution `alias`; null where the present name or code fits. */
export const formerlyCalled = (alias: string, q: string): Sql =>
  sql`(select f.name
      from institution_former f
      where f.institution_id = ${sql.id(alias, 'id')} and (f.code = ${q} or f.name like ${within(q)})
        and ${sql.id(alias, 'name')} not like ${within(q)} and ${sql.id(alias, 'code')} is distinct from ${q}
      order by f.to_on desc
      limit 1)`
