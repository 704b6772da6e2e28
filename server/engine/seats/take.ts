import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import { stripes, type SeatMoment } from './book.ts'
import { writeSeatEvent } from './history.ts'

/** A seat as its pool and its holder see it. */
export interface Seat {
  readonly no: number
  readonly institutionId: number
  readonly stripe: number
  readonly holder: string
  readonly state: 'held' | 'offered'
}

/** The seat that a holder has or is offered. */
export const seatOf = (tx: Tx, eventId: string, holder: string): Promise<Seat | undefined> =>
  tx.maybeOne<Seat>(sql`
    select no, institution_id as "institutionId", stripe, holder, state from seat
    where event_id = ${eventId}::uuid and holder = ${holder}::uuid`)

interface Take extends SeatMoment {
  readonly institutionId: number
  readonly holder: string
}

/** Takes a seat of an institution's pool, unless the holder has one. Answers its number; null where none is left. */
export async function takeSeat(tx: Tx, take: Take): Promise<number | null> {
  const { eventId, holder } = take
  const own = await seatOf(tx, eventId, holder)
  if (own) return own.no
  const place = await takePlace(tx, take)
  if (place === null) return null
  const no = await putOn(tx, { ...take, ...place, state: 'held', until: null })
  await writeSeatEvent(tx, { ...take, no, act: 'taken' })
  return no
}

export interface PlaceInPool {
  readonly stripe: number
  /** Whether the pool lies in several rows. */
  readonly striped: boolean
}

/**
 * Counts one place of a pool as used; of a large one in a stripe by chance, so that takers do not wait for one
 * row. Null once every row is full.
 */
export async function takePlace(
  tx: Tx,
  { eventId, institutionId }: Pick<Take, 'eventId' | 'institutionId'>,
): Promise<PlaceInPool | null> {
  for (;;) {
    const open = await tx.maybeOne<{ stripe: number }>(sql`
      select stripe from seat_pool
      where event_id = ${eventId}::uuid and institution_id = ${institutionId} and given + used < granted
      order by random() limit 1`)
    if (!open) return null
    const taken = await tx.maybeOne<PlaceInPool>(sql`
      update seat_pool p set used = used + 1
      where event_id = ${eventId}::uuid and institution_id = ${institutionId} and stripe = ${open.stripe}
        and given + used < granted
      returning stripe, exists (
        select 1 from seat_pool o
        where o.event_id = p.event_id and o.institution_id = p.institution_id and o.stripe > 0) as striped`)
    if (taken) return taken
  }
}

/** Counts a place of a pool as left. */
export const leavePlace = (
  tx: Tx,
  {
    eventId,
    institutionId,
    stripe = 0,
  }: Pick<Take, 'eventId' | 'institutionId'> & { readonly stripe?: number },
): Promise<number> =>
  tx.execute(sql`
    update seat_pool set used = used - 1
    where event_id = ${eventId}::uuid and institution_id = ${institutionId} and stripe = ${stripe}`)

interface SeatHolding extends PlaceInPool {
  readonly eventId: string
  readonly institutionId: number
  readonly holder: string
  readonly state: Seat['state']
  readonly until: number | null
}

export const timestamp = (moment: number | null) =>
  sql`${moment === null ? null : new Date(moment).toISOString()}::timestamptz`

/** Gives a place its seat: the lowest number that is free, or the next new one. */
export async function putOn(tx: Tx, holding: SeatHolding): Promise<number> {
  const { eventId, institutionId, stripe, striped, holder, state } = holding
  const free = sql`event_id = ${eventId}::uuid and state = 'free' ${striped ? sql`and stripe = ${stripe}` : sql.empty}`
  while ((await tx.maybeOne(sql`select 1 from seat where ${free} limit 1`)) !== undefined) {
    const [locked] = await tx.query<{ no: number }>(
      sql`select no from seat where ${free} order by no limit 1 for update`,
    )
    if (!locked) continue
    await tx.execute(sql`
      update seat set state = ${state}, holder = ${holder}::uuid, until = ${timestamp(holding.until)},
        institution_id = ${institutionId}, stripe = ${stripe}
      where event_id = ${eventId}::uuid and no = ${locked.no}`)
    return locked.no
  }
  const no = await nextNumber(tx, holding)
  await tx.execute(sql`
    insert into seat (event_id, no, institution_id, stripe, holder, state, until)
    values (${eventId}::uuid, ${no}, ${institutionId}, ${stripe}, ${holder}::uuid, ${state}, ${timestamp(holding.until)})`)
  return no
}

/** Stripes count for themselves, each in steps of their number. */
async function nextNumber(tx: Tx, { eventId, institutionId, stripe, striped }: SeatHolding): Promise<number> {
  const { minted } = await tx.one<{ minted: number }>(
    striped
      ? sql`
        update seat_pool set minted = minted + 1
        where event_id = ${eventId}::uuid and institution_id = ${institutionId} and stripe = ${stripe}
        returning minted`
      : sql`update seat_book set minted = minted + 1 where event_id = ${eventId}::uuid returning minted`,
  )
  return striped ? stripe + 1 + stripes * (minted - 1) : minted
}
