import { sql, type Sql } from '../../platform/db/sql.ts'

/**
 * Relations of a statement that gather rows of several sources: one of each, and `name` of all of them. On a
 * distributed PostgreSQL a source of archives and one of the coordinator meet only after each was gathered
 * (docs/decisions/0116).
 */
export const gathered = (name: string, parts: readonly Sql[]): Sql => {
  const relation = (at: number) => sql.id(`${name}_${at + 1}`)
  const all = sql.join(
    parts.map((_, at) => sql`select * from ${relation(at)}`),
    ' union all ',
  )
  return sql`
    ${sql.join(
      parts.map((part, at) => sql`${relation(at)} as materialized (${part})`),
      ', ',
    )},
    ${sql.id(name)} as (${all})`
}
