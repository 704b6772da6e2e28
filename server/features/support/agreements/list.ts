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
import { standingGoals, type StandingGoal } from './standings.ts'

/** Most agreements among which a light is looked for: it is counted, not kept. */
const mostCounted = 5_000

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

/** How many goals have each light. */
export function lightsIn(goals: readonly StandingGoal[]): Partial<Record<Light, number>> {
  const many: Partial<Record<Light, number>> = {}
  for (const { light } of goals) if (light !== null) many[light] = (many[light] ?? 0) + 1
  return many
}

/** Agreements that a list asks for by their lights, which are counted: all that have one of them. */
async function withLight(db: Queryable, actor: Actor, asked: PairsAsked): Promise<AgreementRow[]> {
  const all = await agreementsWhere(db, sql`${conditionOf(actor, asked)} ${newestFirst} limit ${mostCounted}`)
  if (asked.light === undefined) return all
  const goals = await standingGoals(db, all)
  const wanted: readonly Light[] = asked.light === 'late' ? lateLights : [asked.light]
  return all.filter(({ id }) => goals.get(id)?.some(({ light }) => light !== null && wanted.includes(light)))
}

/** Agreements that concern the office, those that began last first. */
export async function agreementsOf(db: Queryable, actor: Actor, asked: PairsAsked): Promise<PairPage> {
  const { light, page, pageSize } = asked
  const from = (page - 1) * pageSize
  const where = conditionOf(actor, asked)
  const [found, stages] = await Promise.all([
    light === undefined
      ? Promise.all([
          agreementsWhere(db, sql`${where} ${newestFirst} limit ${pageSize} offset ${from}`),
          countWhere(db, where),
        ])
      : withLight(db, actor, asked).then((all) => [all.slice(from, from + pageSize), all.length] as const),
    stagesFor(db, actor),
  ])
  const [rows, total] = found
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
export const agreementIds = async (
  db: Queryable,
  actor: Actor,
  asked: PairsAsked,
  most: number,
): Promise<string[]> => (await withLight(db, actor, asked)).slice(0, most).map(({ id }) => id)

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
