import { isMet, type AfterRule } from '../../../catalogue/after/rule.ts'
import { afterRuleBody } from '../../../catalogue/contract/administration/after-rules.ts'
import type { EventName, Queryable, Tx } from '../../engine/engine.ts'
import type { Consumer } from '../../engine/outbox/index.ts'
import type { Values } from '../../engine/records/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** When a record takes effect: approved at its last step, or written by an office or its owner at once. */
const effective: readonly EventName[] = ['flow.approved', 'record.created', 'record.edited']
const gone: readonly EventName[] = ['flow.undone', 'record.voided']

export const eventsOf = (when: AfterRule['when']): readonly EventName[] =>
  when === 'approved' ? effective : ['record.voided']

/** An event about a record of a teacher's archive, with the teacher's place. */
export interface RuledEvent {
  readonly id: number
  readonly event: EventName
  readonly type: string
  readonly owner_id: number
  readonly record_id: string
  readonly revision_id: string
  readonly at: string
  readonly owner: string
  readonly places: (number | null)[]
}

/** Events of the outbox with the teachers they are about. */
export const ruledEvents = (where: Sql, end: Sql): Sql => sql`
  select o.id, o.event, o.type, o.owner_id, o.record_id, o.revision_id, o.at, t.name as owner,
    array[t.institution_id, t.district_id, t.city_id, t.province_id] as places
  from outbox o
  join teacher t on t.id = o.owner_id
  where ${where}
  ${end}`

/** Values that events are about, by revision: those that are sealed stay so. */
export async function valuesOf(
  db: Queryable,
  events: readonly Pick<RuledEvent, 'owner_id' | 'revision_id'>[],
): Promise<ReadonlyMap<string, Values>> {
  if (events.length === 0) return new Map()
  const owners = [...new Set(events.map((one) => one.owner_id))]
  const rows = await db.query<{ id: string; value: Values }>(sql`
    select v.id, v.value
    from revision v
    where v.owner_id = any(${owners}::int[]) and v.id = any(${events.map((one) => one.revision_id)}::uuid[])`)
  return new Map(rows.map(({ id, value }) => [id, value]))
}

/** A rule in force. */
interface KeptRule {
  readonly office_id: number
  readonly no: number
  readonly body: unknown
  readonly paused: string | null
}

/** Whether an event is one of those that a rule is about: kind, type, region and condition. */
export const concerns = (
  office: number,
  rule: AfterRule,
  event: RuledEvent,
  value: Values | undefined,
): boolean =>
  value !== undefined &&
  rule.type === event.type &&
  eventsOf(rule.when).includes(event.event) &&
  event.places.includes(office) &&
  (rule.place === null || event.places.includes(rule.place)) &&
  isMet(rule, value)

/** Begins a run for each rule that an event meets; what a rule drafted itself starts none, and the log says so. */
async function begin(tx: Tx, event: RuledEvent, rules: readonly KeptRule[], value: Values | undefined) {
  const drafted = await tx.maybeOne<{ title: string | null }>(sql`
    select r.body ->> 'title' as title
    from after_draft d
    left join after_rule r on r.office_id = d.office_id and r.no = d.no
    where d.record_id = ${event.record_id}`)
  const stopped = drafted && `该记录由规则“${drafted.title ?? ''}”起草，不再触发规则`
  const rows = rules.flatMap(({ office_id: office, no, body, paused }) => {
    const rule = afterRuleBody.safeParse(body)
    if (!rule.success || !concerns(office, rule.data, event, value)) return []
    const why = stopped ?? (paused === null ? '' : `规则已暂停：${paused}`)
    return { office, no, body: rule.data, state: why === '' ? 'waiting' : 'stopped', why }
  })
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into after_run (event_id, office_id, no, type, owner_id, record_id, revision_id, body, state, why)
    select ${event.id}::bigint, x.office, x.no, ${event.type}::text, ${event.owner_id}::int, ${event.record_id}::uuid,
      ${event.revision_id}::uuid, x.body, x.state, x.why
    from jsonb_to_recordset(${sql.json(rows)}) as x (office int, no int, body jsonb, state text, why text)
    on conflict (event_id, office_id, no) do nothing`)
}

/**
 * Ends the runs of an approval that was taken back: what waits is stopped, and what was done becomes `undoing`,
 * which the job takes up. It is the runs of the newest version that has any, and only where that version is not
 * in force any more: an earlier version that stands again keeps its own.
 */
async function takeBack(tx: Tx, { id, owner_id: owner, record_id: record }: RuledEvent): Promise<void> {
  const newest = await tx.maybeOne<{ revision_id: string }>(sql`
    select revision_id
    from after_run
    where record_id = ${record} and event_id < ${id} and state in ('waiting', 'done', 'failed')
      and body ->> 'when' = 'approved'
    order by event_id desc
    limit 1`)
  if (!newest) return
  const inForce = await tx.maybeOne(sql`
    select 1
    from revision
    where owner_id = ${owner} and id = ${newest.revision_id} and state = 'approved' and superseded_at is null`)
  if (inForce) return
  await tx.execute(sql`
    update after_run
    set state = case when state = 'done' then 'undoing' else 'stopped' end, taken_back = true,
      why = case when state = 'done' then why else '通过已撤销或已作废' end
    where record_id = ${record} and revision_id = ${newest.revision_id} and state in ('waiting', 'done', 'failed')
      and body ->> 'when' = 'approved'`)
}

/** Hears of what took effect and what was taken back, after it happened: nothing here can refuse it. */
export const afterConsumer: Consumer = {
  name: 'after-rules',
  events: [...effective, ...gone],
  take: async (tx, ids) => {
    const events = await tx.query<RuledEvent>(
      ruledEvents(sql`o.id = any(${[...ids]}::bigint[])`, sql`order by o.id`),
    )
    const rules = await tx.query<KeptRule & { readonly type: string }>(sql`
      select office_id, no, body, paused, type
      from after_rule
      where type = any(${events.map(({ type }) => type)}::text[]) and enabled and ended_at is null`)
    const values = await valuesOf(tx, rules.length === 0 ? [] : events)
    for (const event of events) {
      if (gone.includes(event.event)) await takeBack(tx, event)
      const own = rules.filter(({ type }) => type === event.type)
      if (own.length > 0) await begin(tx, event, own, values.get(event.revision_id))
    }
  },
}
