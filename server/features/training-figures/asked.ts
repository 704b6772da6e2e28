import { scopeOf, type Actor } from '../../../catalogue/access/access.ts'
import type { TrainingStatisticsQuery } from '../../../catalogue/contract/training/figures.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { institutionsInScope, placeWithin, type Place } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Figures, TreePlace } from '../../engine/figures/index.ts'
import { ruleFor } from '../../engine/ledger/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { TrainingNumbers } from './numbers.ts'
import type { PeopleAsked } from './people.ts'

/** What the statistics of training work with. */
export interface TrainingFigureNeeds {
  readonly engine: Engine
  readonly figures: Figures
  readonly numbers: TrainingNumbers
}

export type Query = Omit<TrainingStatisticsQuery, 'page' | 'pageSize' | 'export'>

/** A question within the reader's scope, ready to be answered. */
export interface FigureRequest extends PeopleAsked {
  readonly actor: Actor
  readonly query: Query
  /** The place as scope columns name it. */
  readonly within: Place
  readonly areaCode: string | null
}

interface AreaRow {
  readonly id: number
  readonly area_code: string | null
}

/** The institution of an area code in the actor's scope, or the own one. AppError `missing` outside it. */
async function areaFor(engine: Engine, actor: Actor, code: string | undefined): Promise<AreaRow> {
  const own = scopeOf(actor)
  if (own === null) throw new AppError('forbidden')
  const which =
    code === undefined
      ? sql`i.id = ${own.value}`
      : sql`i.area_code = ${code} and i.level in ('province', 'city', 'district') and i.closed_on is null`
  const row = await engine.db.maybeOne<AreaRow>(sql`
    select i.id, i.area_code
    from institution i
    where ${which} and ${institutionsInScope(actor, 'i')}
    order by i.level desc, i.id
    limit 1`)
  if (!row) throw new AppError('missing')
  return row
}

/**
 * The day of a year on which people are counted: today, or of a year that is over its frozen day, else its
 * last.
 */
async function dayOf({ figures }: TrainingFigureNeeds, year: number): Promise<string | null> {
  if (year >= Number(today().slice(0, 4))) return null
  const frozen = (await figures.runs()).find(({ on }) => on.startsWith(`${year}-`))
  return frozen?.on ?? `${year}-12-31`
}

/** Reads a question; a year, place or stage that cannot be answered is refused in words. */
export async function askedBy(
  needs: TrainingFigureNeeds,
  actor: Actor,
  query: Query,
): Promise<FigureRequest> {
  const { engine, figures } = needs
  const area = await areaFor(engine, actor, query.area_code)
  const year = query.year ?? Number(today().slice(0, 4))
  const day = await figures.on({ placeId: area.id, on: await dayOf(needs, year), field: 'year' })
  const { tree, columns } = day.counted
  const place = tree.placeOf(area.id)
  if (!place) throw new AppError('missing')
  const within = await placeWithin(engine.db, actor, area.id)
  const { province_id: province } = await engine.db.one<{ province_id: number | null }>(
    sql`select province_id from institution where id = ${area.id}`,
  )
  return {
    actor,
    query,
    day,
    place,
    within,
    areaCode: area.area_code,
    year,
    level: query.level,
    stage: query.stage === undefined ? undefined : columns.buckets.stage.byKey.get(query.stage),
    subject: query.subject === undefined ? undefined : columns.buckets.subject.byKey.get(query.subject),
    rule: await ruleFor(engine.db, province, year),
    far: query.group_by === 'school',
  }
}

/** Condition on institutions `alias`: the asked place and everything below it. */
export const belowPlace = ({ within: { column, id } }: Pick<FigureRequest, 'within'>, alias: string): Sql =>
  sql`${sql.id(alias, column === 'institution_id' ? 'id' : column)} = ${id}`

/** Condition on facts `f` of started courses: of people of the place, of the asked stage and subject. */
export const factsOf = ({ within: { column, id }, query: { stage, subject } }: FigureRequest): Sql =>
  sql`${sql.id('f', column)} = ${id}
    ${stage === undefined ? sql.empty : sql`and f.stage = ${stage}`}
    ${subject === undefined ? sql.empty : sql`and f.subject = ${subject}`}`

/** The way from the reader's own place down to the asked one. */
export async function pathTo(
  { engine }: TrainingFigureNeeds,
  { actor, day, place }: FigureRequest,
): Promise<{ name: string; areaCode: string | null }[]> {
  const top = scopeOf(actor)?.value
  const way: TreePlace[] = []
  for (
    let at: TreePlace | undefined = place;
    at !== undefined;
    at = at.id === top ? undefined : day.counted.tree.placeOf(at.parentId)
  )
    way.unshift(at)
  const codes = await engine.db.query<AreaRow>(
    sql`select id, area_code from institution where id = any(${way.map(({ id }) => id)}::int[])`,
  )
  const byId = new Map(codes.map((row) => [row.id, row.area_code]))
  return way.map(({ id, name }) => ({ name, areaCode: byId.get(id) ?? null }))
}
