import type { Actor } from '../../../catalogue/access/access.ts'
import { databaseDay } from '../../platform/db/today.ts'
import { invalid, invalidFields } from '../../../catalogue/errors.ts'
import type { AdvancedSearch, SearchAnswer, SearchSort } from '../../../catalogue/contract/analysis/query.ts'
import {
  carriedKeys,
  chosenColumns,
  columnCalled,
  countedBy,
  fieldOfColumn,
  isContact,
  orderCalled,
  usualColumns,
} from '../../../catalogue/query/columns.ts'
import { sectionsFor } from '../../../catalogue/query/fields.ts'
import { faultsOf } from '../../../catalogue/query/judge.ts'
import type { Query } from '../../../catalogue/query/query.ts'
import { plainSentence, sentenceOf, type Piece } from '../../../catalogue/query/sentence.ts'
import { countNumbers, type Place } from '../../engine/access/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { namesIn } from './named.ts'
import { shownPeople, type FoundRow } from './people.ts'
import {
  numbersAsked,
  personValue,
  usualLimits,
  type QueryRequest,
  type SearchNeeds,
} from './statement/asked.ts'
import { countPlaces, pageByName, type PlaceCount } from './wide/found.ts'
import { narrow, type NarrowedQuery } from './wide/narrow.ts'
import { statementOf, type CarriedValue, type Statement } from './statement/statement.ts'
import { sortExpression } from './statement/order.ts'
import { mostPlaces, placeOf, placeName } from './place.ts'

/**
 * Makes a query ready to be asked by a reader.
 * @throws AppError `invalid` with the place of each fault: what the reader may not ask, outside the scope, a
 * day to come
 */
export async function asking(searching: SearchNeeds, actor: Actor, query: Query): Promise<QueryRequest> {
  const { engine, figures, limits = usualLimits } = searching
  const sections = sectionsFor(engine.records, actor)
  const faults = faultsOf(query, sections)
  if (faults.length > 0) throw invalidFields(faults)
  const today = await databaseDay(engine.db)
  const day = query.asOf ?? today
  if (day > today) throw invalid('asOf', '截至日期不能晚于今天')
  const place = query.place === undefined ? null : await placeOf(engine, actor, query.place)
  return { engine, figures, limits, actor, query, sections, place, day, isPast: day < today }
}

/** The query in words, with the names of what its values stand for. */
async function pieces(asked: QueryRequest): Promise<Piece[]> {
  const [place, named] = await Promise.all([placeName(asked), namesIn(asked)])
  return sentenceOf(asked.query, { sections: asked.sections, place, day: asked.day, named })
}

export const sentence = async (asked: QueryRequest): Promise<string> => plainSentence(await pieces(asked))

const below: Readonly<Record<string, Sql>> = {
  province_id: sql`coalesce(base.city_id, base.institution_id)`,
  city_id: sql`coalesce(base.district_id, base.institution_id)`,
}
const levelOfRole: Readonly<Record<number, string>> = { 6: 'province_id', 5: 'city_id' }
const levelBelow: Readonly<Record<string, 'city' | 'district'>> = { province_id: 'city', city_id: 'district' }

/** The column of the place that is looked at. */
const lookedAt = ({ actor, place }: QueryRequest): string => place?.column ?? levelOfRole[actor.role] ?? ''

/** The institution one step below the place that is looked at, to which a person belongs. */
const stepBelow = (asked: QueryRequest): Sql => below[lookedAt(asked)] ?? sql`base.institution_id`

interface Counts {
  readonly base: number
  readonly total: number
  readonly several: number
  readonly remaining: number[]
  readonly places: readonly PlaceCount[]
  /** Numbers of those who were found, where only some were looked at. */
  readonly found: number[] | null
}

function countsStatement(asked: QueryRequest, { head, total, remaining, groups }: Statement): Sql {
  const each = remaining.map(({ holds }) => sql`count(*) filter (where ${holds})`)
  const twice =
    groups.length < 2
      ? sql`0`
      : sql`count(*) filter (where ${sql.join(
          groups.map((group) => sql`(${group})::int`),
          ' + ',
        )} > 1)`
  return sql`${head}, at as (
      select ${stepBelow(asked)} as id, count(*)::int as count
      from base
      where ${total}
      group by 1
      order by 2 desc, 1
      limit ${mostPlaces})
    select count(*)::int as base, (count(*) filter (where ${total}))::int as total, (${twice})::int as several,
      array[${sql.join(each)}]::int[] as remaining,
      ${asked.only ? sql`array_agg(base.id) filter (where ${total})` : sql`null::int[]`} as found,
      (select coalesce(json_agg(json_build_object('id', at.id, 'name', i.name, 'count', at.count)
          order by at.count desc, i.name), '[]')
        from at join institution i on i.id = at.id) as places
    from base`
}

/** Counts of a query, and the people to read for its list. */
interface QueryCounts extends Omit<Counts, 'remaining' | 'found'> {
  readonly byPath: Readonly<Record<string, number>>
  /** The people found, if the list need not look at anybody else. */
  readonly found: readonly number[] | null
  readonly wide: NarrowedQuery | null
}

/** Asks the records of these people, or of everybody; one statement over the scope. */
async function countedIn(asked: QueryRequest): Promise<QueryCounts> {
  const statement = await statementOf(asked, [], [])
  const row = await asked.engine.search.one<Counts>(countsStatement(asked, statement))
  const byPath = Object.fromEntries(statement.remaining.map(({ path }, at) => [path, row.remaining[at] ?? 0]))
  const found = asked.only ? (row.found ?? []) : null
  return { ...row, found, byPath, wide: null }
}

/** Counts of a query: people found, and those left after each condition. */
async function counted(asked: QueryRequest): Promise<QueryCounts> {
  const wide = await narrow(asked)
  if (!wide) return countedIn(asked)
  const { base, remaining, several, candidates } = wide
  const { mostCandidates } = asked.limits
  const before = Object.fromEntries(remaining)
  if (several !== null) {
    const level = levelBelow[lookedAt(asked)] ?? null
    const places = await countPlaces(asked, wide, { level, most: mostPlaces })
    const found = candidates.length > mostCandidates ? null : candidates
    return { base, total: candidates.length, several, places, found, byPath: before, wide }
  }
  if (candidates.length > mostCandidates) return countedIn(asked)
  const some = await countedIn({ ...asked, only: candidates })
  return { ...some, base, byPath: { ...some.byPath, ...before } }
}

/** People who may fulfil a query, where they are found in memory; null where only a statement says it. */
export async function candidatesOf(asked: QueryRequest): Promise<readonly number[] | null> {
  const wide = await narrow(asked)
  return wide && wide.candidates.length <= asked.limits.mostCandidates ? wide.candidates : null
}

/** Number of people that a query finds. */
export const countOf = async (asked: QueryRequest): Promise<number> => (await counted(asked)).total

interface ListRequest {
  readonly columns: readonly string[]
  readonly sort: SearchSort
  readonly most: number
  readonly skip: number
  readonly within: Place | null
}

const withinSql = (within: Place | null): Sql =>
  within === null ? sql`true` : sql`${sql.id('base', within.column)} = ${within.id}`

/**
 * The people a query finds, in the order that was asked, with what only the statement knows: counts and
 * worked out values.
 */
export async function listed(asked: QueryRequest, wanted: ListRequest): Promise<FoundRow[]> {
  const keys = [...wanted.columns, ...wanted.sort.map(([key]) => key)]
  const own = carriedKeys(wanted.columns)
  const carry: CarriedValue[] = [
    ...own.map((key, at) => ({ name: `w${at}`, value: personValue(key, asked.day) })),
    ...wanted.columns.flatMap((key) => {
      const at = countedBy(key)
      return at === null ? [] : [{ name: `n${at}`, value: sql`coalesce(${sql.id(`h${at}`, 'n')}, 0)` }]
    }),
    ...wanted.sort.map(([key], at) => ({ name: `o${at}`, value: sortExpression(asked, key) })),
  ]
  const { head, total } = await statementOf(asked, keys, carry)
  const order = wanted.sort.map(
    ([_key, direction], at) => sql`${sql.id('base', `o${at}`)} ${sql.raw(direction)} nulls last`,
  )
  const rows = await asked.engine.search.query<FoundRow>(sql`${head}
    select base.*
    from base
    where ${total} and ${withinSql(wanted.within)}
    order by ${sql.join([...order, sql`base.name_sort`, sql`base.id`])}
    limit ${wanted.most} offset ${wanted.skip}`)
  return rows
}

/**
 * A query about people who are known to fulfil it: its conditions need not be asked again, but for counts
 * that are shown.
 */
function aboutFound(
  asked: QueryRequest,
  only: readonly number[],
  { columns, sort }: ListRequest,
): QueryRequest {
  const showsCounts = [...columns, ...sort.map(([key]) => key)].some((key) => countedBy(key) !== null)
  return { ...asked, only, query: showsCounts ? asked.query : { ...asked.query, conditions: [] } }
}

/** The page of a query that was counted; looks at nobody who is known not to be on it. */
async function listedOf(
  asked: QueryRequest,
  { found, wide }: QueryCounts,
  wanted: ListRequest,
): Promise<FoundRow[]> {
  const all = found ?? wide?.candidates ?? null
  if (all && wanted.sort.length === 0 && all.length > asked.limits.fewToSort) {
    const page = await pageByName(asked, all, wanted)
    if (page) return listed(aboutFound(asked, page, wanted), { ...wanted, skip: 0 })
  }
  return listed(found ? aboutFound(asked, found, wanted) : asked, wanted)
}

/** The call in the search's own words: the model has others for a column, an order and the size of a page. */
function inOwnWords(body: AdvancedSearch) {
  const { columns = usualColumns, sort = [], limit, pageSize, export: _file, ...rest } = body
  return {
    ...rest,
    columns: [...new Set(columns.map(columnCalled))],
    sort: sort.map(orderCalled),
    pageSize: limit ?? pageSize,
  }
}

/** Throws `invalid` at the part of the call with a key that is no column the reader may see. */
function expectColumns(
  { query, sections }: QueryRequest,
  parts: Readonly<Record<'columns' | 'sort', readonly string[]>>,
): void {
  const isColumn = (key: string) =>
    key === 'name' || chosenColumns(query, sections, [key]).some((one) => one.key === key)
  for (const [part, keys] of Object.entries(parts)) {
    const unknown = keys.find((key) => !isColumn(key))
    if (unknown !== undefined) throw invalid(part, `没有“${unknown}”这一列，或者您不能查看它`)
  }
}

/** One page of what a query finds, with its counts; or the counts alone while it is being built. */
export async function search(
  searching: SearchNeeds,
  actor: Actor,
  body: AdvancedSearch,
): Promise<SearchAnswer> {
  const begun = performance.now()
  const { engine } = searching
  const { columns: chosen, sort, page, pageSize, within, countsOnly, ...query } = inOwnWords(body)
  const asked = await asking(searching, actor, query)
  const columns = chosenColumns(query, asked.sections, chosen)
  expectColumns(asked, { columns: chosen, sort: sort.map(([key]) => key) })
  const narrowed = within === undefined ? null : await placeOf(engine, actor, within)
  await countNumbers(engine, actor, 'query', numbersAsked(asked))
  const counts = await counted(asked)
  const rows = countsOnly
    ? []
    : await listedOf(asked, counts, {
        columns: columns.map(({ key }) => key),
        sort,
        most: pageSize,
        skip: (page - 1) * pageSize,
        within: narrowed,
      })
  const list = await shownPeople(asked, rows, columns)
  const inPlace = counts.places.find(({ id }) => id === within)?.count
  return {
    list,
    total: inPlace ?? counts.total,
    page,
    pageSize,
    columns: columns.map(({ key, label }) => ({
      key,
      label,
      sorts: !isContact(key) && fieldOfColumn(asked.sections, key)?.sealed !== true,
    })),
    base: counts.base,
    remaining: counts.byPath,
    several: counts.several,
    places: [...counts.places],
    sentence: await pieces(asked),
    place: await placeName(asked),
    day: asked.day,
    at: new Date().toISOString(),
    took: Math.round(performance.now() - begun),
  }
}
