import type { Queryable } from '../../engine/engine.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { CountedSource, FactSource } from './sources.ts'

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

/** What is counted of facts of one kind: rows, people, and the sums of what they carry. */
const factNumbers = ['n', 'people', 'times', 'tenths'] as const
export type FactCounts = CountTable<(typeof factNumbers)[number]>
const noFacts = { n: 0, people: 0, times: 0, tenths: 0 }

type FactSums = Readonly<Record<(typeof factNumbers)[number], number>>

/**
 * Counts facts of several kinds in one pass: first what each person has in each row, then the rows and everything
 * together. A person in two rows is one person of the whole.
 * @param asked rows of facts with their kind, over `x`
 */
export async function countedFacts<K extends string>(
  db: Queryable,
  { from, part, prefix }: FactSource,
  kinds: readonly K[],
): Promise<Readonly<Record<K, FactCounts>>> {
  const rows = await db.query<FactSums & { kind: K; key: string | null; whole: boolean }>(sql`
    with each as materialized (
      select x.kind, ${part} as part, x.owner_id, count(*) as n, sum(x.times) as times, sum(x.tenths) as tenths
      ${from} group by 1, 2, 3)
    select kind, ${prefix}::text || part as key, grouping(part) = 1 as whole, sum(n)::float8 as n, count(distinct owner_id)::float8 as people,
      coalesce(sum(times), 0)::float8 as times, coalesce(sum(tenths), 0)::float8 as tenths
    from each group by grouping sets ((kind, part), (kind))`)
  const of = Map.groupBy(rows, ({ kind }) => kind)
  const tableOf = (kind: K): FactCounts => {
    const own = of.get(kind) ?? []
    return {
      whole: own.find(({ whole }) => whole) ?? noFacts,
      rows: new Map(own.flatMap((row) => (row.whole ? [] : [[row.key ?? '', row] as const]))),
    }
  }
  return Object.fromEntries(kinds.map((kind) => [kind, tableOf(kind)])) as Record<K, FactCounts>
}
