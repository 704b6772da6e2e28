import { allowed, scopeOf, type Actor } from '../../../catalogue/access/access.ts'
import type { ListRow, RecordPage } from '../../../catalogue/contract/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Engine } from '../engine.ts'
import { snake, tableName } from '../schema/tables.ts'
import { forReader, fromRow, summaryOf } from './codec.ts'
import type { Filter, ListQuery } from './list-query.ts'
import { standingOf } from './standing.ts'

/** Beyond this a total is "more than". */
export const exactUpTo = 10_000

/** LIKE pattern of a text looked for inside another. */
export function within(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** The condition of one filter on an SQL expression that yields the field's value. */
export function condition(filter: Filter, expression: Sql, cast: string): Sql {
  const { test } = filter
  if ('contains' in test) return sql`${expression} ilike ${within(test.contains)}`
  if ('in' in test) {
    return filter.field.multiple
      ? sql`${expression} && ${[...test.in]}::${sql.raw(cast)}[]`
      : test.in.length === 1
        ? sql`${expression} = ${test.in[0]}::${sql.raw(cast)}`
        : sql`${expression} = any(${[...test.in]}::${sql.raw(cast)}[])`
  }
  const bounds = [
    ...(test.from === null ? [] : [sql`${expression} >= ${test.from}::${sql.raw(cast)}`]),
    ...(test.to === null ? [] : [sql`${expression} <= ${test.to}::${sql.raw(cast)}`]),
  ]
  return bounds.length === 0 ? sql`true` : sql.join(bounds, ' and ')
}

const castOf: Readonly<Record<string, string>> = {
  integer: 'int',
  year: 'int',
  decimal: 'numeric',
  date: 'date',
  bool: 'boolean',
  teacher: 'int',
  institution: 'int',
  record: 'uuid',
  file: 'uuid',
}

/** The SQL type a filter's values are compared in. */
export function castFor(filter: Filter): string {
  return castOf[filter.field.kind] ?? 'text'
}

/** Search words: the owner's name, its pinyin, and the fields that name the record. */
export function searchCondition(definition: AnyRecord, q: string, owner: Sql, column: (key: string) => Sql): Sql {
  const texts = definition.summary.filter((key) => definition.fields[key]?.kind === 'text' && !definition.fields[key]?.sealed)
  const latin = /^[a-z ]+$/i.test(q)
  const parts = [
    sql`${owner}.name like ${within(q)}`,
    ...(latin && definition.owner === 'teacher' ? [sql`replace(${owner}.name_sort, ' ', '') like ${within(q.toLowerCase().replaceAll(' ', ''))}`] : []),
    ...texts.map((key) => sql`${column(key)} ilike ${within(q)}`),
  ]
  return sql`(${sql.join(parts, ' or ')})`
}

const scopeColumns = {
  institutionId: 'institution_id',
  districtId: 'district_id',
  cityId: 'city_id',
  provinceId: 'province_id',
} as const

/**
 * The one equality of the actor's scope on a table's alias; nothing for whoever has none.
 * @param own the column of the teacher a row is about: `id` in the table of teachers itself
 */
export function scopeCondition(actor: Actor, alias: string, own: 'owner_id' | 'id' = 'owner_id'): Sql {
  const scope = scopeOf(actor)
  if (scope === null) return sql`false`
  const column = scope.column === 'ownerId' ? own : scopeColumns[scope.column]
  return sql`${sql.id(alias, column)} = ${scope.value}`
}

function orderBy(definition: AnyRecord, query: ListQuery): Sql {
  const direction = sql.raw(query.sort.descending ? 'desc' : 'asc')
  // The default order runs along the scope index, forwards or backwards.
  if (query.sort.key === definition.list.order) return sql`r.sort_key ${direction}, r.id ${direction}`
  return sql`r.${sql.id(snake(query.sort.key))} ${direction} nulls last, r.id`
}

/** The statement of a wide list: effective rows within the scope, their total and one page, in one round trip. */
export function listStatement(actor: Actor, definition: AnyRecord, query: ListQuery): Sql {
  const teacher = definition.owner === 'teacher'
  const column = (key: string) => sql`r.${sql.id(snake(key))}`
  const owner = sql.raw(teacher ? 't' : 'i')
  const conditions = [
    scopeCondition(actor, 'r'),
    sql`r.voided_at is null`,
    ...(query.ownerId === null ? [] : [sql`r.owner_id = ${query.ownerId}`]),
    ...query.filters.map((filter) => condition(filter, column(filter.key), castFor(filter))),
    ...(query.q === null ? [] : [searchCondition(definition, query.q, owner, column)]),
  ]
  const from = sql`${sql.id(tableName(definition.name))} r`
  const join = teacher ? sql`join teacher t on t.id = r.owner_id` : sql`join institution i on i.id = r.owner_id`
  const where = sql`where ${sql.join(conditions, ' and ')}`
  const counted = query.q === null ? sql`${from} ${where}` : sql`${from} ${join} ${where}`
  const skip = (query.page - 1) * query.pageSize
  const names = teacher
    ? sql`t.name as owner_name, i.name as institution_name`
    : sql`i.name as owner_name, i.name as institution_name`
  const institution = teacher ? sql`left join institution i on i.id = r.institution_id` : sql.empty
  return sql`
    select c.total, p.* from (select count(*)::int as total from (select 1 from ${counted} limit ${exactUpTo + 1}) n) c
    left join (select r.*, ${names} from ${from} ${join} ${institution} ${where}
      order by ${orderBy(definition, query)} limit ${query.pageSize} offset ${skip}) p on true`
}

type Raw = Record<string, unknown>

/** An effective row as the list shows it, masked for the reader. */
export function effectiveRow(engine: Engine, actor: Actor, definition: AnyRecord, row: Raw): ListRow {
  const id = row['id'] as string
  const stored = fromRow(definition, row)
  const at = standingOf(definition, row, { effective: true }, stored)
  return {
    ...forReader(engine.keys, definition, actor, { recordId: id, institutionId: at.institutionId, stored }),
    id,
    version: row['version'] as number,
    ownerId: at.ownerId,
    ownerName: row['owner_name'] as string,
    institutionName: (row['institution_name'] ?? '') as string,
    state: 'approved',
    level: null,
    summary: summaryOf(definition, stored),
    effective: true,
    pending: null,
    changed: [],
    isNew: false,
    warnings: [],
    attachmentCount: (row['attachments'] as string[]).length,
    submittedAt: null,
    waitingDays: null,
    holder: null,
    updatedAt: row['applied_at'] as string,
    can: allowed(actor, at),
  }
}

/** Wide list: what is effective within the actor's scope. */
export async function listEffective(engine: Engine, actor: Actor, definition: AnyRecord, query: ListQuery): Promise<RecordPage> {
  const rows = await engine.db.query<Raw>(listStatement(actor, definition, query))
  return pageOf(query, rows, (row) => effectiveRow(engine, actor, definition, row))
}

/** Turns the rows of a `total + page` statement into a page; the total stands in every row, also in the only empty one. */
export function pageOf(query: ListQuery, rows: readonly Raw[], shape: (row: Raw) => ListRow): RecordPage {
  const total = (rows[0]?.['total'] ?? 0) as number
  return {
    list: rows.filter((row) => row['id'] !== null).map(shape),
    total: Math.min(total, exactUpTo),
    ...(total > exactUpTo && { totalMore: true as const }),
    page: query.page,
    pageSize: query.pageSize,
  }
}
