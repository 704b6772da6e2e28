import type { Actor } from '../../../catalogue/access/access.ts'
import type { TrainingDayDraft, TrainingDayLine } from '../../../catalogue/contract/training/presence.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { presenceWords, usualRules } from '../../../catalogue/presence/rules.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import {
  cancelSession,
  openBook,
  putSession,
  type ListedPerson,
  type OwnedSession,
  type SessionKey,
  type SessionOwner,
} from '../../engine/presence/index.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { postDay } from './day-hours.ts'
import { ledBy, stateOf } from './owned.ts'

/** A session of a training day, with what the day says of it. */
type DaySession = OwnedSession

/** An act about a training day, of somebody at a moment. */
interface DayAct {
  readonly db: Database
  readonly actor: Actor
  readonly sessionId: string
  readonly now: number
}

/** Sessions of training days: the accounts of the school lead them. */
export const trainingDays: SessionOwner = {
  single: true,
  titleOf: async (db, { eventId }) => {
    const day = await db.maybeOne<{ title: string; institutionId: number; institution: string }>(sql`
      select d.title, d.institution_id as "institutionId", i.name as institution
      from training_day d join institution i on i.id = d.institution_id
      where d.event_id = ${eventId}::uuid`)
    if (!day) return undefined
    const { institutionId, ...said } = day
    const isLedBy = ({ role, institutionId: own }: Actor) => role === 3 && own === institutionId
    return { ...said, ledAt: () => '/school/xbyx', isLedBy, isHeldBy: isLedBy }
  },
  expectedAt: (db, { eventId }) =>
    db.query<ListedPerson>(sql`
      select p.teacher_id as "teacherId", t.name, coalesce(i.name, '') as institution
      from training_day_person p
        join teacher t on t.id = p.teacher_id
        left join institution i on i.id = t.institution_id
      where p.event_id = ${eventId}::uuid
      order by t.name_sort, t.id`),
  isExpected: async (db, { eventId }, teacherId) => {
    const found = await db.query(sql`
      select 1 from training_day_person where event_id = ${eventId}::uuid and teacher_id = ${teacherId}`)
    return found.length > 0
  },
  sessionsOf: async (db, teacherId, most) => {
    const rows = await db.query<{ id: string }>(sql`
      select s.id from training_day_person p
        join presence_session s on s.event_id = p.event_id
      where p.teacher_id = ${teacherId}
      order by s.starts_at desc, s.id limit ${most}`)
    return rows.map(({ id }) => id)
  },
  settled: (tx, key, teachers) => postDay(tx, key, teachers),
}

/** The session of a training day that the actor leads. Any other answers like a missing one. */
const ledDay = (db: Queryable, actor: Actor, sessionId: string): Promise<DaySession> =>
  ledBy(db, [trainingDays], actor, sessionId)

const moment = (day: string, clock: string): number => Date.parse(`${day}T${clock}:00+08:00`)

/** Writes the session of a day; the engine refuses times that marks were judged by. */
const planSession = (tx: Tx, key: SessionKey, { day, from, to, place, hours }: TrainingDayDraft) => {
  if (to <= from) throw invalid('to', '结束时间要晚于开始时间')
  const times = { startsAt: moment(day, from), endsAt: moment(day, to) }
  return putSession(tx, { ...key, ...times, place, tenths: Math.round(hours * 10) })
}

/** Refuses teachers who are not of the actor's school. */
async function requireOwn(tx: Tx, actor: Actor, teachers: readonly number[]): Promise<void> {
  const { own } = await tx.one<{ own: number }>(sql`
    select count(*)::int as own from teacher t
    where t.id = any(${[...teachers]}::int[]) and ${scopeCondition(actor, 't', 'id')}`)
  if (own < teachers.length) throw invalid('teachers', '名单里有人不在本校，请只选本校教师')
}

const expect = (tx: Tx, eventId: string, teachers: readonly number[]) =>
  tx.execute(sql`
    insert into training_day_person (event_id, teacher_id)
    select ${eventId}::uuid, unnest(${[...teachers]}::int[])
    on conflict do nothing`)

/** Plans a training day of the own school. */
export function planDay(db: Database, actor: Actor, draft: TrainingDayDraft): Promise<string> {
  const key = { eventId: uuidv7(), sessionId: uuidv7() }
  const teachers = [...new Set(draft.teachers)]
  return db.transaction(async (tx) => {
    await requireOwn(tx, actor, teachers)
    await tx.execute(sql`
      insert into training_day (event_id, institution_id, title, created_by)
      values (${key.eventId}::uuid, ${actor.institutionId}, ${draft.title}, ${actor.identityId})`)
    await openBook(tx, key.eventId, usualRules)
    await planSession(tx, key, draft)
    await expect(tx, key.eventId, teachers)
    await note(tx, {
      by: actor.identityId,
      action: 'trainingDay.planned',
      recordId: key.eventId,
      facts: { people: teachers.length },
    })
    return key.sessionId
  })
}

/** Takes people off the list; who has a mark stays, because the mark does. */
async function takeOff(tx: Tx, eventId: string, kept: readonly number[]): Promise<void> {
  const [marked] = await tx.query<{ name: string; status: keyof typeof presenceWords }>(sql`
    select t.name, m.status
    from training_day_person p
      join presence_mark m on m.event_id = p.event_id and m.teacher_id = p.teacher_id
      join teacher t on t.id = p.teacher_id
    where p.event_id = ${eventId} and not p.teacher_id = any(${[...kept]}::int[])
    order by t.name_sort limit 1`)
  if (marked)
    throw invalid('teachers', `${marked.name}已有签到（${presenceWords[marked.status]}），不能从名单移出`)
  await tx.execute(sql`
    delete from training_day_person where event_id = ${eventId} and not teacher_id = any(${[...kept]}::int[])`)
}

/** Changes a training day: what it is about, its list, and its times as long as nobody has a mark. */
export function changeDay({ db, actor, sessionId }: DayAct, draft: TrainingDayDraft): Promise<string> {
  const teachers = [...new Set(draft.teachers)]
  return db.transaction(async (tx) => {
    const session = await ledDay(tx, actor, sessionId)
    const { eventId } = session
    await planSession(tx, session, draft)
    const before = await tx.query<{ id: number }>(
      sql`select teacher_id as id from training_day_person where event_id = ${eventId}`,
    )
    const known = new Set(before.map(({ id }) => id))
    // Whoever moved to another school since stays on the list of that day.
    await requireOwn(
      tx,
      actor,
      teachers.filter((id) => !known.has(id)),
    )
    await takeOff(tx, eventId, teachers)
    await expect(tx, eventId, teachers)
    await tx.execute(sql`update training_day set title = ${draft.title} where event_id = ${eventId}`)
    await note(tx, {
      by: actor.identityId,
      action: 'trainingDay.changed',
      recordId: eventId,
      facts: { people: teachers.length },
    })
    return sessionId
  })
}

export function cancelDay({ db, actor, sessionId, now }: DayAct, reason: string): Promise<void> {
  return db.transaction(async (tx) => {
    const session = await ledDay(tx, actor, sessionId)
    if (session.cancelled) throw new AppError('wrongState', { message: '这一场已取消' })
    await cancelSession(tx, session, { reason, now })
    await note(tx, { by: actor.identityId, action: 'trainingDay.cancelled', recordId: session.eventId })
  })
}

const listed = (where: Sql): Sql => sql`
  select s.id as "sessionId", d.title, s.place, (extract(epoch from s.starts_at) * 1000)::float8 as "startsAt",
    (extract(epoch from s.ends_at) * 1000)::float8 as "endsAt", s.tenths, s.cancelled_at is not null as cancelled,
    b.fixed_at is not null as fixed, c.expected, c.marked, c.doubts
  from training_day d
    join presence_book b on b.event_id = d.event_id
    join presence_session s on s.event_id = d.event_id
    cross join lateral (
      select count(distinct p.teacher_id)::int as expected, count(distinct m.teacher_id)::int as marked,
        count(distinct m.teacher_id) filter (where m.status = '7')::int as doubts
      from training_day_person p
        left join presence_mark m on m.event_id = p.event_id and m.session_id = s.id and m.teacher_id = p.teacher_id
      where p.event_id = d.event_id) c
  where ${where}`

type Line = Pick<DaySession, 'sessionId' | 'title' | 'place' | 'startsAt' | 'endsAt' | 'tenths'> &
  Pick<DaySession, 'cancelled' | 'fixed'> &
  Pick<TrainingDayLine, 'expected' | 'marked' | 'doubts'>

/** Training days of the own school, the latest first. */
export async function listDays(
  db: Queryable,
  actor: Actor,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
  now: number,
) {
  const own = sql`d.institution_id = ${actor.institutionId}`
  const [rows, { total }] = await Promise.all([
    db.query<Line>(
      sql`${listed(own)} order by s.starts_at desc, s.id limit ${pageSize} offset ${(page - 1) * pageSize}`,
    ),
    db.one<{ total: number }>(sql`select count(*)::int as total from training_day d where ${own}`),
  ])
  const list = rows.map(({ sessionId, tenths, cancelled, fixed, ...line }): TrainingDayLine => ({
    ...line,
    id: sessionId,
    hours: tenths / 10,
    state: stateOf({ ...line, cancelled, fixed }, now),
  }))
  return { list, total, page, pageSize }
}
