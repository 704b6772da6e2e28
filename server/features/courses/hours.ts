import type { Actor } from '../../../catalogue/access/access.ts'
import { categories } from '../../../catalogue/hours/rule.ts'
import { owedTenths } from '../../../catalogue/watch/hours.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import { nextVersion, postEntry, standingOf } from '../../engine/ledger/index.ts'
import { addFactToday } from '../../engine/person-facts/index.ts'
import { standingsOf } from '../../engine/watch/index.ts'
import { dateOf, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { kind, type Course } from './course.ts'
import { lessonsOf, withFilm } from './lessons.ts'

/** The account of hours to which courses add. */
const account = 'training'

/** Where hours of a course come from, whichever offer of it was learnt: once for a person and course. */
const sourceOf = (courseId: number) => ({ type: kind, id: String(courseId) })

/**
 * Posts what a course still owes a learner: its hours, or the share of the lessons that are complete. Posted
 * already, or nothing owed: nothing happens. The caller holds the clock of the learner.
 */
export async function postOwed(tx: Tx, actor: Actor, course: Course): Promise<void> {
  const ownerId = actor.teacherId
  const category = categories.find((one) => one === course.creditKind)
  if (ownerId === null) return
  const lessons = withFilm(await lessonsOf(tx, [course.id]))
  const standings = await standingsOf(tx, { kind, lessons: lessons.map(({ id }) => id), ownerId })
  const complete = new Set(standings.flatMap((one) => (one.complete ? [one.lessonId] : [])))
  if (lessons.every(({ id }) => complete.has(id)))
    await addFactToday(tx, ownerId, { kind: 'complete', ref: String(course.id), tenths: 0 })
  if (category === undefined || course.tenths === 0) return
  const key = { ownerId, account, of: sourceOf(course.id) }
  const given = (await standingOf(tx, key)).reduce((sum, { tenths }) => sum + tenths, 0)
  const tenths = owedTenths(
    course,
    lessons.map(({ id, seconds }) => ({ seconds, complete: complete.has(id) })),
    given,
  )
  if (tenths === 0) return
  const day = today()
  const version = await nextVersion(tx, key)
  await postEntry(tx, {
    ...key,
    year: Number(day.slice(0, 4)),
    category,
    source: 'online',
    tenths,
    from:
      (await begunOn(
        tx,
        ownerId,
        lessons.map(({ id }) => id),
      )) ?? day,
    to: day,
    certificate: '',
    version,
    by: actor.identityId,
  })
  await addFactToday(tx, ownerId, { kind: 'courseHours', ref: `${course.id}/${version}`, tenths })
}

/** The day on which somebody opened one of these lessons for the first time. */
async function begunOn(db: Queryable, ownerId: number, lessons: readonly string[]): Promise<string | null> {
  const { at } = await db.one<{ at: string | null }>(sql`
    select min(opened_at) as at from watch_session
    where owner_id = ${ownerId} and kind = ${kind} and lesson_id = any(${lessons}::uuid[])`)
  return at === null ? null : dateOf(new Date(at))
}

/** Hours in tenths that courses gave to a person, by course. */
export async function givenBy(
  db: Queryable,
  ownerId: number,
  courses: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ id: string; tenths: number }>(sql`
    select source_id as id, sum(tenths)::int as tenths from ledger_entry
    where owner_id = ${ownerId} and account = ${account} and source_type = ${kind}
      and source_id = any(${courses.map(String)}::text[])
    group by source_id`)
  return new Map(rows.map(({ id, tenths }) => [Number(id), tenths]))
}
