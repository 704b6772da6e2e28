import type { Actor } from '../../../../catalogue/access/access.ts'
import type { PairBoard, PairGoalShown } from '../../../../catalogue/contract/support-pairs.ts'
import { midtermOf } from '../../../../catalogue/support/standing.ts'
import { daysBetween, elapsedShare } from '../../../../catalogue/teaching/studio-lights.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { caseRows, readable } from '../../../engine/processes/index.ts'
import { today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { agreementFor, isSide, lastDay, turnOf, type AgreementRow } from './agreement.ts'
import { amendmentsOf } from './amendments.ts'
import { isStated } from './goals.ts'
import { pairsOf } from './pairs.ts'
import { percent, standingGoals, type StandingGoal } from './standings.ts'
import { statementsOf } from './statements.ts'

/** The page of one agreement: its two sides, the time that has gone, its goals, what waits between the sides. */
export async function boardOf(db: Queryable, actor: Actor, id: string): Promise<PairBoard> {
  const { row, as } = await agreementFor(db, actor, id)
  const [goals, statements, amendments, signed, within] = await Promise.all([
    standingGoals(db, [row], 'all'),
    statementsOf(db, id),
    amendmentsOf(db, id),
    signaturesOf(db, id),
    withinOf(db, actor, row),
  ])
  const acts = isSide(as) && row.state === 'active'
  const mayOf = (byInstitution: number, state: string) => turnOf(acts, actor, byInstitution, state)
  const own = goals.get(row.id) ?? []
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    state: row.state,
    docNo: textIn(row.value['docNo']),
    outside: row.outside,
    ...sidesOf(row, signed),
    authority: { name: row.authority, recordedOn: signed.get('record')?.day ?? null },
    ...termOf(row),
    within,
    as,
    goals: own.map((goal): PairGoalShown => ({
      ...shownGoal(goal),
      statements: statements
        .filter(({ no }) => no === goal.no)
        .map(({ no: _no, byInstitution, ...one }) => ({ ...one, may: mayOf(byInstitution, one.state) })),
    })),
    amendments: amendments.map(({ byInstitution, ...one }) => ({
      ...one,
      may: mayOf(byInstitution, one.state),
    })),
    mayAmend: acts && !amendments.some(({ state }) => state === 'waiting'),
    mayState: acts && own.some(isStated),
  }
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

interface Signature {
  readonly move: string
  readonly day: string
  readonly by: string
}

/** Who signed and recorded it last, by move. */
async function signaturesOf(db: Queryable, id: string): Promise<ReadonlyMap<string, Signature>> {
  const rows = await db.query<Signature>(sql`
    select distinct on (e.move) e.move, (e.at at time zone 'Asia/Shanghai')::date::text as day, p.name as by
    from process_event e
      join identity a on a.id = e.by_identity
      join person p on p.id = a.person_id
    where e.case_id = ${id}::uuid and e.move in ('propose', 'sign', 'record')
    order by e.move, e.no desc`)
  return new Map(rows.map((row) => [row.move, row]))
}

/** Both sides with who signed for each; a signature before the last proposal is void. */
function sidesOf(row: AgreementRow, signed: ReadonlyMap<string, Signature>) {
  const isSigned = !['draft', 'returned', 'pendingOther'].includes(row.state)
  const byProposer = row.supporterId === row.proposerId
  const side = (id: number | null, name: string, proposed: boolean) => {
    const signature = proposed ? signed.get('propose') : isSigned ? signed.get('sign') : undefined
    return {
      id: id ?? 0,
      name,
      contact: textIn(row.value[proposed ? 'contact' : 'partnerContact']),
      signedOn: signature?.day ?? null,
      signedBy: signature?.by ?? null,
    }
  }
  return {
    supporter: side(row.supporterId, row.supporter, byProposer),
    supported: side(row.supportedId, row.supported, !byProposer),
  }
}

function termOf(row: AgreementRow) {
  const { fromDay, untilDay, endedOn } = row
  const [now, end] = [today(), lastDay(row)]
  const day = now < end ? now : end
  const of = fromDay === '' || untilDay === '' ? 0 : daysBetween(fromDay, untilDay) + 1
  const days = of === 0 ? 0 : Math.min(of, Math.max(0, daysBetween(fromDay, day) + 1))
  const share = of === 0 ? 0 : percent(elapsedShare({ from: fromDay, to: untilDay }, day))
  return {
    fromDay,
    untilDay,
    endedOn,
    midterm: of === 0 ? '' : midtermOf(fromDay, untilDay),
    gone: { days, of, share },
  }
}

type ReadingShown = PairGoalShown['readings'][number]
const shownReading = ({ kind, day, n, of, value }: ReadingShown): ReadingShown => ({
  kind,
  day,
  n,
  of,
  value,
})

function shownGoal(goal: StandingGoal): Omit<PairGoalShown, 'statements'> {
  const { no, label, unit, definition, direction, target, dueOn, beside, light, problem } = goal
  return {
    no,
    goal: goal.goal,
    label,
    unit,
    definition,
    direction,
    target,
    dueOn,
    beside,
    light,
    problem,
    isStated: isStated(goal),
    baseline: goal.baseline && shownReading(goal.baseline),
    now: goal.now && shownReading(goal.now),
    progress: goal.progress === null ? null : percent(goal.progress),
    versions: goal.versions.map((one) => ({
      version: one.version,
      target: one.target,
      dueOn: one.dueOn,
      fromOn: one.fromOn,
      toOn: one.toOn,
      amendment: one.amendment,
    })),
    readings: goal.readings.filter(({ value }) => value !== null).map(shownReading),
  }
}

/**
 * The agreement of the offices above within which one of two schools stands: the pair in force on its first day
 * whose offices are above both. Nobody types it.
 */
async function withinOf(db: Queryable, actor: Actor, row: AgreementRow): Promise<PairBoard['within']> {
  if (row.supporterId === null || row.supportedId === null || row.fromDay === '') return null
  const above = await db.query<{ id: number; over: number[] }>(sql`
    select i.id, array_remove(array[i.district_id, i.city_id, i.province_id], null) as over
    from institution i where i.id in (${row.supporterId}, ${row.supportedId})`)
  const overOf = (id: number) => (above.find((one) => one.id === id)?.over ?? []).filter((one) => one !== id)
  const [first, second] = [overOf(row.supporterId), overOf(row.supportedId)]
  const day = row.fromDay < today() ? today() : row.fromDay
  const pairs = await pairsOf(db, { from: day, of: [...first, ...second] })
  const pair = pairs.find(
    ({ supporterId, supportedId }) => first.includes(supporterId) && second.includes(supportedId),
  )
  if (!pair) return null
  const readableOne = await db.maybeOne(
    sql`select 1 from ${caseRows} k where k.id = ${pair.caseId}::uuid and ${readable(actor)}`,
  )
  return {
    id: pair.caseId,
    title: `${pair.supporter} 与 ${pair.supported} 的结对`,
    mayRead: readableOne !== undefined,
  }
}
