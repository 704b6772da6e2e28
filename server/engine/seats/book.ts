import { z } from 'zod'
import { AppError } from '../../../catalogue/errors.ts'
import type { OfferRules } from '../../../catalogue/seats/offer.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'

/** An event with its seats, at a moment. */
export interface SeatMoment {
  readonly eventId: string
  /** In milliseconds since 1970. */
  readonly at: number
  /** The identity that acts; null for the clock. */
  readonly by: number | null
}

/** What this room asks of the process behind the seats: it knows a holder by the number of its case only. */
export interface SeatPolicy {
  /** Why a holder may not be given a seat now; null where it may. Keeps the holder from changing meanwhile. */
  readonly unfit: (tx: Tx, eventId: string, holder: string) => Promise<string | null>
  /** Asks a holder to answer until a moment. */
  readonly offered: (
    tx: Tx,
    holder: string,
    offer: { readonly no: number; readonly until: number },
  ) => Promise<void>
}

const rules = z.object({
  acceptHours: z.number(),
  lastOfferHours: z.number(),
  firstSession: z.string().nullable(),
})

/** Pools of so many seats and more lie in stripes. */
const large = 500
export const stripes = 16

/** Opens the seats of an event: all of them are of the office that holds it. Again, nothing happens. */
export async function openSeats(
  tx: Tx,
  eventId: string,
  opening: {
    readonly institutionId: number
    readonly total: number
    readonly rules: OfferRules
    /** Whether they all stay in one pool, which may be large then. */
    readonly pooled: boolean
  },
): Promise<void> {
  const { institutionId, total, pooled } = opening
  await tx.execute(sql`
    insert into seat_book (event_id, rules) values (${eventId}::uuid, ${sql.json(opening.rules)})
    on conflict (event_id) do nothing`)
  const many = pooled && total >= large ? stripes : 1
  await tx.execute(sql`
    insert into seat_pool (event_id, institution_id, stripe, granted_by, granted)
    select ${eventId}::uuid, ${institutionId}::int, s, null, ${total}::int / ${many}::int
      + case when s < ${total}::int % ${many}::int then 1 else 0 end
    from generate_series(0, ${many}::int - 1) s
    on conflict do nothing`)
}

/** Changes by what seats are offered from now on; offers that are out keep their term. */
export const setOfferRules = (tx: Tx, eventId: string, changed: OfferRules): Promise<number> =>
  tx.execute(sql`update seat_book set rules = ${sql.json(changed)} where event_id = ${eventId}::uuid`)

interface Book {
  readonly rules: OfferRules
  readonly returned: boolean
  readonly closed: boolean
}

export async function bookOf(tx: Tx, eventId: string): Promise<Book> {
  const row = await tx.maybeOne<{ rules: unknown; returned: boolean; closed: boolean }>(sql`
    select rules, returned_at is not null as returned, closed_at is not null as closed
    from seat_book where event_id = ${eventId}::uuid`)
  if (!row) throw new AppError('wrongState', { message: '该项目暂无名额' })
  return { ...row, rules: rules.parse(row.rules) }
}

/** Closes the waiting list: a freed seat is offered to no one any more. */
export const closeSeats = (tx: Tx, eventId: string): Promise<number> =>
  tx.execute(sql`update seat_book set closed_at = least(closed_at, now()) where event_id = ${eventId}::uuid`)

/** Locks the pool of an institution: all rows, or the first, which freeing a seat locks as well. */
export const lockPool = (tx: Tx, eventId: string, institutionId: number, firstRow?: true) =>
  tx.query(sql`
    select 1 from seat_pool
    where event_id = ${eventId}::uuid and institution_id = ${institutionId} ${firstRow ? sql`and stripe = 0` : sql.empty}
    order by stripe for update`)

/**
 * Locks the pools from the office that holds the event down to an institution, always in this order. Answers
 * them from the lowest up.
 */
export async function lockChain(tx: Tx, eventId: string, institutionId: number): Promise<number[]> {
  const chain = await tx.query<{ id: number }>(sql`
    with recursive up as (
      select institution_id as id, granted_by, 0 as height from seat_pool
      where event_id = ${eventId}::uuid and institution_id = ${institutionId} and stripe = 0
      union all
      select p.institution_id, p.granted_by, up.height + 1
      from up
      join seat_pool p on p.event_id = ${eventId}::uuid and p.institution_id = up.granted_by and p.stripe = 0)
    select id from up order by height`)
  const ids = chain.map(({ id }) => id)
  for (const id of ids.toReversed()) await lockPool(tx, eventId, id)
  return ids
}

/** Free seats of a pool. */
export async function leftFor(tx: Queryable, eventId: string, institutionId: number): Promise<number> {
  const { left } = await tx.one<{ left: number }>(sql`
    select coalesce(sum(granted - given - used), 0)::int as left from seat_pool
    where event_id = ${eventId}::uuid and institution_id = ${institutionId}`)
  return left
}
