import { goalFault, goalsIn, pairKinds, sides } from '../../../../catalogue/support/goals.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import type { Queryable } from '../../../engine/engine.ts'
import {
  caseRows,
  type CaseJudgement,
  type Consequences,
  type Matter,
  judgedFault,
  judgedFine,
  neverVoided,
  noOutcome,
} from '../../../engine/processes/index.ts'
import { addDays, today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { dropLast, keepGoals, planLast, planReadings } from './goals.ts'
import { supportedOf, supporterOf } from './pairs.ts'

/** Days in which a termination may be taken back (teaching-research.md, 10.1). */
const takeBackDays = 30

type OwnEffects = 'pairProposed' | 'pairRecorded' | 'pairStarted' | 'pairEnded'

const dayIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const termOf = ({ value }: Pick<Matter, 'value'>) => ({
  from: dayIn(value['fromDay']),
  until: dayIn(value['untilDay']),
})

/** What moves of a pair agreement do beside moving the case. */
export const pairEffects: Pick<Consequences['effects'], OwnEffects> = {
  pairProposed: {
    applied: async (tx, matter) => {
      const { supporter, supported } = sidesOf(matter)
      const names = await namesFor(tx, [supporter, supported])
      const outside = matter.value['outside']
      const own = names.get(supporter)?.name ?? ''
      const first = typeof outside === 'string' && outside !== '' ? outside : own
      const title = `${first} 帮扶 ${names.get(supported)?.name ?? ''}`
      return { ...noOutcome, value: { title, supporter, supported, partnerContact: null } }
    },
    voided: neverVoided,
  },
  pairRecorded: {
    applied: async (tx, matter) => {
      await keepGoals(tx, matter.id, goalsIn(matter.value['goals']), termOf(matter).from)
      return noOutcome
    },
    voided: neverVoided,
  },
  pairStarted: {
    applied: async (tx, matter) => {
      await planReadings(tx, matter.id, termOf(matter))
      return noOutcome
    },
    voided: neverVoided,
  },
  pairEnded: {
    applied: async (tx, matter) => {
      const { until } = termOf(matter)
      const endedOn = today() < until ? today() : until
      await planLast(tx, matter.id, endedOn)
      await tx.execute(sql`
        update pair_amendment set state = 'withdrawn', answer = '协议已结束', answered_at = clock_timestamp()
        where case_id = ${matter.id}::uuid and state = 'waiting'`)
      await tx.execute(sql`
        update pair_plan set state = 'withdrawn', answer = '协议已结束', answered_at = clock_timestamp()
        where case_id = ${matter.id}::uuid and state = 'waiting'`)
      return { ...noOutcome, value: { endedOn } }
    },
    voided: async (tx, matter) => {
      const endedOn = dayIn(matter.value['endedOn'])
      if (endedOn === '' || addDays(endedOn, takeBackDays) < today())
        throw new AppError('wrongState', { message: `终止超过 ${takeBackDays} 天，不能再撤销` })
      if (termOf(matter).until < today())
        throw new AppError('wrongState', { message: '协议的期限已过，不能恢复执行' })
      await dropLast(tx, matter.id)
      await planReadings(tx, matter.id, termOf(matter))
      return { ...noOutcome, value: { endedOn: null } }
    },
  },
}

/** Which of the two institutions supports the other one. */
function sidesOf({ value, parties }: Pick<Matter, 'value' | 'parties'>) {
  const [proposer, partner] = [parties['proposer'] ?? 0, parties['partner'] ?? 0]
  return value['side'] === sides.supporting
    ? { supporter: proposer, supported: partner }
    : { supporter: partner, supported: proposer }
}

interface InstitutionName {
  readonly id: number
  readonly name: string
  readonly level: string
  readonly closed: boolean
  /** Institutions above it, with itself. */
  readonly over: readonly number[]
}

async function namesFor(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, InstitutionName>> {
  const rows = await db.query<InstitutionName>(sql`
    select id, name, level, closed_on is not null as closed,
      array_remove(array[id, district_id, city_id, province_id], null) as over
    from institution where id = any(${[...ids]}::int[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What is asked before an agreement is handed in. */
export const pairJudges: Pick<Consequences['judges'], 'mayPair'> = {
  mayPair: async (db, matter) => {
    const { value } = matter
    const wrong = await sidesFault(db, matter)
    if (wrong !== null) return wrong
    const { from, until } = termOf(matter)
    if (until < today()) return judgedFault('untilDay', '截止日不能早于今天')
    const goals = goalFault(goalsIn(value['goals']), { from, until })
    return goals === null ? twinFault(db, matter, { from, until }) : judgedFault('goals', goals)
  },
}

/** Why the two institutions cannot be paired; null where they can. */
async function sidesFault(db: Queryable, { value, parties }: Matter): Promise<CaseJudgement | null> {
  const [proposer, partner] = [parties['proposer'] ?? 0, parties['partner'] ?? 0]
  if (proposer === partner) return judgedFault('partner', '对方单位不能是本单位')
  const names = await namesFor(db, [proposer, partner])
  const [own, other] = [names.get(proposer), names.get(partner)]
  if (!own || !other) return judgedFault('partner', '请选择对方单位')
  if (other.closed) return judgedFault('partner', '对方单位已撤销，请另选')
  if (other.over.includes(proposer) || own.over.includes(partner))
    return judgedFault('partner', '对方单位是本单位的上级或下级，无需结对')
  const wrong = kindFault(String(value['kind']), value['side'], [own, other])
  if (wrong !== null) return wrong
  return (parties['authority'] ?? null) === null
    ? judgedFault('partner', '两个单位上面没有共同的主管单位可以备案')
    : null
}

const authorities: readonly string[] = ['province', 'city', 'district']

/** Whether the two institutions are of the kind that the agreement says. */
function kindFault(kind: string, side: unknown, both: readonly InstitutionName[]): CaseJudgement | null {
  const levels = both.map(({ level }) => level)
  if (kind === pairKinds.offices && !levels.every((level) => authorities.includes(level)))
    return judgedFault('kind', '行政结对的双方都须是教育行政部门')
  if (kind === pairKinds.schools && !levels.every((level) => level === 'school'))
    return judgedFault('kind', '学校结对的双方都须是学校')
  if (kind === pairKinds.institutes && !levels.every((level) => level === 'centre'))
    return judgedFault('kind', '教研机构结对的双方都须是教研、进修等机构')
  if (kind !== pairKinds.universities) return null
  if (!authorities.includes(levels[0] ?? ''))
    return judgedFault('kind', '高校结对由支援方的教育行政部门代高校填写')
  return side === sides.supporting ? null : judgedFault('side', '高校结对时，代填的行政部门是支援方')
}

/** Two agreements of the same institutions, side and kind may not run at once. */
async function twinFault(
  db: Queryable,
  matter: Matter,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<CaseJudgement> {
  const { supporter, supported } = sidesOf(matter)
  const twin = await db.maybeOne<{ title: string }>(sql`
    select k.value ->> 'title' as title from ${caseRows} k
    where k.type = 'pairAgreement' and k.handed_in and k.under_way and k.id <> ${matter.id}::uuid
      and ${supporterOf} = ${supporter} and ${supportedOf} = ${supported}
      and k.value ->> 'kind' = ${String(matter.value['kind'])}
      and coalesce(k.value ->> 'outside', '') = ${String(matter.value['outside'] ?? '')}
      and k.value ->> 'fromDay' <= ${until} and k.value ->> 'untilDay' >= ${from}
    limit 1`)
  return twin ? judgedFault('partner', '这两个单位已有一份期限重叠的协议') : judgedFine
}
