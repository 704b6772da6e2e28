import { AppError } from '../../../catalogue/errors.ts'
import { levels, roleOfLevel, type RouteStep } from '../../../catalogue/flows/review.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { requireReason, type Call, type Outcome } from './call.ts'
import { heldBy, move, noteFor, pendingOf } from './move.ts'
import { appealDeadline, stationsOf } from '../ways/index.ts'

/**
 * 申诉: once, within fifteen working days, to the level above the one that refused; when there is none, another
 * account of the same level decides (modules.json, lifecycles.review).
 */
export async function appeal(call: Call): Promise<Outcome> {
  const { engine, actor, loaded } = call
  requireReason(call.body)
  const pending = pendingOf(loaded)
  if (pending.appealed) throw new AppError('wrongState', { message: '已经申诉过一次，复核结果为最终结果' })
  const until = await appealDeadline(engine.db, pending.decidedAt ?? '')
  if (until === null || today() > until) throw new AppError('wrongState', { message: '已过申诉期限' })
  const refused = pending.route[pending.step ?? 0]
  const stations = await stationsOf(engine.db, loaded.owner, actor.personId)
  const above = levels
    .slice(refused ? levels.indexOf(refused.level) + 1 : 0)
    .map((level) => stations.find((s) => s.level === level && s.staffed))
    .find((s) => s !== undefined)
  const step: RouteStep | undefined = above
    ? {
        level: above.level,
        institutionId: above.institutionId,
        institution: above.institution,
        role: roleOfLevel[above.level],
        standsFor: [],
      }
    : refused
  if (!step) throw new AppError('noHolder')
  const index = (pending.step ?? 0) + 1
  const route = [...pending.route.slice(0, index), step]
  const sets = sql`state = 'inReview', appealed = true, route = ${sql.json(route)}, decided_at = null, ${heldBy(step, index)},
    not_by = ${above ? sql`null` : sql`not_by`}`
  const version = await move(engine.db, loaded, sets, noteFor(call, 'appeal', 'flow.appealed', step.level))
  return { version, state: 'inReview', level: step.level }
}
