import type { Queryable } from '../../engine/engine.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { CountedSource } from './sources.ts'

/** Numbers of the rows of a table by their keys, and of everything together, which is counted and not added. */
export interface CountTable<K extends string> {
  readonly whole: Readonly<Record<K, number>>
  readonly rows: ReadonlyMap<string, Readonly<Record<K, number>>>
}

/** Counts a source by the keys of its rows. `of`: whole numbers over `x`, by name. */
export async function counted<K extends string>(
  db: Queryable,
  { from, key }: CountedSource,
  of: Readonly<Record<K, Sql>>,
): Promise<CountTable<K>> {
  const names = Object.keys(of) as K[]
  const numbers = sql.join(
    names.map((name) => sql`coalesce(${of[name]}, 0)::float8 as ${sql.id(name)}`),
    ', ',
  )
  const [whole, rows] = await Promise.all([
    db.one<Record<K, number>>(sql`select ${numbers} ${from}`),
    db.query<Record<K, number> & { key: string | null }>(
      sql`select ${key} as key, ${numbers} ${from} group by 1`,
    ),
  ])
  return { whole, rows: new Map(rows.map((row) => [row.key ?? '', row])) }
}

export const rowCount = sql`count(*)`
export const personCount = sql`count(distinct x.owner_id)`
