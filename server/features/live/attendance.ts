import type { Actor } from '../../../catalogue/access/access.ts'
import type { LiveAttendance } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { attendanceOf, type Attendance, type Span } from '../../../catalogue/live/attendance.ts'
import { overAt } from '../../../catalogue/live/phase.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { doubtsOf, listedAttendance } from './listed.ts'
import type { Broadcast } from './room.ts'

/** Milliseconds between two beats of a player. */
export const beatMs = 30_000
/** A stay goes on over one beat that was lost. */
const patienceSeconds = 75

/** People of one page of the attendance. */
const most = 5_000

/**
 * A player of this teacher plays. The clock is the database's: a beat says that somebody is there now and
 * claims no time, so nothing can be claimed that did not pass.
 */
export async function beat(
  db: Database,
  { teacherId, liveId, device }: { teacherId: number; liveId: number; device: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const goesOn = await tx.maybeOne(sql`
      update stay set to_at = now()
      where owner_id = ${teacherId} and live_id = ${liveId} and device = ${device}
        and to_at >= now() - make_interval(secs => ${patienceSeconds})
      returning 1`)
    if (!goesOn)
      await tx.execute(sql`
        insert into stay (owner_id, live_id, device, from_at, to_at)
        values (${teacherId}, ${liveId}, ${device}, now(), now()) on conflict do nothing`)
  })
}

interface SpanRow {
  readonly ownerId: number
  readonly from: Date
  readonly to: Date
}

const spanOf = ({ from, to }: Pick<SpanRow, 'from' | 'to'>): Span => [
  new Date(from).getTime(),
  new Date(to).getTime(),
]

/**
 * Time on air, from the announced beginning until it was over. A link has no signal: the announced time, as far
 * as it has passed.
 */
async function airOf(db: Queryable, live: Broadcast): Promise<Span[]> {
  const whole: Span = [live.from, Math.min(overAt(live), live.now)]
  if (!live.signalled) return whole[1] > whole[0] ? [whole] : []
  const rows = await db.query<Pick<SpanRow, 'from' | 'to'>>(sql`
    select from_at as from, to_at as to from live_air where live_id = ${live.id} order by from_at`)
  return rows.map(spanOf).flatMap(([from, to]): Span[] => {
    const [start, end] = [Math.max(from, whole[0]), Math.min(to, whole[1])]
    return end > start ? [[start, end]] : []
  })
}

/** What one teacher was there; nothing of a visitor is kept. */
export async function ownAttendance(
  db: Queryable,
  actor: Actor | null,
  live: Broadcast,
): Promise<Attendance> {
  const teacherId = actor?.teacherId ?? null
  if (!live.signalled && teacherId !== null) {
    const [own] = await listedAttendance(db, live, teacherId)
    if (own) return own
  }
  const [air, rows] = await Promise.all([
    airOf(db, live),
    teacherId === null
      ? []
      : db.query<Pick<SpanRow, 'from' | 'to'>>(sql`
          select from_at as from, to_at as to from stay
          where owner_id = ${teacherId} and live_id = ${live.id}`),
  ])
  return attendanceOf(rows.map(spanOf), air)
}

/** People who watched a broadcast while it was on, and who watched its recordings; by their archives. */
export interface ViewerCounts {
  readonly live: number
  readonly replay: number
}
export const noViewers: ViewerCounts = { live: 0, replay: 0 }

/** Viewers of each broadcast; one that nobody watched is left out. */
export async function viewersOf(
  db: Queryable,
  lives: readonly Broadcast[],
): Promise<ReadonlyMap<number, ViewerCounts>> {
  const rows = await db.query<ViewerCounts & { id: number }>(sql`
    select y.live_id as id, count(distinct y.owner_id) filter (where not y.again)::int as live,
      count(distinct y.owner_id) filter (where y.again)::int as replay
    from (
      select s.live_id, s.owner_id, s.from_at > to_timestamp(x.over / 1000) as again
      from jsonb_to_recordset(${sql.json(lives.map((live) => ({ id: live.id, over: overAt(live) })))})
          as x(id int, over float8)
        join stay s on s.live_id = x.id) y
    group by y.live_id`)
  return new Map(rows.map(({ id, live, replay }) => [id, { live, replay }]))
}

/** What each person was there, who watched while it was on. */
async function attendances(db: Queryable, live: Broadcast) {
  if (!live.signalled) {
    const people = await listedAttendance(db, live)
    return { ofSeconds: Math.floor((live.to - live.from) / 1_000), people }
  }
  const [air, rows] = await Promise.all([
    airOf(db, live),
    db.query<SpanRow>(sql`
      select owner_id as "ownerId", from_at as from, to_at as to from stay
      where live_id = ${live.id} and from_at <= to_timestamp(${overAt(live)}::float8 / 1000)`),
  ])
  const people = [...Map.groupBy(rows, ({ ownerId }) => ownerId)].map(([ownerId, spans]) => ({
    ownerId,
    ...attendanceOf(spans.map(spanOf), air),
  }))
  return { ofSeconds: attendanceOf([], air).ofSeconds, people }
}

/** Who was there and for how long, the longest first. */
export async function attendanceList(db: Queryable, live: Broadcast): Promise<LiveAttendance> {
  const { ofSeconds, people } = await attendances(db, live)
  const shown = people.toSorted((a, b) => b.seconds - a.seconds || a.ownerId - b.ownerId).slice(0, most)
  const names = await db.query<{ id: number; name: string; school: string }>(sql`
    select t.id, t.name, i.name as school from teacher t join institution i on i.id = t.institution_id
    where t.id = any(${shown.map(({ ownerId }) => ownerId)}::int[])`)
  const of = new Map(names.map((one) => [one.id, one]))
  return {
    ofSeconds,
    list: shown.map(({ ownerId, seconds, percent, present }) => ({
      name: of.get(ownerId)?.name ?? '',
      school: of.get(ownerId)?.school ?? '',
      seconds,
      percent,
      present,
    })),
    more: people.length > most,
    doubts: live.signalled ? [] : await doubtsOf(db, live),
  }
}

/** Seconds of the time on air that each person saw, for the statistics; who saw none is left out. */
export async function seenSeconds(
  db: Queryable,
  live: Broadcast,
): Promise<readonly { readonly ownerId: number; readonly seconds: number }[]> {
  const { people } = await attendances(db, live)
  return people.filter(({ seconds }) => seconds > 0).map(({ ownerId, seconds }) => ({ ownerId, seconds }))
}
