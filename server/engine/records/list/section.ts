import { allowed, seesPending } from '../../../../catalogue/access/access.ts'
import type { ListRow, RecordPage } from '../../../../catalogue/contract/archive/records.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Ask } from '../../engine.ts'
import { tableName } from '../../schema/index.ts'
import { confirmingColumns, withConfirming } from '../read/confirming.ts'
import { joinOwner, recordScope } from '../../access/index.ts'
import { effectiveRow } from './list.ts'
import type { ListQuery } from './list-query.ts'
import { pendingRow } from './queue.ts'
import type { EffectiveRow, PendingRow } from '../read/rows.ts'
import { standingOf } from '../read/standing.ts'

/**
 * All records of one owner with effective and pending values merged, voided records last. Only this list
 * reads both (house, section 3). A teacher has tens of records at most, so there is one page.
 */
export async function listSection(
  { engine, actor, definition }: Ask,
  ownerId: number,
  query: ListQuery,
): Promise<RecordPage> {
  const table = sql.id(tableName(definition.name))
  const owner = joinOwner(definition.owner, sql`x.owner_id`, 'x')
  const scope = recordScope(actor, definition.owner, 'x')
  const order = sql`x.voided_at is not null,
    x.sort_key ${sql.raw(definition.pages.list.descending ? 'desc' : 'asc')}, x.id`
  const [effective, open] = await Promise.all([
    engine.db.query<EffectiveRow>(sql`
      with x as materialized (
        select x.*
        from ${table} x
        where x.owner_id = ${ownerId}
          and ${scope} ${definition.regime === 'own' ? sql`and x.voided_at is null` : sql.empty}
        order by ${order}
        limit 500
      )
      select x.*, o.name as owner_name, i.name as institution_name${confirmingColumns(definition)}
      from x ${owner}
        ${withConfirming(actor, definition, 'x')}
      order by ${order}`),
    engine.db.query<PendingRow>(sql`
      select x.*, o.name as owner_name, i.name as institution_name, h.name as holder_name
      from revision x ${owner}
        left join institution h on h.id = x.holder_institution_id
      where x.owner_id = ${ownerId}
        and x.type = ${definition.name}
        and ${scope}
        and x.replaced_at is null
        and x.state in ('draft', 'inReview', 'returned', 'rejected', 'withdrawn')
        order by x.updated_at desc
        limit 500`),
  ])
  const visible = open.filter((row) => seesPending(actor, row.state))
  const inForce = effective.filter((row) => row.voided_at === null)
  const fresh = visible.filter((row) => !inForce.some((e) => e.id === row.record_id))
  // Voided records stay visible, unless they wait for review again after an undone approval.
  const gone = effective.filter((row) => row.voided_at !== null && !open.some((r) => r.record_id === row.id))
  const list = [
    ...fresh.map((row) => pendingRow(engine, actor, definition, row)),
    ...inForce.map((row) => merged({ engine, actor, definition }, row, visible)),
    ...gone.map((row) => ({
      ...effectiveRow(engine, actor, definition, row),
      state: 'voided' as const,
      can: [],
    })),
  ]
  return { list, total: list.length, page: 1, pageSize: Math.max(query.pageSize, list.length) }
}

/** An effective row with what is pending beside it. */
function merged({ engine, actor, definition }: Ask, row: EffectiveRow, open: readonly PendingRow[]): ListRow {
  const shown = effectiveRow(engine, actor, definition, row)
  const beside = open.find((r) => r.record_id === row.id)
  if (!beside) return shown
  const pending = pendingRow(engine, actor, definition, beside)
  return {
    ...shown,
    version: pending.version,
    pending: pending.state,
    level: pending.level,
    changed: pending.changed,
    holder: pending.holder,
    waitingDays: pending.waitingDays,
    submittedAt: pending.submittedAt,
    can: allowed(actor, standingOf(definition, beside, { effective: true })),
  }
}
