import type { Actor } from '../../../catalogue/access/access.ts'
import type { RecentDecision } from '../../../catalogue/contract/workspace.ts'
import type { Engine } from '../../engine/engine.ts'
import { fromStored, type StoredValue, summaryOf } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { WorkbenchTools } from './tools.ts'

/** How many are shown, and through how many of the actor's latest audit rows they are looked for. */
const shown = 6
const lookedThrough = 300

/** The tab of the review page on which a decided record stands. */
const tabOf = {
  approved: 'done',
  forwarded: 'forwarded',
  returned: 'returned',
  rejected: 'returned',
} as const

interface Row {
  readonly id: string
  readonly outcome: keyof typeof tabOf
  readonly type: string
  readonly record_id: string
  readonly value: StoredValue
  readonly owner: string
  readonly at: string
}

/**
 * What the actor decided last, found along the index of the own audit rows. What was taken back again has
 * nothing left to show; of several decisions on one record the last one counts.
 */
export async function recentOf(
  engine: Engine,
  tools: WorkbenchTools,
  actor: Actor,
): Promise<RecentDecision[]> {
  const rows = await engine.db.query<Row>(sql`
    select substr(a.action, 6) as outcome, v.type, v.record_id, v.value, o.name as owner, a.at
    from (
      select distinct on (own.record_id) own.*
      from (
        select id, at, action, owner_id, record_id, facts
        from audit where by_identity = ${actor.identityId}
        order by id desc limit ${lookedThrough}) own
      where own.action in ('flow.approved', 'flow.forwarded', 'flow.returned', 'flow.rejected', 'flow.undone')
      order by own.record_id, own.id desc) a
      join revision v on v.owner_id = a.owner_id and v.id = (a.facts ->> 'revision')::uuid
      join teacher o on o.id = v.owner_id
    where a.action <> 'flow.undone'
    order by a.id desc
    limit ${shown}`)
  return rows.flatMap((row): RecentDecision[] => {
    const definition = engine.records[row.type]
    if (!definition) return []
    const link = tools.linkOf(row.type, row.record_id, 'review', actor.role)
    return [
      {
        id: row.record_id,
        outcome: row.outcome,
        title: definition.title,
        owner: row.owner,
        summary: summaryOf(definition, fromStored(engine.keys, definition, row.record_id, row.value)),
        at: row.at,
        link: link === null ? '' : `${link}&state=${tabOf[row.outcome]}`,
      },
    ]
  })
}
