import { AppError } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import { collisions } from '../records/constraints.ts'
import { fromStored, pick, writableKeys, type Values } from '../records/codec.ts'
import { filesIn } from '../records/evidence.ts'
import { afterApply } from '../records/after-apply.ts'
import { upsertRow, useFiles, type Application } from '../records/apply.ts'
import type { Loaded } from '../records/load.ts'
import { supersede } from '../records/revision.ts'
import type { Call, Outcome } from './call.ts'
import { heldBy, move, noteFor, pendingOf } from './move.ts'

/** 通过: on to the next step, or, on the last one, into effect. */
export async function approve(call: Call): Promise<Outcome> {
  const { engine, actor, loaded } = call
  const pending = pendingOf(loaded)
  if (pending.notBy === actor.identityId) throw new AppError('forbidden', { message: '申诉须由另一位审核人复核' })
  const index = pending.step ?? 0
  const here = pending.route[index]
  const next = pending.route[index + 1]
  if (next) {
    const note = noteFor(call, 'forward', 'flow.forwarded', here?.level ?? null)
    const version = await move(engine.db, loaded, heldBy(next, index + 1), note)
    return { version, state: 'inReview', level: next.level }
  }
  return { version: await applyPending(call), state: 'approved', level: null }
}

/** The value the pending revision brings into effect: of a mixed record, the owner's fields over what is effective now. */
function resulting(loaded: Loaded): Values {
  const { attachments: _, ...value } = pendingOf(loaded).value
  return { ...loaded.effective?.stored, ...value }
}

/** The last approval: state, typed row, history, derived fields and hooks in one transaction, or nothing. */
async function applyPending(call: Call): Promise<number> {
  const { engine, actor, loaded } = call
  const { definition, owner, id } = loaded
  const pending = pendingOf(loaded)
  const stored = resulting(loaded)
  const plain = fromStored(engine.keys, definition, id, stored)
  const level = pending.route[pending.step ?? 0]?.level ?? null
  const version = pending.editNo + 1
  const application: Application = {
    definition,
    owner,
    recordId: id,
    revisionId: pending.id,
    stored,
    plain,
    attachments: pending.value.attachments ?? [],
    version,
    actor,
  }
  return engine.db.transaction(async (tx) => {
    await supersede(tx, loaded)
    // What takes effect is kept whole: of a mixed record the institution's fields may have moved on since the submission.
    const value = { ...pick(stored, writableKeys(definition)), attachments: application.attachments }
    const sets = sql`state = 'approved', value = ${sql.json(value)}, applied_at = now(), decided_at = now(),
      applied_version = ${version}, ${heldBy(null, pending.step)}`
    const found = await collisions(tx, engine.records, definition, owner, id, plain, true)
    const [first] = found.errors
    if (first) throw new AppError('duplicate', { errors: found.errors, message: first.message })
    const files = filesIn(definition, plain, application.attachments)
    const beside = sql`row as (${upsertRow(engine, application)}), used as (${useFiles(application, files)}),`
    await move(tx, loaded, sets, noteFor(call, 'approve', 'flow.approved', level), beside)
    await afterApply(engine, tx, application)
    return version
  })
}
