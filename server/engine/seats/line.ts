import type { WaitOrder } from '../../../catalogue/seats/order.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import type { SeatPolicy, SeatMoment } from './book.ts'
import { timestamp } from './take.ts'

/** The order of a waiting list. */
export const lineOrder: Sql = sql`w.lapses, w.order_key, w.since, w.holder`

/** Waiting people that are looked at for one seat. */
const most = 500

/** Takes the first eligible entry off the waiting list. Ineligible ones keep their place and get a reason. */
export async function firstInLine(
  tx: Tx,
  seating: SeatPolicy,
  { eventId, at }: SeatMoment,
  { of, first }: { readonly of: Sql; readonly first: Sql },
): Promise<string | undefined> {
  const line = await tx.query<{ holder: string }>(sql`
    select w.holder from seat_waiting w
    where w.event_id = ${eventId}::uuid and w.left_at is null and ${of}
    order by ${first}, ${lineOrder} limit ${most}`)
  for (const { holder } of line) {
    const passed = await seating.unfit(tx, eventId, holder)
    const here = await tx.maybeOne(sql`
      update seat_waiting
      set passed = ${passed}, left_at = ${passed === null ? timestamp(at) : sql`left_at`}
      where event_id = ${eventId}::uuid and holder = ${holder}::uuid and left_at is null
      returning 1`)
    if (passed === null && here) return holder
  }
  return undefined
}

/** Takes a holder out of the line, if it is there. */
export const leaveLine = (
  tx: Tx,
  { eventId, at, holder }: Pick<SeatMoment, 'eventId' | 'at'> & { readonly holder: string },
) =>
  tx.execute(sql`
    update seat_waiting set left_at = ${timestamp(at)}
    where event_id = ${eventId}::uuid and holder = ${holder}::uuid and left_at is null`)

/** Gives holders who wait another place in their line; whoever does not wait is left alone. */
export const reorderLine = (
  tx: Tx,
  eventId: string,
  holders: readonly (WaitOrder & { readonly holder: string })[],
): Promise<number> =>
  tx.execute(sql`
    update seat_waiting w set order_key = o.key, because = o.because
    from jsonb_to_recordset(${sql.json(holders)}) as o (holder uuid, key text, because text)
    where w.event_id = ${eventId}::uuid and w.holder = o.holder and w.left_at is null`)

/** An entry of a waiting list. */
export interface LinePlace {
  readonly holder: string
  readonly institutionId: number
  readonly place: number
  readonly because: string
  readonly passed: string | null
  readonly since: string
}

/** Who waits, in order, with the place in the line of each pool. */
export const lineOf = (db: Queryable, eventId: string, holders?: readonly string[]): Promise<LinePlace[]> =>
  db.query<LinePlace>(sql`
    select * from (
      select w.holder, w.institution_id as "institutionId", w.because, w.passed, w.since, w.lapses, w.order_key,
        row_number() over (partition by w.institution_id order by ${lineOrder})::int as place
      from seat_waiting w
      where w.event_id = ${eventId}::uuid and w.left_at is null) w
    ${holders === undefined ? sql.empty : sql`where w.holder = any(${[...holders]}::uuid[])`}
    order by "institutionId", place limit 2000`)
