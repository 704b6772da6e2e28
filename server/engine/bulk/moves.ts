import { routeOf } from '../../../catalogue/flows/review.ts'
import {
  appealTo,
  approveTo,
  lastStepOf,
  returnTo,
  submitTo,
  turnOf,
  type Stop,
  type Way,
} from '../../../catalogue/flows/way.ts'
import { withoutHidden } from '../../../catalogue/rules/judge.ts'
import { atStop } from '../flows/index.ts'
import { changedKeys, type Values } from '../records/index.ts'
import { requireSteps } from '../ways/index.ts'
import { closeEarlier } from './close-open.ts'
import { examined } from './examined.ts'
import {
  effectiveOf,
  pendingIn,
  pendingOf,
  tell,
  type Move,
  type Line,
  type FieldReason,
  type RecordLife,
  type Revision,
} from './life.ts'
import type { Moment } from './moment.ts'
import { bringIntoForce, firstValue, revisionOf, written } from './revision.ts'

/** What the timeline and the audit call the first value of a record, and a later one. */
const begun = (first: boolean) =>
  first
    ? ({ action: 'create', event: 'record.created' } as const)
    : ({ action: 'amend', event: 'record.edited' } as const)

const holderAt = (stop: Stop) => (stop.at === 'step' ? stop.step : null)

/** A value that takes effect at once: own and recorded records, and the institution's side of a mixed one. */
export function apply(life: RecordLife, move: Move, given: Values, files?: readonly string[]): void {
  const { definition } = life
  const first = life.revisions.length === 0
  const full = first ? firstValue(life, given) : written(life, { ...life.row?.values, ...given })
  const values = { ...withoutHidden(definition, full) }
  const attachments = files ?? life.row?.attachments ?? []
  const warnings = examined(life, values, attachments.length, move)
  const changed = changedKeys(definition, life.row?.values ?? null, values)
  const revision = revisionOf(life, move, { value: values, attachments, changed })
  revision.warnings = warnings
  bringIntoForce(life, revision, values, move)
  life.revisions.push(revision)
  tell(life, { revisionId: revision.id, ...move, ...begun(first) })
  closeEarlier(life, revision, move)
}

const inForce = ({ row }: RecordLife): Pick<Revision, 'value' | 'attachments'> =>
  row ? { value: row.values, attachments: row.attachments } : { value: {}, attachments: [] }

/** A draft: the first value of a record, a change of what is in force, or the mending of what came back. */
export function draft(life: RecordLife, move: Move, given: Values, files?: readonly string[]): void {
  const first = life.revisions.length === 0
  const pending = pendingIn(life)
  if (pending?.state === 'draft') throw new Error('bulk: a draft is edited in place, not begun again')
  const source = pending ?? inForce(life)
  const values = first ? firstValue(life, given) : written(life, { ...source.value, ...given })
  const revision = revisionOf(life, move, {
    value: values,
    attachments: files ?? source.attachments,
    changed: changedKeys(life.definition, life.row?.values ?? null, values),
    previousId: pending?.id ?? null,
  })
  if (pending) pending.replacedAt = move.at
  life.revisions.push(revision)
  tell(life, { revisionId: revision.id, ...move, ...begun(first), quiet: true })
}

const wayOf = (revision: Revision): Way => ({
  route: revision.route ?? [],
  step: revision.step,
  waiting: revision.state === 'inReview',
  submitter: revision.submittedBy,
  returnStep: revision.returnStep,
  notBy: revision.notBy,
})

/** Moves a revision to a stop, like the engine's `move`. */
function moveTo(revision: Revision, stop: Stop, at: Moment): void {
  const { state, step, holder, decided, returnStep } = atStop(stop)
  revision.state = state
  if (step !== undefined) revision.step = step
  revision.holder = holder && { institutionId: holder.institutionId, role: holder.role }
  revision.holderSince = holder && at
  if (decided) revision.decidedAt = at
  if (returnStep !== undefined) revision.returnStep = returnStep
  revision.editNo += 1
  revision.updatedAt = at
}

/**
 * 提交. Throws when the rules refuse the value or nobody reviews it, as the engine would. A route without
 * steps brings the value into force at once.
 */
export function submit(life: RecordLife, move: Move): void {
  const { definition, load } = life
  const pending = pendingOf(life)
  const values = { ...withoutHidden(definition, pending.value) }
  const warnings = examined(life, values, pending.attachments.length, move)
  const { chain, version } = load.chain(definition, life.owner)
  const route = requireSteps(routeOf(chain, values, load.stations(life.owner, move.by.personId)))
  const stop = submitTo(wayOf(pending), route)
  const level = stop.at === 'step' ? stop.step.level : null
  tell(life, {
    revisionId: pending.id,
    ...move,
    action: 'submit',
    event: stop.at === 'step' ? 'flow.submitted' : 'flow.approved',
    holder: holderAt(stop),
    step: pending.step,
    level,
  })
  pending.flowVersion = version
  pending.submittedAt = move.at
  pending.submittedBy = move.by.personId
  pending.returnStep = null
  pending.changed = changedKeys(definition, life.row?.values ?? null, values)
  pending.warnings = warnings
  pending.route = stop.at === 'step' ? stop.route : []
  pending.decidedAt = null
  moveTo(pending, stop, move.at)
  if (stop.at === 'step') pending.value = written(life, values)
  else bringIntoForce(life, pending, { ...life.row?.values, ...values }, move)
}

const forwarded = { action: 'forward', event: 'flow.forwarded' } as const
const approved = { action: 'approve', event: 'flow.approved' } as const

/**
 * 通过: moves the revision to the next step, or on the last one into force. Returns whether it is in force.
 */
export function approve(life: RecordLife, move: Move, reason: string | null = null): boolean {
  const pending = pendingOf(life)
  const stop = approveTo(wayOf(pending))
  const way = stop.at === 'step' ? forwarded : approved
  decide(life, move, { ...way, holder: holderAt(stop), reason })
  moveTo(pending, stop, move.at)
  if (stop.at === 'step') return false
  bringIntoForce(life, pending, { ...life.row?.values, ...pending.value }, move)
  closeEarlier(life, pending, move)
  return true
}

/** 退回修改, with reasons pinned to fields. */
export function sendBack(
  life: RecordLife,
  move: Move,
  fields: readonly FieldReason[],
  reason: string | null = null,
): void {
  const pending = pendingOf(life)
  decide(life, move, { action: 'return', event: 'flow.returned', reason, fields })
  moveTo(pending, returnTo(wayOf(pending), {}), move.at)
}

/** 不通过. */
export function reject(life: RecordLife, move: Move, reason: string): void {
  const pending = pendingOf(life)
  decide(life, move, { action: 'reject', event: 'flow.rejected', reason })
  pending.notBy = move.by.identityId
  moveTo(pending, { at: 'rejected' }, move.at)
}

/** The line of a reviewer's decision. Throws when it is not the reviewer's turn. */
function decide(
  life: RecordLife,
  move: Move,
  given: Pick<Line, 'action' | 'event' | 'reason'> & Partial<Pick<Line, 'fields' | 'holder'>>,
): void {
  const pending = pendingOf(life)
  const way = wayOf(pending)
  if (turnOf(move.by, way) !== 'theirs')
    throw new Error(`bulk: not the turn of identity ${move.by.identityId}`)
  const line = { ...given, revisionId: pending.id, ...move, step: pending.step ?? 0 }
  tell(life, { ...line, level: lastStepOf(way)?.level ?? null }, pending.holderSince)
}

/** 申诉 of a rejection, to the level above. */
export function appeal(life: RecordLife, move: Move, reason: string): void {
  const pending = pendingOf(life)
  const rejected = lastStepOf(wayOf(pending))
  const stop = appealTo(wayOf(pending), life.load.stations(life.owner, move.by.personId))
  const { level } = stop.step
  const line = { action: 'appeal', event: 'flow.appealed', holder: stop.step, step: pending.step } as const
  tell(life, { revisionId: pending.id, ...move, ...line, level, reason })
  pending.route = stop.route
  pending.appealed = true
  pending.decidedAt = null
  if (stop.step !== rejected) pending.notBy = null
  moveTo(pending, stop, move.at)
}

/** 撤回, before anybody acted. */
export function withdraw(life: RecordLife, move: Move): void {
  const pending = pendingOf(life)
  tell(life, {
    revisionId: pending.id,
    ...move,
    action: 'withdraw',
    event: 'flow.withdrawn',
    step: pending.step,
  })
  moveTo(pending, { at: 'withdrawn' }, move.at)
}

/** 作废 of what is in force, with a reason; it stays in the history. */
export function takeOutOfForce(life: RecordLife, move: Move, reason: string): void {
  const before = effectiveOf(life)
  if (!before) throw new Error('bulk: nothing in force')
  before.supersededAt = move.at
  life.voidedAt = move.at
  tell(life, { revisionId: before.id, ...move, action: 'void', event: 'record.voided', reason })
}

/** Gives up the pending revision; the value in force stays. */
export function discard(life: RecordLife, move: Move): void {
  const pending = pendingOf(life)
  tell(life, { revisionId: pending.id, ...move, action: 'delete', event: 'record.deleted', quiet: true })
  pending.state = 'voided'
  pending.replacedAt = move.at
  pending.updatedAt = move.at
}

/** Stores that a reviewer opened the pending revision. A later look replaces an earlier one. */
export function look(life: RecordLife, { by, at }: Move): void {
  const known = life.looks.findIndex((l) => l.identityId === by.identityId)
  if (known >= 0) life.looks.splice(known, 1)
  life.looks.push({ identityId: by.identityId, revisionId: pendingOf(life).id, at })
}
