import { within } from '../../platform/db/like.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/**
 * Condition on a row of `institution`: its name, or one it had before, contains `q`; for Latin letters the
 * pinyin contains them or the initials do; or `q` is its code, one it had before, or its number in the
 * national register. It reads the rows of the scope it stands beside.
 */
export function institutionCalled(alias: string, q: string): Sql {
  const latin = /^[a-z ]+$/i.test(q) ? q.toLowerCase().replaceAll(' ', '') : ''
  const of = (column: string) => sql.id(alias, column)
  const pinyin = sql`or replace(split_part(${of('name_sort')}, '|', 1), ' ', '') like ${within(latin)}
    or split_part(${of('name_sort')}, '|', 2) like ${within(latin)}`
  return sql`(${of('name')} like ${within(q)} or ${of('code')} = ${q} or ${of('uscc')} = ${q}
    ${latin === '' ? sql.empty : pinyin}
    or ${of('id')} in (select f.institution_id from institution_former f
      where f.code = ${q} or f.name like ${within(q)})
    or ${of('id')} in (${heirsOf(q)}))`
}

/** Institutions that go on for one that was merged: its name and its code lead to them. */
const heirsOf = (q: string): Sql => sql`
  with recursive heir as (
    select o.id, o.successor_id as heir
    from institution o
    where o.successor_id is not null and (o.code = ${q} or o.name like ${within(q)})
    union
    select n.id, n.successor_id
    from heir h
    join institution n on n.id = h.heir
    where n.successor_id is not null)
  select heir from heir`

/**
 * The former name by which a search found the institution `alias`, its own or that of one that was merged
 * into it; null where the present name or code fits.
 */
export const formerlyCalled = (alias: string, q: string): Sql =>
  sql`(select f.name
      from (
        select f.name, f.to_on from institution_former f
        where f.institution_id = ${sql.id(alias, 'id')} and (f.code = ${q} or f.name like ${within(q)})
        union all
        select m.name, m.closed_on from institution m
        where m.successor_id = ${sql.id(alias, 'id')} and (m.code = ${q} or m.name like ${within(q)})) f
      where ${sql.id(alias, 'name')} not like ${within(q)} and ${sql.id(alias, 'code')} is distinct from ${q}
      order by f.to_on desc
      limit 1)`
