import { allowed, type Actor } from '../../../../catalogue/access/access.ts'
import type { ListRow, RecordPage } from '../../../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { joinOwner, type Place, placeCondition, recordScope } from '../../access/index.ts'
import type { Engine } from '../../engine.ts'
import { serverKind } from '../../kinds/index.ts'
import { cellOf } from '../../prepared/index.ts'
import { tableName } from '../../schema/index.ts'
import { forReader, fromRow, summaryOf } from '../value/codec.ts'
import { confirmingColumns, confirmingIn, dutyIn, withConfirming } from '../read/confirming.ts'
import type { ListQuery } from './list-query.ts'
import type { RowWithTotal, EffectiveRow } from '../read/rows.ts'
import { standingOf } from '../read/standing.ts'
import { searchCondition } from './search-words.ts'

/** Totals above it are answered as “more than”. */
export const exactUpTo = 10_000

function orderBy(definition: AnyRecord, query: ListQuery): Sql {
  const direction = sql.raw(query.sort.descending ? 'desc' : 'asc')
  // The default order runs along the scope index, forwards or backwards.
  if (query.sort.key === definition.pages.list.order) return sql`r.sort_key ${direction}, r.id ${direction}`
  return sql`${cellOf(definition, query.sort.key, 'r')} ${direction} nulls last, r.id`
}

/** What narrows a wide list besides its filters. */
export interface Among {
  /** The institution the list is narrowed to. */
  readonly place: Place | null
  /** Owners found by their names, in place of the search words. */
  readonly owners?: readonly number[]
}

/**
 * Condition on the rows in force `r` that a list of the actor is about, before its filters. An index serves
 * it.
 */
export function scopeRows(
  actor: Actor,
  definition: AnyRecord,
  ownerId: number | null,
  { place, owners }: Among,
): Sql {
  return sql.join(
    [
      recordScope(actor, definition.owner, 'r'),
      sql`r.voided_at is null`,
      ...(place ? [placeCondition(place, 'r')] : []),
      ...(ownerId === null ? [] : [sql`r.owner_id = ${ownerId}`]),
      ...(owners ? [sql`r.owner_id = any(${[...owners]}::int[])`] : []),
    ],
    ' and ',
  )
}

function conditionsOf(
  actor: Actor,
  definition: AnyRecord,
  query: ListQuery,
  { owners, place }: Among,
): Sql[] {
  const column = (key: string) => cellOf(definition, key, 'r')
  return [
    ...query.filters.map(({ key, field, test }) => serverKind(field).filter(test, column(key), field)),
    ...(query.q === null || owners
      ? []
      : [searchCondition(actor, definition, query.q, { alias: 'r', column, place })]),
  ]
}

/** A page that begins after so many rows is found by its keys first. */
const farFrom = 500

/**
 * One page of the rows `from`, with the names of owner and institution. A far page is found by its keys, and
 * only its own rows are read whole: on a distributed database each shard sends all rows before the page, too.
 */
function pageStatement(
  definition: AnyRecord,
  query: ListQuery,
  { from, where, rows, isFar }: { from: Sql; where: Sql; rows: number; isFar: boolean },
): Sql {
  const table = sql.id(tableName(definition.name))
  const cut = sql`limit ${rows} offset ${(query.page - 1) * query.pageSize}`
  const order = sql`order by ${orderBy(definition, query)}`
  const shown = sql`r.*, o.name as owner_name, i.name as institution_name`
  const owner = joinOwner(definition.owner, sql`r.owner_id`, 'r')
  if (!isFar)
    return sql`
    select ${shown}
    from ${from} ${owner}
    where ${where}
    ${order} ${cut}`
  return sql`
    select ${shown}
    from (select r.owner_id, r.id from ${from} where ${where} ${order} ${cut}) k
    join ${table} r on r.owner_id = k.owner_id and r.id = k.id ${owner}
    ${order} limit ${rows}`
}

/**
 * The statement of a wide list: effective rows within the scope, their total and one page, in one round trip.
 */
export function listStatement(
  actor: Actor,
  definition: AnyRecord,
  query: ListQuery,
  among: Among = { place: null },
): Sql {
  const from = sql`${sql.id(tableName(definition.name))} r`
  const where = sql.join(
    [scopeRows(actor, definition, query.ownerId, among), ...conditionsOf(actor, definition, query, among)],
    ' and ',
  )
  const isFar = (query.page - 1) * query.pageSize >= farFrom
  const page = pageStatement(definition, query, { from, where, rows: query.pageSize, isFar })
  return sql`
    select c.total, p.*${confirmingColumns(definition)}
    from (select count(*)::int as total
      from (select 1 from ${from} where ${where} limit ${exactUpTo + 1}) n) c
    left join (${page}) p on true ${withConfirming(actor, definition, 'p')}`
}

/** The statement of the rows of a list in its order, at most so many: their ids and owners only. */
export function keysStatement(
  actor: Actor,
  definition: AnyRecord,
  query: ListQuery,
  { among, most }: { among: Among; most: number },
): Sql {
  const where = [
    scopeRows(actor, definition, query.ownerId, among),
    ...conditionsOf(actor, definition, query, among),
  ]
  return sql`
    select r.id, r.owner_id as "ownerId"
    from ${sql.id(tableName(definition.name))} r
    where ${sql.join(where, ' and ')}
    order by ${orderBy(definition, query)} limit ${most}`
}

/**
 * The statement of a page when the scope holds more rows than one answer may read: it reads the first
 * `upTo` rows in the order of the list. It does not count, and gives one row more than the page holds when
 * there is another page.
 */
export function walkStatement(
  actor: Actor,
  definition: AnyRecord,
  query: ListQuery,
  among: Among & { readonly upTo: number },
): Sql {
  const first = sql`(
    select r.* from ${sql.id(tableName(definition.name))} r where ${scopeRows(actor, definition, query.ownerId, among)}
    order by ${orderBy(definition, query)} limit ${among.upTo}) r`
  const where = sql.join([sql`true`, ...conditionsOf(actor, definition, query, among)], ' and ')
  return sql`
    select p.*${confirmingColumns(definition)}
    from (${pageStatement(definition, query, { from: first, where, rows: query.pageSize + 1, isFar: false })}) p
    ${withConfirming(actor, definition, 'p')}`
}

/**
 * The statement of the same page on a distributed database, which would send the first `upTo` rows of every
 * shard: it looks through the whole scope instead, each shard for itself until the page is full.
 */
export function spreadWalkStatement(
  actor: Actor,
  definition: AnyRecord,
  query: ListQuery,
  among: Among,
): Sql {
  const where = sql.join(
    [scopeRows(actor, definition, query.ownerId, among), ...conditionsOf(actor, definition, query, among)],
    ' and ',
  )
  const from = sql`${sql.id(tableName(definition.name))} r`
  const isFar = (query.page - 1) * query.pageSize >= farFrom
  return sql`
    select p.*${confirmingColumns(definition)}
    from (${pageStatement(definition, query, { from, where, rows: query.pageSize + 1, isFar })}) p
    ${withConfirming(actor, definition, 'p')}`
}

/** The statement that counts the rows of the scope up to this one, in the order of the list. */
export function rankStatement(
  actor: Actor,
  definition: AnyRecord,
  query: ListQuery,
  { among, row }: { among: Among; row: { readonly id: string; readonly sort_key: string } },
): Sql {
  return sql`
    select count(*)::int as rank
    from ${sql.id(tableName(definition.name))} r
    where ${scopeRows(actor, definition, query.ownerId, among)}
      and (r.sort_key, r.id) ${sql.raw(query.sort.descending ? '>=' : '<=')} (${row.sort_key}, ${row.id}::uuid)`
}

/** An effective row as the list shows it, masked for the reader. */
export function effectiveRow(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  row: EffectiveRow,
): ListRow {
  const stored = fromRow(definition, row)
  const at = standingOf(definition, row, { effective: true }, stored)
  const confirming = confirmingIn(row)
  return {
    ...forReader(engine.keys, definition, actor, {
      recordId: row.id,
      institutionId: at.institutionId,
      stored,
      duty: dutyIn(confirming),
    }),
    id: row.id,
    version: row.version,
    ownerId: at.ownerId,
    ownerName: row.owner_name,
    institutionName: row.institution_name ?? '',
    state: 'approved',
    level: null,
    summary: summaryOf(definition, stored),
    effective: true,
    pending: null,
    changed: [],
    isNew: false,
    warnings: [],
    attachmentCount: row.attachments.length,
    submittedAt: null,
    waitingDays: null,
    holder: null,
    updatedAt: row.applied_at,
    can: allowed(actor, at),
    ...(confirming.unconfirmed && { unconfirmed: true }),
  }
}

/**
 * Makes a page of the rows of a `total + page` statement. The total is in every row; an empty page has one
 * row with nothing else.
 */
export function pageOf<Row extends { readonly id: string }>(
  query: ListQuery,
  rows: readonly RowWithTotal<Row>[],
  shown: (row: Row) => ListRow,
): RecordPage {
  const total = rows[0]?.total ?? 0
  return {
    list: rows.flatMap((row) => (row.id === null ? [] : [shown(row)])),
    total: Math.min(total, exactUpTo),
    ...(total > exactUpTo && { totalMore: true as const }),
    page: query.page,
    pageSize: query.pageSize,
  }
}
