import type { RecordPage } from '../../../../catalogue/contract/archive/records.ts'
import { invalid } from '../../../../catalogue/errors.ts'
import { sql } from '../../../platform/db/sql.ts'
import { placeWithin, teachersCalled } from '../../access/index.ts'
import type { Ask, Queryable } from '../../engine.ts'
import { tableName } from '../../schema/index.ts'
import {
  effectiveRow,
  listStatement,
  pageOf,
  rankStatement,
  scopeRows,
  spreadWalkStatement,
  walkStatement,
  type Among,
} from './list.ts'
import type { ListQuery } from './list-query.ts'
import type { RowWithTotal, EffectiveRow } from '../read/rows.ts'

/**
 * Most rows that one answer reads where no index finds them. Reading so many takes some 100 ms
 * (bench/README.md); nearly every list of a district has fewer.
 */
export const readUpTo = 100_000

const narrow = '请先选定市、县（区）或学校'

/**
 * Lists the values in force in the actor's scope. In the list's own order it follows an index. Other orders,
 * filters and search words read rows, in the pool for searches. In a scope of more than `upTo` rows they read
 * only so many; after that the reader is asked to narrow the scope (docs/decisions/0034).
 */
export async function listEffective(ask: Ask, query: ListQuery, upTo = readUpTo): Promise<RecordPage> {
  const { engine, actor, definition } = ask
  const among = {
    upTo,
    place: query.institutionId === null ? null : await placeWithin(engine.db, actor, query.institutionId),
  }
  const list = async (of: Among, db = engine.search) => {
    const rows = await db.query<RowWithTotal<EffectiveRow>>(listStatement(actor, definition, query, of))
    return pageOf(query, rows, (row) => effectiveRow(engine, actor, definition, row))
  }
  const inOrder = query.sort.key === definition.pages.list.order
  if (query.q === null && query.filters.length === 0 && inOrder) return list(among, engine.db)
  const bounded = query.ownerId !== null || !(await isWide(ask, among))
  if (bounded) return list(among)
  if (query.q !== null) return list({ ...among, owners: await ownersCalled(ask, query.q, among) })
  if (!inOrder) throw invalid('sort', `范围内的记录超过 ${upTo} 条，不能按这一栏排序，${narrow}`)
  return walk(ask, query, among)
}

/**
 * Which rows of the scope are read for a whole list. Refused where filters or another order would have to
 * read more than one answer may.
 */
export async function boundsOf(
  ask: Ask,
  query: ListQuery,
  place: Among['place'],
): Promise<{ among: Among; isPlain: boolean }> {
  const among = { upTo: readUpTo, place }
  const inOrder = query.sort.key === ask.definition.pages.list.order
  const isPlain = query.q === null && query.filters.length === 0 && inOrder
  if (isPlain || query.ownerId !== null || !(await isWide(ask, among))) return { among, isPlain }
  if (query.q === null) throw invalid('', `范围内的记录超过 ${readUpTo} 条，${narrow}`)
  return { among: { ...among, owners: await ownersCalled(ask, query.q, among) }, isPlain }
}

/**
 * How long a scope that was found too wide is taken for too wide, in milliseconds. Scopes grow, and hardly
 * ever shrink.
 */
const staysWide = 10 * 60_000
const wide = new WeakMap<Queryable, Map<string, number>>()

/**
 * Whether the scope has more than `upTo` rows in force. Each shard of a distributed database sends so many to
 * be counted (0.2 s), so the answer is kept for the scopes that have.
 */
async function isWide({ engine, actor, definition }: Ask, among: Among & { readonly upTo: number }) {
  const scope = sql`
      select 1
      from ${sql.id(tableName(definition.name))} r
      where ${scopeRows(actor, definition, null, among)}
      limit ${among.upTo + 1}`
  const key = JSON.stringify([scope.text, scope.values])
  const known = wide.get(engine.search) ?? new Map<string, number>()
  wide.set(engine.search, known)
  if ((known.get(key) ?? 0) > Date.now()) return true
  const { count } = await engine.search.one<{ count: number }>(
    sql`select count(*)::int as count from (${scope}) s`,
  )
  if (count > among.upTo) known.set(key, Date.now() + staysWide)
  return count > among.upTo
}

/** Finds owners by name. In a scope too large to search in fields, search words are taken as a name. */
async function ownersCalled(
  { engine, actor, definition }: Ask,
  q: string,
  { place }: Among,
): Promise<number[]> {
  if (definition.owner !== 'teacher') throw invalid('q', `范围太大，不能按关键字搜索，${narrow}`)
  const found = await teachersCalled(engine.search, actor, q, place)
  if (found.length === 0)
    throw invalid('q', `没有姓名或拼音是“${q}”的教师；这么大的范围只按姓名搜索，要按内容搜索，${narrow}`)
  return found
}

async function walk(
  ask: Ask,
  query: ListQuery,
  among: Among & { readonly upTo: number },
): Promise<RecordPage> {
  const { engine, actor, definition } = ask
  const rows = (await engine.search.isSpread())
    ? await spreadWalk(ask, query, among)
    : await engine.search.query<EffectiveRow>(walkStatement(actor, definition, query, among))
  if (rows.length <= query.pageSize)
    throw invalid(
      query.filters[0]?.key ?? '',
      `范围内的记录超过 ${among.upTo} 条，符合该条件的很少，${narrow}再筛选`,
    )
  return {
    list: rows.slice(0, query.pageSize).map((row) => effectiveRow(engine, actor, definition, row)),
    // The rows are not counted. A total of one more than the pages so far says that there is a next page.
    total: query.page * query.pageSize + 1,
    totalMore: true,
    page: query.page,
    pageSize: query.pageSize,
  }
}

/**
 * The same rows from a distributed database; none where the last of them comes after the first `upTo` of the
 * scope.
 */
async function spreadWalk(
  { engine, actor, definition }: Ask,
  query: ListQuery,
  among: Among & { readonly upTo: number },
): Promise<EffectiveRow[]> {
  const rows = await engine.search.query<EffectiveRow & { readonly sort_key: string }>(
    spreadWalkStatement(actor, definition, query, among),
  )
  const row = rows[query.pageSize]
  if (row === undefined) return []
  const { rank } = await engine.search.one<{ rank: number }>(
    rankStatement(actor, definition, query, { among, row }),
  )
  return rank > among.upTo ? [] : rows
}
