import { sql, type Sql } from '../../platform/db/sql.ts'
import { nameKeyOf } from './search.ts'

/**
 * Common table expressions of pairs that have one name, in whatever shape of its letters (葉 and 叶), and one
 * birth date: `pair` (owner_id, other_id, id of the owner's record). Pairs that somebody told apart are left
 * out. Equal writings are read along the index of name and birth date, the rare unequal ones along
 * teacher_name_key.
 * @param table of the record type that has `name` and `birth_date` of each owner once
 * @param owners numbers of the teachers whose namesakes are looked for
 */
export function namesakes(table: string, owners: readonly number[]): Sql {
  const key = nameKeyOf('t')
  const records = sql.id(table)
  return sql`
    own as materialized (
      select b.owner_id, b.id, b.name, b.birth_date, ${key} as key
      from ${records} b
      join teacher t on t.id = b.owner_id
      where b.owner_id = any(${[...owners]}::int[]) and b.voided_at is null),
    sought as materialized (select distinct name, birth_date, key from own),
    named as materialized (
      select b.owner_id, k.key, b.birth_date
      from sought k
      join ${records} b on b.name = k.name and b.birth_date = k.birth_date and b.voided_at is null
      union
      select b.owner_id, k.key, b.birth_date
      from sought k
      join teacher t on ${key} = k.key and (t.name < k.name or t.name > k.name)
      join ${records} b on b.owner_id = t.id and b.birth_date = k.birth_date and b.voided_at is null),
    pair as (
      select a.owner_id, b.owner_id as other_id, a.id
      from own a
      join named b on b.key = a.key and b.birth_date = a.birth_date and b.owner_id <> a.owner_id
      where not exists (
          select 1
          from apart
          where low_id = least(a.owner_id, b.owner_id) and high_id = greatest(a.owner_id, b.owner_id)))`
}
