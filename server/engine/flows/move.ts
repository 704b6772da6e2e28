import type { Level } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Stop } from '../../../catalogue/flows/way.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Parts } from '../../platform/db/together.ts'
import { journalParts, type LoadedRecord, type Note, type PendingRevision } from '../records/index.ts'
import type { Queryable } from '../engine.ts'
import { travel, type Traveller } from '../ways/index.ts'
import { atStop } from './at-stop.ts'
import type { Call, Outcome } from './call.ts'

/**
 * The pending revision of a record. When there is none, another request was first: throws wrongState (409).
 */
export function pendingOf(loaded: LoadedRecord): PendingRevision {
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

/** How the table of revisions keeps the way of a pending revision (decision 0037). */
export function revision(loaded: LoadedRecord): Traveller {
  const pending = pendingOf(loaded)
  const version = pending.editNo + 1
  return {
    table: 'revision',
    owner: loaded.owner.id,
    unchanged: sql`owner_id = ${loaded.owner.id}
      and id = ${pending.id}
      and state = ${pending.state}
      and replaced_at is null
      and step is not distinct from ${pending.step}
      and edit_no = ${pending.editNo}`,
    columnsAt: (stop) => sql`${columnsAt(stop, version)}, edit_no = ${version}, updated_at = now()`,
    returning: sql`holder_institution_id, holder_role`,
  }
}

/** The columns of `revision` at a stop (at-stop.ts), by the clock of the database. */
function columnsAt(stop: Stop, version: number): Sql {
  const { state, step, holder, decided, returnStep } = atStop(stop)
  const columns = [sql`state = ${state}`]
  if (step !== undefined) columns.push(sql`step = ${step}::smallint`)
  if (decided) columns.push(sql`decided_at = now()`)
  if (returnStep !== undefined) columns.push(sql`return_step = ${returnStep}::smallint`)
  if (stop.at === 'arrived') columns.push(sql`applied_at = now(), applied_version = ${version}`)
  columns.push(
    holder
      ? sql`holder_institution_id = ${holder.institutionId}::int, holder_role = ${holder.role}::smallint,
          holder_since = now()`
      : sql`holder_institution_id = null, holder_role = null, holder_since = null`,
  )
  return sql.join(columns)
}

/**
 * Moves the pending revision to a stop, with its line of the timeline, its event and its audit row. Returns
 * the answer of the action.
 * @param parts what else is written; give them only within a transaction, because a lost race does
 * not undo them by itself
 */
export async function move(
  db: Queryable,
  loaded: LoadedRecord,
  stop: Stop,
  { note, also, parts = [] }: { note: Note; also?: Sql; parts?: readonly Parts[] },
): Promise<Outcome> {
  const told: Parts = ({ from, column }) =>
    journalParts(
      note,
      from,
      sql`${column('holder_institution_id', 'int')}, ${column('holder_role', 'smallint')}`,
    )
  await travel(db, revision(loaded), stop, { ...(also && { also }), parts: [...parts, told] })
  return {
    version: pendingOf(loaded).editNo + 1,
    state: atStop(stop).state,
    level: stop.at === 'step' ? stop.step.level : null,
  }
}
