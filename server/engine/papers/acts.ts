import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { agreedReach, narrower, reachKey, takesPlace, type Reach } from '../../../catalogue/flows/reach.ts'
import { approveTo, returnTo, submitTo } from '../../../catalogue/flows/way.ts'
import type { PaperValue } from '../../../catalogue/papers/value.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { isSameText, requireOpinion } from '../sharing/index.ts'
import { travel } from '../ways/index.ts'
import { note, requireMaker, type PaperAct, type PaperRow } from './row.ts'
import { shelve } from './shelving.ts'
import { callTo, decided, ownReach, requireTurn, routeOfPaper, tellMaker, traveller, wayOf } from './way.ts'
import { holdItems, requireWhole, withoutDrafts } from './write.ts'

/** Columns of a version that is read as far as `reach` from now on. */
export const readAs = ({ place }: Pick<PaperRow, 'place'>, no: number, reach: Reach): Sql => sql`
  live_no = ${no}, reach = ${reach}, reach_key = ${reachKey(reach, place)}::int,
  published_at = (select coalesce(published_at, now()))`

/** Freezes the working copy as a version, unless the newest one has the same text; answers its number. */
export async function freeze(tx: Tx, row: PaperRow, identityId: number): Promise<number> {
  const last = await tx.maybeOne<{ value: PaperValue }>(
    sql`select value from paper_version where paper_id = ${row.id} and no = ${row.last_no}`,
  )
  if (last && isSameText(last.value, row.value)) return row.last_no
  const no = row.last_no + 1
  await tx.execute(sql`
    insert into paper_version (paper_id, no, value, by_identity)
    values (${row.id}, ${no}, ${sql.json(row.value)}, ${identityId})`)
  return no
}

/**
 * Publishes a paper: to oneself and the own school at once; a wider reach goes the way up, and the own school
 * reads it meanwhile (resources.md, 6.1).
 */
export async function publishPaper(acting: PaperAct): Promise<void> {
  const { tx, actor, row } = acting
  requireMaker(actor, row)
  if (row.state !== 'draft')
    throw new AppError('wrongState', {
      message: row.state === 'sealed' ? '密封的试卷到启封时间自动发布' : '该试卷已经发布或正在审核',
    })
  const whole = await withoutDrafts(acting, (value) => requireWhole(tx, value))
  const no = await freeze(tx, whole.row, actor.identityId)
  await send({ ...whole, row: { ...whole.row, last_no: no } })
}

/** Asks for another reach of the same text. Fewer readers need nobody. */
export async function raisePaper(acting: PaperAct, shareScope: Reach): Promise<void> {
  const { tx, actor, row } = acting
  requireMaker(actor, row)
  if (row.state !== 'published' || row.reach === null)
    throw new AppError('wrongState', { message: '已发布的试卷才能改共享范围' })
  if (shareScope === row.reach)
    throw new AppError('wrongState', { message: `已经共享到${labelOf('shareScope', shareScope)}` })
  const value: PaperValue = { ...row.value, shareScope }
  await requireWhole(tx, value)
  await tx.execute(sql`update paper set value = ${sql.json(value)} where id = ${row.id}`)
  await send({ ...acting, row: { ...row, value } })
}

async function send(acting: PaperAct): Promise<void> {
  const { tx, actor, row } = acting
  const asked = row.value.shareScope
  const live = await tx.maybeOne<{ value: PaperValue }>(
    sql`select value from paper_version where paper_id = ${row.id} and no = ${row.live_no}`,
  )
  const isSame = live !== undefined && isSameText(live.value, row.value)
  const planned = await routeOfPaper(tx, row, isSame)
  if (!planned)
    throw new AppError('noHolder', {
      message: '没有另一个人可以审核，请联系系统管理员为上级增设账号',
    })
  const stop = submitTo(wayOf(row), planned.route)
  const meanwhile = stop.at === 'arrived' ? asked : atOnce(row, isSame)
  await travel(tx, traveller(row), stop, {
    also: sql`flow_version = ${planned.flowVersion}, last_no = ${row.last_no}, by_identity = ${actor.identityId}
      ${meanwhile === null ? sql.empty : sql`, ${readAs(row, row.last_no, meanwhile)}`}`,
    parts: [decided(acting, 'submitted', null)],
  })
  if (meanwhile !== null) await shelve(tx, row.id)
  if (stop.at === 'step') await callTo(acting, stop.step)
  await note(acting, 'paper.published', { no: row.last_no, asked })
}

/** How far a paper is read before an office above agreed; null where nothing changes. */
function atOnce(row: PaperRow, isSame: boolean): Reach | null {
  const reached = narrower(row.value.shareScope, ownReach(row))
  return !isSame && takesPlace(reached, row.reach) ? reached : null
}

/** Agrees at the own step: the version is read as far as this office's level, and goes on to the next. */
export async function approvePaper(acting: PaperAct, opinion: string): Promise<void> {
  const { tx, actor, row } = acting
  const step = requireTurn(actor, row)
  requireOpinion(step, opinion)
  const stop = approveTo(wayOf(row))
  const reached = agreedReach(row.value.shareScope, step.level, stop.at === 'arrived')
  const raises = stop.at === 'arrived' || takesPlace(reached, row.reach)
  await travel(tx, traveller(row), stop, {
    ...(raises && { also: readAs(row, row.last_no, reached) }),
    parts: [decided(acting, 'approved', opinion || null)],
  })
  if (raises) await shelve(tx, row.id)
  if (stop.at === 'step') await callTo(acting, stop.step)
  await tellMaker(acting, '试卷已通过', `${step.institution}已通过，${labelOf('shareScope', reached)}可用。`)
  await note(acting, 'paper.approved')
}

/** Sends a paper back to its maker. What was agreed to before stays. */
export async function returnPaper(acting: PaperAct, opinion: string): Promise<void> {
  const { tx, actor, row } = acting
  const step = requireTurn(actor, row)
  await travel(tx, traveller(row), returnTo(wayOf(row), { comeBack: false }), {
    also: sql`remark = ${opinion}`,
    parts: [decided(acting, 'returned', opinion)],
  })
  await tellMaker(acting, '试卷已退回', `${step.institution}的意见：${opinion}`)
  await note(acting, 'paper.returned')
}

/** Takes a paper back from its way. What was agreed to before stays. */
export async function withdrawPaper(acting: PaperAct): Promise<void> {
  const { tx, actor, row } = acting
  requireMaker(actor, row)
  if (row.state !== 'inReview') throw new AppError('wrongState', { message: '该试卷没有在等待审核' })
  await travel(tx, traveller(row), { at: 'withdrawn' }, { parts: [decided(acting, 'withdrawn', null)] })
  await note(acting, 'paper.withdrawn')
}

/** Makes a published paper a draft again, while nobody used it (model: 撤回, 未被使用). */
export async function revokePaper(acting: PaperAct): Promise<void> {
  const { tx, actor, row } = acting
  requireMaker(actor, row)
  if (row.state !== 'published') throw new AppError('wrongState', { message: '该试卷没有发布' })
  const used = await tx.maybeOne(sql`
    select 1 from use_event
    where kind = 'paper' and item_id = ${row.id} and act <> 'view' and person_id <> ${actor.personId}
    limit 1`)
  if (used) throw new AppError('wrongState', { message: '已有人用过该试卷，不能撤回；不再用的请归档' })
  await ending(acting, sql`state = 'draft'`, 'revoked')
  await note(acting, 'paper.revoked')
}

/** Ends a paper: nobody finds it any more, its maker and its figures keep it. */
export async function archivePaper(acting: PaperAct): Promise<void> {
  const { actor, row } = acting
  requireMaker(actor, row)
  if (row.state !== 'published') throw new AppError('wrongState', { message: '已发布的试卷才能归档' })
  await ending(acting, sql`state = 'archived'`, 'archived')
  await note(acting, 'paper.archived')
}

async function ending(
  { tx, actor, row }: PaperAct,
  state: Sql,
  verdict: 'revoked' | 'archived',
): Promise<void> {
  await tx.execute(sql`
    update paper
    set ${state}, live_no = null, reach = null, reach_key = null, published_at = null, edit_no = edit_no + 1,
      updated_at = now()
    where id = ${row.id}`)
  await tx.execute(sql`
    insert into paper_decision (paper_id, no, verdict, by_identity)
    values (${row.id}, ${row.last_no}, ${verdict}, ${actor.identityId})`)
  if (verdict === 'revoked') await holdItems(tx, row.id, row.value)
  await shelve(tx, row.id)
}
