import type { Actor } from '../../../catalogue/access/access.ts'
import type { TalentPage, TalentQuery } from '../../../catalogue/contract/analysis/talents.ts'
import { invalid } from '../../../catalogue/errors.ts'
import {
  institutionsInScope,
  placeCondition,
  placeWithin,
  scopeCondition,
  teachersCalled,
  type Place,
} from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { exactUpTo } from '../../engine/records/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { isDoubtful, lineOf, linesStatement, type LineRow } from './lines.ts'

/** The authority of an area in the actor's scope; 400 with the field where there is none. */
export async function placeOfArea(
  db: Queryable,
  actor: Actor,
  code: string | undefined,
): Promise<Place | null> {
  if (code === undefined) return null
  const row = await db.maybeOne<{ id: number }>(sql`
    select i.id
    from institution i
    where i.area_code = ${code} and i.level in ('province', 'city', 'district') and i.closed_on is null
      and ${institutionsInScope(actor, 'i')}
    order by i.level desc, i.id
    limit 1`)
  if (!row) throw invalid('area_code', '范围内没有该区划')
  return placeWithin(db, actor, row.id)
}

/** A list as it was asked for. */
export interface TalentRequest {
  readonly actor: Actor
  readonly query: TalentQuery
  readonly places: readonly Place[]
  /** Teachers with the name that was typed. */
  readonly called: readonly number[] | null
}

export async function askedOf(engine: Engine, actor: Actor, query: TalentQuery): Promise<TalentRequest> {
  const { institutionId, area_code: area, keyword } = query
  const place = institutionId === undefined ? null : await placeWithin(engine.db, actor, institutionId)
  const ofArea = await placeOfArea(engine.db, actor, area)
  const called = keyword ? await teachersCalled(engine.search, actor, keyword) : null
  return { actor, query, places: [place, ofArea].filter((one) => one !== null), called }
}

const needsTeacher = ({ state, subject }: TalentQuery): boolean =>
  state === 'doubtful' || subject !== undefined

function conditions({ actor, query, places, called }: TalentRequest): Sql[] {
  const { kind, level, subject, how, published, state } = query
  return [
    scopeCondition(actor, 'e'),
    ...places.map((place) => placeCondition(place, 'e')),
    state === 'removed'
      ? sql`e.office_id = ${actor.institutionId} and e.removed_at is not null`
      : sql`e.removed_at is null`,
    ...(state === undefined || state === 'doubtful' || state === 'removed'
      ? []
      : [sql`e.state = ${state}::text`]),
    ...(state === 'doubtful' ? [isDoubtful] : []),
    ...(published === undefined
      ? []
      : [published === '1' ? sql`e.state = 'published'` : sql`e.state <> 'published'`]),
    ...(kind === undefined ? [] : [sql`e.kind = ${kind}`]),
    ...(level === undefined ? [] : [sql`e.level = ${level}`]),
    ...(subject === undefined ? [] : [sql`t.subject = ${subject}`]),
    ...(how === undefined ? [] : [how === 'manual' ? sql`e.rule is null` : sql`e.rule is not null`]),
    ...(called === null ? [] : [sql`e.owner_id = any(${[...called]}::int[])`]),
  ]
}

/** Entries `e` of the list as a `from` with its conditions. */
const fromEntries = (asked: TalentRequest): Sql => sql`
  from talent_entry e ${needsTeacher(asked.query) ? sql`join teacher t on t.id = e.owner_id` : sql.empty}
  where ${sql.join(conditions(asked), ' and ')}`

const orderOf = ({ query }: TalentRequest): Sql =>
  query.state === 'removed' ? sql`e.removed_at desc, e.id` : sql`e.kind, e.level, e.id`

/** The statement of the numbers of the list's entries in its order, with their people. */
export const keysStatement = (asked: TalentRequest, most: number, skip = 0): Sql => sql`
  select e.id, e.owner_id ${fromEntries(asked)} order by ${orderOf(asked)} limit ${most} offset ${skip}`

const countStatement = (asked: TalentRequest): Sql => sql`
  select count(*)::int as total from (select 1 ${fromEntries(asked)} limit ${exactUpTo + 1}) n`

async function countsOf({ search }: Engine, actor: Actor): Promise<TalentPage['counts']> {
  const rows = await search.query<{ state: string; count: number }>(sql`
    select e.state, count(*)::int as count
    from talent_entry e
    where ${scopeCondition(actor, 'e')} and e.removed_at is null
    group by e.state`)
  const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
  return {
    all: rows.reduce((sum, { count }) => sum + count, 0),
    synced: of('synced'),
    confirmed: of('confirmed'),
    published: of('published'),
    unpublished: of('unpublished'),
  }
}

/** One page of the lists of the actor's scope. */
export async function talentsOf(engine: Engine, actor: Actor, query: TalentQuery): Promise<TalentPage> {
  const pageSize = query.limit ?? query.pageSize
  const asked = await askedOf(engine, actor, query)
  const [keys, { total }, counts] = await Promise.all([
    engine.search.query<{ id: number; owner_id: number }>(
      keysStatement(asked, pageSize, (query.page - 1) * pageSize),
    ),
    engine.search.one<{ total: number }>(countStatement(asked)),
    countsOf(engine, actor),
  ])
  const ids = keys.map(({ id }) => id)
  const [rows] = await Promise.all([
    engine.db.query<LineRow>(linesStatement(actor, ids)),
    engine.readings.note(
      actor,
      { kind: 'roster' },
      keys.map(({ owner_id: owner }) => owner),
    ),
  ])
  return {
    list: rows.map((row) => lineOf(actor, row)),
    total: Math.min(total, exactUpTo),
    ...(total > exactUpTo && { totalMore: true as const }),
    page: query.page,
    pageSize,
    counts,
  }
}
