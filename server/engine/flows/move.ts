import { AppError } from '../../../catalogue/errors.ts'
import type { Level } from '../../../catalogue/define.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { journal, type Loaded, type Note, type Pending } from '../records/index.ts'
import type { Queryable } from '../engine.ts'
import type { Call } from './call.ts'

/** The pending revision of a record; an action on nothing is a lost race. */
export function pendingOf(loaded: Loaded): Pending {
  if (!loaded.pending) throw new AppError('wrongState')
  return loaded.pending
}

/** The line of the timeline and the event for an action on the pending revision. */
export function noteFor(
  { actor, loaded, body }: Pick<Call, 'actor' | 'loaded' | 'body'>,
  action: string,
  event: Note['event'],
  level: Level | null,
): Note {
  const pending = pendingOf(loaded)
  return {
    actor,
    type: loaded.definition.name,
    ownerId: loaded.owner.id,
    recordId: loaded.id,
    revisionId: pending.id,
    action,
    event,
    step: pending.step,
    level,
    reason: body.reason ?? null,
    fields: body.fields ?? [],
    waitedSince: pending.state === 'inReview' && actor.role !== 2 ? pending.holderSince : null,
  }
}

/**
 * The one conditional update behind every action: it happens only while state, step and edit number are as
 * read, and writes its line, event and audit row in the same statement. Nothing changed means somebody was
 * faster: 409.
 * @param beside further parts of the statement, each ending in a comma; give them only within a transaction,
 * which undoes them when somebody was faster
 */
export async function move(
  db: Queryable,
  loaded: Loaded,
  sets: Sql,
  note: Note,
  beside: Sql = sql.empty,
): Promise<number> {
  const pending = pendingOf(loaded)
  const version = pending.editNo + 1
  const rows = await db.query(sql`
    with moved as (
      update revision set ${sets}, edit_no = ${version}, updated_at = now()
      where owner_id = ${loaded.owner.id}
        and id = ${pending.id}
        and state = ${pending.state}
        and replaced_at is null
        and step is not distinct from ${pending.step} and edit_no = ${pending.editNo}
      returning holder_institution_id, holder_role), ${beside}
      ${journal(note, sql`from moved`, sql`holder_institution_id, holder_role`)} select 1 from moved`)
  if (rows.length !== 1) throw new AppError('stale')
  return version
}

/** The holder columns for a step of a route, or none. */
export function heldBy(step: { institutionId: number; role: number } | null, index: number | null): Sql {
  return sql`step = ${index}::smallint, holder_institution_id = ${step?.institutionId ?? null}::int,
    holder_role = ${step?.role ?? null}::smallint, holder_since = ${step ? sql`now()` : sql`null`}`
}
