import type { Actor } from '../../../../catalogue/access/access.ts'
import type { PairPlanDraft, PairPlanShown, PairTasks } from '../../../../catalogue/contract/support-plans.ts'
import type { AmendmentAnswer } from '../../../../catalogue/contract/support-pairs.ts'
import { AppError, invalid } from '../../../../catalogue/errors.ts'
import {
  labelOfMeasure,
  statedMeasure,
  taskFault,
  unitOfMeasure,
  yearOfPair,
  yearsOfPair,
  type PlannedTask,
} from '../../../../catalogue/support/tasks.ts'
import type { Queryable, Tx } from '../../../engine/engine.ts'
import { note } from '../../../platform/audit/note.ts'
import { today, uuidv7 } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { agreementFor, isSide, lastDay, ownAgreement, turnOf } from '../agreements/agreement.ts'
import { requireTurn, statementsOf, tellSide, type TellNeeds } from '../agreements/statements.ts'
import { standingTasks } from './tasks.ts'

type KeptPlan = Omit<PairPlanShown, 'may'> & { readonly byInstitution: number; readonly yearNo: number }

/** What was proposed for the years of an agreement, the latest first. */
const proposalsOf = (db: Queryable, caseId: string): Promise<KeptPlan[]> =>
  db.query<KeptPlan>(sql`
    select p.id, p.tasks, i.name as by, p.at, p.state, p.answer, p.by_institution as "byInstitution", p.year_no as "yearNo"
    from pair_plan p join institution i on i.id = p.by_institution
    where p.case_id = ${caseId}::uuid order by p.at desc, p.id desc limit 60`)

/** The tasks of a year of an agreement; of the present one where none is asked. AppError `missing`. */
export async function tasksOf(
  db: Queryable,
  actor: Actor,
  id: string,
  asked: number | undefined,
): Promise<PairTasks> {
  const { row, as } = await agreementFor(db, actor, id)
  const { fromDay, untilDay } = row
  const years = yearsOfPair(fromDay, untilDay)
  const end = lastDay(row)
  const day = end < today() ? end : today()
  const year = asked === undefined ? yearOfPair(fromDay, untilDay, day) : years.find(({ no }) => no === asked)
  if (asked !== undefined && !year) throw invalid('year', '协议没有该年度')
  if (!year) return { year: null, years: [], tasks: [], proposals: [], mayPlan: false, mayState: false }
  const [tasks, statements, kept] = await Promise.all([
    standingTasks(db, [{ id, year, day }]),
    statementsOf(db, id, year.no),
    proposalsOf(db, id),
  ])
  const acts = isSide(as) && row.state === 'active'
  const proposals = kept.filter(({ yearNo }) => yearNo === year.no)
  return {
    year,
    years,
    tasks: tasks.map(({ caseId: _of, ...task }) => ({
      ...task,
      statements: statements
        .filter(({ no }) => no === task.no)
        .map(({ no: _no, byInstitution, ...one }) => ({
          ...one,
          may: turnOf(acts, actor, byInstitution, one.state),
        })),
    })),
    proposals: proposals.map(({ byInstitution, yearNo: _year, ...one }) => ({
      ...one,
      may: turnOf(acts, actor, byInstitution, one.state),
    })),
    mayPlan: acts && year.to >= today() && !proposals.some(({ state }) => state === 'waiting'),
    mayState: acts && tasks.some(({ measure }) => measure === statedMeasure),
  }
}

/** Proposes the tasks of a year to the other side. @throws AppError `duplicate` while another proposal waits */
export async function proposePlan(
  needs: TellNeeds,
  actor: Actor,
  caseId: string,
  { year: no, tasks }: PairPlanDraft,
): Promise<string> {
  return needs.db.transaction(async (tx) => {
    const own = await ownAgreement(tx, actor, caseId)
    const year = yearsOfPair(own.row.fromDay, own.row.untilDay).find((one) => one.no === no)
    if (!year) throw invalid('year', '协议没有该年度')
    if (year.to < today()) throw invalid('year', '该年度已经结束，任务不再改')
    const fault = taskFault(tasks, year)
    if (fault !== null) throw invalid('tasks', fault)
    const waiting = await tx.maybeOne(sql`
      select 1 from pair_plan where case_id = ${caseId}::uuid and year_no = ${no} and state = 'waiting'`)
    if (waiting) throw new AppError('duplicate', { message: '本年度的任务已有一份在等对方答复，请先办完' })
    const id = uuidv7()
    await tx.execute(sql`
      insert into pair_plan (id, case_id, year_no, tasks, by_institution, by_identity)
      values (${id}::uuid, ${caseId}::uuid, ${no}, ${sql.json(await numbered(tx, caseId, no, tasks))},
        ${actor.institutionId}, ${actor.identityId})`)
    await noted(tx, actor, caseId, { year: no, state: 'waiting' })
    await tellSide(needs, tx, own, {
      actor,
      asks: true,
      title: `结对年度任务待同意：${own.row.title}`,
      content: `${actor.institution}提出第 ${no} 年的任务 ${tasks.length} 项，请同意或写明理由。`,
    })
    return id
  })
}

const noted = (tx: Tx, actor: Actor, caseId: string, facts: Readonly<Record<string, string | number>>) =>
  note(tx, { by: actor.identityId, action: 'support.planned', ownerId: null, recordId: caseId, facts })

/** Tasks with their numbers: a stated one that keeps its name keeps its number, for its statements name that. */
async function numbered(
  tx: Tx,
  caseId: string,
  year: number,
  tasks: PairPlanDraft['tasks'],
): Promise<PlannedTask[]> {
  const before = (await proposalsOf(tx, caseId))
    .filter(({ yearNo }) => yearNo === year)
    .flatMap((one) => one.tasks)
  let next = Math.max(0, ...before.map(({ no }) => no))
  return tasks.map(({ measure, label, unit, ...task }) => {
    const named = {
      ...task,
      measure,
      label: label === '' ? labelOfMeasure(measure) : label,
      unit: measure === statedMeasure ? unit : unitOfMeasure(measure),
    }
    const same = before.find(
      (one) => one.measure === measure && one.label === named.label && one.unit === named.unit,
    )
    return { no: same?.no ?? (next += 1), ...named }
  })
}

/** Agrees to the tasks that the other side proposed, refuses them, or takes the own proposal back. */
export async function answerPlan(
  needs: TellNeeds,
  actor: Actor,
  { id: caseId, plan }: { readonly id: string; readonly plan: string },
  { answer, words }: AmendmentAnswer,
): Promise<void> {
  await needs.db.transaction(async (tx) => {
    const own = await ownAgreement(tx, actor, caseId)
    const found = (await proposalsOf(tx, caseId)).find(({ id }) => id === plan)
    if (!found) throw new AppError('missing')
    requireTurn(found.byInstitution === actor.institutionId, answer === 'withdrawn')
    if (found.state === answer) return
    if (found.state !== 'waiting')
      throw new AppError('wrongState', { message: '该年度任务已经办过，请刷新后再看' })
    await tx.execute(sql`
      update pair_plan set state = ${answer}, answer = ${words === '' ? null : words},
        answered_by = ${actor.institutionId}, answered_at = clock_timestamp()
      where id = ${plan}::uuid and state = 'waiting'`)
    await noted(tx, actor, caseId, { year: found.yearNo, state: answer })
    if (answer === 'withdrawn') return
    await tellSide(needs, tx, own, {
      actor,
      asks: false,
      title: answer === 'agreed' ? '结对年度任务已生效' : '结对年度任务未同意',
      content: `${own.row.title}：${actor.institution}${answer === 'agreed' ? '同意了' : '未同意'}第 ${
        found.yearNo
      } 年的任务${answer === 'agreed' ? '' : `，${words}`}。`,
    })
  })
}
