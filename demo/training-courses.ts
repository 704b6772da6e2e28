import { trainingEnrolment } from '../catalogue/processes/training-enrolment.ts'
import { trainingProject } from '../catalogue/processes/training-project.ts'
import type { Actor } from '../catalogue/access/access.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import { actOnCampaign, campaignById, createCampaign, runSweeps } from '../server/engine/campaigns/index.ts'
import { beginCaseFor, entryMover, makeMove, type CaseNeeds } from '../server/engine/processes/index.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import { joined } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'
import { begunProjects, type BegunProject } from './begun-projects.ts'
import { officer, rich } from './research.ts'
import { writeMarks } from './training-marks.ts'

/** A project while it is told; all of it happens today, and its times are set back afterwards. */
interface ProjectStory {
  readonly processing: CaseNeeds
  readonly project: BegunProject
  readonly today: string
  readonly host: Actor
  readonly id: string
}

/** Tells projects that have begun or are over: attendance, scores, hours, certificates, one of them revoked. */
export async function tellBegunProjects(processing: CaseNeeds, today: string): Promise<void> {
  // Projects of different offices have different people; those of one office come one after the other.
  const hosts = Map.groupBy(begunProjects, ({ host }) => host)
  await Promise.all([...hosts.values()].map((projects) => tellAll(processing, projects, today)))
}

async function tellAll(processing: CaseNeeds, projects: readonly BegunProject[], today: string) {
  const { db } = processing
  for (const project of projects)
    await db.transaction((tx) => tellOne({ ...processing, db: joined(db, tx) }, project, today))
}

async function tellOne(processing: CaseNeeds, project: BegunProject, today: string): Promise<void> {
  const host = await officer(processing, project.host)
  const id = await createCampaign(processing, {
    actor: host,
    definition: trainingProject,
    collects: 'trainingEnrolment',
    title: project.title,
    value: {
      projectYear: Number(today.slice(0, 4)),
      introduction: rich('面向一线教师，讲授、研磨、实践和展示相结合，按到课率和考核结业。'),
      signupStart: `${addDays(today, -1)}T08:00`,
      signupEnd: `${addDays(today, 1)}T18:00`,
      startDate: addDays(today, 2),
      endDate: addDays(today, 3),
      pooled: true,
      creditKind: '2',
      creditHours: 40,
      noOverlap: false,
      ...project.says,
    },
  })
  const told: ProjectStory = { processing, project, today, host, id }
  await act(told, 'open')
  for (const [school, many, ...offices] of project.from) await enrolFrom(told, school, many, offices)
  await act(told, 'close')
  await setDays(told)
  await act(told, 'start')
  await writeMarks(
    processing.db,
    sql`
      select s.event_id, s.id as session_id, s.starts_at, k.teacher_id
      from presence_session s
      join training_session t on t.campaign_id = s.event_id and t.id = s.id
      join process_case k on k.campaign_id = s.event_id and k.state = 'learning'
        and (t.class_name = '' or t.class_name = k.value ->> 'className')
      where s.event_id = ${id}::uuid and s.ends_at < now()`,
  )
  if (project.finished) await finish(told)
  await setBack(told)
}

/** A move of the project with what it does to the entries. */
async function act({ processing, host: actor, id }: ProjectStory, action: string): Promise<void> {
  const { version } = (await campaignById(processing.db, id)) ?? { version: 0 }
  await actOnCampaign(processing, { actor, definition: trainingProject, id, action, version, reason: '' })
  const { signal } = new AbortController()
  while (await runSweeps(processing.db, signal, entryMover(processing))) continue
}

/** Teachers of a school who have an account and go to no other project. */
async function enrolFrom(told: ProjectStory, school: string, many: number, offices: readonly string[]) {
  const { processing, project, id } = told
  const { db } = processing
  const rows = await db.query<{ identity: number }>(sql`
    select a.id as identity
    from teacher t
    join institution i on i.id = t.institution_id and i.name = ${school}
    join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    where t.status = '11'
      and not exists (select 1 from identity o where o.person_id = t.person_id and o.role <> 2)
      and not exists (
        select 1 from process_case k
        where k.teacher_id = t.id and k.type = 'trainingEnrolment'
          and k.state in ('confirmed', 'learning', 'qualified', 'unqualified'))
    order by t.id limit ${many}`)
  const approving = [...new Set([school, ...offices, project.host])]
  const officers = []
  for (const name of approving) officers.push(await officer(processing, name))
  const campaign = await campaignById(db, id)
  for (const { identity } of rows) {
    const found = await actorOfIdentity(db, identity)
    const teacherId = found?.actor.teacherId
    if (!found || !campaign || !teacherId) continue
    const { actor } = found
    const given = { trainingRole: '1', reason: '希望把所学用到本学期的课堂里。' }
    const begun = await beginCaseFor(processing, {
      actor,
      definition: trainingEnrolment,
      teacherId,
      given,
      campaign,
    })
    await makeMoves(told, begun, [[actor, 'submit'], ...officers.map((by) => [by, 'approve'] as const)])
  }
}

type Move = readonly [by: Actor, action: string, more?: { readonly reason?: string; readonly score?: number }]

/** Moves of one entry, one after the other. */
async function makeMoves({ processing }: ProjectStory, id: string, moves: readonly Move[]): Promise<void> {
  for (const [actor, action, { reason = '', score } = {}] of moves) {
    const { version } = await processing.db.one<{ version: number }>(
      sql`select version from process_case where id = ${id}::uuid`,
    )
    await makeMove(processing, {
      actor,
      definition: trainingEnrolment,
      id,
      action,
      version,
      reason,
      value: score === undefined ? {} : { score },
    })
  }
}

/** The days of the project as they were. */
async function setDays({ processing, project, today, id }: ProjectStory): Promise<void> {
  const { starts, every, topics, hours, lecturers, says } = project
  const dayOf = (nth: number) => addDays(today, starts + nth * every)
  const sessions = topics.map((title, nth) => ({
    title,
    lecturer: lecturers[nth % lecturers.length],
    startsAt: `${dayOf(nth)}T${hours > 4 ? '08:30' : '14:30'}`,
    endsAt: `${dayOf(nth)}T${hours > 4 ? '17:00' : '17:30'}`,
    hours,
    className: null,
    place: says['place'],
    mode: '1',
  }))
  const days = {
    signupStart: `${addDays(today, starts - 40)}T08:00`,
    signupEnd: `${addDays(today, starts - 12)}T18:00`,
    startDate: dayOf(0),
    endDate: dayOf(topics.length - 1),
    sessions,
  }
  await processing.db.execute(sql`
    update campaign set value = value || ${sql.json(days)}::jsonb where id = ${id}::uuid`)
}

/** Scores, the results of everybody, and one that is revoked. */
async function finish(told: ProjectStory): Promise<void> {
  const { processing, project, host, id } = told
  const learners = await processing.db.query<{ id: string }>(sql`
    select id from process_case
    where campaign_id = ${id}::uuid and state = 'learning' order by (value ->> 'seatNo')::int`)
  const { scores = [], revokes } = project
  if (scores.length > 0)
    for (const [seat, learner] of learners.entries())
      await makeMoves(told, learner.id, [[host, 'grade', { score: scores[seat % scores.length] ?? 80 }]])
  await act(told, 'assess')
  await act(told, 'finish')
  if (revokes === undefined) return
  const passed = await processing.db.maybeOne<{ id: string }>(sql`
    select id from process_case
    where campaign_id = ${id}::uuid and state = 'qualified' order by (value ->> 'seatNo')::int desc limit 1`)
  if (passed) await makeMoves(told, passed.id, [[host, 'revoke', { reason: revokes }]])
}

/** What was entered before the start, at the start and after the end lies on those days. */
async function setBack({ processing: { db }, project, today, id }: ProjectStory): Promise<void> {
  const { starts, every, topics } = project
  const [first, last] = [addDays(today, starts), addDays(today, starts + every * (topics.length - 1) + 3)]
  const days = sql`case
      when e.move in ('pass', 'fail', 'revoke', 'grade') then ${last}::date - ${today}::date
      when e.move in ('start') then ${first}::date - ${today}::date
      else ${first}::date - ${today}::date - 30 + e.no * 2 end`
  await db.execute(sql`
    update process_event e
    set at = e.at + make_interval(days => ${days}),
      waited_seconds = case e.from_state when 'recommending' then 86400 * (1 + k.teacher_id % 3) end
    from process_case k
    where k.campaign_id = ${id}::uuid and e.institution_id = k.institution_id and e.case_id = k.id`)
  // Whoever follows cases by their version reads them again.
  await db.execute(sql`
    update process_case k
    set version = k.version + 1, created_at = e.first, updated_at = e.last, holder_since = e.last
    from (
      select c.id, min(e.at) as first, max(e.at) as last
      from process_case c join process_event e on e.institution_id = c.institution_id and e.case_id = c.id
      where c.campaign_id = ${id}::uuid group by c.id) e
    where k.id = e.id`)
  await db.execute(sql`
    update campaign_event e
    set at = e.at + make_interval(days => case
      when e.action in ('assess', 'finish') then ${last}::date - ${today}::date
      when e.action = 'start' then ${first}::date - ${today}::date
      when e.action = 'close' then ${first}::date - ${today}::date - 12
      else ${first}::date - ${today}::date - 40 end)
    where e.campaign_id = ${id}::uuid`)
}
