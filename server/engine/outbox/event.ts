import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Part } from '../../platform/db/together.ts'
import type { EventName, Queryable } from '../engine.ts'

/**
 * An event as the outbox keeps it: ids only, no values. A consumer reads the values when it handles the
 * event.
 */
export interface OutboxEvent {
  readonly event: EventName
  readonly type: string
  readonly ownerId: number
  readonly recordId: string
  readonly revisionId: string
  readonly by: number
  /** Columns of `when` with the institution and the role that hold the item from now on. */
  readonly holder: Sql
}

/**
 * Parts of a change: the event, and a waiting line for each consumer of such events.
 * @param when what the event depends on, beginning with `from`
 */
export function eventParts(event: OutboxEvent, when: Sql): readonly Part[] {
  const happened = sql`
      insert into outbox (event, owner_id, record_id, revision_id, type, by_identity,
        holder_institution_id, holder_role)
      select ${event.event}::text, ${event.ownerId}::int, ${event.recordId}::uuid, ${event.revisionId}::uuid,
        ${event.type}::text, ${event.by}::int, ${event.holder} ${when}
      returning id, event`
  const awaited = sql`
      insert into outbox_waiting (consumer, event_id)
      select c.name, t.id
      from happened t
      join outbox_consumer c on t.event = any(c.events)`
  return [
    ['happened', happened, 'coordinator'],
    ['awaited', awaited, 'coordinator'],
  ]
}

/** An event with the office that holds the item from now on. */
export interface HeldEvent extends Omit<OutboxEvent, 'holder'> {
  readonly holder: { readonly institutionId: number; readonly role: number } | null
}

/** Writes the events of a load, in their order, each with a line for each consumer that waits for it. */
export async function insertEvents(db: Queryable, events: readonly HeldEvent[]): Promise<void> {
  const rows = events.map(({ holder, ...event }) => ({
    ...event,
    institution: holder?.institutionId ?? null,
    role: holder?.role ?? null,
  }))
  await db.execute(sql`
    with happened as (
      insert into outbox (event, owner_id, record_id, revision_id, type, by_identity,
        holder_institution_id, holder_role)
      select event, "ownerId", "recordId", "revisionId", type, by, institution, role
      from jsonb_to_recordset(${sql.json(rows)}) as x(event text, "ownerId" int, "recordId" uuid,
        "revisionId" uuid, type text, by int, institution int, role smallint)
      returning id, event)
    insert into outbox_waiting (consumer, event_id)
    select c.name, t.id
    from happened t
    join outbox_consumer c on t.event = any(c.events)`)
}
