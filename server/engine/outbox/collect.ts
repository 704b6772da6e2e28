import { noteLate } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Database, EventName } from '../engine.ts'
import { insertEvents } from './event.ts'

/** Lines that are collected in one transaction. */
const mostAtOnce = 500

/**
 * Number of the advisory lock of whoever collects: one process at a time, so that lines keep their order. A backup holds it
 * while it begins, so that it has each line once.
 */
export const collectingLock = 0x63_6f_6c_6c

/** Milliseconds between two looks of a process that wrote. */
const pauseMs = 200

/** Milliseconds after which a process looks that wrote nothing: another one may have died before it collected. */
const restMs = 10_000

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
 * Takes lines that changes left on the nodes of their owners into the audit and the outbox, oldest first (decision 0133): each
 * once, for they are taken away in the same transaction. Says how many; null where another process is at it.
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

/** Collects what this process left on nodes, within a fifth of a second, and now and then what another one did. */
export function startCollecting(db: Database, log: Log): Job {
  let collected = -1
  let looked = 0
  const look = async () => {
    const written = db.writtenAtOwners()
    if (written === collected && performance.now() - looked < restMs) return false
    if (!(await db.isSpread())) {
      collected = written
      looked = performance.now()
      return false
    }
    const lines = await collect(db)
    if (lines === null) return false
    looked = performance.now()
    if (lines < mostAtOnce) collected = written
    return lines === mostAtOnce
  }
  return startJob(look, { failed: 'lines.collect', log, pauseMs })
}
