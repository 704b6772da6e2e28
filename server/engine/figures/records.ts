import { textOf } from '../../../catalogue/kinds/kinds.ts'
import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import { placeCondition, scopeCondition, type Place } from '../access/index.ts'
import type { Actor, Engine } from '../engine.ts'
import { columnType } from '../kinds/index.ts'
import { snake, tableName } from '../schema/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Most values of one dimension that are told; the largest of them. */
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
 * Counts records in force of the actor's scope by the values of a declared dimension; a record with several values counts
 * with each. Throws AppError `tooWide` where the database needs too long.
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

/** The dimensions of a type that may be told as figures: those of which everybody sees the values. */
export const dimensionsOf = ({ statistics, fields }: AnyRecord): readonly string[] =>
  (statistics?.dimensions ?? []).filter((key) => {
    const field = fields[key]
    return field !== undefined && !field.masked && !field.sealed && columnType(field) !== 'uuid'
  })
