import type { Actor } from '../../../catalogue/access/access.ts'
import { mostOpinions, type HandDraft, type HandKind } from '../../../catalogue/contract/todo-hands.ts'
import type { Notice } from '../../../catalogue/contract/workspace.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { pathOfTodos } from '../../../catalogue/pages/todo-path.ts'
import { note } from '../../platform/audit/note.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { FoundTodo } from './found.ts'
import { isColleague, ofOffice } from './hands-read.ts'
import { foundTodo, type Todos } from './list.ts'
import { idOf } from './place.ts'

/** Dependencies of handing on. */
export interface HandNeeds extends Todos {
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
}

const titles = { hand: '转交给您一件待办', opinion: '征求您的意见' } as const

/**
 * Hands an item that waits for the actor to a colleague, or asks a colleague about it. Whoever of the office may act on
 * it still may; a new hand takes the place of the one before.
 * @throws AppError `missing` where it waits no longer, `invalid` for somebody who is no colleague
 */
export async function giveHand(needs: HandNeeds, actor: Actor, id: string, draft: HandDraft): Promise<void> {
  const item = await foundTodo(needs, actor, id)
  await needs.db.transaction(async (tx) => {
    const key = `${item.source} ${item.item} ${actor.institutionId}`
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('todo-hand'), hashtext(${key}))`)
    const known = await tx.maybeOne<{ mine: boolean }>(
      sql`select by_identity = ${actor.identityId} as mine from todo_hand where id = ${draft.id}`,
    )
    if (known?.mine) return
    if (known) throw invalid('id', '编号不对，请刷新后再试')
    await requireColleague(tx, actor, draft.to)
    await requireRoom(tx, actor, item, draft.kind)
    await tx.execute(sql`
      insert into todo_hand (id, source, item, since, office_id, role, kind, by_identity, to_identity, words)
      values (${draft.id}, ${item.source}, ${item.item}, ${item.at}::timestamptz, ${actor.institutionId}, ${actor.role},
        ${draft.kind}, ${actor.identityId}, ${draft.to}, ${draft.words})`)
    await note(tx, {
      by: actor.identityId,
      action: draft.kind === 'hand' ? 'todo.handed' : 'todo.asked',
      facts: { item: id, to: draft.to },
    })
    await needs.notify(tx, {
      to: { identity: draft.to },
      kind: '3',
      title: `${actor.name}${titles[draft.kind]}`,
      content: draft.words,
      link: `${pathOfTodos(actor.role) ?? ''}?id=${idOf(item)}`,
      exceptPerson: actor.personId,
    })
  })
}

/** Refuses everybody who is no colleague of the actor. */
export async function requireColleague(tx: Tx, actor: Actor, to: number): Promise<void> {
  const found = await tx.maybeOne(sql`select 1 from identity a where a.id = ${to} and ${isColleague(actor)}`)
  if (!found) throw invalid('to', '只能选本单位同一岗位的在用账号')
}

/** Ends the hand before; refuses opinions beyond the most. */
async function requireRoom(tx: Tx, actor: Actor, { source, item }: FoundTodo, kind: HandKind): Promise<void> {
  const same = sql`h.source = ${source} and h.item = ${item} and h.kind = ${kind} and ${ofOffice(actor)}`
  if (kind === 'hand') {
    await tx.execute(sql`update todo_hand h set ended_at = now() where ${same}`)
    return
  }
  const { many } = await tx.one<{ many: number }>(
    sql`select count(*)::int as many from todo_hand h where ${same}`,
  )
  if (many >= mostOpinions)
    throw new AppError('wrongState', { message: `一件待办至多征求 ${mostOpinions} 人的意见` })
}

/**
 * Answers what the actor was asked; the same answer again changes nothing.
 * @throws AppError `missing` for what somebody else was asked, `wrongState` when it was answered or taken back
 */
export async function answerHand(
  { db, notify }: HandNeeds,
  actor: Actor,
  { id, answer }: { readonly id: string; readonly answer: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await tx.maybeOne<{ by: number; answer: string | null; ended: boolean }>(sql`
      select h.by_identity as by, h.answer, h.ended_at is not null as ended from todo_hand h
      where h.id = ${id} and h.to_identity = ${actor.identityId} and h.kind = 'opinion' for update`)
    if (!row) throw new AppError('missing')
    if (row.answer === answer) return
    if (row.ended) throw new AppError('wrongState', { message: '对方已撤回，不再需要意见' })
    if (row.answer !== null) throw new AppError('wrongState', { message: '您已经提过意见' })
    await tx.execute(sql`update todo_hand set answer = ${answer}, answered_at = now() where id = ${id}`)
    await note(tx, { by: actor.identityId, action: 'todo.answered', facts: { hand: id } })
    await notify(tx, {
      to: { identity: row.by },
      kind: '3',
      title: `${actor.name}提出了您征求的意见`,
      content: answer,
      link: pathOfTodos(actor.role) ?? '',
      exceptPerson: actor.personId,
    })
  })
}

/** Takes back what the actor handed on or asked, as long as it was not answered. AppError `missing` for others'. */
export async function takeHandBack({ db }: HandNeeds, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await tx.maybeOne<{ answered: boolean }>(sql`
      select h.answered_at is not null as answered from todo_hand h
      where h.id = ${id} and h.by_identity = ${actor.identityId} for update`)
    if (!row) throw new AppError('missing')
    if (row.answered) throw new AppError('wrongState', { message: '已有意见，不能撤回' })
    const ended = await tx.execute(
      sql`update todo_hand set ended_at = now() where id = ${id} and ended_at is null`,
    )
    if (ended > 0) await note(tx, { by: actor.identityId, action: 'todo.takenBack', facts: { hand: id } })
  })
}
