import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/**
 * The turn among all who change people and places, on a distributed PostgreSQL alone. Citus (13) lets one of
 * them write at a time anyway: an update of a table of every node locks it whole, with all it points at, and
 * in changing order, so that two at once end as a deadlock of a second. They wait for each other longer than
 * for a row. Elsewhere no lock is taken.
 */
const turn = sql`
    select case when set_config('lock_timeout', '9s', true) <> '' then
      pg_advisory_xact_lock(hashtext('directory'), 0) end
    where exists (select from pg_extension where extname = 'citus')`

/** Waits for the turn, where there is one, until the transaction ends. */
export async function takeTurn(tx: Tx): Promise<void> {
  await tx.query(turn)
}

const inOrder = (ids: readonly number[]): Sql =>
  sql`unnest(${[...new Set(ids)].toSorted((a, b) => a - b)}::int[]) as i (id)`

/**
 * Keeps institutions as they are until the transaction ends. Many who join people to one keep it at once, and
 * hold up only whoever changes it. Rows have to be read after it. `for share` of the row would do the same on
 * one node; on a table of every node Citus takes two locks for it that exclude each other, so that two who
 * share a row wait for each other.
 */
export async function keepInstitutions(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query(sql`
${turn}
    union all
    select pg_advisory_xact_lock_shared(hashtext('institution'), i.id) from ${inOrder(ids)}`)
}

/** Waits for whoever keeps the institutions, and holds up the next, until the transaction ends. */
export async function claimInstitutions(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query(sql`
${turn}
    union all
    select pg_advisory_xact_lock(hashtext('institution'), i.id) from ${inOrder(ids)}`)
}
