import { lastStepOf, returnTo } from '../../../catalogue/flows/way.ts'
import { sql } from '../../platform/db/sql.ts'
import { requireReasonFor, type Call, type Outcome } from './call.ts'
import { move, noteFor, pendingOf } from './move.ts'

/**
 * 退回修改: returns the revision to its owner with reasons pinned to fields, or to an earlier step whose
 * office looks again.
 */
export async function sendBack(call: Call): Promise<Outcome> {
  requireReasonFor('return', call)
  const pending = pendingOf(call.loaded)
  const note = noteFor(call, 'return', 'flow.returned', lastStepOf(pending)?.level ?? null)
  return move(call.engine.db, call.loaded, returnTo(pending, call.body), { note })
}

/** 不通过: rejects the revision. The owner may appeal once. */
export async function reject(call: Call): Promise<Outcome> {
  requireReasonFor('reject', call)
  const pending = pendingOf(call.loaded)
  const note = noteFor(call, 'reject', 'flow.rejected', lastStepOf(pending)?.level ?? null)
  const also = sql`not_by = ${call.actor.identityId}`
  return move(call.engine.db, call.loaded, { at: 'rejected' }, { note, also })
}
