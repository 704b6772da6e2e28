import { noteLate } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import type { Database, EventName } from '../engine.ts'
import { insertEvents } from './event.ts'

/** Lines that are collected in one transaction. */
const mostAtOnce = 500

/**
 * Number of the advisory lock of whoever collects: one process at a time, so that lines keep their order. A
 * backup holds it while it begins, so that it has each line once.
 */
export const collectingLock = 0x63_6f_6c_6c

interface Line {
  readonly ownerId: number
  readonly id: string
  readonly at: string
  readonly by: number
  readonly type: string
  readonly recordId: string
  readonly action: string
  readonly facts: object
  readonly event: EventName | null
  readonly revisionId: string
  readonly institutionId: number | null
  readonly role: number | null
}

/**
 * Takes lines that changes left on the nodes of their owners into the audit and the outbox, oldest first
 * (decision 0133): each once, for they are taken away in the same transaction. Says how many; null where
 * another process is at it.
 */
export function collect(db: Database): Promise<number | null> {
  return db.transaction(async (tx) => {
    const { held } = await tx.one<{ held: boolean }>(sql`
      select pg_try_advisory_xact_lock(${collectingLock}::bigint) as held`)
    if (!held) return null
    const lines = await tx.query<Line>(sql`
      select owner_id as "ownerId", id, at, by_identity as by, type, record_id as "recordId", action, facts, event,
        revision_id as "revisionId", holder_institution_id as "institutionId", holder_role as role
      from uncollected
      order by written_at, id
      limit ${mostAtOnce}`)
    if (lines.length === 0) return 0
    await noteLate(tx, lines)
    const events = lines.flatMap(({ event, institutionId, role, ...line }) =>
      event === null
        ? []
        : [
            {
              ...line,
              event,
              holder: institutionId === null || role === null ? null : { institutionId, role },
            },
          ],
    )
    if (events.length > 0) await insertEvents(tx, events)
    await tx.execute(sql`
      delete from uncollected
      where owner_id = any(${[...new Set(lines.map(({ ownerId }) => ownerId))]}::int[])
        and id = any(${lines.map(({ id }) => id)}::uuid[])`)
    return lines.length
  })
}

/**
 * Takes what versions before docs/decisions/0155 left on nodes and did not collect: none of this version
 * writes such lines, but one beside it may until the last was replaced. Goes with the table, in a second
 * step.
 */
export const collectLeft = (db: Database): KeptJob => ({
  name: 'outbox.collect-left',
  label: '旧版本留在各节点的记录归集',
  every: 60,
  run: async () => (await collect(db)) === mostAtOnce,
})
