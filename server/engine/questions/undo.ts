import { AppError } from '../../../catalogue/errors.ts'
import { reachKey, type Reach } from '../../../catalogue/flows/reach.ts'
import type { RouteStep } from '../../../catalogue/flows/review.ts'
import { stepOf, undoableBy, undoTo } from '../../../catalogue/flows/way.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { wasOpenedBeyond } from '../sharing/index.ts'
import { travel, urge } from '../ways/index.ts'
import { requireWriter, type QuestionAct, type QuestionRow } from './row.ts'
import { questionKind, shelve } from './shelving.ts'
import { callTo, tellAuthor } from './telling.ts'
import { decided, traveller, wayOf } from './way.ts'
import { note } from './write.ts'

interface LastDecision {
  readonly action: string
  readonly at: string
  readonly by_identity: number
  readonly no: number
  readonly reach_before: Reach | null
  readonly live_before: number | null
  /** The way as it was agreed on, with the step that agreed. */
  readonly route: readonly RouteStep[] | null
  readonly step: number | null
}

const lastOf = (db: Queryable, id: number): Promise<LastDecision | undefined> =>
  db.maybeOne<LastDecision>(sql`
    select case d.verdict when 'approved' then 'approve' else d.verdict end as action, d.at, d.by_identity, d.no,
      d.reach_before, d.live_before, d.route, d.step
    from question_decision d
    where d.question_id = ${id}
    order by d.id desc
    limit 1`)

/** Whether the actor may still take his agreement back: he acted last, a few minutes ago. */
export async function mayUndo(
  db: Queryable,
  actor: Actor,
  { id }: Pick<QuestionRow, 'id'>,
): Promise<boolean> {
  const last = await lastOf(db, id)
  return last?.route != null && undoableBy(last) === actor.identityId
}

/**
 * Takes an agreement back, unless somebody beyond the former readers opened the question since: what was seen
 * cannot be unseen, the office takes it down then (resources.md, 4.6).
 */
export async function undoApproval(acting: QuestionAct): Promise<void> {
  const { tx, actor, row } = acting
  const last = await lastOf(tx, row.id)
  if (last?.route == null || last.step === null || undoableBy(last) !== actor.identityId)
    throw new AppError('wrongState', { message: '已经不能撤销：只能撤销自己刚刚给出的通过' })
  const before = last.reach_before === null ? null : reachKey(last.reach_before, row.place)
  if (await wasOpenedBeyond(tx, { kind: questionKind.kind, id: row.id }, last.at, before))
    throw new AppError('wrongState', { message: '已有更大范围的人看过该题，不能撤销；不宜再用的请下架' })
  const stop = undoTo({ route: last.route }, last.step)
  await travel(tx, traveller(row), stop, {
    also: sql`live_no = ${last.live_before}::int, reach = ${last.reach_before}::text, reach_key = ${before}::int`,
    parts: [decided(acting, 'undone', null, last.no)],
  })
  await shelve(tx, row.id)
  await tellAuthor(acting, '试题的通过已撤销', `${stop.step.institution}撤销了刚才的通过，会再看一次。`)
  await note(acting, 'question.undone')
}

/** Reminds the office that holds the question, once a day. */
export async function urgeQuestion(acting: QuestionAct): Promise<void> {
  const { tx, actor, row } = acting
  requireWriter(actor, row)
  const step = stepOf(wayOf(row))
  if (!step) throw new AppError('wrongState', { message: '该题没有在等待审核' })
  await urge(tx, traveller(row))
  await callTo(acting, step, '催办试题')
  await note(acting, 'question.urged', { to: step.institution })
}
