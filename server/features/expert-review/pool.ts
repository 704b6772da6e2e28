import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  Candidates,
  ExpertAddition,
  ExpertChange,
  ExpertLine,
  ExpertPage,
  ExpertQuery,
} from '../../../catalogue/contract/review/experts.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { called, institutionsInScope, scopeCondition } from '../../engine/access/index.ts'
import { addIdentity } from '../../engine/directory/index.ts'
import { exactUpTo } from '../../engine/records/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { stale, type ReviewNeeds } from './options.ts'
import { nameFound } from '../../engine/names/index.ts'

/** Tasks of an expert, in rounds of every office: what one can take on does not depend on who asks. */
const counts = sql`lateral (
  select count(*) filter (where k.state in ('assigned', 'reviewing'))::int as load,
    count(*) filter (where k.state = 'submitted')::int as "handedIn",
    count(*) filter (where k.state = 'avoided')::int as avoided,
    round(100.0 * count(*) filter (where k.state = 'submitted' and k.submitted_at <= k.due_at)
      / nullif(count(*) filter (where k.state in ('submitted', 'expired')), 0))::int as "onTime"
  from review_task k
  where k.person_id = e.person_id) c`

const state = sql`case when e.ended_at is not null then 'ended' when e.paused then 'paused' else 'serving' end`

/** Experts `e` whom rounds may draw on a day of the database’s clock. */
export const serving = sql`e.ended_at is null and not e.paused
  and (now() at time zone 'Asia/Shanghai')::date between e.from_on and coalesce(e.to_on, 'infinity'::date)
  and exists (select 1 from identity a where a.id = e.identity_id and a.state = 'enabled')`

const conditions = (actor: Actor, { keyword, subject, state: group }: ExpertQuery): Sql[] => [
  sql`e.office_id = ${actor.institutionId}`,
  ...(keyword ? [nameFound('p', 'person', keyword)] : []),
  ...(subject === undefined ? [] : [sql`(e.subjects = '{}' or ${subject} = any(e.subjects))`]),
  group === undefined ? sql`e.ended_at is null` : sql`${state} = ${group}`,
]

/** One page of the pool of the actor’s office. */
export async function expertsOf({ db }: ReviewNeeds, actor: Actor, query: ExpertQuery): Promise<ExpertPage> {
  const from = sql`
    from review_expert e
    join person p on p.id = e.person_id
    where ${sql.join(conditions(actor, query), ' and ')}`
  const [list, { total }] = await Promise.all([
    db.query<ExpertLine>(sql`
      with page as (select e.*, p.name ${from} order by e.id limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize})
      select e.id, e.name, coalesce(i.name, '') as institution, t.title_level as title, e.subjects, e.stages,
        e.from_on::text as "from", e.to_on::text as "to", ${state} as state, e.note, e.version,
        c.load, c."handedIn", c.avoided, c."onTime"
      from page e
      left join teacher t on t.person_id = e.person_id
      left join identity a on a.id = e.identity_id
      left join institution i on i.id = coalesce(t.institution_id, a.institution_id)
      cross join ${counts}
      order by e.id`),
    db.one<{ total: number }>(
      sql`select count(*)::int as total from (select 1 ${from} limit ${exactUpTo + 1}) n`,
    ),
  ])
  return {
    list,
    total: Math.min(total, exactUpTo),
    ...(total > exactUpTo && { totalMore: true as const }),
    page: query.page,
    pageSize: query.pageSize,
  }
}

/**
 * People of this name whom the office may take into its pool: teachers of its region, and accounts of experts
 * there.
 */
const eligible = (actor: Actor, condition: Sql): Sql => sql`
  select p.id as "personId", p.name, coalesce(i.name, '') as institution, t.title_level as title, t.subject,
    exists (select 1 from identity a where a.person_id = p.id and a.role = 99 and a.state = 'enabled') as account
  from person p
  left join teacher t on t.person_id = p.id
  left join institution i on i.id = t.institution_id
  where (${scopeCondition(actor, 't', 'id')} or exists (
      select 1
      from identity a
      join institution o on o.id = a.institution_id
      where a.person_id = p.id and a.role = 99 and a.state = 'enabled' and ${institutionsInScope(actor, 'o')}))
    and not exists (
      select 1 from review_expert e
      where e.person_id = p.id and e.office_id = ${actor.institutionId} and e.ended_at is null)
    and ${condition}`

export async function candidatesOf(
  { engine }: ReviewNeeds,
  actor: Actor,
  keyword: string,
): Promise<Candidates> {
  const teachers = sql`p.id in (
    select n.person_id from teacher n
    where ${scopeCondition(actor, 'n', 'id')} and ${called(actor, 'n', keyword)} limit 200)`
  const accounts = sql`p.id in (
    select a.person_id from identity a join person n on n.id = a.person_id
    where a.role = 99 and ${nameFound('n', 'person', keyword)} limit 200)`
  const list = await engine.search.query<Candidates['list'][number]>(sql`
    ${eligible(actor, sql`(${teachers} or ${accounts})`)}
    order by p.name, p.id
    limit 30`)
  return { list }
}

/** The account with which a person scores for the office: one that is there, or a new one at the office. */
async function accountOf(tx: Tx, actor: Actor, personId: number): Promise<number> {
  const find = () =>
    tx.maybeOne<{ id: number }>(sql`
      select a.id from identity a
      where a.person_id = ${personId} and a.role = 99 and a.state = 'enabled' and a.lent_by is null
      order by a.institution_id = ${actor.institutionId} desc, a.id
      limit 1`)
  const known = await find()
  if (known) return known.id
  await addIdentity(tx, { personId, role: 99, institutionId: actor.institutionId, duties: null })
  await note(tx, {
    by: actor.identityId,
    action: 'user.identity.added',
    personId,
    facts: { role: 99, institution: actor.institutionId },
  })
  const made = await find()
  if (!made) throw new Error('an expert’s account was not made')
  return made.id
}

export async function addExpert({ db }: ReviewNeeds, actor: Actor, body: ExpertAddition) {
  return db.transaction(async (tx) => {
    const person = await tx.maybeOne(eligible(actor, sql`p.id = ${body.personId}`))
    if (!person) {
      const known = await tx.maybeOne(sql`
        select 1 from review_expert e
        where e.person_id = ${body.personId} and e.office_id = ${actor.institutionId} and e.ended_at is null`)
      if (known)
        throw new AppError('duplicate', {
          message: '该专家已在库中',
          errors: [{ field: 'personId', message: '该专家已在库中' }],
        })
      throw invalid('personId', '范围内没有该人员')
    }
    const identity = await accountOf(tx, actor, body.personId)
    const made = await tx.one<{ id: number; version: number }>(sql`
      insert into review_expert (office_id, person_id, identity_id, subjects, stages, from_on, to_on, note)
      values (${actor.institutionId}, ${body.personId}, ${identity}, ${[...body.subjects]}::text[],
        ${[...body.stages]}::text[], ${body.from}::date, ${body.to}::date, ${body.note})
      returning id, version`)
    await note(tx, {
      by: actor.identityId,
      action: 'review.expertAdded',
      personId: body.personId,
      facts: { expert: made.id },
    })
    return made
  })
}

const changed = async (tx: Tx, actor: Actor, { id, version }: { id: number; version: number }, set: Sql) => {
  const own = sql`e.id = ${id} and e.office_id = ${actor.institutionId} and e.ended_at is null`
  const row = await tx.maybeOne<{ id: number; version: number; person_id: number }>(sql`
    update review_expert e set ${set}, version = e.version + 1
    where ${own} and e.version = ${version}
    returning e.id, e.version, e.person_id`)
  if (row) return row
  const there = await tx.maybeOne(sql`select 1 from review_expert e where ${own}`)
  throw there ? stale('该专家的资料刚被改动过，请刷新后再办') : new AppError('missing')
}

export async function changeExpert({ db }: ReviewNeeds, actor: Actor, id: number, body: ExpertChange) {
  return db.transaction(async (tx) => {
    const set = sql`subjects = ${[...body.subjects]}::text[], stages = ${[...body.stages]}::text[],
      from_on = ${body.from}::date, to_on = ${body.to}::date, note = ${body.note}, paused = ${body.paused}`
    const row = await changed(tx, actor, { id, version: body.version }, set)
    await note(tx, {
      by: actor.identityId,
      action: 'review.expertChanged',
      personId: row.person_id,
      facts: { expert: id },
    })
    return { id, version: row.version }
  })
}

/** Takes an expert out of the pool. Open tasks stay: they are recalled one by one on the board. */
export async function endExpert({ db }: ReviewNeeds, actor: Actor, id: number, version: number) {
  return db.transaction(async (tx) => {
    const row = await changed(tx, actor, { id, version }, sql`ended_at = now()`)
    await note(tx, {
      by: actor.identityId,
      action: 'review.expertEnded',
      personId: row.person_id,
      facts: { expert: id },
    })
    return { id, version: row.version }
  })
}
