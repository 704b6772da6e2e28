import type { Actor } from '../../../../catalogue/access/access.ts'
import type {
  PairStatement,
  StatementAnswer,
  StatementDraft,
} from '../../../../catalogue/contract/support-pairs.ts'
import { AppError, invalid } from '../../../../catalogue/errors.ts'
import { statementForm } from '../../../../catalogue/support/goals.ts'
import type { Queryable, Tx } from '../../../engine/engine.ts'
import type { Ground } from '../../../engine/feature.ts'
import { judgeFiles } from '../../../engine/filled-forms/index.ts'
import { holdFiles } from '../../../engine/processes/index.ts'
import { note } from '../../../platform/audit/note.ts'
import { today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { boardPath, otherSide, ownAgreement, type AgreementRow, type PairReader } from './agreement.ts'
import { statedTask } from '../plans/tasks.ts'
import { goalsOf, isStated } from './goals.ts'

export type TellNeeds = Pick<Ground, 'db' | 'notify'>

/** Tells an office what the other side did, with a way to the agreement. */
export async function tellSide(
  { notify }: TellNeeds,
  tx: Tx,
  { row, as }: { readonly row: AgreementRow; readonly as: PairReader },
  { actor, title, content, asks }: { actor: Actor; title: string; content: string; asks: boolean },
): Promise<void> {
  const to = await otherSide(tx, { row, as })
  await notify(tx, {
    to,
    kind: asks ? '3' : '2',
    title,
    content,
    link: boardPath(to.role, row.id),
    exceptPerson: actor.personId,
  })
}

type KeptStatement = Omit<PairStatement, 'may'> & {
  readonly no: number
  readonly byInstitution: number
}

/** What both sides stated of an agreement's goals, or of the tasks of one of its years; the newest first. */
export const statementsOf = (
  db: Queryable,
  caseId: string,
  year: number | null = null,
): Promise<KeptStatement[]> =>
  db.query<KeptStatement>(sql`
    select s.id, s.no, s.day::text as day, s.value::float8 as value, s.evidence, s.files, i.name as by, s.at, s.state, s.answer,
      o.name as "answeredBy", s.by_institution as "byInstitution"
    from pair_statement s
      join institution i on i.id = s.by_institution
      left join institution o on o.id = s.answered_by
    where s.case_id = ${caseId}::uuid and s.year_no is not distinct from ${year}::int
    order by s.day desc, s.at desc, s.id limit 200`)

/**
 * States the number of a goal or yearly task that nothing counts. Sent again it is one statement.
 * @throws AppError `invalid` for what is counted, and for a day outside the term, or the year of a task
 */
export async function state(
  needs: TellNeeds,
  actor: Actor,
  caseId: string,
  { id, no, year, day, value, evidence, files }: StatementDraft,
): Promise<string> {
  return needs.db.transaction(async (tx) => {
    const own = await ownAgreement(tx, actor, caseId)
    const before = await tx.maybeOne<{ mine: boolean }>(sql`
      select case_id = ${caseId}::uuid and by_identity = ${actor.identityId} as mine
      from pair_statement where id = ${id}::uuid`)
    if (before) {
      if (before.mine) return id
      throw new AppError('duplicate', { message: '该编号已经用过，请刷新后再填' })
    }
    const about = await statedThing(tx, own.row, { no, year })
    if (day < about.from || day > today()) throw invalid('day', `日期须在 ${about.from} 至今天之间`)
    await judgeFiles(tx, actor, { definition: statementForm, value: { files }, before: {} })
    await tx.execute(sql`
      insert into pair_statement (id, case_id, no, year_no, day, value, evidence, files, by_institution, by_identity)
      values (${id}::uuid, ${caseId}::uuid, ${no}, ${year}::int, ${day}::date, ${value}, ${evidence}, ${files}::uuid[],
        ${actor.institutionId}, ${actor.identityId})`)
    // Who may read the agreement may read them.
    await holdFiles(tx, { institutionId: own.row.proposerId, id: caseId }, files)
    await note(tx, {
      by: actor.identityId,
      action: 'support.stated',
      ownerId: null,
      recordId: caseId,
      facts: { no, value },
    })
    await tellSide(needs, tx, own, {
      actor,
      asks: true,
      title: `${year === null ? '结对目标' : '年度任务'}待确认：${about.label} ${value}${about.unit}`,
      content: `${own.row.title}：${actor.institution}填写了${year === null ? '自报指标' : '任务完成情况'}，请核对依据后确认。`,
    })
    return id
  })
}

interface StatedThing {
  readonly label: string
  readonly unit: string
  /** The first day that may be stated. */
  readonly from: string
}

/** The goal or task of a statement. @throws AppError `invalid` where there is none, or it is counted */
async function statedThing(
  tx: Tx,
  row: AgreementRow,
  { no, year }: Pick<StatementDraft, 'no' | 'year'>,
): Promise<StatedThing> {
  if (year !== null) {
    const task = await statedTask(tx, row, { year, no })
    if (!task) throw invalid('no', '该年度没有须双方填写的这一任务')
    return task
  }
  const goal = (await goalsOf(tx, [row.id])).find((one) => one.no === no && one.toOn === null)
  if (!goal) throw invalid('no', '未找到该项目标')
  if (!isStated(goal)) throw invalid('no', '该项目标由平台统计，无需填写')
  return { label: goal.stated ?? '', unit: goal.unit ?? '', from: row.fromDay }
}

/** Confirms or disputes what the other side stated, or takes the own statement back. */
export async function answerStatement(
  needs: TellNeeds,
  actor: Actor,
  { id: caseId, statement }: { readonly id: string; readonly statement: string },
  { answer, words }: StatementAnswer,
): Promise<void> {
  await needs.db.transaction(async (tx) => {
    const own = await ownAgreement(tx, actor, caseId)
    const found = await tx.maybeOne<{ by: number; state: string }>(sql`
      select by_institution as by, state from pair_statement
      where id = ${statement}::uuid and case_id = ${caseId}::uuid`)
    if (!found) throw new AppError('missing')
    requireTurn(found.by === actor.institutionId, answer === 'withdrawn')
    if (found.state === answer) return
    const takesDisputedBack = found.state === 'disputed' && answer === 'withdrawn'
    if (found.state !== 'waiting' && !takesDisputedBack)
      throw new AppError('wrongState', { message: '本次填报已经办过，请刷新后再看' })
    // What the other side said against it stays in sight.
    await tx.execute(sql`
      update pair_statement set state = ${answer}, answer = coalesce(${words === '' ? null : words}::text, answer),
        answered_by = ${actor.institutionId}, answered_at = clock_timestamp()
      where id = ${statement}::uuid and state = ${found.state}`)
    await note(tx, {
      by: actor.identityId,
      action: 'support.stated',
      ownerId: null,
      recordId: caseId,
      facts: { statement, answer },
    })
    if (answer !== 'withdrawn')
      await tellSide(needs, tx, own, {
        actor,
        asks: false,
        title: answer === 'confirmed' ? '自报指标已确认' : '自报指标有异议',
        content: `${own.row.title}：${actor.institution}${answer === 'confirmed' ? '确认了填报' : `有异议：${words}`}。`,
      })
  })
}

/** Whoever wrote something takes it back; the other side answers it. */
export function requireTurn(isOwn: boolean, takesBack: boolean): void {
  if (isOwn === takesBack) return
  throw new AppError('forbidden', {
    message: isOwn ? '本单位提出的，须由对方答复' : '对方提出的，只能由对方撤回',
  })
}
