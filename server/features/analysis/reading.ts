import { scopeOf, type Actor } from '../../../catalogue/access/access.ts'
import type { AnalysisQuery, Report } from '../../../catalogue/contract/analysis/figures.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Day, Figures } from '../../engine/figures/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptPanels } from './kept-panels.ts'
import type { TableRequest } from './table.ts'

/** What the calls of statistics work with. */
export interface StatisticsNeeds {
  readonly engine: Engine
  readonly figures: Figures
  readonly panels: KeptPanels
  /** Whether the people are invented. */
  readonly demo: boolean
}

/** Who reads statistics: the authorities. */
export const readers = [4, 5, 6] as const satisfies readonly Role[]

/** Pages that only some of them have (catalogue/pages). */
const onlyFor: Readonly<Partial<Record<Report, readonly Role[]>>> = { datajslb: [5] }

export function requireReport(actor: Actor, report: Report): void {
  if (onlyFor[report]?.includes(actor.role) === false) throw new AppError('forbidden')
}

/** The institution that is asked about, by its number; 404 outside the reader's scope. */
export async function placeIdFor(
  { engine }: Pick<StatisticsNeeds, 'engine'>,
  actor: Actor,
  asked: number | undefined,
): Promise<number> {
  const own = scopeOf(actor)
  if (own === null) throw new AppError('forbidden')
  const id = asked ?? own.value
  const row = await engine.db.maybeOne<{ id: number }>(
    sql`select i.id from institution i where i.id = ${id} and ${institutionsInScope(actor, 'i')}`,
  )
  if (!row) throw new AppError('missing')
  return row.id
}

/** A day and place, ready to be counted. */
export interface Ready extends TableRequest {
  readonly day: Day
}

const onPlace = (day: Day, placeId: number, { basis, stage }: AnalysisQuery): Ready => {
  const { counted } = day
  const place = counted.tree.placeOf(placeId)
  if (!place) throw new AppError('missing')
  const bucket = stage === undefined ? undefined : counted.columns.buckets.stage.byKey.get(stage)
  if (stage !== undefined && bucket === undefined) throw invalid('stage', '没有该学段')
  return { day, counted, place, basis, stage: bucket }
}

/** What stands beside a question, and what it is called. */
export interface ComparedRequest {
  readonly asked: TableRequest
  readonly label: string
}

/** What a question is counted over, and the compared day or place where one is asked for. */
export async function readyFor(
  reading: Pick<StatisticsNeeds, 'engine' | 'figures'>,
  actor: Actor,
  query: AnalysisQuery,
): Promise<{ readonly asked: Ready; readonly compared: ComparedRequest | null }> {
  const { compare, versus } = query
  if (compare !== undefined && versus !== undefined) throw invalid('versus', '对照日期和对照单位只能选一个')
  const placeId = await placeIdFor(reading, actor, query.institution)
  const { figures } = reading
  const day = await figures.on({ placeId, on: query.on ?? null, field: 'on' })
  const asked = onPlace(day, placeId, query)
  if (compare !== undefined) {
    const other = await figures.on({ placeId, on: compare, field: 'compare' })
    return { asked, compared: { asked: onPlace(other, placeId, query), label: '对照日' } }
  }
  if (versus === undefined) return { asked, compared: null }
  const otherId = await placeIdFor(reading, actor, versus)
  // A past day is built for one place at a time.
  const other = await figures.on({ placeId: otherId, on: query.on ?? null, field: 'on' })
  const beside = onPlace(other, otherId, query)
  return { asked, compared: { asked: beside, label: beside.place.name } }
}
