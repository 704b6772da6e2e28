import { sql, type Sql } from '../../../platform/db/sql.ts'
import { joinOwner, placeWithin } from '../../access/index.ts'
import type { Actor, Ask } from '../../engine.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { tableName } from '../../schema/index.ts'
import { forReader, fromRow, maskedKeys, type Values } from '../value/codec.ts'
import { confirmingColumns, confirmingIn, dutyIn, withConfirming } from '../read/confirming.ts'
import type { EffectiveRow } from '../read/rows.ts'
import { keysStatement, scopeRows } from './list.ts'
import type { ListQuery } from './list-query.ts'
import { boundsOf } from './wide-list.ts'

/** A row in force with what a list shows beside its fields; values as the reader sees them. */
export interface ListedRecord {
  readonly id: string
  readonly ownerId: number
  readonly ownerName: string
  readonly institutionName: string
  readonly unconfirmed: boolean
  readonly values: Values
  /** Keys of the values that are masked. */
  readonly masked: readonly string[]
  /** Ids of the evidence. */
  readonly attachments: readonly string[]
}

/** The rows of a list in its order, at most so many: what it shows page by page, at one moment. */
export async function effectiveKeys(ask: Ask, query: ListQuery, most: number) {
  const { engine, actor, definition } = ask
  const place = query.institutionId === null ? null : await placeWithin(engine.db, actor, query.institutionId)
  const { among, isPlain } = await boundsOf(ask, query, place)
  const db = isPlain ? engine.db : engine.search
  return db.query<{ id: string; ownerId: number }>(keysStatement(actor, definition, query, { among, most }))
}

/**
 * The statement of the rows with these ids, along the index of ids. `offset 0` keeps the planner from walking
 * the index of the whole scope for each batch.
 */
export function byKeysStatement(actor: Actor, definition: AnyRecord, ids: readonly string[]): Sql {
  const list = sql`${[...ids]}::uuid[]`
  return sql`
    select r.*, o.name as owner_name, i.name as institution_name${confirmingColumns(definition)}
    from (select * from ${sql.id(tableName(definition.name))} x where x.id = any(${list}) offset 0) r
      ${joinOwner(definition.owner, sql`r.owner_id`, 'r')}
      ${withConfirming(actor, definition, 'r')}
    where ${scopeRows(actor, definition, null, { place: null })}
    order by array_position(${list}, r.id)`
}

/** The rows with these ids, in their order. Unless `full`, whatever is masked for anybody is masked. */
export async function effectiveByKeys(
  { engine, actor, definition }: Ask,
  ids: readonly string[],
  full: boolean,
): Promise<ListedRecord[]> {
  const rows = await engine.db.query<EffectiveRow>(byKeysStatement(actor, definition, ids))
  return rows.map((row) => {
    const confirming = confirmingIn(row)
    const shown = {
      recordId: row.id,
      institutionId: row.institution_id,
      stored: fromRow(definition, row),
      duty: dutyIn(confirming),
      ...(!full && { masksAll: true as const }),
    }
    return {
      id: row.id,
      ownerId: row.owner_id,
      ownerName: row.owner_name,
      institutionName: row.institution_name ?? '',
      unconfirmed: confirming.unconfirmed,
      values: forReader(engine.keys, definition, actor, shown),
      masked: maskedKeys(definition, actor, shown),
      attachments: row.attachments,
    }
  })
}
