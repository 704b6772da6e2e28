import { textOf } from '../../../catalogue/kinds/kinds.ts'
import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import { placeCondition, scopeCondition, type Place } from '../access/index.ts'
import type { Actor, Engine } from '../engine.ts'
import { columnType } from '../kinds/index.ts'
import { snake, tableName } from '../schema/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Maximum of values of one dimension in an answer; the largest are kept. */
const mostValues = 200

/** Records in force with one value of a dimension. */
export interface DimensionCount {
  /** The value as a key, `none` for those without one. */
  readonly key: string
  readonly label: string
  readonly records: number
  /** Owners, each once: people, or institutions. */
  readonly owners: number
  /** Sums of the declared measures, in their order. */
  readonly sums: readonly number[]
}

/** What records of a type are counted among. */
export interface RecordsAsked {
  readonly definition: AnyRecord
  readonly place: Place
  /** More conditions, on the alias `r`. */
  readonly where?: Sql
}

const among = (actor: Actor, { definition, place, where = sql`true` }: RecordsAsked): Sql => sql`
  from ${sql.id(tableName(definition.name))} r
  where r.voided_at is null and ${scopeCondition(actor, 'r')} and ${placeCondition(place, 'r')} and ${where}`

interface Row {
  readonly value: unknown
  readonly records: number
  readonly owners: number
  readonly sums: string[]
}

const sumsOf = ({ statistics }: AnyRecord): Sql => {
  const { measures = [] } = statistics ?? {}
  const sums = measures.map((key) => sql`coalesce(sum(${sql.id('r', snake(key))}), 0)::text`)
  return sql`array[${sql.join(sums)}]::text[]`
}

/** A field whose single values are asked for by their words. */
const one = (field: Field): Field => ({ ...field, multiple: false })

/** How many records in force there are, and of how many owners. */
export async function countRecords(
  { search }: Engine,
  actor: Actor,
  asked: RecordsAsked,
): Promise<{ readonly records: number; readonly owners: number }> {
  return search.one(sql`
    select count(*)::int as records, count(distinct r.owner_id)::int as owners ${among(actor, asked)}`)
}

/**
 * Counts records in force of the actor's scope by the values of a declared dimension; a record with several
 * values counts with each. Throws AppError `tooWide` where the database needs too long.
 */
export async function countByDimension(
  { search }: Engine,
  actor: Actor,
  asked: RecordsAsked & { readonly dimension: string },
): Promise<readonly DimensionCount[]> {
  const { definition, dimension } = asked
  const field = definition.fields[dimension]
  if (!field) return []
  const column = sql.id(snake(dimension))
  const value = field.multiple
    ? sql`left join lateral unnest(r.${column}) as u(value) on true`
    : sql`cross join lateral (select r.${column}) as u(value)`
  const rows = await search.query<Row>(sql`
    select u.value, count(*)::int as records, count(distinct r.owner_id)::int as owners, ${sumsOf(definition)} as sums
    from (select r.* ${among(actor, asked)}) r ${value}
    group by u.value
    order by count(*) desc, u.value
    limit ${mostValues}`)
  return rows.map(({ value: found, records, owners, sums }) => ({
    key: found === null || found === undefined ? 'none' : String(found),
    label: found === null || found === undefined ? '未填' : textOf(one(field), found),
    records,
    owners,
    sums: sums.map(Number),
  }))
}

/** Records in force with one value of a dimension. */
export interface ValueAsked extends RecordsAsked {
  readonly dimension: string
  /** The value as its count has it. */
  readonly key: string
}

function withValue(actor: Actor, asked: ValueAsked): Sql {
  const { definition, dimension, key } = asked
  const column = sql.id('r', snake(dimension))
  const isMany = definition.fields[dimension]?.multiple === true
  const held = isMany ? sql`${key} = any(${column}::text[])` : sql`${column}::text = ${key}`
  const none = isMany ? sql`coalesce(cardinality(${column}), 0) = 0` : sql`${column} is null`
  return sql`${among(actor, asked)} and ${key === 'none' ? none : held}`
}

/** One page of the records that a count counted; its total equals the count. */
export interface PageBehind<T> {
  readonly total: number
  readonly list: readonly T[]
}

/** The ids of the records behind a count, one page of them. */
export async function recordsBehind(
  { search }: Engine,
  actor: Actor,
  asked: ValueAsked,
  { most, skip }: { readonly most: number; readonly skip: number },
): Promise<PageBehind<string>> {
  const from = withValue(actor, asked)
  const { total } = await search.one<{ total: number }>(sql`select count(*)::int as total ${from}`)
  const rows = await search.query<{ id: string }>(sql`
    select r.id ${from} order by r.institution_id, r.owner_id, r.id limit ${most} offset ${skip}`)
  return { total, list: rows.map(({ id }) => id) }
}

/**
 * The owners of the records behind a count, each once with how many records they have of it; one page of
 * them.
 */
export async function ownersBehind(
  { search }: Engine,
  actor: Actor,
  asked: ValueAsked,
  { most, skip }: { readonly most: number; readonly skip: number },
): Promise<PageBehind<{ readonly ownerId: number; readonly records: number }>> {
  const from = withValue(actor, asked)
  const { total } = await search.one<{ total: number }>(
    sql`select count(distinct r.owner_id)::int as total ${from}`,
  )
  const list = await search.query<{ ownerId: number; records: number }>(sql`
    select r.owner_id as "ownerId", count(*)::int as records ${from}
    group by r.owner_id
    order by min(r.institution_id), r.owner_id
    limit ${most} offset ${skip}`)
  return { total, list }
}

/** Dimensions of a type that figures may show: fields that every reader sees unmasked. */
export const dimensionsOf = ({ statistics, fields }: AnyRecord): readonly string[] =>
  (statistics?.dimensions ?? []).filter((key) => {
    const field = fields[key]
    return field !== undefined && !field.masked && !field.sealed && columnType(field) !== 'uuid'
  })
