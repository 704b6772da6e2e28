import type { Actor } from '../../../catalogue/access/access.ts'
import type { EnrolmentDesk, SessionList } from '../../../catalogue/contract/training/enrolments.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { heldBy, readableCampaign } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows, readable } from '../../engine/processes/index.ts'
import { addDays, daysBetween, today } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { attending } from './project-sessions.ts'
import { isOnTeam, leadsAsTeam } from './standing.ts'

/** States of a project that is not over; its index says the same. */
const going = sql`('recruiting', 'preparing', 'ongoing', 'assessing')`
const mostOnDesk = 100

/**
 * Projects that are not over, with what waits for the actor's office and what it has of seats. Those with
 * something to decide are found by whom the entries lie with, the others in the order of an index: the value of
 * a project is large, and is read of those that are shown.
 */
export async function deskOf(db: Queryable, actor: Actor): Promise<EnrolmentDesk> {
  const order = sql`c.state = 'recruiting' desc, c.value ->> 'signupEnd', c.id`
  const open = sql`c.type = 'trainingProject' and c.state in ${going} and ${readableCampaign(actor)}`
  const list = await db.query<EnrolmentDesk['list'][number]>(sql`
    with mine as materialized (
      select k.campaign_id, count(*)::int as pending, count(*) filter (where k.value ->> 'hints' is not null)::int as hinted,
        min(k.holder_since) as oldest
      from ${caseRows} k
      where k.holder_institution_id = ${actor.institutionId} and k.holder_role = ${actor.role} and k.open
        and k.type = 'trainingEnrolment' and k.state = 'recommending' and k.handed_in
      group by k.campaign_id),
    shown as materialized (
      select c.id from mine m join campaign c on c.id = m.campaign_id where ${open}
      union
      (select c.id from campaign c where ${open} order by ${order} limit ${mostOnDesk}))
    select c.id, c.title, c.state, h.name as host, c.value ->> 'signupEnd' as until, p.granted, p.given, p.used,
      e.handed as "handedIn", coalesce(m.pending, 0) as pending, coalesce(m.hinted, 0) as hinted, e.waiting, m.oldest
    from shown
    join campaign c on c.id = shown.id
    join institution h on h.id = c.institution_id
    left join mine m on m.campaign_id = c.id
    left join lateral (
      select sum(s.granted)::int as granted, sum(s.given)::int as given, sum(s.used)::int as used
      from seat_pool s where s.event_id = c.id and s.institution_id = ${actor.institutionId}) p on true
    left join lateral (
      select count(*) filter (where k.state <> 'cancelled')::int as handed,
        count(*) filter (where k.state = 'waitlisted')::int as waiting
      from ${caseRows} k
      where k.campaign_id = c.id and k.type = 'trainingEnrolment' and k.handed_in and ${readable(actor)}) e on true
    order by m.pending > 0 desc nulls last, ${order}
    limit ${mostOnDesk}`)
  return { list }
}

interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Sessions of this project alone. */
  readonly project?: string | undefined
}

const longest = 92

/** Projects whose timetable the actor sees: the own ones of a teacher, those in reach of an office. */
const seenBy = (actor: Actor): Sql =>
  actor.role === 2
    ? sql`exists (
        select 1 from ${caseRows} k
        where k.campaign_id = c.id and k.teacher_id = ${actor.teacherId ?? 0} and k.type = 'trainingEnrolment'
          and k.state in ('toConfirm', 'confirmed', 'offered', 'learning', 'qualified', 'unqualified'))`
    : readableCampaign(actor)

/** Sessions `s` of a project that are the actor's work as somebody of its team. */
const ofTeam = (actor: Actor): Sql => sql`exists (
  select 1 from training_team m
  where m.campaign_id = c.id and ${isOnTeam(actor)}
    and (m.class_name = '' or s.class_name = '' or m.class_name = s.class_name))`

/** Condition that mark `m` is the actor's own; an office has none. */
const isOwnMark = ({ role, teacherId }: Actor): Sql =>
  role === 2 && teacherId !== null ? sql`m.teacher_id = ${teacherId}` : sql`false`

/** The timetable of some days; of the week from today on without. */
export async function sessionsOf(db: Queryable, actor: Actor, asked: Days): Promise<SessionList> {
  const from = asked.from ?? today()
  const to = asked.to ?? addDays(from, 6)
  if (to < from) throw invalid('to', '结束日期不得早于开始日期')
  if (daysBetween(from, to) > longest) throw invalid('to', '一次最多看三个月')
  const starts = sql`(p.starts_at at time zone 'Asia/Shanghai')`
  const day = sql`to_char(${starts}, 'YYYY-MM-DD')`
  const one = asked.project === undefined ? sql`true` : sql`c.id = ${asked.project}::uuid`
  const sessions = sql`
    from campaign c
    join training_session s on s.campaign_id = c.id
    join presence_session p on p.event_id = s.campaign_id and p.id = s.id and p.cancelled_at is null
    where c.type = 'trainingProject' and c.state not in ('draft', 'cancelled')
      and (${seenBy(actor)} or ${ofTeam(actor)})`
  const minute = sql`'YYYY-MM-DD"T"HH24:MI'`
  const [list, projects, next] = await Promise.all([
    db.query<SessionList['list'][number]>(sql`
      select s.id, c.id as "projectId", c.title as project, s.title, s.lecturer, s.class_name as "className",
        to_char(${starts}, ${minute}) as "startsAt",
        to_char(p.ends_at at time zone 'Asia/Shanghai', ${minute}) as "endsAt", p.place,
        (p.tenths / 10.0)::float8 as hours, s.mode, s.course_id as course, (${heldBy(actor)} or ${leadsAsTeam(actor)}) as leads,
        (${heldBy(actor)} or ${ofTeam(actor)}) as works,
        (select count(*)::int from presence_mark m
          where m.event_id = c.id and m.session_id = s.id and m.way = 'in' and m.status in ('1', '2', '3')) as came,
        (select count(*)::int from ${caseRows} k
          where k.campaign_id = c.id and k.type = 'trainingEnrolment' and k.state = any(${[...attending]}::text[])
            and (s.class_name = '' or s.class_name = k.value ->> 'className')) as expected,
        (select m.status from presence_mark m
          where m.event_id = c.id and m.session_id = s.id and m.way = 'in' and ${isOwnMark(actor)}) as own
      ${sessions} and ${one} and ${day} between ${from} and ${to}
      order by p.starts_at, c.id, s.id limit 500`),
    db.query<SessionList['projects'][number]>(sql`
      select distinct c.id, c.title ${sessions}
        and (${day} between ${from} and ${to}${asked.project === undefined ? sql.empty : sql` or ${one}`})
      order by c.title, c.id limit 200`),
    db.maybeOne<{ day: string }>(sql`
      select ${day} as day ${sessions} and ${one} and ${day} > ${to} order by p.starts_at limit 1`),
  ])
  return { from, to, list, projects, next: next?.day ?? null }
}
