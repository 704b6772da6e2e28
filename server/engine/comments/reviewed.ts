import type { Actor } from '../../../catalogue/access/access.ts'
import type { z } from 'zod'
import {
  leastScores,
  mostAnswers,
  type ratedDraft,
  type ReviewedComments,
} from '../../../catalogue/contract/comments.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CommentedItem } from './read.ts'
import { postComment } from './write.ts'

type Item = Pick<CommentedItem, 'kind' | 'id'>
type ShownLine = Omit<ReviewedComments['list'][number], 'answers'>

/** Condition that `comment c` was let through and is not hidden. */
const isShown = sql`c.shown_at is not null and c.hidden_at is null`
const said = sql`c.id, p.name as by, i.name as org, c.at, c.text, c.score`
const rows = sql`comment c join person p on p.id = c.person_id join institution i on i.id = c.institution_id`

/**
 * Comments of an item that were let through, the newest first, each with its answers; the mean of their scores
 * from three on. Answers of a comment that is hidden are hidden with it.
 */
export async function shownComments(
  db: Queryable,
  { kind, id }: Item,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<ReviewedComments> {
  const where = sql`c.kind = ${kind} and c.item_id = ${id} and c.answers_id is null and ${isShown}`
  const [list, sums] = await Promise.all([
    db.query<ShownLine>(sql`
      select ${said} from ${rows} where ${where}
      order by c.at desc, c.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number; scores: number; sum: number | null }>(sql`
      select count(*)::int as total, count(c.score)::int as scores, sum(c.score)::int as sum from comment c where ${where}`),
  ])
  const answers = await db.query<ShownLine & { to: string }>(sql`
    select c.answers_id as to, ${said} from ${rows}
    where c.answers_id = any(${list.map((one) => one.id)}::uuid[]) and ${isShown}
    order by c.at, c.id limit ${pageSize * mostAnswers}`)
  return {
    list: list.map((one) => ({
      ...one,
      answers: answers.flatMap(({ to, ...answer }) => (to === one.id ? [answer] : [])),
    })),
    total: sums.total,
    page,
    pageSize,
    mean: sums.scores < leastScores ? null : Math.round((100 * Number(sums.sum)) / sums.scores) / 100,
    scores: sums.scores,
  }
}

/** Says something below an item; nobody reads it before it was let through. Returns its number. */
export async function postForReview(
  tx: Tx,
  actor: Actor,
  item: Item,
  draft: z.output<typeof ratedDraft>,
): Promise<string> {
  if (draft.answers !== null) {
    const open = await tx.maybeOne(
      sql`select 1 from comment c where c.id = ${draft.answers}::uuid and ${isShown}`,
    )
    if (!open) throw new AppError('missing')
  }
  return postComment(tx, actor, item, draft)
}

/** What a comment was decided about: its author, and how far it had come. */
export interface DecidedComment {
  readonly personId: number
  readonly changed: boolean
}

/**
 * Lets a comment through, or hides it for a reason. The same decision again changes nothing. Whether the actor
 * may is the caller's question.
 */
export async function decideComment(
  tx: Tx,
  actor: Actor,
  { id, kind, reason }: { readonly id: string; readonly kind: string; readonly reason: string | null },
): Promise<DecidedComment> {
  const row = await tx.maybeOne<{
    personId: number
    shown: boolean
    hidden: boolean
    withdrawn: boolean
  }>(sql`
    select c.person_id as "personId", c.shown_at is not null as shown, c.hidden_at is not null as hidden,
      c.hidden_at is not null and c.hidden_reason is null as withdrawn
    from comment c where c.id = ${id} and c.kind = ${kind} for update`)
  if (!row) throw new AppError('missing')
  if (row.withdrawn) throw new AppError('wrongState', { message: '作者已撤回该评论' })
  const { personId } = row
  const isSame = reason === null ? row.shown && !row.hidden : row.hidden
  if (isSame) return { personId, changed: false }
  await tx.execute(
    reason === null
      ? sql`update comment set shown_at = coalesce(shown_at, (select now())), hidden_at = null, hidden_reason = null where id = ${id}`
      : sql`update comment set hidden_at = now(), hidden_reason = ${reason} where id = ${id}`,
  )
  const action = reason === null ? 'comment.shown' : 'comment.hidden'
  await note(tx, { by: actor.identityId, action, type: kind, recordId: id })
  return { personId, changed: true }
}
