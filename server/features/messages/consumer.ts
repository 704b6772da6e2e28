import type { Role } from '../../../catalogue/access/roles.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { joinOwnerOfType } from '../../engine/access/index.ts'
import type { EventName } from '../../engine/engine.ts'
import type { Consumer } from '../../engine/outbox/index.ts'
import { summaryOf, type Values } from '../../engine/records/index.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Place } from './links.ts'

interface Event {
  id: number
  event: EventName
  owner_id: number
  record_id: string
  type: string
  value: Values
  /** Holder of the item at the time of the event; it may have changed since. */
  holder_institution_id: number | null
  holder_role: number | null
  owner_name: string | null
  operator: string
  by_identity: number
}

interface Facts {
  readonly title: string
  readonly summary: string
  readonly owner: string
  readonly operator: string
}

interface MessageWording {
  /** Dictionary messageKind. */
  readonly kind: string
  readonly to: 'owner' | 'holder'
  readonly say: (facts: Facts) => string
  /** Several of one type in one line. */
  readonly many: (count: number, title: string) => string
}

/** Recipients and wording by event. Events without an entry send nothing. */
const wordings: ReadonlyMap<EventName, MessageWording> = new Map<EventName, MessageWording>([
  [
    'flow.submitted',
    {
      many: (n, t) => `${n} 条${t}待您审核`,
      kind: '3',
      to: 'holder',
      say: (f) => `${f.owner}提交了${f.title}，待您审核`,
    },
  ],
  [
    'flow.forwarded',
    {
      many: (n, t) => `${n} 条${t}已由下级通过，待您审核`,
      kind: '3',
      to: 'holder',
      say: (f) => `${f.owner}的${f.title}已由下级通过，待您审核`,
    },
  ],
  [
    'flow.appealed',
    {
      many: (n, t) => `${n} 件${t}申诉，待您复核`,
      kind: '3',
      to: 'holder',
      say: (f) => `${f.owner}就${f.title}提出申诉，待您复核`,
    },
  ],
  [
    'flow.urged',
    {
      many: (n, t) => `${t}被催办 ${n} 次，请尽快审核`,
      kind: '3',
      to: 'holder',
      say: (f) => `${f.operator}催办${f.owner}的${f.title}：${f.summary}，请尽快审核`,
    },
  ],
  [
    'flow.answered',
    {
      many: (n, t) => `${t}有 ${n} 条本人留言`,
      kind: '3',
      to: 'holder',
      say: (f) => `${f.owner}就${f.title}给您留言：${f.summary}`,
    },
  ],
  [
    'flow.remarked',
    {
      many: (n, t) => `审核单位就您的${t}留言 ${n} 条`,
      kind: '2',
      to: 'owner',
      say: (f) => `审核单位就您的${f.title}留言，请查看：${f.summary}`,
    },
  ],
  [
    'flow.passed',
    {
      many: (n, t) => `${n} 条${t}随教师或机构变动转来，待您审核`,
      kind: '3',
      to: 'holder',
      say: (f) => `${f.owner}的${f.title}随教师或机构变动转来，待您审核：${f.summary}`,
    },
  ],
  [
    'flow.approved',
    {
      many: (n, t) => `您的 ${n} 条${t}已通过`,
      kind: '2',
      to: 'owner',
      say: (f) => `您的${f.title}已通过：${f.summary}`,
    },
  ],
  [
    'flow.returned',
    {
      many: (n, t) => `您的 ${n} 条${t}被退回修改`,
      kind: '2',
      to: 'owner',
      say: (f) => `您的${f.title}被退回修改：${f.summary}`,
    },
  ],
  [
    'flow.rejected',
    {
      many: (n, t) => `您的 ${n} 条${t}不予通过`,
      kind: '2',
      to: 'owner',
      say: (f) => `您的${f.title}不予通过：${f.summary}`,
    },
  ],
  [
    'flow.undone',
    {
      many: (n, t) => `您的 ${n} 条${t}的审核结果已撤销，重新审核`,
      kind: '2',
      to: 'owner',
      say: (f) => `您的${f.title}的审核结果已撤销，重新审核：${f.summary}`,
    },
  ],
  [
    'record.voided',
    {
      many: (n, t) => `您的 ${n} 条${t}已作废`,
      kind: '2',
      to: 'owner',
      say: (f) => `您的${f.title}已作废：${f.summary}`,
    },
  ],
  [
    'record.created',
    {
      many: (n, t) => `单位为您登记了 ${n} 条${t}`,
      kind: '1',
      to: 'owner',
      say: (f) => `${f.operator}为您登记了${f.title}：${f.summary}`,
    },
  ],
  [
    'record.edited',
    {
      many: (n, t) => `单位 ${n} 次修改了您的${t}`,
      kind: '1',
      to: 'owner',
      say: (f) => `${f.operator}修改了您的${f.title}：${f.summary}`,
    },
  ],
])

/**
 * What several messages of one topic say together; null for an event or a type that is no longer declared.
 */
export function togetherSays(
  records: Readonly<Record<string, AnyRecord>>,
  topic: string,
  count: number,
): string | null {
  const [event = '', type = ''] = topic.split(' ')
  const wording = [...wordings].find(([name]) => name === event)?.[1]
  const definition = Object.hasOwn(records, type) ? records[type] : undefined
  return wording && definition ? wording.many(count, definition.title) : null
}

/** Tells everybody who is to hear of these events. */
async function tellOf(
  tx: Tx,
  ids: readonly number[],
  records: Readonly<Record<string, AnyRecord>>,
  linkOf: Place,
): Promise<void> {
  const rows = await tx.query<Omit<Event, 'value'> & { readonly revision_id: string }>(sql`
    select o.id, o.event, o.owner_id, o.record_id, o.revision_id, o.type, o.by_identity, o.holder_institution_id,
      o.holder_role, owner.name as owner_name, p.name as operator
    from outbox o
      ${joinOwnerOfType(records, 'o')}
      join identity a on a.id = o.by_identity join person p on p.id = a.person_id
    where o.id = any(${[...ids]}::bigint[])
      -- What a content writes into the archive of its author is told with the content, once.
      and not exists (select 1 from content_record k where k.record_id = o.record_id)
      and not exists (select 1 from coauthor_record k where k.record_id = o.record_id)
    order by o.id`)
  const values = await valuesOf(tx, rows)
  const events = rows.flatMap(({ revision_id: revision, ...event }) => {
    const value = values.get(revision)
    return value === undefined ? [] : [{ ...event, value }]
  })
  await tell(
    tx,
    events.flatMap((event) => messageOf(records, linkOf, event) ?? []),
  )
}

/**
 * The values that events are about, by revision. Only the nodes of their owners are asked
 * (docs/decisions/0122).
 */
async function valuesOf(
  tx: Tx,
  rows: readonly { readonly owner_id: number; readonly revision_id: string }[],
): Promise<ReadonlyMap<string, Values>> {
  if (rows.length === 0) return new Map()
  const owners = [...new Set(rows.map((row) => row.owner_id))]
  const found = await tx.query<{ id: string; value: Values }>(sql`
    select v.id, v.value
    from revision v
    where v.owner_id = any(${owners}::int[]) and v.id = any(${rows.map((row) => row.revision_id)}::uuid[])`)
  return new Map(found.map(({ id, value }) => [id, value]))
}

/** Message of an event with its recipients; null if nobody is told. */
function messageOf(records: Readonly<Record<string, AnyRecord>>, linkOf: Place, event: Event) {
  const wording = wordings.get(event.event)
  const definition = records[event.type]
  if (!wording || !definition) return null
  // What an owner does to their own draft is no news to them; records of institutions have no person to tell.
  if (wording.to === 'owner' && definition.owner !== 'teacher') return null
  const title = wording.say({
    title: definition.title,
    summary: summaryOf(definition, event.value),
    owner: event.owner_name ?? '',
    operator: event.operator,
  })
  return {
    event: event.id,
    kind: wording.kind,
    topic: `${event.event} ${event.type}`,
    title,
    link:
      wording.to === 'owner'
        ? linkOf(event.type, event.record_id, 'section', 2)
        : linkOf(event.type, event.record_id, 'review', (event.holder_role ?? 3) as Role),
    by: event.by_identity,
    teacher: wording.to === 'owner' ? event.owner_id : null,
    institution: wording.to === 'holder' ? event.holder_institution_id : null,
    role: wording.to === 'holder' ? event.holder_role : 2,
  }
}

/**
 * Writes the messages of a batch: to the owner's own identity, or to everybody of the office
 * that holds it.
 */
async function tell(tx: Tx, messages: readonly unknown[]): Promise<void> {
  if (messages.length === 0) return
  await tx.execute(sql`
    insert into message (identity_id, event_id, kind, title, link, topic)
    with m as (select * from jsonb_to_recordset(${sql.json(messages)}) as
      m (event bigint, kind text, topic text, title text, link text, by int, teacher int, institution int,
          role smallint)),
    readers as (
      select a.id, m.event, m.kind, m.title, m.link, m.topic from m join teacher t on t.id = m.teacher
        join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled' and a.id <> m.by
      union all
      select a.id, m.event, m.kind, m.title, m.link, m.topic from m
        join identity a on a.institution_id = m.institution
          and a.role = m.role
          and a.state = 'enabled'
          and a.id <> m.by)
    select *
    from readers
    on conflict do nothing`)
}

/** The consumer of the outbox that writes messages. */
export function messageConsumer(records: Readonly<Record<string, AnyRecord>>, linkOf: Place): Consumer {
  return {
    name: 'messages',
    events: [...wordings.keys()],
    take: (tx, ids) => tellOf(tx, ids, records, linkOf),
  }
}
