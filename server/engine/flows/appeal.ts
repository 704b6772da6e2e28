import { AppError } from '../../../catalogue/errors.ts'
import { appealTo } from '../../../catalogue/flows/way.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { appealDeadline, stationsOf } from '../ways/index.ts'
import { requireReasonFor, type Call, type Outcome } from './call.ts'
import { move, noteFor, pendingOf } from './move.ts'

/**
 * 申诉: the owner appeals a rejection once, within fifteen working days (modules.json, lifecycles.review).
 */
export async function appeal(call: Call): Promise<Outcome> {
  const { engine, actor, loaded } = call
  requireReasonFor('appeal', call)
  const pending = pendingOf(loaded)
  if (pending.appealed) throw new AppError('wrongState', { message: '已经申诉过一次，复核结果为最终结果' })
  const until = await appealDeadline(engine.db, pending.decidedAt ?? '')
  if (until === null || today() > until) throw new AppError('wrongState', { message: '已过申诉期限' })
  const stop = appealTo(pending, await stationsOf(engine.db, loaded.owner, actor.personId))
  const sameOffice = stop.step === pending.route[pending.step ?? 0]
  return move(engine.db, loaded, stop, {
    note: noteFor(call, 'appeal', 'flow.appealed', stop.step.level),
    also: sql`appealed = true, route = ${sql.json(stop.route)}, decided_at = null,
      not_by = ${sameOffice ? sql`not_by` : sql`null`}`,
  })
}
