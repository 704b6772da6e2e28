import type { SubmitBody } from '../../../catalogue/contract/questions.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { agreedReach, narrower, reachKey, takesPlace, type Reach } from '../../../catalogue/flows/reach.ts'
import { approveTo, returnTo, submitTo } from '../../../catalogue/flows/way.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { judgeQuestion } from '../../../catalogue/questions/judge.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { formulaFault } from '../kinds/index.ts'
import { isSameText, requireOpinion, reachGivenBy } from '../sharing/index.ts'
import { travel } from '../ways/index.ts'
import { nearTo } from './near.ts'
import { isWriter, requireWriter, rowOf, type QuestionAct, type QuestionRow } from './row.ts'
import { requireNotHeld } from './held.ts'
import { shelve } from './shelving.ts'
import { callTo, tellAuthor } from './telling.ts'
import { freeze } from './versions.ts'
import { decided, ownReach, requireTurn, routeOfQuestion, traveller, wayOf } from './way.ts'
import { note } from './write.ts'

/** Columns of a version that is read as far as `reach` from now on. */
const readAs = ({ place }: QuestionRow, no: number, reach: Reach): Sql => sql`
  live_no = ${no}, reach = ${reach}, reach_key = ${reachKey(reach, place)}::int,
  published_at = (select coalesce(published_at, now())), offline_at = null, offline_by = null`

/**
 * Hands a question in. What nobody has to agree to is read at once; else it waits at the first office of its
 * way, and an institution's own is read within it meanwhile.
 */
export async function submitQuestion(asking: QuestionAct, said: SubmitBody): Promise<void> {
  requireWriter(asking.actor, asking.row)
  await requireNotHeld(asking.tx, asking.row.id)
  if (asking.row.state === 'inReview') throw new AppError('wrongState', { message: '该题已经提交，正在审核' })
  const acting = await atAuthorsPlace(asking)
  requireWhole(acting.row.value)
  if (!said.knowing) await refuseEqual(acting)
  const no = await freeze(acting, said)
  await send({ ...acting, row: { ...acting.row, last_no: no } })
}

/**
 * Makes a draft a version because a paper of its writer's prints it: read by nobody but him, or within his
 * institution where he acts for one, unless it is `secret`. Answers the number of the version that is read.
 */
export async function keepForOneself(
  { needs, tx, actor }: Omit<QuestionAct, 'row'>,
  id: number,
  secret: boolean,
): Promise<number> {
  const row = await rowOf(tx, actor, id)
  if (row.live_no !== null) return row.live_no
  const shareScope = secret ? '0' : (ownReach(row) ?? '0')
  const value: QuestionValue = { ...row.value, shareScope }
  await tx.execute(sql`update question set value = ${sql.json(value)} where id = ${id}`)
  await submitQuestion(
    { needs, tx, actor, row: { ...row, value } },
    { version: row.edit_no, reason: '', knowing: true },
  )
  return (await rowOf(tx, actor, id)).live_no ?? row.last_no
}

/** Asks for another reach of the same text. Fewer readers need nobody. */
export async function raiseQuestion(acting: QuestionAct, shareScope: Reach): Promise<void> {
  const { tx, actor, row } = acting
  requireWriter(actor, row)
  await requireNotHeld(tx, row.id)
  if (row.state !== 'published' || row.reach === null)
    throw new AppError('wrongState', { message: '已通过的试题才能改共享范围' })
  if (shareScope === row.reach)
    throw new AppError('wrongState', { message: `已经共享到${labelOf('shareScope', shareScope)}` })
  const value: QuestionValue = { ...row.value, shareScope }
  requireWhole(value)
  await tx.execute(sql`update question set value = ${sql.json(value)} where id = ${row.id}`)
  await send({ ...acting, row: { ...row, value } })
}

async function send(acting: QuestionAct): Promise<void> {
  const { tx, actor, row } = acting
  const asked = row.value.shareScope
  const isSame = await isReadAs(acting)
  if (asked === '0' && row.reach !== null && row.reach !== '0')
    throw new AppError('wrongState', { message: '他人已在用的试题不能改为仅本人，请下架' })
  const planned = await routeOfQuestion(tx, row, isSame)
  if (!planned)
    throw new AppError('noHolder', {
      message: '没有另一个人可以审核，请联系系统管理员为本单位或上级增设账号',
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
  await note(acting, 'question.submitted', { no: row.last_no, asked })
}

/** How far an institution's own question is read before an office above agreed; null where nothing changes. */
function atOnce(row: QuestionRow, isSame: boolean): Reach | null {
  const narrowest = ownReach(row)
  const reached = narrowest === null ? null : narrower(row.value.shareScope, narrowest)
  return reached !== null && !isSame && takesPlace(reached, row.reach) ? reached : null
}

/** Whether the version that others read says what is handed in. */
async function isReadAs({ tx, row }: QuestionAct): Promise<boolean> {
  const live = await tx.maybeOne<{ value: QuestionValue }>(
    sql`select value from question_version where question_id = ${row.id} and no = ${row.live_no}`,
  )
  return live !== undefined && isSameText(live.value, row.value)
}

/**
 * What nobody read yet is handed in where its author is now. What was read stays with the institution whose
 * people read it.
 */
async function atAuthorsPlace(acting: QuestionAct): Promise<QuestionAct> {
  const { tx, actor, row } = acting
  if (row.author_person === null || row.last_no > 0 || row.place.institutionId === actor.institutionId)
    return acting
  await tx.execute(sql`
    update question q
    set institution_id = i.id, district_id = i.district_id, city_id = i.city_id, province_id = i.province_id,
      author_identity = ${actor.identityId}
    from institution i
    where q.id = ${row.id} and i.id = ${actor.institutionId}`)
  return { ...acting, row: await rowOf(tx, actor, row.id) }
}

/** Refuses a question with gaps or faults, each at its field. */
function requireWhole(value: QuestionValue): void {
  const errors = judgeQuestion(value, formulaFault).filter(({ level }) => level === 'error')
  if (errors[0])
    throw new AppError('invalid', {
      message: errors[0].message,
      errors: errors.map(({ field, message }) => ({ field, message })),
    })
}

/** Tells the author once of an equal question that he can read; he may go on knowing it (resources.md, 4.7). */
async function refuseEqual({ tx, actor, row }: QuestionAct): Promise<void> {
  const { list } = await nearTo(tx, actor, row, false)
  const equal = list.find(({ how }) => how === 'equal')
  if (equal)
    throw new AppError('duplicate', {
      message: `与${equal.author ?? ''}的“${equal.title ?? ''}”题目相同，请核对；确要提交请再确认一次`,
    })
}

/** Agrees at the own step: the version is read as far as this office's level, and goes on to the next. */
export async function approveQuestion(acting: QuestionAct, opinion: string): Promise<void> {
  const { tx, actor, row } = acting
  const step = requireTurn(actor, row)
  requireOpinion(step, opinion)
  const stop = approveTo(wayOf(row))
  const reached = agreedReach(row.value.shareScope, step.level, stop.at === 'arrived')
  const rises = stop.at === 'arrived' || takesPlace(reached, row.reach)
  await travel(tx, traveller(row), stop, {
    ...(rises && { also: readAs(row, row.last_no, reached) }),
    parts: [decided(acting, 'approved', opinion || null)],
  })
  if (rises) await shelve(tx, row.id)
  if (stop.at === 'step') await callTo(acting, stop.step)
  const readers = labelOf('shareScope', reached)
  const further = stop.at === 'step' ? `，正送${stop.step.institution}审核` : ''
  await tellAuthor(
    acting,
    '试题已通过',
    `${step.institution}已通过，${readers}的教师现在可以使用${further}。`,
  )
  await note(acting, 'question.approved', { reach: reached })
}

/** Returns a question with a reason. What was agreed to before stays. */
export async function returnQuestion(
  acting: QuestionAct,
  { opinion, comeBack }: { readonly opinion: string; readonly comeBack: boolean },
): Promise<void> {
  const { tx, actor, row } = acting
  const step = requireTurn(actor, row)
  await travel(tx, traveller(row), returnTo(wayOf(row), { comeBack }), {
    also: sql`remark = ${opinion}`,
    parts: [decided(acting, 'returned', opinion)],
  })
  await tellAuthor(acting, '试题已退回修改', `${step.institution}的意见：${opinion}`)
  await note(acting, 'question.returned')
}

/** Takes a question back from its way. What was agreed to before stays. */
export async function withdrawQuestion(acting: QuestionAct): Promise<void> {
  const { tx, actor, row } = acting
  requireWriter(actor, row)
  if (row.state !== 'inReview') throw new AppError('wrongState', { message: '该题没有在等待审核' })
  await travel(tx, traveller(row), { at: 'withdrawn' }, { parts: [decided(acting, 'withdrawn', null)] })
  await note(acting, 'question.withdrawn')
}

/** Takes a question down: nobody finds it any more. Its versions stay for papers that have it. */
export async function takeOffline(acting: QuestionAct, reason: string): Promise<void> {
  const { tx, actor, row } = acting
  if (row.live_no === null) throw new AppError('wrongState', { message: '该题没有在使用' })
  const isWriters = isWriter(actor, row)
  const giver = await reachGivenBy(tx, { kind: 'question', id: row.id })
  if (!isWriters && giver !== actor.institutionId)
    throw new AppError('forbidden', { message: '由给出共享范围的单位下架' })
  if (!isWriters && reason === '')
    throw new AppError('invalid', {
      message: '请写下架的原因，作者会看到',
      errors: [{ field: 'opinion', message: '请写下架的原因，作者会看到' }],
    })
  await tx.execute(sql`
    update question
    set state = 'offline', live_no = null, reach_key = null, route = null, step = 0, return_step = null,
      holder_since = null, urged_at = null, offline_at = now(),
      offline_by = ${isWriters ? null : actor.institutionId}::int, edit_no = edit_no + 1, updated_at = now()
    where id = ${row.id}`)
  await tx.execute(sql`
    insert into question_decision (question_id, no, verdict, reason, reach_before, live_before, by_identity)
    values (${row.id}, ${row.live_no}, 'offline', ${reason || null}::text, ${row.reach}::text, ${row.live_no},
      ${actor.identityId})`)
  await shelve(tx, row.id)
  if (!isWriters) await tellAuthor(acting, '试题已下架', `单位下架了该题：${reason}`)
  await note(acting, 'question.offline')
}

/** Puts a question back as it was, within 30 days and by the side that took it down. */
export async function putOnline(acting: QuestionAct): Promise<void> {
  const { tx, actor, row } = acting
  if (row.state !== 'offline' || row.last_reach === null)
    throw new AppError('wrongState', { message: '该题没有下架' })
  if (row.offline_by === null ? !isWriter(actor, row) : row.offline_by !== actor.institutionId)
    throw new AppError('forbidden', { message: '由单位下架的试题，由同一单位恢复' })
  if (row.is_long_offline) throw new AppError('wrongState', { message: '下架已满 30 天，请修改后重新提交' })
  const last = await tx.one<{ no: number }>(sql`
    select live_before as no from question_decision
    where question_id = ${row.id} and verdict = 'offline'
    order by id desc limit 1`)
  await tx.execute(sql`
    update question
    set state = 'published', ${readAs(row, last.no, row.last_reach)}, edit_no = edit_no + 1, updated_at = now()
    where id = ${row.id}`)
  await tx.execute(sql`
    insert into question_decision (question_id, no, verdict, by_identity)
    values (${row.id}, ${last.no}, 'online', ${actor.identityId})`)
  await shelve(tx, row.id)
  await note(acting, 'question.online')
}
