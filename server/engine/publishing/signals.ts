import type { Queryable } from '../engine.ts'
import { sql } from '../../platform/db/sql.ts'

// What is heard of events that begin by a signal (docs/decisions/0244). `phaseOf` reads it.

/** An event whose signal is listened for from now on. One that was ended begins anew. */
export async function expectSignal(db: Queryable, contentId: number): Promise<void> {
  await db.execute(sql`
    insert into content_signal (content_id) values (${contentId})
    on conflict (content_id) do update set ended_at = null`)
}

/** The signal of an event was heard a moment ago. */
export async function hearSignal(db: Queryable, contentId: number): Promise<void> {
  await db.execute(sql`
    update content_signal set heard_at = now() where content_id = ${contentId} and ended_at is null`)
}

/** The host ended it; whether it was not ended before. */
export async function endSignal(db: Queryable, contentId: number): Promise<boolean> {
  const ended = await db.maybeOne(sql`
    update content_signal set ended_at = now() where content_id = ${contentId} and ended_at is null returning 1`)
  return ended !== undefined && ended !== null
}

/** Shows the recordings of an event to whoever may see it, or takes them back. */
export async function releaseReplay(db: Queryable, contentId: number, on: boolean): Promise<void> {
  // Citus takes no function of the clock beside a column: what is shown already is left alone instead.
  await db.execute(
    on
      ? sql`update content_signal set released_at = now() where content_id = ${contentId} and released_at is null`
      : sql`update content_signal set released_at = null where content_id = ${contentId}`,
  )
}
