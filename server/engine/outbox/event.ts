import { sql, type Sql } from '../../platform/db/sql.ts'
import type { EventName } from '../engine.ts'

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
 * Parts of one `with` statement, each ending in a comma: the event, and a waiting line for each consumer of
 * such events.
 * @param when what the event depends on, beginning with `from`
 */
export function insertEvent(event: OutboxEvent, when: Sql): Sql {
  return sql`happened as (
      insert into outbox (event, owner_id, record_id, revision_id, type, by_identity,
        holder_institution_id, holder_role)
      select ${event.event}::text, ${event.ownerId}::int, ${event.recordId}::uuid, ${event.revisionId}::uuid,
        ${event.type}::text, ${event.by}::int, ${event.holder} ${when}
      returning id, event),
    awaited as (
      insert into outbox_waiting (consumer, event_id)
      select c.name, t.id
      from happened t
      join outbox_consumer c on t.event = any(c.events)),`
}
