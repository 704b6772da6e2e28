import { approveTo, lastStepOf, requireOther } from '../../../catalogue/flows/way.ts'
import type { LoadedRecord, Values } from '../records/index.ts'
import { requireReasonFor, type Call, type Outcome } from './call.ts'
import { move, noteFor, pendingOf } from './move.ts'
import { takeEffect } from './take-effect.ts'

/** 通过: moves the revision to the next step. The last step brings it into force. */
export async function approve(call: Call): Promise<Outcome> {
  const { engine, actor, loaded } = call
  const pending = pendingOf(loaded)
  requireOther(actor, pending)
  requireReasonFor('approve', call)
  const level = lastStepOf(pending)?.level ?? null
  const stop = approveTo(pending)
  if (stop.at === 'step')
    return move(engine.db, loaded, stop, { note: noteFor(call, 'forward', 'flow.forwarded', level) })
  return takeEffect(call, resulting(loaded), { note: noteFor(call, 'approve', 'flow.approved', level) })
}

/**
 * The value that takes effect. In a mixed record the institution's fields are those in effect now, under the
 * owner's pending ones.
 */
function resulting(loaded: LoadedRecord): Values {
  const { attachments: _, ...value } = pendingOf(loaded).value
  return { ...loaded.effective?.stored, ...value }
}
