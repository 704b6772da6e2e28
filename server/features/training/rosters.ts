import type { Actor } from '../../../catalogue/access/access.ts'
import type { CourseRoster, RosterLearner, RosterPage } from '../../../catalogue/contract/training/rosters.ts'
import { listOf } from '../../../catalogue/processes/training-project-fields.ts'
import { readableCampaign } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows, readable } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { courseAttendance, isOfClass, rateOf, type CourseAttendance } from './attendance.ts'
import { attending } from './project-sessions.ts'
import { seenEntries, worksIn, type StandingProject } from './standing.ts'
import { rulesOf } from './sessions.ts'

interface PageOfRoster {
  readonly page: number
  readonly pageSize: number
}

/**
 * Projects in reach that have begun, the latest first, with how many learn in them. The page is found along an index
 * first: what a project says is large, and is read of those that are shown.
 */
export async function rostersOf(
  db: Queryable,
  actor: Actor,
  { year, state, page, pageSize }: PageOfRoster & { year?: number | undefined; state?: string | undefined },
): Promise<RosterPage> {
  const states = state === undefined ? ['ongoing', 'assessing', 'finished'] : [state]
  const where = sql`c.type = 'trainingProject' and c.state = any(${states}::text[]) and ${readableCampaign(actor)}
    ${year === undefined ? sql.empty : sql`and (c.value ->> 'projectYear')::int = ${year}`}`
  const [list, { total }] = await Promise.all([
    db.query<RosterPage['list'][number]>(sql`
      select c.id, c.title, h.name as host, c.state, c.value ->> 'startDate' as "startDate",
        c.value ->> 'endDate' as "endDate",
        case jsonb_typeof(c.value -> 'classes') when 'array' then jsonb_array_length(c.value -> 'classes') else 0 end
          as classes,
        (select count(*)::int from presence_session s where s.event_id = c.id and s.cancelled_at is null) as sessions,
        e.learners, e.qualified, e.unqualified
      from (
        select c.id from campaign c where ${where}
        order by c.value ->> 'startDate' desc nulls last, c.id desc
        limit ${pageSize} offset ${(page - 1) * pageSize}) shown
      join campaign c on c.id = shown.id
      join institution h on h.id = c.institution_id
      cross join lateral (
        select count(*) filter (where k.state in ('confirmed', 'learning', 'qualified', 'unqualified'))::int as learners,
          count(*) filter (where k.state = 'qualified')::int as qualified,
          count(*) filter (where k.state = 'unqualified')::int as unqualified
        from ${caseRows} k
        where k.campaign_id = c.id and k.type = 'trainingEnrolment' and ${readable(actor)}) e
      order by c.value ->> 'startDate' desc nulls last, c.id desc`),
    db.one<{ total: number }>(sql`select count(*)::int as total from campaign c where ${where}`),
  ])
  return { list, total, page, pageSize }
}

type Row = Pick<
  RosterLearner,
  | 'id'
  | 'teacherId'
  | 'seatNo'
  | 'name'
  | 'school'
  | 'stage'
  | 'subject'
  | 'className'
  | 'score'
  | 'state'
  | 'number'
>

/** Most learners of whom attendance is worked out at once. */
const mostLearners = 2_000

/** Learners of a project that the actor may read, by seat. */
export const learnersIn = (
  db: Queryable,
  actor: Actor,
  project: Pick<StandingProject, 'id' | 'standing'>,
  asked: { readonly className?: string | undefined; readonly state?: string | undefined },
): Promise<Row[]> =>
  db.query<Row>(sql`
    select k.id, k.teacher_id as "teacherId", (k.value ->> 'seatNo')::int as "seatNo", t.name,
      coalesce(i.name, '') as school, t.stage, t.subject, coalesce(k.value ->> 'className', '') as "className",
      (k.value ->> 'score')::float8 as score, k.state, k.number
    from ${caseRows} k
    join teacher t on t.id = k.teacher_id
    left join institution i on i.id = (k.parties ->> 'school')::int
    where k.campaign_id = ${project.id}::uuid and k.type = 'trainingEnrolment' and ${seenEntries(actor, project)}
      and k.state = any(${asked.state === undefined ? [...attending] : [asked.state]}::text[])
      ${asked.className === undefined ? sql.empty : sql`and k.value ->> 'className' = ${asked.className}`}
    order by (k.value ->> 'seatNo')::int nulls last, t.name_sort, k.id
    limit ${mostLearners}`)

function learnerLine(row: Row, { sessions, of }: CourseAttendance): RosterLearner {
  const attendance = of.get(row.teacherId)
  const own = sessions.filter((one) => isOfClass(one, { className: row.className || null }))
  return {
    ...row,
    statuses: Object.fromEntries(
      own.map(({ sessionId }) => [sessionId, attendance?.statuses.get(sessionId) ?? null]),
    ),
    attendance: attendance ? rateOf(attendance) : null,
    enough: attendance?.enough ?? true,
    spare: attendance && attendance.left > 0 ? attendance.spare : null,
  }
}

/** The roster of a project: learners by sessions, with marks, scores and results. */
export async function rosterOf(
  db: Queryable,
  actor: Actor,
  project: StandingProject,
  {
    page,
    pageSize,
    below,
    ...asked
  }: PageOfRoster & {
    className?: string | undefined
    state?: string | undefined
    below?: string | undefined
  },
): Promise<CourseRoster> {
  const rows = await learnersIn(db, actor, project, asked)
  const learners = rows.map(({ teacherId, className }) => ({ teacherId, className: className || null }))
  const now = Date.now()
  const attendance = await courseAttendance(db, project.id, learners, now)
  const all = rows
    .map((row) => learnerLine(row, attendance))
    .filter(({ enough }) => below === undefined || !enough)
  const { value } = project
  return {
    list: all.slice((page - 1) * pageSize, page * pageSize),
    total: all.length,
    page,
    pageSize,
    title: project.title,
    state: project.state,
    isMine: project.isMine,
    works: worksIn(project),
    passScore: typeof value['passScore'] === 'number' ? value['passScore'] : null,
    leastAttendance: rulesOf(value).leastAttendance,
    classes: listOf(value['classes']).map(({ className }) => String(className ?? '')),
    sessions: attendance.sessions.map(({ sessionId, title, className, place, startsAt, endsAt, called }) => ({
      id: sessionId,
      title,
      className,
      place,
      startsAt,
      endsAt,
      called,
      over: endsAt < now,
    })),
  }
}
