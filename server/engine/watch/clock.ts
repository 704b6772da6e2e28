import type { WatchClock } from '../../../catalogue/watch/rule.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'

/** A moment of the database as milliseconds. */
export const ms = (moment: Sql): Sql => sql`floor(extract(epoch from ${moment}) * 1000)::float8`

/** Milliseconds as a moment of the database. */
export const momentOf = (column: Sql): Sql => sql`to_timestamp(${column} / 1000)`

export type ClockRow = WatchClock & { readonly ownerId: number }

/**
 * Keeps others out who count the time of these people, until the transaction ends. A row that is there is
 * locked and stays as it is; in the order of owners, so that two bundles cannot wait for each other.
 */
export async function lockClocks(tx: Tx, owners: readonly number[]): Promise<void> {
  await tx.execute(sql`
    insert into watch_clock (owner_id)
    select distinct o from unnest(${owners}::int[]) o
    order by 1
    on conflict (owner_id) do update set spent_until = excluded.spent_until where false`)
}

/** The clocks of some people, once they are locked. */
export const clocksOf = (tx: Tx, owners: readonly number[]): Promise<ClockRow[]> =>
  tx.query<ClockRow>(sql`
    select owner_id as "ownerId", ${ms(sql`spent_until`)} as "spentUntil", holder,
      ${ms(sql`holder_heard`)} as "holderHeard"
    from watch_clock where owner_id = any(${owners}::int[])`)

/** Now by the clock of the database, in ms; within a transaction it goes on. */
export const nowOf = async (db: Queryable): Promise<number> =>
  (await db.one<{ now: number }>(sql`select ${ms(sql`clock_timestamp()`)} as now`)).now

export async function writeClocks(tx: Tx, clocks: readonly ClockRow[]): Promise<void> {
  if (clocks.length === 0) return
  await tx.execute(sql`
    insert into watch_clock (owner_id, spent_until, holder, holder_heard)
    select x."ownerId", ${momentOf(sql`x."spentUntil"`)}, x.holder, ${momentOf(sql`x."holderHeard"`)}
    from jsonb_to_recordset(${sql.json(clocks)})
      as x("ownerId" int, "spentUntil" float8, holder uuid, "holderHeard" float8)
    on conflict (owner_id) do update
    set spent_until = excluded.spent_until, holder = excluded.holder, holder_heard = excluded.holder_heard`)
}
