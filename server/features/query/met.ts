import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { readQuery, type Query } from '../../../catalogue/query/query.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { lineFor } from './row.ts'
import { asking, candidatesOf, sentence } from './search.ts'
import { numbersAsked, type SearchNeeds } from './statement/asked.ts'
import { statementOf } from './statement/statement.ts'

/** Teachers that a query finds. */
export interface MetQuery {
  /** Numbers of teachers, at most as many as were asked. */
  readonly ids: readonly number[]
  readonly sentence: string
}

/**
 * Teachers that a query finds for an actor, at most `most`.
 * @throws AppError `invalid` for what may not be asked, and for numbers of people, which nothing kept may hold
 */
export async function metBy(needs: SearchNeeds, actor: Actor, query: Query, most: number): Promise<MetQuery> {
  const asked = await asking(needs, actor, query)
  if (numbersAsked(asked).length > 0) throw invalid('query', '条件含证件号或手机号，请移除该条件')
  const some = await candidatesOf(asked)
  const { head, total } = await statementOf(some ? { ...asked, only: some } : asked, [], [])
  const rows = await needs.engine.search.query<{ id: number }>(sql`${head}
    select base.id from base where ${total} order by base.id limit ${most}`)
  return { ids: rows.map(({ id }) => id), sentence: await sentence(asked) }
}

/**
 * Which of these teachers a query's people are, and whether each of them fulfils it: one statement.
 * @throws AppError `invalid` for what may not be asked
 */
export async function standingBy(
  needs: SearchNeeds,
  actor: Actor,
  query: Query,
  only: readonly number[],
): Promise<ReadonlyMap<number, boolean>> {
  const asked = await asking(needs, actor, query)
  const { head, total } = await statementOf({ ...asked, only }, [], [])
  const rows = await needs.engine.search.query<{ id: number; met: boolean }>(sql`${head}
    select base.id, (${total}) as met from base`)
  return new Map(rows.map(({ id, met }) => [id, met]))
}

/** The newest version of a kept query that the actor may run. @throws AppError `missing` */
export async function keptQueryOf(db: Queryable, actor: Actor, id: number): Promise<Query> {
  const { version } = await lineFor(db, actor, id)
  const row = await db.maybeOne<{ query: unknown }>(sql`
    select v.query from custom_query_version v where v.query_id = ${id} and v.no = ${version}`)
  if (!row) throw new AppError('missing')
  return readQuery(row.query)
}
