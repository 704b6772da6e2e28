import type { Actor } from '../../../catalogue/access/access.ts'
import { mostOver, type HandOverDraft } from '../../../catalogue/contract/todo-hands.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { pathOfTodos } from '../../../catalogue/pages/todo-path.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { FoundTodo } from './found.ts'
import { requireColleague, type HandNeeds } from './hands.ts'
import { handedItems } from './list.ts'

interface HandedOver {
  readonly handed: number
  /** Whether there are more than one request takes. */
  readonly more: boolean
}

/**
 * Hands all that was handed to the actor, and still waits, to a colleague: an official who leaves does so once. The
 * colleague gets one message. A request that is sent again answers what it did the first time.
 * @throws AppError `invalid` for somebody who is no colleague, `wrongState` where nothing was handed to the actor
 */
export async function handOver(needs: HandNeeds, actor: Actor, draft: HandOverDraft): Promise<HandedOver> {
  const found = await handedItems(needs, actor, mostOver + 1)
  const items = found.slice(0, mostOver)
  return needs.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('todo-over'), ${actor.identityId})`)
    const before = await handedBy(tx, actor, draft.id)
    if (before > 0) return { handed: before, more: false }
    await requireColleague(tx, actor, draft.to)
    if (items.length === 0) throw new AppError('wrongState', { message: '目前没有转交给您的待办' })
    await handItems(tx, actor, draft, items)
    await note(tx, {
      by: actor.identityId,
      action: 'todo.handedOver',
      facts: { items: items.length, to: draft.to },
    })
    await needs.notify(tx, {
      to: { identity: draft.to },
      kind: '3',
      title: `${actor.name}转交给您 ${items.length} 件待办`,
      content: draft.words,
      link: `${pathOfTodos(actor.role) ?? ''}?f.mine=hand`,
      exceptPerson: actor.personId,
    })
    return { handed: items.length, more: found.length > mostOver }
  })
}

/** How many items a request handed over before: those of one request have one moment. */
async function handedBy(tx: Tx, { identityId }: Actor, id: string): Promise<number> {
  const first = await tx.maybeOne<{ mine: boolean; many: number }>(sql`
    select f.by_identity = ${identityId} as mine,
      (select count(*)::int from todo_hand h where h.by_identity = f.by_identity and h.at = f.at) as many
    from todo_hand f
    where f.id = ${id}`)
  if (first?.mine === false) throw invalid('id', '编号不对，请刷新后再试')
  return first?.many ?? 0
}

/** The first row bears the number of the request. */
async function handItems(
  tx: Tx,
  actor: Actor,
  draft: HandOverDraft,
  items: readonly FoundTodo[],
): Promise<void> {
  const rows = items.map(({ source, item, at }, n) => ({
    id: n === 0 ? draft.id : uuidv7(),
    source,
    item,
    at,
  }))
  await tx.execute(sql`
    update todo_hand h
    set ended_at = now()
    from jsonb_to_recordset(${sql.json(rows)}) as x (source text, item text)
    where h.source = x.source and h.item = x.item and h.kind = 'hand' and h.ended_at is null
      and h.office_id = ${actor.institutionId} and h.role = ${actor.role}`)
  await tx.execute(sql`
    insert into todo_hand (id, source, item, since, office_id, role, kind, by_identity, to_identity, words)
    select x.id, x.source, x.item, x.at, ${actor.institutionId}::int, ${actor.role}::int, 'hand',
      ${actor.identityId}::int, ${draft.to}::int, ${draft.words}::text
    from jsonb_to_recordset(${sql.json(rows)}) as x (id uuid, source text, item text, at timestamptz)`)
}
