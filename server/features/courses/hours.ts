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
  if (ownerId === null) return
  const lessons = withFilm(await lessonsOf(tx, [course.id]))
  const ids = lessons.map(({ id }) => id)
  const standings = await standingsOf(tx, { kind, lessons: ids, ownerId })
  const complete = new Set(standings.flatMap((one) => (one.complete ? [one.lessonId] : [])))
  if (ids.every((id) => complete.has(id)))
    await addFactToday(tx, ownerId, { kind: 'complete', ref: String(course.id), tenths: 0 })
  const category = categories.find((one) => one === course.creditKind)
  if (category === undefined || course.tenths === 0) return
  const key = { ownerId, account, of: sourceOf(course.id) }
  const standing = (await standingOf(tx, key)).reduce((sum, { tenths }) => sum + tenths, 0)
  const tenths = owedTenths(
    course,
    lessons.map(({ id, seconds }) => ({ seconds, complete: complete.has(id) })),
    standing,
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
    from: (await begunOn(tx, ownerId, ids)) ?? day,
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

/** What courses gave to people, in tenths of an hour. */
const given = (db: Queryable, owners: readonly number[], courses: readonly number[]) =>
  db.query<{ owner: number; course: string; tenths: number }>(sql`
    select owner_id as owner, source_id as course, sum(tenths)::int as tenths from ledger_entry
    where owner_id = any(${owners}::int[]) and account = ${account} and source_type = ${kind}
      and source_id = any(${courses.map(String)}::text[])
    group by owner_id, source_id`)

/** Hours that courses gave to a person, by course. */
export async function givenBy(
  db: Queryable,
  ownerId: number,
  courses: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await given(db, [ownerId], courses)
  return new Map(rows.map(({ course, tenths }) => [Number(course), tenths / 10]))
}

/** Hours that a course gave to people, by person. */
export async function givenTo(
  db: Queryable,
  owners: readonly number[],
  course: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await given(db, owners, [course])
  return new Map(rows.map(({ owner, tenths }) => [owner, tenths / 10]))
}
