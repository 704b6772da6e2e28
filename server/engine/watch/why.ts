import { addDays, startOfDay, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import { cutsOf, sessionRows, type CutRow, type SessionRow } from './session-rows.ts'
import type { WatchKey } from './source.ts'

/** An opening of a lesson with what was not counted of it. */
export type ExplainedSession = SessionRow & { readonly cuts: readonly CutRow[] }

/** All openings of a recording by a person in which something was told, the oldest first, with what was cut. */
export async function explained(db: Queryable, key: WatchKey): Promise<ExplainedSession[]> {
  const rows = await sessionRows(
    db,
    sql`owner_id = ${key.ownerId} and kind = ${key.kind} and lesson_id = ${key.lessonId}::uuid
      and media_no = ${key.mediaNo} and seq > 0`,
  )
  const cuts = await cutsOf(
    db,
    key.ownerId,
    rows.map(({ id }) => id),
  )
  const bySession = Map.groupBy(cuts, ({ session }) => session)
  return rows.map((row) => ({ ...row, cuts: bySession.get(row.id) ?? [] }))
}

/** How a person stands with a lesson, for lists of lessons. */
export interface LessonStanding {
  readonly lessonId: string
  /** Seconds counted of its newest recording that was watched. */
  readonly seconds: number
  readonly mediaNo: number
  readonly complete: boolean
}

/** How a person stands with some lessons. */
export const standingsOf = (
  db: Queryable,
  {
    kind,
    lessons,
    ownerId,
  }: { readonly kind: string; readonly lessons: readonly string[]; readonly ownerId: number },
): Promise<LessonStanding[]> =>
  db.query<LessonStanding>(sql`
    select lesson_id as "lessonId", (array_agg(seconds order by media_no desc))[1] as seconds,
      max(media_no)::int as "mediaNo", bool_or(complete_at is not null) as complete
    from watch_state
    where owner_id = ${ownerId} and kind = ${kind} and lesson_id = any(${lessons}::uuid[])
    group by lesson_id`)

/** Lessons of a kind that a person has begun, by what was heard last. */
export const begunBy = (db: Queryable, kind: string, ownerId: number) =>
  db.query<{ lessonId: string; heardAt: string; complete: boolean }>(sql`
    select lesson_id as "lessonId", max(heard_at) as "heardAt", bool_or(complete_at is not null) as complete
    from watch_state where owner_id = ${ownerId} and kind = ${kind}
    group by lesson_id order by 2 desc`)

/**
 * When each of some people had completed all of some lessons, in milliseconds; who lacks one is left out. A
 * lesson that was completed with an earlier recording stays so.
 */
export async function completedBy(
  db: Queryable,
  asked: { readonly kind: string; readonly lessons: readonly string[]; readonly owners: readonly number[] },
): Promise<ReadonlyMap<number, number>> {
  const { kind, lessons, owners } = asked
  const rows = await db.query<{ ownerId: number; lessonId: string; at: string }>(sql`
    select owner_id as "ownerId", lesson_id as "lessonId", min(complete_at) as at from watch_state
    where owner_id = any(${[...owners]}::int[]) and kind = ${kind} and lesson_id = any(${[...lessons]}::uuid[])
      and complete_at is not null
    group by owner_id, lesson_id`)
  const whole = [...Map.groupBy(rows, ({ ownerId }) => ownerId)].filter(
    ([, list]) => list.length === new Set(lessons).size,
  )
  return new Map(whole.map(([ownerId, list]) => [ownerId, Math.max(...list.map(({ at }) => Date.parse(at)))]))
}

/** For so many days after the end of their year openings are kept. */
const daysKept = 400

/** Removes openings 400 days after the year in which they were heard last; what was seen stays. */
export async function forgetSessions(db: Queryable): Promise<void> {
  const old = startOfDay(`${addDays(today(), -daysKept).slice(0, 4)}-01-01`)
  await db.execute(sql`delete from watch_cut where minute < ${old}::timestamptz`)
  await db.execute(
    sql`delete from watch_session where opened_at < ${old}::timestamptz and heard_at < ${old}::timestamptz`,
  )
}
