import { personType, summed } from '../../../../catalogue/query/fields.ts'
import { countedIn, type Has } from '../../../../catalogue/query/query.ts'
import { placeCondition, scopeCondition } from '../../../engine/access/index.ts'
import { snake, tableName } from '../../../engine/schema/index.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { conditionSql, declared, personFieldsOf, preparedFields, type QueryRequest } from './asked.ts'
import { derivedAt, writtenAt } from './values-at.ts'

/** Teachers `t` within the actor's scope, wherever they belonged on the day. */
export const scopedTeachers = ({ actor, only }: QueryRequest): Sql =>
  only
    ? sql`select t.id from teacher t where ${scopeCondition(actor, 't', 'id')} and t.id = any(${[...only]}::int[])`
    : sql`select t.id from teacher t where ${scopeCondition(actor, 't', 'id')}`

/**
 * Whether rows of records can be narrowed to the place: their scope columns are those of the personnel
 * membership today.
 */
const isNarrowed = ({ place, query, isPast }: QueryRequest): boolean =>
  place !== null && query.basis === 'personnel' && !isPast

/** Condition on rows of records in force today: scope, and place where it can be. */
function inForce(asking: QueryRequest, alias: string): Sql {
  const { actor, place, only } = asking
  const narrowed = place && isNarrowed(asking) ? sql`and ${placeCondition(place, alias)}` : sql.empty
  const few = only ? sql`and ${sql.id(alias, 'owner_id')} = any(${[...only]}::int[])` : sql.empty
  return sql`${sql.id(alias, 'voided_at')} is null and ${scopeCondition(actor, alias)} ${narrowed} ${few}`
}

/**
 * Rows `r` of a type in force on the day, with at least these fields, as a `from`; and the condition that
 * they need.
 */
export async function sourceOf(
  asking: QueryRequest,
  type: string,
  keys: readonly string[],
): Promise<{ readonly rows: Sql; readonly where: Sql }> {
  const definition = declared(asking.engine, type)
  if (!asking.isPast) return { rows: sql.id(tableName(type)), where: inForce(asking, 'r') }
  const fields = preparedFields(definition, keys)
  const owners = scopedTeachers(asking)
  const { day, engine } = asking
  const rows = fields.some(({ field }) => field.derived)
    ? await derivedAt(engine, definition, fields, { owners, day })
    : writtenAt(type, fields, owners, day)
  return { rows, where: sql`true` }
}

/** The basic information of everybody in scope, as a `from` of `b`. */
export async function personSource(asking: QueryRequest, keys: readonly string[]): Promise<Sql> {
  const read = [...new Set([...keys.flatMap(personFieldsOf), 'staffCategory'])]
  const { rows, where } = await sourceOf(asking, personType, read)
  // Named one by one: a distributed database sends all columns of what it gathers.
  const columns = preparedFields(declared(asking.engine, personType), read).map(({ column }) => column)
  const named = ['owner_id', ...new Set(columns)].map((column) => sql.id('r', column))
  return sql`(select ${sql.join(named)} from ${rows} r where ${where})`
}

/** Owners with how many of their records a `has` counts; those with none are left out. */
export async function countedRows(asking: QueryRequest, { has, where }: Has): Promise<Sql> {
  const source = await sourceOf(
    asking,
    has,
    where.map(({ field }) => field),
  )
  const conditions = where.map((condition) =>
    conditionSql(asking, has, condition, {
      owner: sql`r.owner_id`,
      expression: sql.id('r', snake(condition.field)),
    }),
  )
  return sql`
    select r.owner_id, count(*)::int as n
    from ${source.rows} r
    where ${sql.join([source.where, ...conditions], ' and ')}
    group by r.owner_id`
}

async function sumSql(asking: QueryRequest, key: keyof typeof summed): Promise<Sql> {
  const { type, field, dated, years } = summed[key]
  const source = await sourceOf(asking, type, [field, dated])
  const on = sql.id('r', snake(dated))
  return sql`${sql.id(`s_${key}`)} as materialized (
    select r.owner_id, sum(${sql.id('r', snake(field))}) as total
    from ${source.rows} r
    where ${source.where} and ${on} <= ${asking.day}::date
      and ${on} > (${asking.day}::date - make_interval(years => ${years}::int))::date
    group by r.owner_id)`
}

/**
 * What is worked out of records before the people are gone through: counts `h0 …` and sums `s_…`, with how
 * they are joined.
 */
export async function preparedCounts(
  asking: QueryRequest,
  keys: readonly string[],
): Promise<{ readonly parts: readonly Sql[]; readonly joins: Sql }> {
  const counted = countedIn(asking.query)
  const sums = Object.keys(summed).filter((key): key is keyof typeof summed => keys.includes(key))
  const parts: Sql[] = []
  for (const [at, one] of counted.entries())
    parts.push(sql`${sql.id(`h${at}`)} as materialized (${await countedRows(asking, one)})`)
  for (const key of sums) parts.push(await sumSql(asking, key))
  const names = [...counted.map((_one, at) => `h${at}`), ...sums.map((key) => `s_${key}`)]
  return {
    parts,
    joins: sql.join(
      names.map((name) => sql`left join ${sql.id(name)} on ${sql.id(name, 'owner_id')} = t.id`),
      ' ',
    ),
  }
}
