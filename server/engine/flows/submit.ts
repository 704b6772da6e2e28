import type { ActionBody, Warning } from '../../../catalogue/contract/records.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import { endedChoices } from '../../../catalogue/rules/judge.ts'
import { sql } from '../../platform/db/sql.ts'
import type { RouteStep } from '../../../catalogue/flows/review.ts'
import {
  changedKeys,
  examine,
  fromStored,
  ownKeys,
  type Pending,
  pick,
  requireSound,
  toStored,
  writableKeys,
} from '../records/index.ts'
import type { Call, Outcome } from './call.ts'
import { heldBy, move, noteFor, pendingOf } from './move.ts'
import { requireSteps, routeFor } from '../ways/index.ts'
import { takeEffect } from './take-effect.ts'

/** 提交: the whole value is examined, the route frozen, and from here on the revision never changes. */
export async function submit(call: Call): Promise<Outcome> {
  const { engine, actor, loaded } = call
  const { definition, owner, id } = loaded
  const pending = pendingOf(loaded)
  const plain = fromStored(engine.keys, definition, id, pending.value)
  const attachments = pending.value.attachments ?? []
  const only = definition.regime === 'mixed' ? new Set(ownKeys(actor, definition)) : undefined
  const examined = await examine(engine, definition, owner, id, plain, attachments.length, only)
  const before = loaded.effective ? fromStored(engine.keys, definition, id, loaded.effective.stored) : null
  requireSound({ errors: [...examined.errors, ...endedChoices(definition, examined.values, before, only)] })
  const changed = changedKeys(definition, before, examined.values)
  requireSomethingNew(loaded.effective?.attachments, attachments, changed)
  const { route, flowVersion } = await routeFor(engine.db, definition, owner, actor.personId, examined.values)
  const fresh = requireSteps(route)
  const stored = toStored(engine.keys, definition, id, pick(examined.values, writableKeys(definition)))
  const frozen = sql`flow_version = ${flowVersion}, submitted_at = now(), submitted_by = ${actor.personId}, return_step = null,
    changed = ${changed}::text[], warnings = ${sql.json(explained(examined.warnings, call.body.because))},`
  if (fresh.length === 0) {
    const note = noteFor(call, 'submit', 'flow.approved', null)
    const version = await takeEffect(
      call,
      { ...loaded.effective?.stored, ...stored },
      sql`${frozen} route = '[]',`,
      note,
    )
    return { version, state: 'approved', level: null }
  }
  const index = stepToStart(pending, fresh)
  const steps = index > 0 ? pending.route : fresh
  const first = steps[index] as RouteStep
  const version = await move(
    engine.db,
    loaded,
    sql`${frozen} state = 'inReview', value = ${sql.json({ ...stored, attachments })}, route = ${sql.json(steps)},
      ${heldBy(first, index)}, decided_at = null`,
    noteFor(call, 'submit', 'flow.submitted', first.level),
  )
  return { version, state: 'inReview', level: first.level }
}

/**
 * Where a submission begins: straight back at the step that returned it, if it was asked back there and would
 * still take the same way. A mended value may have changed the way, and nobody on it may be passed over.
 */
function stepToStart(pending: Pending, fresh: readonly RouteStep[]): number {
  const way = (steps: readonly RouteStep[]) => steps.map((step) => step.institutionId).join()
  const straight = pending.returnStep !== null && way(pending.route) === way(fresh)
  return straight && pending.returnStep !== null ? pending.returnStep : 0
}

/** The warnings with what the submitter says to them, for whoever reviews. */
function explained(warnings: readonly FieldFault[], because: ActionBody['because']): Warning[] {
  return warnings.map((warning) => {
    const said = because?.find((b) => b.message === warning.message)?.because
    return said ? { ...warning, because: said } : warning
  })
}

function requireSomethingNew(
  before: readonly string[] | undefined,
  now: readonly string[],
  changed: readonly string[],
): void {
  const sameFiles = before !== undefined && JSON.stringify(before) === JSON.stringify(now)
  if (sameFiles && changed.length === 0)
    throw new AppError('invalid', { message: '和现行的内容一样，没有需要审核的改动' })
}

/** 撤回: as long as nobody has acted since the submission; the edit number proves it. */
export async function withdraw(call: Call): Promise<Outcome> {
  const note = noteFor(call, 'withdraw', 'flow.withdrawn', null)
  const version = await move(
    call.engine.db,
    call.loaded,
    sql`state = 'withdrawn', ${heldBy(null, null)}`,
    note,
  )
  return { version, state: 'withdrawn', level: null }
}
