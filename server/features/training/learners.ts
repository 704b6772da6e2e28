import type { Actor } from '../../../catalogue/access/access.ts'
import type { LearnerPage, LearnerView } from '../../../catalogue/contract/training/enrolments.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import { namedLike } from '../../engine/access/index.ts'
import type { CampaignRow } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows, readable } from '../../engine/processes/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

interface LearnerQuery {
  readonly school?: number | undefined
  readonly state?: string | undefined
  readonly q?: string | undefined
  readonly page: number
  readonly pageSize: number
}

/** Entries that the actor may read, and that were handed in. */
const entriesFor = (actor: Actor): Sql =>
  sql`k.type = 'trainingEnrolment' and k.handed_in and ${readable(actor)}`

const school = sql`(k.parties ->> 'school')::int`

/** The entries of a project, of one school where it is named. */
export async function learnersOf(
  db: Queryable,
  actor: Actor,
  project: CampaignRow,
  { school: one, state, q, page, pageSize }: LearnerQuery,
): Promise<LearnerPage> {
  if (state !== undefined && !Object.hasOwn(trainingEnrolment.states, state))
    throw invalid('state', '没有这种状态')
  const all = sql`k.campaign_id = ${project.id}::uuid and ${entriesFor(actor)}`
  const where = sql`${all} ${one === undefined ? sql.empty : sql`and ${school} = ${one}`}
    ${state === undefined ? sql.empty : sql`and k.state = ${state}`}
    ${q ? sql`and ${namedLike('t', q)}` : sql.empty}`
  const from = sql`from ${caseRows} k join teacher t on t.id = k.teacher_id`
  const [list, { total }, schools] = await Promise.all([
    db.query<LearnerPage['list'][number]>(sql`
      select k.id, t.id as "teacherId", t.name, i.id as "schoolId", coalesce(i.name, '') as school,
        coalesce(k.value ->> 'trainingRole', '1') as role, (k.value ->> 'seatNo')::int as "seatNo", k.state,
        k.value ->> 'hints' as hints, (k.value ->> 'score')::float8 as score
      ${from} left join institution i on i.id = ${school}
      where ${where}
      order by (k.value ->> 'seatNo')::int nulls last, t.name_sort, k.id
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total ${from} where ${where}`),
    db.query<LearnerPage['schools'][number]>(sql`
      select i.id, i.name, count(*)::int as many
      from ${caseRows} k join institution i on i.id = ${school}
      where ${all} group by i.id, i.name, i.name_sort order by i.name_sort, i.id limit 500`),
  ])
  return { list, total, page, pageSize, title: project.title, schools }
}

/** People with entries that the actor may read, by their names. */
export async function findLearners(db: Queryable, actor: Actor, q: string) {
  const list = await db.query<{ teacherId: number; name: string; school: string; entries: number }>(sql`
    select t.id as "teacherId", t.name, coalesce(i.name, '') as school, count(*)::int as entries
    from ${caseRows} k
    join teacher t on t.id = k.teacher_id
    left join institution i on i.id = t.institution_id
    where ${entriesFor(actor)} and ${namedLike('t', q)}
    group by t.id, t.name, i.name order by t.name, t.id limit 20`)
  return { list }
}

/** Every entry of one person that the actor may read; else like somebody who is not there. */
export async function learnerOf(db: Queryable, actor: Actor, teacherId: number): Promise<LearnerView> {
  const list = await db.query<LearnerView['list'][number] & { name: string; school: string }>(sql`
    select k.id, c.title as project, h.name as host, c.value ->> 'startDate' as "startDate",
      c.value ->> 'endDate' as "endDate", k.state, (k.value ->> 'seatNo')::int as "seatNo",
      (k.value ->> 'score')::float8 as score,
      case k.state when 'qualified' then (k.value ->> 'creditHours')::float8 end as hours,
      t.name, coalesce(i.name, '') as school
    from ${caseRows} k
    join teacher t on t.id = k.teacher_id
    join campaign c on c.id = k.campaign_id
    join institution h on h.id = c.institution_id
    left join institution i on i.id = t.institution_id
    where k.teacher_id = ${teacherId} and ${entriesFor(actor)}
    order by c.value ->> 'startDate' desc nulls last, k.id limit 200`)
  const [first] = list
  if (!first) throw new AppError('missing')
  const { name, school: at } = first
  return {
    teacherId,
    name,
    school: at,
    list: list.map(({ name: _name, school: _school, ...one }) => one),
  }
}
