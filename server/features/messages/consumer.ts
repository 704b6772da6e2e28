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
  /** Who held the item when it happened; by now somebody else may. */
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

interface Wording {
  /** Dictionary messageKind. */
  readonly kind: string
  readonly to: 'owner' | 'holder'
  readonly say: (facts: Facts) => string
}

/** Who hears of what, and in which words. Events not listed tell nobody. */
const wordings: ReadonlyMap<EventName, Wording> = new Map<EventName, Wording>([
  ['flow.submitted', { kind: '3', to: 'holder', say: (f) => `${f.owner}提交了${f.title}，待您审核` }],
  [
    'flow.forwarded',
    {
      kind: '3',
      to: 'holder',
      say: (f) => `${f.owner}的${f.title}已由下级通过，待您审核`,
    },
  ],
  ['flow.appealed', { kind: '3', to: 'holder', say: (f) => `${f.owner}就${f.title}提出申诉，待您复核` }],
  [
    'flow.urged',
    {
      kind: '3',
      to: 'holder',
      say: (f) => `${f.operator}催办${f.owner}的${f.title}：${f.summary}，请尽快审核`,
    },
  ],
  ['flow.approved', { kind: '2', to: 'owner', say: (f) => `您的${f.title}已通过：${f.summary}` }],
  ['flow.returned', { kind: '2', to: 'owner', say: (f) => `您的${f.title}被退回修改：${f.summary}` }],
  ['flow.rejected', { kind: '2', to: 'owner', say: (f) => `您的${f.title}不予通过：${f.summary}` }],
  [
    'flow.undone',
    {
      kind: '2',
      to: 'owner',
      say: (f) => `您的${f.title}的审核结果已撤销，重新审核：${f.summary}`,
    },
  ],
  ['record.voided', { kind: '2', to: 'owner', say: (f) => `您的${f.title}已作废：${f.summary}` }],
  [
    'record.created',
    {
      kind: '1',
      to: 'owner',
      say: (f) => `${f.operator}为您登记了${f.title}：${f.summary}`,
    },
  ],
  [
    'record.edited',
    {
      kind: '1',
      to: 'owner',
      say: (f) => `${f.operator}修改了您的${f.title}：${f.summary}`,
    },
  ],
])

/** Tells everybody who is to hear of these events. */
async function tellOf(
  tx: Tx,
  ids: readonly number[],
  records: Readonly<Record<string, AnyRecord>>,
  linkOf: Place,
): Promise<void> {
  const events = await tx.query<Event>(sql`
    select o.id, o.event, o.owner_id, o.record_id, o.type, o.by_identity, v.value,
      o.holder_institution_id, o.holder_role,
      owner.name as owner_name, p.name as operator
    from outbox o join revision v on v.owner_id = o.owner_id and v.id = o.revision_id
      ${joinOwnerOfType(records, 'o')}
      join identity a on a.id = o.by_identity join person p on p.id = a.person_id
    where o.id = any(${[...ids]}::bigint[]) order by o.id`)
  await tell(
    tx,
    events.flatMap((event) => messageOf(records, linkOf, event) ?? []),
  )
}

/** What one event says and to whom; null when nobody is to hear of it. */
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
 * Writes the messages of a batch in one statement: to the owner's own identity, or to everybody of the office
 * that holds it.
 */
async function tell(tx: Tx, messages: readonly unknown[]): Promise<void> {
  if (messages.length === 0) return
  await tx.execute(sql`
    with m as (select * from jsonb_to_recordset(${sql.json(messages)}) as
      m (event bigint, kind text, title text, link text, by int, teacher int, institution int,
          role smallint)),
    readers as (
      select a.id, m.event, m.kind, m.title, m.link from m join teacher t on t.id = m.teacher
        join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled' and a.id <> m.by
      union all
      select a.id, m.event, m.kind, m.title, m.link from m
        join identity a on a.institution_id = m.institution
          and a.role = m.role
          and a.state = 'enabled'
          and a.id <> m.by)
    insert into message (identity_id, event_id, kind, title, link)
    select *
    from readers
    on conflict
    do nothing`)
}

/** The consumer of the outbox that writes messages. */
export function messageConsumer(records: Readonly<Record<string, AnyRecord>>, linkOf: Place): Consumer {
  return {
    name: 'messages',
    events: [...wordings.keys()],
    take: (tx, ids) => tellOf(tx, ids, records, linkOf),
  }
}
