import type { Actor } from '../../../catalogue/access/access.ts'
import type { z } from 'zod'
import { mostAnswers, type commentDraft } from '../../../catalogue/contract/comments.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CommentedItem } from './read.ts'

type Item = Pick<CommentedItem, 'kind' | 'id'>

interface StoredComment {
  readonly personId: number
  readonly isHidden: boolean
}

/** A comment of the item, whose row is locked; one of another item is `missing`. */
async function commentOf(tx: Tx, { kind, id }: Item, commentId: string): Promise<StoredComment> {
  const found = await tx.maybeOne<StoredComment>(sql`
    select person_id as "personId", hidden_at is not null as "isHidden"
    from comment
    where id = ${commentId} and kind = ${kind} and item_id = ${id}
    for update`)
  if (!found) throw new AppError('missing')
  return found
}

/** Says something below an item, or answers a comment of it. Returns the number of the new comment. */
export async function postComment(
  tx: Tx,
  actor: Actor,
  { kind, id }: Item,
  {
    id: comment,
    text,
    answers,
    score = null,
  }: z.output<typeof commentDraft> & { readonly score?: number | null },
): Promise<string> {
  const before = await tx.maybeOne<{ own: boolean }>(sql`
    select person_id = ${actor.personId} and kind = ${kind} and item_id = ${id} as own
    from comment where id = ${comment}`)
  if (before) {
    if (!before.own) throw invalid('id', '该编号已经用过，请刷新后再发')
    return comment
  }
  if (answers !== null) {
    const { isHidden } = await commentOf(tx, { kind, id }, answers)
    const { n, deep } = await tx.one<{ n: number; deep: boolean }>(sql`
      select (select count(*)::int from comment where answers_id = ${answers}) as n,
        (select answers_id is not null from comment where id = ${answers}) as deep`)
    if (deep) throw invalid('answers', '不能回复他人的回复，请回复原评论')
    if (isHidden) throw new AppError('wrongState', { message: '该评论已隐藏，不能回复' })
    if (n >= mostAnswers) throw new AppError('wrongState', { message: `一条评论最多 ${mostAnswers} 条回复` })
  }
  await tx.execute(sql`
    insert into comment (id, kind, item_id, answers_id, person_id, institution_id, text, score)
    values (${comment}, ${kind}, ${id}, ${answers}::uuid, ${actor.personId}, ${actor.institutionId}, ${text}, ${score})`)
  await note(tx, { by: actor.identityId, action: 'comment.posted', type: kind, recordId: comment })
  return comment
}

/** Hides a comment for a reason, as staff. Returns its author, who gets a message. */
export async function hideComment(
  tx: Tx,
  actor: Actor,
  { mayHide, ...item }: CommentedItem,
  { comment, reason }: { readonly comment: string; readonly reason: string },
): Promise<number> {
  const { personId, isHidden } = await commentOf(tx, item, comment)
  if (!mayHide) throw new AppError('forbidden', { message: '评论由给出共享范围的单位管理' })
  if (isHidden) throw new AppError('wrongState', { message: '该评论已经隐藏' })
  await tx.execute(sql`
    update comment set hidden_at = now(), hidden_reason = ${reason} where id = ${comment}`)
  await note(tx, { by: actor.identityId, action: 'comment.hidden', type: item.kind, recordId: comment })
  return personId
}

/** Takes back what the actor said; answers to it stay. */
export async function hideOwn(tx: Tx, actor: Actor, item: Item, comment: string): Promise<void> {
  const { personId, isHidden } = await commentOf(tx, item, comment)
  if (personId !== actor.personId) throw new AppError('forbidden', { message: '只能撤回自己的评论' })
  if (isHidden) throw new AppError('wrongState', { message: '该评论已经隐藏' })
  await tx.execute(sql`update comment set hidden_at = now() where id = ${comment}`)
  await note(tx, { by: actor.identityId, action: 'comment.hidden', type: item.kind, recordId: comment })
}

/** Reports a comment to staff, once a person. Returns whether it is the first report of it. */
export async function reportComment(
  tx: Tx,
  actor: Actor,
  item: Item,
  { comment, reason }: { readonly comment: string; readonly reason: string },
): Promise<boolean> {
  const { personId, isHidden } = await commentOf(tx, item, comment)
  if (personId === actor.personId)
    throw new AppError('wrongState', { message: '不能举报自己的评论，可以撤回' })
  if (isHidden) throw new AppError('wrongState', { message: '该评论已经隐藏' })
  const { n } = await tx.one<{ n: number }>(
    sql`select count(*)::int as n from comment_report where comment_id = ${comment}`,
  )
  await tx.execute(sql`
    insert into comment_report (comment_id, person_id, reason) values (${comment}, ${actor.personId}, ${reason})
    on conflict (comment_id, person_id) do update set reason = excluded.reason`)
  await note(tx, { by: actor.identityId, action: 'comment.reported', type: item.kind, recordId: comment })
  return n === 0
}
