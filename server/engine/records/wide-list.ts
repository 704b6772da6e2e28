import type { Actor } from '../../../catalogue/access/access.ts'
import type { RecordPage } from '../../../catalogue/contract/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import { placeWithin, teachersCalled } from '../access/index.ts'
import type { Engine } from '../engine.ts'
import { tableName } from '../schema/index.ts'
import { effectiveRow, listStatement, pageOf, scopeRows, walkStatement, type Among } from './list.ts'
import type { ListQuery } from './list-query.ts'
import type { Counted, EffectiveRow } from './rows.ts'

/**
 * Rows read for one answer at most where no index finds them: looking through so many takes some 100 ms
 * (bench/README.md). A district lies below it in nearly every list.
 */
export const readUpTo = 100_000

function refuse(field: string, message: string): never {
  throw new AppError('invalid', { errors: [{ field, message }], message })
}

const narrow = '请先选定市、县（区）或学校'

/**
 * Wide list: what is effective within the actor's scope. In the list's own order it runs along an index.
 * Other orders, filters and search words read rows: in the pool for searches, and in a scope of more than
 * `upTo` rows only as far as that; beyond it the reader is asked to narrow the scope (docs/decisions/0034).
 */
export async function listEffective(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  query: ListQuery,
  upTo = readUpTo,
): Promise<RecordPage> {
  const among: Among = {
    place: query.institutionId === null ? null : await placeWithin(engine.db, actor, query.institutionId),
  }
  const list = async (of: Among, db = engine.search) => {
    const rows = await db.query<Counted<EffectiveRow>>(listStatement(actor, definition, query, of))
    return pageOf(query, rows, (row) => effectiveRow(engine, actor, definition, row))
  }
  const inOrder = query.sort.key === definition.list.order
  if (query.q === null && query.filters.length === 0 && inOrder) return list(among, engine.db)
  const bounded =
    query.ownerId !== null || (await rowsInScope(engine, actor, definition, among, upTo)) <= upTo
  if (bounded) return list(among)
  if (query.q !== null)
    return list({ ...among, owners: await ownersCalled(engine, actor, definition, query.q, among) })
  if (!inOrder) refuse('sort', `范围内的记录超过 ${upTo} 条，不能按这一栏排序，${narrow}`)
  return walk(engine, actor, definition, query, among, upTo)
}

/** Rows in force in the scope, counted up to one more than `upTo`. */
async function rowsInScope(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  among: Among,
  upTo: number,
): Promise<number> {
  const { count } = await engine.search.one<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1
      from ${sql.id(tableName(definition.name))} r
      where ${scopeRows(actor, definition, null, among)}
      limit ${upTo + 1}) s`)
  return count
}

/** In a large scope search words are names of owners. */
async function ownersCalled(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  q: string,
  { place }: Among,
): Promise<number[]> {
  if (definition.owner !== 'teacher') refuse('q', `范围太大，不能按关键字查找，${narrow}`)
  const found = await teachersCalled(engine.search, actor, q, place)
  if (found.length === 0)
    refuse('q', `没有姓名或拼音是“${q}”的教师；这么大的范围只按姓名查找，要按内容查找，${narrow}`)
  return found
}

async function walk(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  query: ListQuery,
  among: Among,
  upTo: number,
): Promise<RecordPage> {
  const rows = await engine.search.query<EffectiveRow>(walkStatement(actor, definition, query, among, upTo))
  if (rows.length <= query.pageSize)
    refuse(query.filters[0]?.key ?? '', `范围内的记录超过 ${upTo} 条，符合这个条件的很少，${narrow}再筛选`)
  return {
    list: rows.slice(0, query.pageSize).map((row) => effectiveRow(engine, actor, definition, row)),
    // One more than the pages up to here: there is a next one.
    total: query.page * query.pageSize + 1,
    totalMore: true,
    page: query.page,
    pageSize: query.pageSize,
  }
}
