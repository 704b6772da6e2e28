import { AppError } from '../../../catalogue/errors.ts'
import { offerEnds } from '../../../catalogue/seats/offer.ts'
import type { WaitOrder } from '../../../catalogue/seats/order.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import { bookOf, leftFor, lockChain, lockPool, type SeatPolicy, type SeatMoment } from './book.ts'
import { returnPlaces } from './cascade.ts'
import { writeSeatEvent } from './history.ts'
import { firstInLine, leaveLine } from './line.ts'
import { leavePlace, putOn, seatOf, takePlace, timestamp, type Seat } from './take.ts'

/** Last moment to answer an offer made now; null when the waiting list is closed. */
async function termOf(tx: Tx, { eventId, at }: SeatMoment) {
  const book = await bookOf(tx, eventId)
  return { ...book, until: book.closed ? null : offerEnds(at, book.rules) }
}

/**
 * Offers what is left in a pool to those who wait: first in its own line, then in those of the pools that it
 * gave places to.
 */
export async function serve(
  tx: Tx,
  seating: SeatPolicy,
  moment: SeatMoment & { readonly institutionId: number },
): Promise<void> {
  const { eventId, institutionId } = moment
  const { until } = await termOf(tx, moment)
  if (until === null) return
  await lockPool(tx, eventId, institutionId)
  const below = sql`w.institution_id in (
    with recursive down as (
      select ${institutionId}::int as id
      union
      select p.institution_id from down
      join seat_pool p on p.event_id = ${eventId}::uuid and p.granted_by = down.id)
    select id from down)`
  const line = { of: below, first: sql`w.institution_id <> ${institutionId}` }
  while ((await leftFor(tx, eventId, institutionId)) > 0) {
    const holder = await firstInLine(tx, seating, moment, line)
    if (holder === undefined) return
    const place = await takePlace(tx, moment)
    if (place === null) throw new AppError('stale')
    const no = await putOn(tx, { ...moment, ...place, holder, state: 'offered', until })
    await tell(tx, seating, { ...moment, no, holder, until })
  }
}

async function tell(
  tx: Tx,
  seating: SeatPolicy,
  offer: SeatMoment & { institutionId: number; no: number; holder: string; until: number },
): Promise<void> {
  await writeSeatEvent(tx, { ...offer, act: 'offered', by: null })
  await seating.offered(tx, offer.holder, offer)
}

/** The pool whose waiting list serves an institution: its own, or the nearest above. */
async function poolFor(tx: Tx, eventId: string, institutionId: number): Promise<number | null> {
  const found = await tx.maybeOne<{ id: number }>(sql`
    with recursive up as (
      select id, parent_id, 0 as height from institution where id = ${institutionId}
      union all
      select i.id, i.parent_id, up.height + 1 from up join institution i on i.id = up.parent_id)
    select up.id from up
    join seat_pool p on p.event_id = ${eventId}::uuid and p.institution_id = up.id and p.stripe = 0
    order by up.height limit 1`)
  return found?.id ?? null
}

interface LineEntry extends SeatMoment {
  readonly institutionId: number
  readonly holder: string
  readonly order: WaitOrder
}

/** Puts a holder into the line of its pool. A seat that has become free meanwhile is offered at once. */
export async function joinLine(tx: Tx, seating: SeatPolicy, waiting: LineEntry): Promise<void> {
  const { eventId, holder, order, at } = waiting
  const pool = await poolFor(tx, eventId, waiting.institutionId)
  if (pool === null) return
  // Freeing a seat of this pool locks it as well, so that one of the two transactions sees the other.
  await lockPool(tx, eventId, pool, true)
  await tx.execute(sql`
    insert into seat_waiting (event_id, holder, institution_id, order_key, because, since)
    values (${eventId}::uuid, ${holder}::uuid, ${pool}, ${order.key}, ${order.because}, ${timestamp(at)})
    on conflict (event_id, holder) do update
    set institution_id = excluded.institution_id, order_key = excluded.order_key, because = excluded.because,
      since = excluded.since, lapses = 0, passed = null, left_at = null`)
  if ((await leftFor(tx, eventId, pool)) > 0) await serve(tx, seating, { ...waiting, institutionId: pool })
}

/** What becomes of the seat of a holder who goes. */
interface SeatLeaver extends SeatMoment {
  readonly holder: string
  readonly reason: string
}

/**
 * Takes a holder out of line and seat. The first who waits gets the seat in the same transaction: it is never
 * free in between.
 */
export async function freeSeat(tx: Tx, seating: SeatPolicy, leaving: SeatLeaver): Promise<void> {
  await leaveLine(tx, leaving)
  await passOn(tx, seating, leaving, 'freed')
}

/**
 * The offer to a holder was not answered: the seat is passed on, and the holder goes to the end of the line
 * where it may be asked again.
 */
export async function lapseOffer(
  tx: Tx,
  seating: SeatPolicy,
  leaving: SeatLeaver & { readonly again: boolean },
): Promise<void> {
  const seat = await seatOf(tx, leaving.eventId, leaving.holder)
  if (seat) await lockChain(tx, leaving.eventId, seat.institutionId)
  if (leaving.again)
    await tx.execute(sql`
      update seat_waiting set left_at = null, lapses = lapses + 1, since = ${timestamp(leaving.at)}
      where event_id = ${leaving.eventId}::uuid and holder = ${leaving.holder}::uuid and left_at is not null`)
  await passOn(tx, seating, leaving, 'lapsed')
}

async function passOn(
  tx: Tx,
  seating: SeatPolicy,
  leaving: SeatLeaver,
  act: 'freed' | 'lapsed',
): Promise<void> {
  const { eventId } = leaving
  const known = await seatOf(tx, eventId, leaving.holder)
  if (!known) return
  const chain = await lockChain(tx, eventId, known.institutionId)
  const seat = await lockedSeat(tx, eventId, leaving.holder)
  if (!seat) return
  const { institutionId, no, stripe } = seat
  await writeSeatEvent(tx, { ...leaving, act, no, institutionId })
  const { until, returned } = await termOf(tx, leaving)
  // The institution's own line, then those above it; once unused places went back, everybody's.
  const place = sql`array_position(${chain}::int[], w.institution_id)`
  const line = { of: returned ? sql`true` : sql`${place} is not null`, first: sql`${place} nulls last` }
  const next = until === null ? undefined : await firstInLine(tx, seating, leaving, line)
  const taken = next !== undefined && until !== null
  await tx.execute(sql`
    update seat set state = ${taken ? 'offered' : 'free'}, holder = ${next ?? null}::uuid, until = ${timestamp(taken ? until : null)}
    where event_id = ${eventId}::uuid and no = ${no}`)
  if (taken) return tell(tx, seating, { ...leaving, institutionId, no, holder: next, until })
  await leavePlace(tx, { eventId, institutionId, stripe })
  if (returned) await returnPlaces(tx, eventId)
}

async function lockedSeat(tx: Tx, eventId: string, holder: string): Promise<Seat | undefined> {
  await tx.query(
    sql`select 1 from seat where event_id = ${eventId}::uuid and holder = ${holder}::uuid for update`,
  )
  return seatOf(tx, eventId, holder)
}

/** The holder who was asked takes the seat. @throws AppError `wrongState` where it was not asked */
export async function acceptOffer(
  tx: Tx,
  { eventId, holder, at, by }: SeatMoment & { readonly holder: string },
): Promise<number> {
  const seat = await lockedSeat(tx, eventId, holder)
  if (!seat) throw new AppError('wrongState', { message: '该席位已经给了他人' })
  const { no, institutionId } = seat
  if (seat.state === 'held') return no
  await tx.execute(sql`
    update seat set state = 'held', until = null where event_id = ${eventId}::uuid and no = ${no}`)
  await writeSeatEvent(tx, { eventId, no, holder, institutionId, act: 'accepted', by, at })
  return no
}

/** Gives the seat of a holder to another one, who leaves the line. */
export async function replaceHolder(
  tx: Tx,
  leaving: SeatLeaver & { readonly newcomer: string },
): Promise<number> {
  const { eventId, holder, newcomer, at } = leaving
  const seat = await lockedSeat(tx, eventId, holder)
  if (!seat) throw new AppError('wrongState', { message: '要替换的学员没有席位' })
  if (await seatOf(tx, eventId, newcomer))
    throw new AppError('wrongState', { message: '接替的学员已经有席位' })
  const { no, institutionId } = seat
  await leaveLine(tx, { eventId, holder: newcomer, at })
  await tx.execute(sql`
    update seat set state = 'held', holder = ${newcomer}::uuid, until = null
    where event_id = ${eventId}::uuid and no = ${no}`)
  await writeSeatEvent(tx, { ...leaving, no, institutionId, act: 'freed' })
  await writeSeatEvent(tx, { ...leaving, no, institutionId, act: 'replaced', holder: newcomer })
  return no
}

/**
 * Takes back what nobody used, from the lowest level up: whoever gets seats back serves the lines below
 * before the rest goes on. From then on the event is one waiting list. Answers how many came back.
 */
export async function returnSeats(tx: Tx, seating: SeatPolicy, moment: SeatMoment): Promise<number> {
  const back = await returnPlaces(tx, moment.eventId, async (institutionId) =>
    serve(tx, seating, { ...moment, institutionId }),
  )
  await tx.execute(sql`
    update seat_book set returned_at = least(returned_at, now()) where event_id = ${moment.eventId}::uuid`)
  return back
}
