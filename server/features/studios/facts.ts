import type { MeasureName } from '../../../catalogue/teaching/studio-measures.ts'
import { supportEntryKinds } from '../../../catalogue/support/kinds.ts'
import { caseRows } from '../../engine/processes/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Somebody who belonged to a studio on the days from … to, both included. Days as YYYY-MM-DD. */
export interface CrewDays {
  readonly studio: string
  readonly teacher: number
  readonly from: string
  readonly to: string
}

/** Host and members of studios with their days, within the days of a window of each studio. */
export async function crewOf(
  db: Queryable,
  windows: readonly { readonly studio: string; readonly from: string; readonly to: string }[],
): Promise<CrewDays[]> {
  return db.query<CrewDays>(sql`
    with w as materialized (
      select * from jsonb_to_recordset(${sql.json([...windows])}) as w(studio uuid, "from" date, "to" date)),
    crew as (
      select w.studio, k.teacher_id, greatest((k.value ->> 'openedOn')::date, w."from") as "from",
        least(coalesce((k.value ->> 'closedOn')::date, w."to"), w."to") as "to"
      from w join ${caseRows} k on k.id = w.studio
      union all
      select w.studio, m.teacher_id, greatest((m.value ->> 'joinedOn')::date, w."from"),
        least(coalesce((m.value ->> 'leftOn')::date, w."to"), w."to")
      from w join ${caseRows} m on m.of_case = w.studio and m.type = 'membership' and m.state in ('joined', 'left')
        and m.value ->> 'joinedOn' is not null)
    select studio, teacher_id as teacher, "from"::text, "to"::text from crew where "from" <= "to"`)
}

/** One thing that counts for a task. `ref` is counted once a studio, whoever took part in it. */
export interface Fact {
  readonly studio: string
  readonly teacher: number
  readonly ref: string
  readonly day: string
  readonly title: string
}

/** The last day of a month written as YYYY-MM, not after today: records say the month alone. */
const lastOf = (
  month: Sql,
): Sql => sql`least((${month} || '-01')::date + interval '1 month' - interval '1 day',
  (now() at time zone 'Asia/Shanghai')::date)::date`

/** Records of archives in force, of one table. */
const recorded = (table: string, day: Sql, title: Sql, where: Sql = sql`true`): Sql => sql`
  select c.studio, c.teacher, r.id::text as ref, ${day} as day, ${title} as title
  from crew c join ${sql.id(table)} r on r.owner_id = c.teacher and r.voided_at is null and ${where}
    and ${day} between c."from" and c."to"`

const placeDay = sql`left(a.value ->> 'startTime', 10)::date`
/** Places in activities that were archived with the person there. */
const places = (ref: Sql, title: Sql, where: Sql): Sql => sql`
  select c.studio, c.teacher, ${ref}::text as ref, ${placeDay} as day, ${title} as title
  from crew c
    join ${caseRows} p on p.teacher_id = c.teacher and p.type = 'activityPlace' and p.state = 'recorded' and ${where}
    join campaign a on a.id = p.campaign_id
  where ${placeDay} between c."from" and c."to"`

const sheetDay = sql`(s.handed_in_at at time zone 'Asia/Shanghai')::date`

/** The rows that count, by measure; each reads `crew`. */
const queries: Readonly<Record<Exclude<MeasureName, 'stated'>, Sql>> = {
  activitiesHosted: sql`${places(sql`a.id`, sql`a.title`, sql`p.value ->> 'memberRole' in ('1', '2')`)}
    union
    select c.studio, c.teacher, a.id::text, ${placeDay}, a.title
    from crew c
      join campaign_lead l on l.teacher_id = c.teacher
      join campaign a on a.id = l.campaign_id and a.type = 'researchActivity' and a.state = 'archived'
    where ${placeDay} between c."from" and c."to"`,
  activitiesAttended: places(sql`a.id`, sql`a.title`, sql`true`),
  lessonsShown: places(sql`p.id`, sql`p.value ->> 'lessonTitle'`, sql`p.value ->> 'lessonTitle' is not null`),
  lessonsObserved: sql`
    select c.studio, c.teacher, s.lesson_id || '/' || s.teacher_id as ref, ${sheetDay} as day,
      coalesce(p.value ->> 'lessonTitle', '') as title
    from crew c
      join observation_sheet s on s.teacher_id = c.teacher and s.handed_in_at is not null
        and ${sheetDay} between c."from" and c."to"
      join ${caseRows} p on p.id = s.lesson_id`,
  // 送教 counts once the school that was visited confirmed it (docs/decisions/0215).
  lessonsToVillages: sql`
    select c.studio, c.teacher, p.case_id::text as ref, p.day, p.title
    from crew c
      join support_entry_person p on p.teacher_id = c.teacher and p.kind = ${supportEntryKinds.lessons}
        and p.gave and p.day between c."from" and c."to"`,
  resourcesShared: sql`
    select c.studio, c.teacher, x.id::text as ref, (x.publish_at at time zone 'Asia/Shanghai')::date as day,
      coalesce(x.live ->> 'title', '') as title
    from crew c
      join teacher t on t.id = c.teacher
      join identity a on a.person_id = t.person_id
      join content x on x.author_identity = a.id and x.type = 'resource' and x.live is not null
    where (x.publish_at at time zone 'Asia/Shanghai')::date between c."from" and c."to"`,
  projects: recorded('rec_research_record', lastOf(sql`r.start_month`), sql`r.project_name`),
  papersAndAwards: sql`${recorded('rec_paper', lastOf(sql`r.publish_month`), sql`r.title`)}
    union all ${recorded('rec_achievement_award', lastOf(sql`r.award_month`), sql`r.award_name`)}`,
}

const crewRows = (crew: readonly CrewDays[]): Sql => sql`crew as materialized (
  select * from jsonb_to_recordset(${sql.json([...crew])}) as c(studio uuid, teacher int, "from" date, "to" date))`

/** What counts for a measure, newest first; `most` rows at most. */
export const factsFor = (
  db: Queryable,
  crew: readonly CrewDays[],
  measure: MeasureName,
  most: number,
): Promise<Fact[]> =>
  measure === 'stated' || crew.length === 0
    ? Promise.resolve([])
    : db.query<Fact>(sql`
        with ${crewRows(crew)}
        select studio, teacher, ref, day::text, title from (${queries[measure]}) f
        order by day desc, ref, teacher limit ${most}`)

/** How much of a measure a studio has, and how much each of its people. */
export interface Tally {
  readonly all: number
  readonly byTeacher: ReadonlyMap<number, number>
}
const none: Tally = { all: 0, byTeacher: new Map() }

/** Counts of some measures by studio. A thing that several people did together counts once for the studio. */
export async function talliesOf(
  db: Queryable,
  crew: readonly CrewDays[],
  wanted: readonly MeasureName[],
): Promise<(studio: string, measure: MeasureName) => Tally> {
  const found = new Map<string, Tally>()
  const counted = [...new Set(wanted)].filter((one) => one !== 'stated')
  if (crew.length > 0)
    for (const measure of counted) {
      const rows = await db.query<{ studio: string; teacher: number | null; many: number }>(sql`
        with ${crewRows(crew)}, f as materialized (
          select distinct studio, teacher, ref from (${queries[measure]}) rows)
        select studio, teacher, count(*)::int as many from f group by studio, teacher
        union all
        select studio, null, count(distinct ref)::int from f group by studio`)
      for (const studio of new Set(rows.map((row) => row.studio))) {
        const own = rows.filter((row) => row.studio === studio)
        found.set(`${studio} ${measure}`, {
          all: own.find(({ teacher }) => teacher === null)?.many ?? 0,
          byTeacher: new Map(own.flatMap(({ teacher, many }) => (teacher === null ? [] : [[teacher, many]]))),
        })
      }
    }
  return (studio, measure) => found.get(`${studio} ${measure}`) ?? none
}
