import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'

/** What happens to a seat. */
export type SeatAct = 'taken' | 'offered' | 'accepted' | 'freed' | 'lapsed' | 'replaced'

interface SeatStep {
  readonly eventId: string
  readonly no: number
  readonly act: SeatAct
  readonly holder: string
  readonly institutionId: number
  readonly by: number | null
  readonly until?: number
  readonly reason?: string
  readonly at: number
}

/** Adds a line to what happened to a seat; its row is locked. */
export const writeSeatEvent = (tx: Tx, happening: SeatStep): Promise<number> => {
  const { eventId, no, act, holder, institutionId, by, until, reason = '', at } = happening
  return tx.execute(sql`
    insert into seat_event (event_id, seat_no, no, act, holder, institution_id, until, reason, by_identity, at)
    select ${eventId}::uuid, ${no}::int, coalesce(max(no), 0) + 1, ${act}::text, ${holder}::uuid, ${institutionId}::int,
      ${until === undefined ? null : new Date(until).toISOString()}::timestamptz, ${reason}::text, ${by}::int,
      ${new Date(at).toISOString()}::timestamptz
    from seat_event where event_id = ${eventId}::uuid and seat_no = ${no}`)
}

/** A line of the chain of a seat. */
export interface SeatLine {
  readonly act: SeatAct
  readonly holder: string
  readonly until: string | null
  readonly reason: string
  readonly by: string | null
  readonly at: string
}

/** What happened to a seat, the newest first. */
export const seatHistory = (db: Queryable, eventId: string, no: number): Promise<SeatLine[]> =>
  db.query<SeatLine>(sql`
    select e.act, e.holder, e.until, e.reason, p.name as by, e.at
    from seat_event e
    left join identity a on a.id = e.by_identity
    left join person p on p.id = a.person_id
    where e.event_id = ${eventId}::uuid and e.seat_no = ${no}
    order by e.no desc limit 200`)

/** A pool as the board of seats shows it: granted is given, held, offered and left together. */
export interface PoolCount {
  readonly institutionId: number
  readonly grantedBy: number | null
  readonly granted: number
  readonly given: number
  readonly held: number
  readonly offered: number
  readonly left: number
  readonly waiting: number
  /** When the next offer ends. */
  readonly until: string | null
}

/** The pools of an event, or those of an institution and right below it. */
export const poolsOf = (db: Queryable, eventId: string, around?: number): Promise<PoolCount[]> =>
  db.query<PoolCount>(sql`
    with pool as (
      select institution_id, max(granted_by) as granted_by, sum(granted)::int as granted, sum(given)::int as given,
        sum(used)::int as used
      from seat_pool
      where event_id = ${eventId}::uuid ${
        around === undefined ? sql.empty : sql`and (institution_id = ${around} or granted_by = ${around})`
      }
      group by institution_id),
    seats as (
      select institution_id, count(*) filter (where state = 'offered')::int as offered, min(until) as until
      from seat where event_id = ${eventId}::uuid and state = 'offered' group by institution_id),
    line as (
      select institution_id, count(*)::int as many from seat_waiting
      where event_id = ${eventId}::uuid and left_at is null group by institution_id)
    select p.institution_id as "institutionId", p.granted_by as "grantedBy", p.granted, p.given,
      p.used - coalesce(s.offered, 0) as held, coalesce(s.offered, 0) as offered, p.granted - p.given - p.used as left,
      coalesce(l.many, 0) as waiting, s.until
    from pool p
    left join seats s on s.institution_id = p.institution_id
    left join line l on l.institution_id = p.institution_id
    order by p.granted_by nulls first, p.institution_id`)

/** Seats of an institution together with those it gave on: granted is held, offered and left together. */
export interface WholeCount {
  readonly institutionId: number
  readonly held: number
  readonly offered: number
  readonly left: number
  readonly waiting: number
}

/** What some pools of an event come to with everything that was given on from them. */
export const wholeOf = (db: Queryable, eventId: string, roots: readonly number[]): Promise<WholeCount[]> =>
  db.query<WholeCount>(sql`
    with recursive tree as (
      select institution_id as root, institution_id as id from seat_pool
      where event_id = ${eventId}::uuid and institution_id = any(${[...roots]}::int[])
      union
      select t.root, p.institution_id from tree t
      join seat_pool p on p.event_id = ${eventId}::uuid and p.granted_by = t.id),
    pool as (
      select institution_id, sum(used)::int as used, sum(granted - given - used)::int as remaining
      from seat_pool where event_id = ${eventId}::uuid group by institution_id),
    asked as (
      select institution_id, count(*)::int as many from seat
      where event_id = ${eventId}::uuid and state = 'offered' group by institution_id),
    line as (
      select institution_id, count(*)::int as many from seat_waiting
      where event_id = ${eventId}::uuid and left_at is null group by institution_id)
    select t.root as "institutionId", sum(p.used - coalesce(a.many, 0))::int as held,
      sum(coalesce(a.many, 0))::int as offered, sum(p.remaining)::int as left, sum(coalesce(l.many, 0))::int as waiting
    from tree t
      join pool p on p.institution_id = t.id
      left join asked a on a.institution_id = t.id
      left join line l on l.institution_id = t.id
    group by t.root`)
