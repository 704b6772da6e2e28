import type { Actor } from '../../../../catalogue/access/access.ts'
import type {
  PairLine,
  PairPage,
  PairsAsked,
  PairStage,
} from '../../../../catalogue/contract/support-pairs.ts'
import { lateLights, type Light } from '../../../../catalogue/teaching/studio-lights.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { caseRows, readable } from '../../../engine/processes/index.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { agreementRows, agreementsWhere, newestFirst, type AgreementRow } from './agreement.ts'
import { lightsIn, litGoals } from './lights.ts'
import { standingGoals } from './standings.ts'

const statesOf: Readonly<Record<PairStage, readonly string[]>> = {
  active: ['active'],
  waiting: ['draft', 'returned', 'pendingOther', 'pendingRecord', 'scheduled'],
  over: ['ended', 'terminated', 'cancelled'],
}

function conditionOf(actor: Actor, { q, stage, kind }: PairsAsked): Sql {
  return sql`${readable(actor)} and k.state = any(${[...statesOf[stage]]}::text[])
    ${kind ? sql`and k.value ->> 'kind' = ${kind}` : sql.empty}
    ${q ? sql`and position(${q} in coalesce(k.value ->> 'title', '') || coalesce(a.name, '')) > 0` : sql.empty}`
}

/** The condition of a list that asks for lights, which are counted: agreements with a goal that has one. */
async function withLight(db: Queryable, actor: Actor, asked: PairsAsked): Promise<Sql> {
  const where = conditionOf(actor, asked)
  if (asked.light === undefined) return where
  const wanted: readonly Light[] = asked.light === 'late' ? lateLights : [asked.light]
  const lit = await litGoals(db, where)
  const found = lit.filter(({ light }) => light !== null && wanted.includes(light))
  return sql`${where} and k.id = any(${[...new Set(found.map(({ caseId }) => caseId))]}::uuid[])`
}

/** Agreements that concern the office, those that began last first. */
export async function agreementsOf(db: Queryable, actor: Actor, asked: PairsAsked): Promise<PairPage> {
  const { page, pageSize } = asked
  const where = await withLight(db, actor, asked)
  const [rows, total, stages] = await Promise.all([
    agreementsWhere(db, sql`${where} ${newestFirst} limit ${pageSize} offset ${(page - 1) * pageSize}`),
    countWhere(db, where),
    stagesFor(db, actor),
  ])
  return { list: await linesOf(db, actor, rows), total, page, pageSize, stages }
}

async function countWhere(db: Queryable, where: Sql): Promise<number> {
  const { many } = await db.one<{ many: number }>(
    sql`select count(*)::int as many from ${agreementRows} where k.type = 'pairAgreement' and ${where}`,
  )
  return many
}

async function stagesFor(db: Queryable, actor: Actor): Promise<PairPage['stages']> {
  const rows = await db.query<{ state: string; many: number }>(sql`
    select k.state, count(*)::int as many from ${caseRows} k
    where k.type = 'pairAgreement' and ${readable(actor)} group by k.state`)
  const of = (stage: PairStage) =>
    rows.reduce((sum, { state, many }) => sum + (statesOf[stage].includes(state) ? many : 0), 0)
  return { active: of('active'), waiting: of('waiting'), over: of('over') }
}

/** The ids of what a list shows, in its order; for taking it out. */
export async function agreementIds(
  db: Queryable,
  actor: Actor,
  asked: PairsAsked,
  most: number,
): Promise<string[]> {
  const where = await withLight(db, actor, asked)
  const rows = await db.query<{ id: string }>(sql`
    select k.id from ${agreementRows} where k.type = 'pairAgreement' and ${where} ${newestFirst} limit ${most}`)
  return rows.map(({ id }) => id)
}

/** Some agreements that the office may read, by their ids and in that order. */
export const linesOfAgreements = async (
  db: Queryable,
  actor: Actor,
  ids: readonly string[],
): Promise<PairLine[]> =>
  linesOf(
    db,
    actor,
    await agreementsWhere(
      db,
      sql`k.id = any(${[...ids]}::uuid[]) and ${readable(actor)}
        order by array_position(${[...ids]}::uuid[], k.id)`,
    ),
  )

const waitingStates: Readonly<Record<string, PairLine['waits']>> = {
  pendingOther: 'sign',
  pendingRecord: 'record',
  draft: 'mend',
  returned: 'mend',
}

async function linesOf(db: Queryable, actor: Actor, rows: readonly AgreementRow[]): Promise<PairLine[]> {
  const goals = await standingGoals(db, rows)
  return rows.map((row) => {
    const own = goals.get(row.id) ?? []
    const isHeld = row.holderId === actor.institutionId && row.holderRole === actor.role
    return {
      id: row.id,
      title: row.title,
      kind: row.kind,
      supporter: row.supporter,
      supported: row.supported,
      outside: row.outside,
      authority: row.authority,
      state: row.state,
      fromDay: row.fromDay,
      untilDay: row.untilDay,
      goals: own.length,
      lights: lightsIn(own),
      waits: isHeld ? (waitingStates[row.state] ?? null) : null,
    }
  })
}
