import { invalid } from '../../../catalogue/errors.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { minuteText } from './words.ts'
import { factsOf, type FigureRequest, type TrainingFigureNeeds } from './asked.ts'
import { opinionsOf } from './opinions.ts'
import { heldProjects, percent, projectsOf, type EntryCounts } from './projects.ts'
import type { Behind, FigureRows, Stretch } from '../../engine/figures/index.ts'

interface TutorRow {
  readonly campaign: string
  readonly project: string
  readonly name: string
  readonly classes: number
  readonly sessions: number
  readonly tenths: number
  readonly last: string | null
  /** The classes whose learners are those of the tutor; null for all. */
  readonly own: readonly string[] | null
  readonly total: number
}

const listOf = (key: 'classes' | 'sessions') => sql`
  jsonb_array_elements(case jsonb_typeof(p.value -> ${key}) when 'array' then p.value -> ${key} else '[]' end)`

/** Who leads classes or holds sessions, by project: names as its classes and timetable have them. */
const tutorsOf = (asked: FigureRequest) => sql`
  with p as materialized (
    select c.id, c.title, c.value ${heldProjects} where ${projectsOf(asked)}),
  named as (
    select p.id, p.title, trim(n.name) as name, l.line ->> 'className' as class, null as taught, 0 as sessions, 0 as tenths,
      null::text as starts
    from p, ${listOf('classes')} as l(line),
      regexp_split_to_table(concat_ws('、', l.line ->> 'headTeacher', l.line ->> 'tutors'), '[、，,；;[:space:]]+') as n(name)
    union all
    select p.id, p.title, trim(l.line ->> 'lecturer'), null, coalesce(l.line ->> 'className', ''), 1,
      round(10 * coalesce((l.line ->> 'hours')::numeric, 0))::int, l.line ->> 'startsAt'
    from p, ${listOf('sessions')} as l(line)),
  tutor as (
    select id as campaign, title as project, name, count(distinct class)::int as classes, sum(sessions)::int as sessions,
      sum(tenths)::int as tenths,
      -- Of a session without a class everybody is a learner.
      case when count(class) > 0 then array_agg(distinct class) filter (where class is not null)
        when not bool_or(coalesce(taught, '') = '') then array_agg(distinct taught) end as own,
      max(starts) filter (where starts <= to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI')) as last
    from named where name <> ''
    group by id, title, name)`

/** Tutors by project, who holds most first. */
export async function tutorRows(
  needs: TrainingFigureNeeds,
  asked: FigureRequest,
  { from, most }: Stretch,
): Promise<FigureRows> {
  const tutors = await needs.engine.db.query<TutorRow>(sql`${tutorsOf(asked)}
    select *, count(*) over ()::int as total from tutor
    order by tenths desc, classes desc, name, campaign
    limit ${most} offset ${from}`)
  const projects = [...new Set(tutors.map(({ campaign }) => campaign))]
  const entries = await entriesByClass(needs, asked, projects)
  const opinions = await opinionsOf(needs, projects)
  return {
    whole: null,
    total: tutors[0]?.total ?? 0,
    rows: tutors.map(({ campaign, project, name, classes, sessions, tenths, last, own }) => {
      const one = entries(campaign, own)
      return {
        key: `${campaign}/${name}`,
        name: `${name}｜${project}`,
        level: '',
        drill: campaign,
        cells: {
          classes,
          sessions,
          hours: tenths / 10,
          learners: one.used,
          attendRate: percent(one.attended, one.due),
          passRate: percent(one.qualified, one.qualified + one.unqualified),
          lecturers: opinions(campaign).lecturers,
          last: last === null ? null : minuteText(last),
        },
      }
    }),
  }
}

/** The class of the enrolment of the fact `f`; empty where its project has none. */
export const classOf = sql`(
  select coalesce(k.value ->> 'className', '') from ${caseRows} k where k.id = f.case_id)`

type ClassCounts = Pick<EntryCounts, 'used' | 'due' | 'attended' | 'qualified' | 'unqualified'>
const nobody: ClassCounts = { used: 0, due: 0, attended: 0, qualified: 0, unqualified: 0 }

/** What became of the entries of projects, of people of the place, by class. */
async function entriesByClass(
  { engine }: TrainingFigureNeeds,
  asked: FigureRequest,
  projects: readonly string[],
): Promise<(campaign: string, own: readonly string[] | null) => ClassCounts> {
  const rows = await engine.db.query<ClassCounts & { campaign: string; className: string }>(sql`
    select f.campaign_id as campaign, ${classOf} as "className", count(*)::int as used, sum(f.due)::int as due,
      sum(f.attended)::int as attended, count(*) filter (where f.state = 'qualified')::int as qualified,
      count(*) filter (where f.state = 'unqualified')::int as unqualified
    from training_fact f
    where f.campaign_id = any(${[...projects]}::uuid[]) and ${factsOf(asked)}
    group by 1, 2`)
  return (campaign, own) =>
    rows
      .filter((row) => row.campaign === campaign && (own?.includes(row.className) ?? true))
      .reduce(
        (all, row) => ({
          used: all.used + row.used,
          due: all.due + row.due,
          attended: all.attended + row.attended,
          qualified: all.qualified + row.qualified,
          unqualified: all.unqualified + row.unqualified,
        }),
        nobody,
      )
}

/** Condition on facts `f` of a project: learners of a tutor. AppError `invalid` where nobody is called so. */
export async function learnersOf(
  { engine }: TrainingFigureNeeds,
  asked: FigureRequest,
  { campaign, name }: { readonly campaign: string; readonly name: string },
): Promise<Sql> {
  const tutor = await engine.db.maybeOne<Pick<TutorRow, 'own'>>(sql`${tutorsOf(asked)}
    select own from tutor where campaign = ${campaign}::uuid and name = ${name}`)
  if (!tutor) throw invalid('row', '没有这一行')
  return tutor.own === null ? sql`true` : sql`${classOf} = any(${[...tutor.own]}::text[])`
}

interface SessionLine {
  readonly no: number
  readonly project: string
  readonly title: string
  readonly starts: string
  readonly place: string
  readonly hours: number
}

/** The sessions that a tutor holds in a project of the place. */
export async function sessionsBehind(
  { engine }: TrainingFigureNeeds,
  asked: FigureRequest,
  { campaign, name }: { readonly campaign: string; readonly name: string },
): Promise<Behind> {
  const lines = await engine.db.query<SessionLine>(sql`
    with p as (
      select c.id, c.title, c.value ${heldProjects} where c.id = ${campaign}::uuid and ${projectsOf(asked)})
    select row_number() over (order by l.line ->> 'startsAt')::int as no, p.title as project,
      l.line ->> 'title' as title, l.line ->> 'startsAt' as starts,
      coalesce(l.line ->> 'place', p.value ->> 'place', '') as place, coalesce((l.line ->> 'hours')::float8, 0) as hours
    from p, ${listOf('sessions')} as l(line)
    where trim(l.line ->> 'lecturer') = ${name}
    order by no`)
  return {
    title: `${name}：场次`,
    unit: '场',
    heads: { name: '课程', institution: '地点', values: ['时间', '项目', '学时'] },
    total: lines.length,
    lines: ({ from, most }) =>
      Promise.resolve({
        within: [],
        list: lines.slice(from, from + most).map(({ no, project, title, starts, place, hours }) => ({
          key: String(no),
          teacherId: null,
          name: title,
          institution: place,
          values: [minuteText(starts), project, hours.toFixed(1)],
        })),
      }),
  }
}
