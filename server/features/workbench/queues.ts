import type { Actor } from '../../../catalogue/access/access.ts'
import type { LongestWaiting, Queue } from '../../../catalogue/contract/workspace.ts'
import type { Engine } from '../../engine/engine.ts'
import {
  daysSince,
  fromStored,
  summaryOf,
  type StoredValue,
  waitingByType,
} from '../../engine/records/index.ts'
import { isLate, late } from '../../engine/ways/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { WorkbenchTools } from './tools.ts'

/**
 * What waits for the actor's office by kind, the kind that has waited longest first, and the oldest of all.
 */
export async function waitingFor(
  engine: Engine,
  tools: WorkbenchTools,
  actor: Actor,
): Promise<{ queues: Queue[]; longest: LongestWaiting | null }> {
  const waiting = await waitingByType(engine, actor)
  const byAge = waiting.toSorted((a, b) => Date.parse(a.oldest) - Date.parse(b.oldest))
  const queues = byAge.flatMap((row) => {
    const definition = engine.records[row.type]
    if (!definition) return []
    return [
      {
        type: row.type,
        title: definition.title,
        archive: definition.archive,
        waiting: row.waiting,
        oldestDays: daysSince(row.oldest) ?? 0,
        overdue: row.overdue,
        link: tools.linkOf(row.type, null, 'review', actor.role) ?? '',
      },
    ]
  })
  const [first] = queues
  return { queues, longest: first ? await oldestOf(engine, tools, actor, first.type) : null }
}

interface Oldest {
  readonly record_id: string
  readonly value: StoredValue
  readonly owner: string
  readonly holder_since: string
  readonly overdue: boolean
}

/** The oldest record of one kind, along the index of the queue. */
async function oldestOf(
  engine: Engine,
  tools: WorkbenchTools,
  actor: Actor,
  type: string,
): Promise<LongestWaiting | null> {
  const definition = engine.records[type]
  const row = await engine.db.maybeOne<Oldest>(sql`
    select v.record_id, v.value, v.holder_since, o.name as owner, late.days is not null as overdue
    from revision v join teacher o on o.id = v.owner_id left join ${late} on ${isLate(sql`v`)}
    where v.state = 'inReview'
      and v.holder_institution_id = ${actor.institutionId}
      and v.holder_role = ${actor.role}
      and v.type = ${type}
    order by v.holder_since, v.id
    limit 1`)
  if (!row || !definition) return null
  return {
    title: definition.title,
    owner: row.owner,
    summary: summaryOf(definition, fromStored(engine.keys, definition, row.record_id, row.value)),
    waitingDays: daysSince(row.holder_since) ?? 0,
    since: row.holder_since,
    overdue: row.overdue,
    link: tools.linkOf(type, row.record_id, 'review', actor.role) ?? '',
  }
}
