import { sql } from '../../platform/db/sql.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Database, EventName, Queryable, Tx } from '../engine.ts'

/** A part of the portal that handles events after they happened, each exactly once. */
export interface Consumer {
  /**
   * Waiting lines are kept under this name. A renamed consumer is a new one: it gets events from then on
   * only.
   */
  readonly name: string
  readonly events: readonly EventName[]
  /**
   * Handles events in the transaction that removes them from the list: both happen or neither. `events` are
   * ids of `outbox`, ascending, at most `mostAtOnce`.
   */
  readonly take: (tx: Tx, events: readonly number[]) => Promise<void>
}

/**
 * Stores which consumer waits for which events. It must run before the portal answers requests: an event
 * without a waiting line is never handled.
 */
export async function registerConsumers(db: Queryable, consumers: readonly Consumer[]): Promise<void> {
  for (const { name, events } of consumers) {
    await db.execute(sql`
      insert into outbox_consumer (name, events) values (${name}, ${[...events]}::text[])
      on conflict (name) do update set events = excluded.events
      where outbox_consumer.events <> excluded.events`)
  }
}

/** Events that a consumer handles in one transaction. */
const mostAtOnce = 100

/**
 * Handles some of one consumer's events, oldest first; says how many. Two processes may run it together: each
 * skips the rows that the other has locked.
 */
export function takeWaiting(db: Database, { name, take }: Consumer): Promise<number> {
  return db.transaction(async (tx) => {
    const taken = await tx.query<{ id: number }>(sql`
      delete from outbox_waiting w
      using (
        select event_id
        from outbox_waiting
        where consumer = ${name}
        order by event_id
        limit ${mostAtOnce}
        for update skip locked) next
      where w.consumer = ${name} and w.event_id = next.event_id
      returning w.event_id as id`)
    if (taken.length === 0) return 0
    await take(
      tx,
      taken.map(({ id }) => id).toSorted((a, b) => a - b),
    )
    return taken.length
  })
}

/**
 * Handles events twice a second, and at once while there are more than fit. What comes meanwhile waits for
 * the next look: taken one by one, events of a busy hour cost more than what people do. A failure is logged
 * and tried again.
 */
export function startConsumer(db: Database, consumer: Consumer, log: Log): Job {
  const look = async () => (await takeWaiting(db, consumer)) === mostAtOnce
  return startJob(look, { failed: `${consumer.name}.consumer`, log, pauseMs: 500 })
}
