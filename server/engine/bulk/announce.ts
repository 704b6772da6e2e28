import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import { insertEvents } from '../outbox/index.ts'
import type { RecordLife } from './life.ts'

/**
 * Writes what the engine writes beside a timeline: an audit row for each line, and an event for the consumers
 * of the outbox unless the line is quiet. Audit rows carry the time of the load. For the transaction of
 * `writeLives`; a load that consumers must not hear of leaves it out.
 */
export async function announceLives(db: Queryable, lives: readonly RecordLife[]): Promise<void> {
  const lines = lives.flatMap((life) => life.lines.map((line) => ({ life, line })))
  for (const [event, own] of Map.groupBy(lines, ({ line }) => line.event)) {
    const rows = own.map(({ life, line }) => ({
      by: line.by.identityId,
      type: life.definition.name,
      owner: life.owner.id,
      record: life.recordId,
      facts: { revision: line.revisionId, ...(line.reason && { reason: line.reason }) },
    }))
    await note(
      db,
      {
        by: sql`x.by`,
        action: event,
        type: sql`x.type`,
        ownerId: sql`x.owner`,
        recordId: sql`x.record`,
        facts: sql`x.facts`,
      },
      sql`from jsonb_to_recordset(${sql.json(rows)}) as x(by int, type text, owner int, record uuid, facts jsonb)`,
    )
  }
  const heard = lines.filter(({ line }) => !line.quiet)
  await insertEvents(
    db,
    heard.map(({ life, line }) => ({
      event: line.event,
      type: life.definition.name,
      ownerId: life.owner.id,
      recordId: life.recordId,
      revisionId: line.revisionId,
      by: line.by.identityId,
      holder: line.holder,
    })),
  )
}
