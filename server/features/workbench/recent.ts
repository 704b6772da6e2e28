import type { Actor } from '../../../catalogue/access/access.ts'
import { decisionActs } from '../../../catalogue/contract/archive/my-reviews.ts'
import type { RecentDecision } from '../../../catalogue/contract/workspace.ts'
import type { Engine } from '../../engine/engine.ts'
import { decisionsBy } from '../../engine/flows/index.ts'
import { fromStored, type StoredValue, summaryOf } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { WorkbenchTools } from './tools.ts'

/** Lines shown; below, how many of the actor's latest decisions are searched for them. */
const shown = 6
const lookedThrough = 100

/** What an act is called on the first screen, and the tab of the review page on which the record stands. */
const outcomes = {
  approve: ['approved', 'done'],
  forward: ['forwarded', 'forwarded'],
  return: ['returned', 'returned'],
  reject: ['rejected', 'returned'],
} as const

interface Row {
  readonly record_id: string
  readonly action: keyof typeof outcomes
  readonly type: string
  readonly value: StoredValue
  readonly owner: string
  readonly at: string
}

/**
 * What the actor decided last about teachers. What was taken back again has nothing left to show; of several
 * decisions on one record the last one counts.
 */
export async function recentOf(
  engine: Engine,
  tools: WorkbenchTools,
  actor: Actor,
): Promise<RecentDecision[]> {
  const reviewed = Object.values(engine.records).filter(({ review }) => review !== undefined)
  const asked = { acts: decisionActs, types: reviewed.map(({ name }) => name) }
  const rows = await engine.db.query<Row>(sql`
    select d.record_id, d.action, d.type, d.value, d.at, o.name as owner
    from (
      select distinct on (latest.record_id) latest.*
      from (
        select e.id, e.at, e.action, e.record_id, v.owner_id, v.type, v.value ${decisionsBy(actor, asked)}
        order by e.at desc, e.id desc
        limit ${lookedThrough}) latest
      order by latest.record_id, latest.at desc, latest.id desc) d
      join teacher o on o.id = d.owner_id
    where d.action <> 'undo'
    order by d.at desc, d.id desc
    limit ${shown}`)
  return rows.flatMap((row): RecentDecision[] => {
    const definition = engine.records[row.type]
    if (!definition) return []
    const link = tools.linkOf(row.type, row.record_id, 'review', actor.role)
    const [outcome, tab] = outcomes[row.action]
    return [
      {
        id: row.record_id,
        outcome,
        title: definition.title,
        owner: row.owner,
        summary: summaryOf(definition, fromStored(engine.keys, definition, row.record_id, row.value)),
        at: row.at,
        link: link === null ? '' : `${link}&state=${tab}`,
      },
    ]
  })
}
