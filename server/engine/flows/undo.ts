import { AppError } from '../../../catalogue/errors.ts'
import { undoTo } from '../../../catalogue/flows/way.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  type Application,
  callVoided,
  deriveFor,
  fromStored,
  insertForReview,
  insertRestored,
  journal,
  nextNumbers,
  reopenClosedBy,
  settle,
  supersede,
  upsertRow,
  type Values,
} from '../records/index.ts'
import { tableName } from '../schema/index.ts'
import type { Tx } from '../engine.ts'
import type { Call, Outcome } from './call.ts'
import { move, noteFor } from './move.ts'

/**
 * 撤销通过: the officer who approved takes the approval back, within ten minutes and while nobody built on
 * it. A forwarded revision comes back to this step. A value that took effect is followed by a new version
 * with the previous value, and the submission waits here again.
 */
export async function undo(call: Call): Promise<Outcome> {
  const { engine, loaded } = call
  const last = loaded.events[0]
  if (!last) throw new AppError('wrongState')
  const { pending } = loaded
  if (pending?.state === 'inReview' && last.action === 'forward' && last.step !== null) {
    const stop = undoTo(pending, last.step)
    return move(engine.db, loaded, stop, {
      note: noteFor(call, 'undo', 'flow.undone', stop.step.level),
    })
  }
  if (pending || !loaded.effective) throw new AppError('wrongState')
  return undoApplied(call, last.revision_id)
}

interface UndoneRevision {
  id: string
  value: Values & { attachments?: string[] }
  route: { level: Outcome['level']; institutionId: number; role: number }[]
  step: number
}

async function undoApplied(call: Call, revisionId: string): Promise<Outcome> {
  const { engine, actor, loaded } = call
  const { definition, owner, id } = loaded
  return engine.db.transaction(async (tx) => {
    await supersede(tx, loaded)
    const undone = await tx.maybeOne<UndoneRevision>(sql`
      select id, value, route, step from revision where owner_id = ${owner.id} and id = ${revisionId}`)
    const step = undone?.route[undone.step]
    if (!undone || !step) throw new AppError('wrongState')
    const restored = await restorePrevious(call, tx, revisionId)
    await reopenClosedBy(tx, { engine, definition, owner, actor, recordId: id }, revisionId)
    await deriveFor(engine, tx, definition, owner.id)
    const next = await nextNumbers(tx, owner.id, id)
    const again = uuidv7()
    await tx.query(sql`
      with ${insertForReview({ ownerId: owner.id, revisionId, newId: again, numbers: next }, restored?.version ?? 0, step)},
      ${journal({
        actor,
        type: definition.name,
        ownerId: owner.id,
        recordId: id,
        revisionId: again,
        action: 'undo',
        event: 'flow.undone',
        level: step.level,
        reason: call.body.reason ?? null,
      })} select 1 from again`)
    const changed = { engine, definition, ownerId: owner.id, recordId: id }
    await callVoided(tx, changed, { before: undone.value, now: restored?.stored ?? null })
    return { version: next.version, state: 'inReview', level: step.level }
  })
}

/**
 * Brings the value before the undone one into force as a new version. Without one the typed row is voided.
 * Returns the version now in force, undefined for none.
 */
async function restorePrevious(
  { engine, actor, loaded }: Call,
  tx: Tx,
  undoneId: string,
): Promise<{ version: number; stored: Values } | undefined> {
  const { definition, owner, id } = loaded
  const previous = await tx.maybeOne<{ id: string; value: Values & { attachments?: string[] } }>(sql`
    select id, value
    from revision
    where owner_id = ${owner.id} and record_id = ${id} and state = 'approved' and id <> ${undoneId}
      and superseded_at >= (select applied_at from revision where owner_id = ${owner.id} and id = ${undoneId})
    order by applied_at desc limit 1`)
  if (!previous) {
    await tx.execute(
      sql`update ${sql.id(tableName(definition.name))}
        set voided_at = now()
        where owner_id = ${owner.id} and id = ${id}`,
    )
    return undefined
  }
  const { attachments = [], ...stored } = previous.value
  const next = await nextNumbers(tx, owner.id, id)
  const revisionId = uuidv7()
  const note = {
    actor,
    type: definition.name,
    ownerId: owner.id,
    recordId: id,
    revisionId,
    action: 'restore',
    event: 'record.applied',
  } as const
  await tx.query(sql`
    with ${insertRestored(
      { ownerId: owner.id, revisionId: previous.id, newId: revisionId, numbers: next },
      { follows: undoneId, by: actor.identityId },
    )}, ${journal(note)}
    select 1
    from restored`)
  const application: Application = {
    definition,
    owner,
    recordId: id,
    revisionId,
    stored,
    plain: fromStored(engine.keys, definition, id, stored),
    attachments,
    version: next.version,
    actor,
  }
  await tx.query(upsertRow(engine, application))
  await settle(engine, tx, application)
  return { version: next.version, stored }
}
