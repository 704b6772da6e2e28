import type { Actor } from '../../../catalogue/access/access.ts'
import {
  researcherPage,
  researchersAsked,
  type ResearcherPage,
  type ResearchersAsked,
} from '../../../catalogue/contract/teaching/researchers.ts'
import { namedLike, scopeCondition } from '../../engine/access/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { TeachingNeeds } from './index.ts'

/** People of teaching research: whom a record in force says to be so, today. No role is kept for it. */
export function researcherRoutes(
  server: Server,
  { db, actorOn }: Pick<TeachingNeeds, 'db' | 'actorOn'>,
): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/jy/user',
    access: [4, 5, 6],
    tag: '教研',
    summary: '教研用户：教研员、科组长、教研组长，账号和参加的活动；只有本单位管理范围内的',
    query: researchersAsked,
    answer: researcherPage,
    handle: ({ query }, request) => researchersOf(db, actorOn(request), query),
  })
}

/** Which fact a kind of the team is (dictionary teamKind). */
const kindFact = sql`case r.team_kind when '1' then 'fullTime' when '2' then 'partTime' when '3' then 'adviser'
  when '4' then 'subjectLeader' else 'backbone' end`

/** One row for each fact that holds today, of records in the actor's scope; each table is asked by itself. */
const factsIn = (actor: Actor): Sql => sql`
  team as materialized (
  select r.owner_id as teacher_id, ${kindFact} as fact
  from rec_research_team r
  where r.voided_at is null and (r.end_date is null or r.end_date >= (now() at time zone 'Asia/Shanghai')::date)
    and ${scopeCondition(actor, 'r')}),
  of_school as materialized (
  select r.leader as teacher_id, 'subjectLeader' as fact from rec_subject_group r
  where r.voided_at is null and r.enabled and r.leader is not null and ${scopeCondition(actor, 'r')}),
  of_region as materialized (
  select r.leader as teacher_id, 'groupLeader' as fact from rec_research_group r
  where r.voided_at is null and r.enabled and r.leader is not null and ${scopeCondition(actor, 'r')}),
  f as (select * from team union select * from of_school union select * from of_region)`

const accounts: Readonly<Record<NonNullable<ResearchersAsked['account']>, Sql>> = {
  '1': sql`a.state = 'enabled'`,
  '0': sql`a.state = 'disabled'`,
  unused: sql`a.state = 'enabled' and p.last_login_at is null`,
  none: sql`a.id is null`,
}

async function researchersOf(
  db: Queryable,
  actor: Actor,
  { q, fact, account, page, pageSize }: ResearchersAsked,
): Promise<ResearcherPage> {
  const people = sql`
    with ${factsIn(actor)},
    g as materialized (select teacher_id, array_agg(distinct fact order by fact) as facts from f group by teacher_id)`
  const from = sql`
    from g
      join teacher t on t.id = g.teacher_id
      join person p on p.id = t.person_id
      left join institution i on i.id = t.institution_id
      left join identity a on a.person_id = t.person_id and a.role = 2
    where ${scopeCondition(actor, 't')}
      ${q ? sql`and ${namedLike('t', q)}` : sql.empty}
      ${fact ? sql`and ${fact}::text = any(g.facts)` : sql.empty}
      ${account ? sql`and ${accounts[account]}` : sql.empty}`
  const [list, { total }] = await Promise.all([
    db.query<Omit<ResearcherPage['list'][number], 'activities'>>(sql`
      ${people}
      select t.id as "teacherId", t.name, coalesce(i.name, '') as institution, g.facts,
        case when a.id is null then null else a.state = 'enabled' end as enabled, p.last_login_at as "lastLoginAt"
      ${from} order by t.name_sort, t.id limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`${people} select count(*)::int as total ${from}`),
  ])
  const counts = await db.query<{ id: number; many: number }>(sql`
    select k.teacher_id as id, count(*)::int as many from ${caseRows} k
    where k.type = 'activityPlace' and k.state = 'recorded'
      and k.teacher_id = any(${list.map(({ teacherId }) => teacherId)}::int[])
    group by k.teacher_id`)
  const many = new Map(counts.map((one) => [one.id, one.many]))
  return {
    list: list.map((one) => ({ ...one, activities: many.get(one.teacherId) ?? 0 })),
    total,
    page,
    pageSize,
  }
}
