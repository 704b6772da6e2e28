import { afterLimits, faultsOfRule, type AfterRule } from '../../../catalogue/after/rule.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  afterRuleBody,
  type AfterRuleView,
  type AfterRun,
} from '../../../catalogue/contract/administration/after-rules.ts'
import { AppError, invalid, invalidFields } from '../../../catalogue/errors.ts'
import { placeWithin, scopeCondition } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AfterNeeds } from './needs.ts'

/** Refuses a rule that makes no sense, or is about a place outside the office's region. */
export async function requireRule({ engine, db }: AfterNeeds, actor: Actor, rule: AfterRule): Promise<void> {
  const faults = faultsOfRule(engine.records, rule)
  if (faults.length > 0) throw invalidFields(faults)
  if (rule.place === null) return
  await placeWithin(db, actor, rule.place).catch((error: unknown) => {
    if (error instanceof AppError) throw invalid('place', '范围内没有该单位')
    throw error
  })
}

interface RuleRow extends Omit<AfterRuleView, 'body'> {
  readonly body: unknown
}

/** The rules of the actor's office with what each did in the last 30 days. */
export async function listRules(db: Database, { institutionId: office }: Actor): Promise<AfterRuleView[]> {
  const rows = await db.query<RuleRow>(sql`
    select r.no, r.edit_no as "editNo", r.body, r.enabled as "on", r.paused, p.name as by, r.at,
      coalesce(i.name, o.name) as "placeName", (
        select jsonb_build_object('done', count(*) filter (where n.state = 'done'),
          'failed', count(*) filter (where n.state = 'failed'), 'stopped', count(*) filter (where n.state = 'stopped'),
          'undone', count(*) filter (where n.state = 'undone'),
          'waiting', count(*) filter (where n.state in ('waiting', 'undoing')))
        from after_run n
        where n.office_id = r.office_id and n.no = r.no and n.at > now() - interval '30 days') as counts
    from after_rule r
    join institution o on o.id = r.office_id
    left join institution i on i.id = (r.body ->> 'place')::int
    join identity a on a.id = r.by_identity
    join person p on p.id = a.person_id
    where r.office_id = ${office} and r.ended_at is null
    order by r.no`)
  return rows.flatMap((row) => {
    const body = afterRuleBody.safeParse(row.body)
    return body.success ? [{ ...row, body: body.data }] : []
  })
}

/** Adds a rule to the office's; it counts from the next event on. */
export async function addRule(needs: AfterNeeds, actor: Actor, body: AfterRule) {
  await requireRule(needs, actor, body)
  const { institutionId: office, identityId: by } = actor
  return needs.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from institution where id = ${office} for no key update`)
    const { held, last } = await tx.one<{ held: number; last: number }>(sql`
      select count(*) filter (where ended_at is null)::int as held, coalesce(max(no), 0)::int as last
      from after_rule
      where office_id = ${office}`)
    if (held >= afterLimits.rules)
      throw new AppError('wrongState', {
        message: `一个单位至多 ${afterLimits.rules} 条规则，请先删除不用的`,
      })
    await tx.execute(sql`
      insert into after_rule (office_id, no, body, type, by_identity)
      values (${office}, ${last + 1}, ${sql.json(body)}, ${body.type}, ${by})`)
    await note(tx, { by, action: 'after.kept', facts: { office, no: last + 1, title: body.title } })
    return { no: last + 1, editNo: 1 }
  })
}

interface RuleVersion {
  readonly edit_no: number
  readonly enabled: boolean
}

/** One rule of the office, locked. Throws missing, and stale where somebody changed it since it was read. */
async function take(
  tx: Tx,
  { institutionId: office }: Actor,
  no: number,
  editNo: number | null,
): Promise<RuleVersion> {
  const found = await tx.maybeOne<RuleVersion>(sql`
    select edit_no, enabled
    from after_rule
    where office_id = ${office} and no = ${no} and ended_at is null
    for update`)
  if (!found) throw new AppError('missing')
  if (editNo !== null && editNo !== found.edit_no) throw new AppError('stale')
  return found
}

export interface RuleEdit {
  readonly no: number
  readonly editNo: number
}

/** Writes a rule anew. What waits goes on as it began. */
export async function editRule(needs: AfterNeeds, actor: Actor, { no, editNo }: RuleEdit, body: AfterRule) {
  await requireRule(needs, actor, body)
  return needs.db.transaction(async (tx) => {
    await take(tx, actor, no, editNo)
    await tx.execute(sql`
      update after_rule
      set body = ${sql.json(body)}, type = ${body.type}, edit_no = ${editNo + 1}, paused = null
      where office_id = ${actor.institutionId} and no = ${no}`)
    await note(tx, {
      by: actor.identityId,
      action: 'after.kept',
      facts: { office: actor.institutionId, no, title: body.title },
    })
    return { no, editNo: editNo + 1 }
  })
}

/** Switches a rule on or off; on lifts a pause, too. */
export async function switchRule({ db }: AfterNeeds, actor: Actor, { no, editNo }: RuleEdit, on: boolean) {
  return db.transaction(async (tx) => {
    await take(tx, actor, no, editNo)
    await tx.execute(sql`
      update after_rule set enabled = ${on}, paused = null, edit_no = ${editNo + 1}
      where office_id = ${actor.institutionId} and no = ${no}`)
    await note(tx, {
      by: actor.identityId,
      action: on ? 'after.on' : 'after.off',
      facts: { office: actor.institutionId, no },
    })
    return { no, editNo: editNo + 1 }
  })
}

/** Ends a rule. What it did stays, and so does its log. */
export async function endRule({ db }: AfterNeeds, actor: Actor, no: number): Promise<void> {
  await db.transaction(async (tx) => {
    await take(tx, actor, no, null)
    await tx.execute(sql`
      update after_rule set ended_at = now() where office_id = ${actor.institutionId} and no = ${no}`)
    await note(tx, {
      by: actor.identityId,
      action: 'after.ended',
      facts: { office: actor.institutionId, no },
    })
  })
}

/** Has what failed done again. Answers how many that are. */
export async function failuresAgain({ db }: AfterNeeds, actor: Actor, no: number): Promise<number> {
  return db.transaction(async (tx) => {
    await take(tx, actor, no, null)
    const again = await tx.execute(sql`
      update after_run set state = case when taken_back then 'undoing' else 'waiting' end, why = ''
      where office_id = ${actor.institutionId} and no = ${no} and state = 'failed'`)
    if (again > 0)
      await note(tx, {
        by: actor.identityId,
        action: 'after.again',
        facts: { office: actor.institutionId, no, again },
      })
    return again
  })
}

interface RunsAsked {
  readonly no: number
  readonly page: number
  readonly pageSize: number
  readonly state?: AfterRun['state'] | undefined
}

/** What a rule of the office did, newest first; of people who moved away the name is not told any more. */
export async function runsOf(db: Database, actor: Actor, { no, page, pageSize, state }: RunsAsked) {
  const { institutionId: office } = actor
  if (!(await db.maybeOne(sql`select 1 from after_rule where office_id = ${office} and no = ${no}`)))
    throw new AppError('missing')
  const which = sql`n.office_id = ${office} and n.no = ${no}
    and ${state === undefined ? sql`true` : sql`n.state = ${state}`}`
  const [list, { total }] = await Promise.all([
    db.query<AfterRun>(sql`
      select n.event_id::text as event, n.at, n.state, n.why, coalesce(t.name, '已离开本范围') as owner,
        coalesce(i.name, '') as school
      from after_run n
      left join teacher t on t.id = n.owner_id and ${scopeCondition(actor, 't', 'id')}
      left join institution i on i.id = t.institution_id
      where ${which}
      order by n.event_id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from after_run n where ${which}`),
  ])
  return { list, total, page, pageSize }
}
