import type { Queryable } from '../../engine/engine.ts'
import { kindsOfPeople } from '../../engine/person-facts/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { CountedPart } from './asked.ts'
import { isSummed, summedFacts, summedPeople, type FactSums, type KindRow } from './kept-sums.ts'
import { factsOfKinds, partOf, prefixOf, type CountedSource } from './sources.ts'

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

/** Counts what lies in one row of a table each, such as the activities of a host: all of it is the sum of the rows. */
export async function countedByRow(db: Queryable, { from, key }: CountedSource): Promise<CountTable<'n'>> {
  const rows = await db.query<{ key: string | null; n: number }>(
    sql`select ${key} as key, count(*)::float8 as n ${from} group by 1`,
  )
  return {
    whole: { n: rows.reduce((sum, { n }) => sum + n, 0) },
    rows: new Map(rows.map((row) => [row.key ?? '', row])),
  }
}

export const rowCount = sql`count(*)`
export const personCount = sql`count(distinct x.owner_id)`

export type FactCounts = CountTable<keyof FactSums>
const noFacts: FactSums = { n: 0, people: 0, times: 0, tenths: 0 }

/** Counts facts of several kinds: out of the sums where they are kept, else in one pass over the facts. */
export async function countedFacts<K extends string>(
  db: Queryable,
  asked: CountedPart,
  kinds: readonly K[],
): Promise<Readonly<Record<K, FactCounts>>> {
  const people = kindsOfPeople.filter((kind) => kinds.some((one) => one === kind))
  const rows = isSummed(asked)
    ? (await Promise.all([summedFacts(db, asked, kinds), summedPeople(db, asked, people)])).flat()
    : await passedFacts(db, asked, kinds)
  const of = Map.groupBy(rows, ({ kind }) => kind)
  return Object.fromEntries(kinds.map((kind) => [kind, tableOf(of.get(kind) ?? [])])) as Record<K, FactCounts>
}

function tableOf(rows: readonly KindRow[]): FactCounts {
  const added = (some: readonly KindRow[] = []): FactSums =>
    some.reduce<FactSums>(
      (sums, row) => ({
        n: sums.n + (row.n ?? 0),
        people: sums.people + (row.people ?? 0),
        times: sums.times + (row.times ?? 0),
        tenths: sums.tenths + (row.tenths ?? 0),
      }),
      noFacts,
    )
  const byKey = Map.groupBy(
    rows.filter(({ whole }) => !whole),
    ({ key }) => key ?? '',
  )
  return {
    whole: added(rows.filter(({ whole }) => whole)),
    rows: new Map([...byKey].map(([key, some]) => [key, added(some)])),
  }
}

/**
 * Counts facts of several kinds in one pass: first what each person has in each row, then the rows and everything
 * together. A person in two rows is one person of the whole.
 */
export const passedFacts = (
  db: Queryable,
  asked: CountedPart,
  kinds: readonly string[],
): Promise<KindRow[]> =>
  db.query<KindRow>(sql`
    with each as materialized (
      select x.kind, ${partOf(asked, 'x')} as part, x.owner_id, count(*) as n, sum(x.times) as times, sum(x.tenths) as tenths
      ${factsOfKinds(asked, kinds)} group by 1, 2, 3)
    select kind, ${prefixOf(asked)}::text || part as key, grouping(part) = 1 as whole, sum(n)::float8 as n,
      count(distinct owner_id)::float8 as people, coalesce(sum(times), 0)::float8 as times,
      coalesce(sum(tenths), 0)::float8 as tenths
    from each group by grouping sets ((kind, part), (kind))`)
