import { sql } from '../../platform/db/sql.ts'
import { minuteText } from './words.ts'
import type { FigureRequest, TrainingFigureNeeds } from './asked.ts'
import { entriesOf, heldProjects, percent, projectsOf } from './projects.ts'
import type { Behind, FigureRows, Stretch } from './rows.ts'

interface TutorRow {
  readonly campaign: string
  readonly project: string
  readonly name: string
  readonly classes: number
  readonly sessions: number
  readonly tenths: number
  readonly last: string | null
  readonly total: number
}

const listOf = (key: 'classes' | 'sessions') => sql`
  jsonb_array_elements(case jsonb_typeof(p.value -> ${key}) when 'array' then p.value -> ${key} else '[]' end)`

/** Who leads classes or holds sessions, by project: names as its classes and timetable have them. */
const tutorsOf = (asked: FigureRequest) => sql`
  with p as materialized (
    select c.id, c.title, c.value ${heldProjects} where ${projectsOf(asked)}),
  named as (
    select p.id, p.title, trim(n.name) as name, l.line ->> 'className' as class, 0 as sessions, 0 as tenths,
      null::text as starts
    from p, ${listOf('classes')} as l(line),
      regexp_split_to_table(concat_ws('、', l.line ->> 'headTeacher', l.line ->> 'tutors'), '[、，,；;[:space:]]+') as n(name)
    union all
    select p.id, p.title, trim(l.line ->> 'lecturer'), null, 1,
      round(10 * coalesce((l.line ->> 'hours')::numeric, 0))::int, l.line ->> 'startsAt'
    from p, ${listOf('sessions')} as l(line)),
  tutor as (
    select id as campaign, title as project, name, count(distinct class)::int as classes, sum(sessions)::int as sessions,
      sum(tenths)::int as tenths,
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
  const entries = await entriesOf(needs, asked, [...new Set(tutors.map(({ campaign }) => campaign))])
  return {
    whole: null,
    total: tutors[0]?.total ?? 0,
    rows: tutors.map(({ campaign, project, name, classes, sessions, tenths, last }) => {
      const one = entries(campaign)
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
          last: last === null ? null : minuteText(last),
        },
      }
    }),
  }
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
    heads: ['时间', '项目', '学时'],
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
