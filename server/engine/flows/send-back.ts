import { AppError } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import { requireReason, type Call, type Outcome } from './call.ts'
import { heldBy, move, noteFor, pendingOf } from './move.ts'

/** 退回修改: to the owner, with reasons pinned to fields; or to an earlier step, whose office looks again. */
export async function sendBack(call: Call): Promise<Outcome> {
  const { engine, loaded, body } = call
  requireReason(body)
  const pending = pendingOf(loaded)
  const index = pending.step ?? 0
  const level = pending.route[index]?.level ?? null
  const note = noteFor(call, 'return', 'flow.returned', level)
  if (body.toStep !== undefined) {
    const target = pending.route[body.toStep]
    if (!target || body.toStep >= index) {
      const message = '只能退回到前面的一步'
      throw new AppError('invalid', { errors: [{ field: 'toStep', message }], message })
    }
    const version = await move(engine.db, loaded, heldBy(target, body.toStep), note)
    return { version, state: 'inReview', level: target.level }
  }
  const sets = sql`state = 'returned', decided_at = now(), return_step = ${body.comeBack ? index : null}::smallint,
    holder_institution_id = null, holder_role = null, holder_since = null`
  const version = await move(engine.db, loaded, sets, note)
  return { version, state: 'returned', level: null }
}

/** 不通过: final, but for one appeal. */
export async function reject(call: Call): Promise<Outcome> {
  requireReason(call.body)
  const pending = pendingOf(call.loaded)
  const note = noteFor(call, 'reject', 'flow.rejected', pending.route[pending.step ?? 0]?.level ?? null)
  const sets = sql`state = 'rejected', decided_at = now(), not_by = ${call.actor.identityId}, holder_institution_id = null,
    holder_role = null, holder_since = null`
  const version = await move(call.engine.db, call.loaded, sets, note)
  return { version, state: 'rejected', level: null }
}
