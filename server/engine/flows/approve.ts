import { AppError } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Loaded, Values } from '../records/index.ts'
import { requireReason, type Call, type Outcome } from './call.ts'
import { heldBy, move, noteFor, pendingOf } from './move.ts'
import { takeEffect } from './take-effect.ts'

/** 通过: on to the next step, or, on the last one, into effect. */
export async function approve(call: Call): Promise<Outcome> {
  const { engine, actor, loaded } = call
  const pending = pendingOf(loaded)
  if (pending.notBy === actor.identityId)
    throw new AppError('forbidden', { message: '申诉须由另一位审核人复核' })
  const index = pending.step ?? 0
  const here = pending.route[index]
  const next = pending.route[index + 1]
  if (here?.reasonRequired) requireReason(call.body, '这一步通过也要写审核意见')
  if (next) {
    const note = noteFor(call, 'forward', 'flow.forwarded', here?.level ?? null)
    const version = await move(engine.db, loaded, heldBy(next, index + 1), note)
    return { version, state: 'inReview', level: next.level }
  }
  const note = noteFor(call, 'approve', 'flow.approved', here?.level ?? null)
  return {
    version: await takeEffect(call, resulting(loaded), sql.empty, note),
    state: 'approved',
    level: null,
  }
}

/**
 * The value the pending revision brings into effect: of a mixed record, the owner's fields over what is
 * effective now.
 */
function resulting(loaded: Loaded): Values {
  const { attachments: _, ...value } = pendingOf(loaded).value
  return { ...loaded.effective?.stored, ...value }
}
