import type { Actor } from '../../../catalogue/access/access.ts'
import type { TrainingStatisticsQuery } from '../../../catalogue/contract/training/figures.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { placeWithin, type Place } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { areaFor, type Figures } from '../../engine/figures/index.ts'
import { ruleFor } from '../../engine/ledger/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { NeedsOf } from './needs.ts'
import type { TrainingNumbers } from './numbers.ts'
import type { PeopleAsked } from './people.ts'

/** What the statistics of training work with. */
export interface TrainingFigureNeeds {
  readonly engine: Engine
  readonly figures: Figures
  readonly numbers: TrainingNumbers
  readonly needsOf: NeedsOf
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
  const area = await areaFor(engine.db, actor, query.area_code)
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
    areaCode: area.areaCode,
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
