import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  mostFeedback,
  type FeedbackDraft,
  type FeedbackLine,
  type feedbackQuery,
} from '../../../catalogue/contract/feedback.ts'
import type { Notice } from '../../../catalogue/contract/workspace.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { within } from '../../platform/db/like.ts'
import { sql } from '../../platform/db/sql.ts'

/** Dependencies of the feature, from `app`. */
export interface FeedbackNeeds {
  readonly db: Database
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
}

/** Keeps what somebody says; the same number again is the same. AppError `tooOften` beyond the most of a day. */
export async function keepFeedback(
  { db }: Pick<FeedbackNeeds, 'db'>,
  actor: Actor,
  { id, kind, text, page }: FeedbackDraft,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('feedback'), ${actor.personId})`)
    const known = await tx.maybeOne<{ own: boolean }>(
      sql`select person_id = ${actor.personId} as own from feedback where id = ${id}`,
    )
    if (known?.own) return
    if (known) throw invalid('id', '编号不对，请刷新后再试')
    const { many } = await tx.one<{ many: number }>(sql`
      select count(*)::int as many from feedback
      where person_id = ${actor.personId} and at > now() - interval '1 day'`)
    if (many >= mostFeedback)
      throw new AppError('tooOften', {
        message: `一天内至多反馈 ${mostFeedback} 条，请明天再试`,
        retryAfter: 3600,
      })
    await tx.execute(sql`
      insert into feedback (id, by_identity, person_id, kind, text, page)
      values (${id}, ${actor.identityId}, ${actor.personId}, ${kind}, ${text}, ${page})`)
    await note(tx, { by: actor.identityId, action: 'feedback.sent', facts: { feedback: id } })
  })
}

const columns = sql`f.id, f.kind, f.text, f.page, f.at, f.answer, f.answered_at as "answeredAt"`

interface Page {
  readonly page: number
  readonly pageSize: number
}

/** What a person said, the latest first. */
export async function ownFeedbackOf(db: Queryable, { personId }: Actor, { page, pageSize }: Page) {
  const where = sql`f.person_id = ${personId}`
  const [list, { total }] = await Promise.all([
    db.query<Omit<FeedbackLine, 'by' | 'role' | 'institution' | 'answeredBy'>>(sql`
      select ${columns} from feedback f where ${where}
      order by f.at desc, f.id limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from feedback f where ${where}`),
  ])
  return { list, total, page, pageSize }
}

/** What everybody said: what waits for an answer first and by its age, else the latest first. */
export async function feedbackFor(
  db: Queryable,
  { state, kind, q, page, pageSize }: z.output<typeof feedbackQuery>,
) {
  const where = sql`true
    ${state === undefined ? sql.empty : state === 'open' ? sql`and f.answer is null` : sql`and f.answer is not null`}
    ${kind === undefined ? sql.empty : sql`and f.kind = ${kind}`}
    ${q ? sql`and (f.text like ${within(q)} or p.name like ${within(q)})` : sql.empty}`
  const from = sql`
    from feedback f
      join person p on p.id = f.person_id
      join identity a on a.id = f.by_identity
      join institution i on i.id = a.institution_id
      left join identity w on w.id = f.answered_by
      left join person wp on wp.id = w.person_id
    where ${where}`
  const [list, { total }] = await Promise.all([
    db.query<FeedbackLine>(sql`
      select ${columns}, p.name as by, a.role, i.name as institution, wp.name as "answeredBy"
      ${from}
      order by ${state === 'open' ? sql`f.at, f.id` : sql`f.at desc, f.id`}
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total ${from}`),
  ])
  return { list, total, page, pageSize }
}

/**
 * Answers once, and tells who said it. The same answer again changes nothing.
 * @throws AppError `missing`, `wrongState` where somebody else answered
 */
export async function answerFeedback(
  { db, notify }: FeedbackNeeds,
  actor: Actor,
  { id, answer }: { readonly id: string; readonly answer: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await tx.maybeOne<{ answer: string | null; by: number; text: string }>(sql`
      select answer, by_identity as by, text from feedback where id = ${id}::uuid for update`)
    if (!row) throw new AppError('missing')
    if (row.answer === answer) return
    if (row.answer !== null) throw new AppError('wrongState', { message: '该反馈已经答复' })
    await tx.execute(sql`
      update feedback set answer = ${answer}, answered_at = now(), answered_by = ${actor.identityId}
      where id = ${id}::uuid`)
    await note(tx, { by: actor.identityId, action: 'feedback.answered', facts: { feedback: id } })
    await notify(tx, {
      to: { identity: row.by },
      kind: '1',
      title: '您的意见反馈已答复',
      content: `您反馈：${[...row.text].slice(0, 60).join('')}\n答复：${answer}`,
      link: '',
      exceptPerson: 0,
    })
  })
}
