import type { ActionBody, Warning } from '../../../catalogue/contract/archive/records.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import { submitTo } from '../../../catalogue/flows/way.ts'
import { endedChoices } from '../../../catalogue/rules/judge.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  answersFor,
  changedKeys,
  examine,
  fromStored,
  requireSound,
  toStored,
  writtenValues,
} from '../records/index.ts'
import type { Call, Outcome } from './call.ts'
import { move, noteFor, pendingOf } from './move.ts'
import { requireSteps, routeFor } from '../ways/index.ts'
import { takeEffect } from './take-effect.ts'

/** 提交: examines the whole value and freezes the route. From here on the revision never changes. */
export async function submit(call: Call): Promise<Outcome> {
  const { engine, actor, loaded } = call
  const { owner, id } = loaded
  const definition = engine.own.forOwner(loaded.definition, owner)
  const pending = pendingOf(loaded)
  const plain = fromStored(engine.keys, definition, id, pending.value)
  const attachments = pending.value.attachments ?? []
  const only = answersFor(actor, definition)
  const examined = await examine(engine, {
    definition,
    owner,
    recordId: id,
    values: plain,
    attachments: attachments.length,
    only,
  })
  const before = loaded.effective ? fromStored(engine.keys, definition, id, loaded.effective.stored) : null
  requireSound({ errors: [...examined.errors, ...endedChoices(definition, examined.values, before, only)] })
  const changed = changedKeys(definition, before, examined.values)
  requireSomethingNew(loaded.effective?.attachments, attachments, changed)
  const { route, flowVersion } = await routeFor(engine.db, {
    reviewed: { name: definition.name, chain: definition.review?.chain ?? [] },
    place: owner,
    submitter: actor.personId,
    values: examined.values,
  })
  const stop = submitTo(pending, requireSteps(route))
  const stored = toStored(engine.keys, definition, id, writtenValues(definition, examined.values))
  const frozen = sql`flow_version = ${flowVersion}, submitted_at = now(), submitted_by = ${actor.personId},
    return_step = null, changed = ${changed}::text[],
    warnings = ${sql.json(explained(examined.warnings, call.body.because))}`
  if (stop.at !== 'step')
    return takeEffect(
      call,
      { ...loaded.effective?.stored, ...stored },
      { note: noteFor(call, 'submit', 'flow.approved', null), also: sql`${frozen}, route = '[]'` },
    )
  return move(engine.db, loaded, stop, {
    note: noteFor(call, 'submit', 'flow.submitted', stop.step.level),
    also: sql`${frozen}, value = ${sql.json({ ...stored, attachments })}, route = ${sql.json(stop.route)},
      decided_at = null`,
  })
}

/** The warnings, each with the submitter's explanation for the reviewer. */
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

/**
 * 撤回: the owner takes the submission back while nobody has acted on it. The edit number in the statement
 * proves that.
 */
export async function withdraw(call: Call): Promise<Outcome> {
  const note = noteFor(call, 'withdraw', 'flow.withdrawn', null)
  return move(call.engine.db, call.loaded, { at: 'withdrawn' }, { note })
}
