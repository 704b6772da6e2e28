import type { Actor } from '../../../../catalogue/access/access.ts'
import type {
  AmendedGoal,
  AmendmentAnswer,
  AmendmentDraft,
  PairAmendment,
} from '../../../../catalogue/contract/support-pairs.ts'
import { AppError, invalid } from '../../../../catalogue/errors.ts'
import { directionFault, goalFault, statedGoal } from '../../../../catalogue/support/goals.ts'
import type { Queryable, Tx } from '../../../engine/engine.ts'
import { note } from '../../../platform/audit/note.ts'
import { today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { ownAgreement, type AgreementRow } from './agreement.ts'
import { addVersions, goalsOf, planReadings, type PairGoal } from './goals.ts'
import { readingsOf } from './standings.ts'
import { requireTurn, tellSide, type TellNeeds } from './statements.ts'

type KeptAmendment = Omit<PairAmendment, 'may'> & { readonly byInstitution: number }

/** The supplements of an agreement, the newest first. */
export const amendmentsOf = (db: Queryable, caseId: string): Promise<KeptAmendment[]> =>
  db.query<KeptAmendment>(sql`
    select m.no, m.goals, m.reason, i.name as by, m.at, m.state, m.answer, m.by_institution as "byInstitution"
    from pair_amendment m join institution i on i.id = m.by_institution
    where m.case_id = ${caseId}::uuid order by m.no desc limit 50`)

/** Proposes other goals to the other side. @throws AppError `duplicate` while another proposal waits */
export async function propose(
  needs: TellNeeds,
  actor: Actor,
  caseId: string,
  { goals, reason }: AmendmentDraft,
): Promise<number> {
  return needs.db.transaction(async (tx) => {
    const own = await ownAgreement(tx, actor, caseId)
    const fault = await amendmentFault(tx, own.row, goals)
    if (fault !== null) throw invalid('goals', fault)
    const waiting = await tx.maybeOne(
      sql`select 1 from pair_amendment where case_id = ${caseId}::uuid and state = 'waiting'`,
    )
    if (waiting) throw new AppError('duplicate', { message: '已有一份补充在等对方答复，请先办完那一份' })
    const { no } = await tx.one<{ no: number }>(sql`
      insert into pair_amendment (case_id, no, goals, reason, by_institution, by_identity)
      select ${caseId}::uuid, coalesce(max(m.no), 0) + 1, ${sql.json(goals)}, ${reason}::text, ${actor.institutionId}::int,
        ${actor.identityId}::int
      from pair_amendment m where m.case_id = ${caseId}::uuid
      returning no`)
    await noted(tx, actor, caseId, { no, state: 'waiting' })
    await tellSide(needs, tx, own, {
      actor,
      asks: true,
      title: `结对补充待同意：${own.row.title}`,
      content: `${actor.institution}提出补充：${reason}`,
    })
    return no
  })
}

const noted = (tx: Tx, actor: Actor, caseId: string, facts: Readonly<Record<string, string | number>>) =>
  note(tx, { by: actor.identityId, action: 'support.amended', ownerId: null, recordId: caseId, facts })

/** Why goals cannot stand in place of those in force; null where they can. */
async function amendmentFault(
  tx: Tx,
  row: AgreementRow,
  goals: readonly AmendedGoal[],
): Promise<string | null> {
  const fault = goalFault(goals, { from: row.fromDay, until: row.untilDay })
  if (fault !== null) return fault
  const [known, readings] = [await goalsOf(tx, [row.id]), await readingsOf(tx, [row.id])]
  const inForce = known.filter(({ toOn }) => toOn === null)
  if (isSame(inForce, goals)) return '和现行的目标一样，没有要补充的'
  for (const [index, goal] of goals.entries()) {
    const before = goal.no === null ? undefined : inForce.find(({ no }) => no === goal.no)
    if (goal.no !== null && (before?.goal !== goal.goal || before.start !== goal.start))
      return `第 ${index + 1} 项目标：指标和起点不能改；换指标请移除这一项，另加一项`
    const baseline = readings.find(({ no, kind }) => no === goal.no && kind === 'baseline')?.value ?? null
    const wrong = baseline === null ? null : directionFault(baseline, goal.target, goal.direction)
    if (wrong !== null) return `第 ${index + 1} 项目标：${wrong}（起点 ${Math.round(baseline ?? 0)}）`
  }
  return null
}

const keyOf = ({ no, target, dueOn, direction, stated, unit }: AmendedGoal | PairGoal): string =>
  JSON.stringify([no, target, dueOn, direction, stated, unit])
const isSame = (before: readonly PairGoal[], goals: readonly AmendedGoal[]): boolean =>
  before.length === goals.length && goals.every((goal) => before.some((one) => keyOf(one) === keyOf(goal)))

/** Agrees to what the other side proposed, refuses it, or takes the own proposal back. */
export async function answerAmendment(
  needs: TellNeeds,
  actor: Actor,
  { id: caseId, no }: { readonly id: string; readonly no: number },
  { answer, words }: AmendmentAnswer,
): Promise<void> {
  await needs.db.transaction(async (tx) => {
    const own = await ownAgreement(tx, actor, caseId)
    const found = (await amendmentsOf(tx, caseId)).find((one) => one.no === no)
    if (!found) throw new AppError('missing')
    requireTurn(found.byInstitution === actor.institutionId, answer === 'withdrawn')
    if (found.state === answer) return
    if (found.state !== 'waiting')
      throw new AppError('wrongState', { message: '该补充已经办过，请刷新后再看' })
    if (answer === 'agreed') await bringIntoForce(tx, own.row, found)
    await tx.execute(sql`
      update pair_amendment set state = ${answer}, answer = ${words === '' ? null : words},
        answered_by = ${actor.institutionId}, answered_at = clock_timestamp()
      where case_id = ${caseId}::uuid and no = ${no} and state = 'waiting'`)
    await noted(tx, actor, caseId, { no, state: answer })
    if (answer !== 'withdrawn')
      await tellSide(needs, tx, own, {
        actor,
        asks: false,
        title: answer === 'agreed' ? '结对补充已生效' : '结对补充未同意',
        content: `${own.row.title}：${actor.institution}${answer === 'agreed' ? '同意了补充' : `不同意：${words}`}。`,
      })
  })
}

/** Ends the versions that change or go, and adds the new ones; goals that stay as they were keep their version. */
async function bringIntoForce(
  tx: Tx,
  row: AgreementRow,
  { goals, no: amendment }: KeptAmendment,
): Promise<void> {
  const known = await goalsOf(tx, [row.id])
  const inForce = known.filter(({ toOn }) => toOn === null)
  const stays = (one: PairGoal) => goals.some((goal) => keyOf(goal) === keyOf(one))
  const gone = inForce.filter((one) => !stays(one)).map((one) => one.no)
  const [day, caseId] = [today(), row.id]
  await tx.execute(sql`
    update pair_goal set to_on = greatest(from_on, ${day}::date - 1)
    where case_id = ${caseId}::uuid and to_on is null and no = any(${gone}::int[])`)
  let next = Math.max(0, ...known.map((one) => one.no))
  const versions = goals.flatMap((goal) => {
    if (inForce.some((one) => stays(one) && one.no === goal.no)) return []
    const no = goal.no ?? (next += 1)
    const version = 1 + Math.max(0, ...known.filter((one) => one.no === no).map((one) => one.version))
    const line = goal.goal === statedGoal ? goal : { ...goal, stated: null, unit: null, start: null }
    return [{ caseId, no, version, fromOn: day, amendment, line }]
  })
  await addVersions(tx, versions)
  const kept = goals.flatMap(({ no }) => no ?? [])
  // A goal that was given up is not read any more; what was read of it stays.
  await tx.execute(sql`
    delete from pair_reading where case_id = ${caseId}::uuid and state = 'due'
      and no = any(${gone.filter((no) => !kept.includes(no))}::int[])`)
  await planReadings(tx, caseId, { from: row.fromDay, until: row.untilDay })
}
