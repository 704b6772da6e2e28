import type { CryptoUse } from '../../../catalogue/contract/administration/crypto-use.ts'
import type { SealedTable } from '../../engine/sealing/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Rows of a table that are looked at: a province has millions, and the page is to open within a second. */
export const mostRows = 20_000

type StoredKind = CryptoUse['stored'][number]
interface TableCount {
  readonly intl: number
  readonly sm: number
  readonly rows: number
}

const kindOf = (table: string): StoredKind['kind'] => {
  if (table === 'person' || table === 'revision') return table
  return table.startsWith('rec_') ? 'archive' : 'other'
}

/** Whether a column holds a sealed value of this mark; within JSON one stands behind a quotation mark. */
const holds = (column: string, type: 'text' | 'jsonb', mark: 'v1' | 'v2'): Sql =>
  type === 'text'
    ? sql`${sql.id(column)} like ${`${mark}.%`}`
    : sql`${sql.id(column)}::text ~ ${`"${mark}\\.\\d+\\.[\\w-]{16,22}\\.`}`

/** Values of a table under each suite. A row whose JSON holds several counts once for its column. */
function countTable(db: Queryable, { table, columns, indexes = [] }: SealedTable): Promise<TableCount> {
  const sealed = columns.filter(([column]) => !indexes.includes(column))
  const many = (mark: 'v1' | 'v2') =>
    sql.join(
      sealed.map(([column, type]) => sql`count(*) filter (where ${holds(column, type, mark)})`),
      ' + ',
    )
  return db.one<TableCount>(sql`
    select (${many('v1')})::int as intl, (${many('v2')})::int as sm, count(*)::int as rows
    from (
      select ${sql.join(sealed.map(([column]) => sql.id(column)))}
      from ${sql.id(table)}
      limit ${sql.lit(mostRows)}) part`)
}

async function countSealed(db: Queryable, tables: readonly SealedTable[]): Promise<StoredKind[]> {
  const found = new Map<StoredKind['kind'], StoredKind>()
  // One after the other: the page is looked at twice a year and should not take the pool.
  for (const one of tables) {
    const { intl, sm, rows } = await countTable(db, one)
    const kind = kindOf(one.table)
    const before = found.get(kind) ?? { kind, counts: { intl: 0, sm: 0 }, more: false }
    const counts = { intl: before.counts.intl + intl, sm: before.counts.sm + sm }
    found.set(kind, { kind, counts, more: before.more || rows === mostRows })
  }
  return [...found.values()]
}

/** Values by a condition for the newer suite, over rows of which only the first are looked at. */
async function countBy(db: Queryable, kind: StoredKind['kind'], rows: Sql, isSm: Sql): Promise<StoredKind> {
  const { intl, sm, looked } = await db.one<{ intl: number; sm: number; looked: number }>(sql`
    select count(*) filter (where not (${isSm}))::int as intl, count(*) filter (where ${isSm})::int as sm,
      count(*)::int as looked
    from (${rows} limit ${sql.lit(mostRows)}) part`)
  return { kind, counts: { intl, sm }, more: looked === mostRows }
}

/** How much is stored under each suite: sealed values by where they stand, indexes, passwords, newest links. */
export async function storedBySuite(db: Queryable, tables: readonly SealedTable[]): Promise<StoredKind[]> {
  return [
    ...(await countSealed(db, tables)),
    await countBy(
      db,
      'index',
      sql`
        select k.key
        from person p
        cross join lateral (values (p.id_no_key), (p.mobile_key)) as k (key)
        where k.key is not null`,
      sql`key like 'v2.%'`,
    ),
    await countBy(
      db,
      'password',
      sql`select password_hash as hash from person where password_hash is not null`,
      sql`hash like '%$pbkdf2-sm3$%'`,
    ),
    await countBy(db, 'log', sql`select hash from audit_seal order by seq desc`, sql`length(hash) > 32`),
  ]
}
