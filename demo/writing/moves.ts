import { levels, roleOfLevel, routeOf, type RouteStep } from '../../catalogue/flows/review.ts'
import type { Values } from '../../server/engine/records/index.ts'
import { changedKeys, filesAmong, shown, written, whole } from './values.ts'
import { closeEarlier } from './close-open.ts'
import { examined, ownKeysOf } from './examined.ts'
import type { Moment } from './moment.ts'
import {
  effectiveOf,
  nextNumbers,
  pendingOf,
  tell,
  type Hand,
  type Pinned,
  type Revision,
  type Story,
} from './story.ts'

/** A new revision with everything empty that the engine's insert leaves to the defaults of its columns. */
function revisionOf(
  story: Story,
  by: Hand,
  at: Moment,
  given: Pick<Revision, 'value' | 'attachments' | 'changed'> & { previousId?: string | null },
): Revision {
  const { no, editNo } = nextNumbers(story)
  for (const file of [...given.attachments, ...filesAmong(story, given.value)]) story.files.add(file)
  return {
    id: story.desk.newId(at),
    no,
    baseVersion: effectiveOf(story)?.editNo ?? 0,
    state: 'draft',
    flowVersion: null,
    route: null,
    step: null,
    holder: null,
    holderSince: null,
    returnStep: null,
    appealed: false,
    notBy: null,
    submittedAt: null,
    submittedBy: null,
    decidedAt: null,
    appliedVersion: null,
    appliedAt: null,
    supersededAt: null,
    replacedAt: null,
    editNo,
    previousId: null,
    byIdentity: by.identityId,
    warnings: [],
    createdAt: at,
    updatedAt: at,
    ...given,
  }
}

function bringIntoForce(story: Story, revision: Revision, values: Values, by: Hand, at: Moment): void {
  const before = effectiveOf(story)
  if (before) before.supersededAt = at
  revision.state = 'approved'
  revision.appliedAt = at
  revision.decidedAt = at
  revision.appliedVersion = revision.editNo
  const { attachments, editNo } = revision
  story.row = {
    values: written(story, values),
    attachments,
    version: editNo,
    recordedBy: by.identityId,
    appliedAt: at,
  }
  revision.value = story.row.values
  story.voidedAt = null
}

/** A value that takes effect at once: own and recorded records, and the institution's side of a mixed one. */
export function apply(story: Story, by: Hand, given: Values, at: Moment, files?: readonly string[]): void {
  const { definition } = story
  const first = story.revisions.length === 0
  const full = first ? whole(story, given) : written(story, { ...story.row?.values, ...given })
  const values = shown(definition, full)
  const attachments = files ?? story.row?.attachments ?? []
  const warnings = examined(story, values, attachments.length, at, ownKeysOf(definition, by.role))
  const changed = changedKeys(definition, story.row?.values ?? null, values)
  const revision = revisionOf(story, by, at, { value: values, attachments, changed })
  revision.warnings = warnings
  bringIntoForce(story, revision, values, by, at)
  story.revisions.push(revision)
  tell(story, { revisionId: revision.id, at, by, action: first ? 'create' : 'amend' })
  closeEarlier(story, revision, by, at)
}

/** A draft: the first value of a record, a change of what is in force, or the mending of what came back. */
export function draft(story: Story, by: Hand, given: Values, at: Moment, files?: readonly string[]): void {
  const { definition } = story
  const first = story.revisions.length === 0
  const pending = story.revisions.find(
    (r) => r.replacedAt === null && r.state !== 'approved' && r.state !== 'voided',
  )
  if (pending?.state === 'draft') throw new Error('demo: a draft is edited in place, not begun again')
  const source = pending ?? (story.row && { value: story.row.values, attachments: story.row.attachments })
  const values = first ? whole(story, given) : written(story, { ...source?.value, ...given })
  const changed = changedKeys(definition, story.row?.values ?? null, values)
  const attachments = files ?? source?.attachments ?? []
  const revision = revisionOf(story, by, at, {
    value: values,
    attachments,
    changed,
    previousId: pending?.id ?? null,
  })
  if (pending) pending.replacedAt = at
  story.revisions.push(revision)
  tell(story, { revisionId: revision.id, at, by, action: first ? 'create' : 'amend' })
}

function hold(revision: Revision, step: RouteStep | null, index: number | null, at: Moment): void {
  revision.step = index
  revision.holder = step && { institutionId: step.institutionId, role: step.role }
  revision.holderSince = step && at
}

function touch(revision: Revision, at: Moment): void {
  revision.editNo += 1
  revision.updatedAt = at
}

/**
 * 提交. Throws when the value would be refused, so that the region cannot hold what the engine would not take.
 */
export function submit(story: Story, by: Hand, at: Moment): void {
  const { definition, desk } = story
  const pending = pendingOf(story)
  const values = shown(definition, pending.value)
  const warnings = examined(story, values, pending.attachments.length, at, ownKeysOf(definition, by.role))
  const route = routeOf(definition.review?.chain ?? [], values, desk.stations(story.owner, by.personId))
  const first = 'steps' in route ? route.steps[0] : undefined
  if (!('steps' in route)) throw new Error('demo: nobody reviews this')
  if (!first) return takeEffectUnreviewed(story, by, values, warnings, at)
  tell(story, { revisionId: pending.id, at, by, action: 'submit', step: pending.step, level: first.level })
  pending.state = 'inReview'
  pending.value = written(story, values)
  pending.route = route.steps
  hold(pending, first, 0, at)
  pending.flowVersion = 1
  pending.submittedAt = at
  pending.submittedBy = by.personId
  pending.decidedAt = null
  pending.changed = changedKeys(definition, story.row?.values ?? null, values)
  pending.warnings = warnings
  touch(pending, at)
}

/** A submission that no step stands against: into force at once. */
function takeEffectUnreviewed(
  story: Story,
  by: Hand,
  values: Values,
  warnings: Revision['warnings'],
  at: Moment,
): void {
  const pending = pendingOf(story)
  tell(story, { revisionId: pending.id, at, by, action: 'submit', step: pending.step })
  pending.route = []
  pending.flowVersion = 1
  pending.submittedAt = at
  pending.submittedBy = by.personId
  pending.changed = changedKeys(story.definition, story.row?.values ?? null, values)
  pending.warnings = warnings
  touch(pending, at)
  bringIntoForce(story, pending, { ...story.row?.values, ...values }, by, at)
}

/** 通过: on to the next step, or, on the last one, into force. Answers whether it is in force. */
export function approve(story: Story, by: Hand, at: Moment, reason: string | null = null): boolean {
  const pending = pendingOf(story)
  const next = pending.route?.[(pending.step ?? 0) + 1]
  const step = decide(story, pending, by, at, next ? 'forward' : 'approve', reason, [])
  touch(pending, at)
  if (next) {
    hold(pending, next, step + 1, at)
    return false
  }
  hold(pending, null, step, at)
  bringIntoForce(story, pending, { ...story.row?.values, ...pending.value }, by, at)
  closeEarlier(story, pending, by, at)
  return true
}

/** 退回修改, with reasons pinned to fields. */
export function sendBack(
  story: Story,
  by: Hand,
  at: Moment,
  fields: readonly Pinned[],
  reason: string | null = null,
): void {
  const pending = pendingOf(story)
  decide(story, pending, by, at, 'return', reason, fields)
  pending.state = 'returned'
  pending.decidedAt = at
  hold(pending, null, pending.step, at)
  touch(pending, at)
}

/** 不通过. */
export function reject(story: Story, by: Hand, at: Moment, reason: string): void {
  const pending = pendingOf(story)
  decide(story, pending, by, at, 'reject', reason, [])
  pending.state = 'rejected'
  pending.decidedAt = at
  pending.notBy = by.identityId
  hold(pending, null, pending.step, at)
  touch(pending, at)
}

function decide(
  story: Story,
  pending: Revision,
  by: Hand,
  at: Moment,
  action: string,
  reason: string | null,
  fields: readonly Pinned[],
): number {
  if (pending.holder?.institutionId !== by.institutionId || pending.holder.role !== by.role) {
    throw new Error('demo: not the holder of the step')
  }
  if (pending.submittedBy === by.personId) throw new Error('demo: nobody reviews their own')
  const step = pending.step ?? 0
  const level = pending.route?.[step]?.level ?? null
  tell(story, { revisionId: pending.id, at, by, action, step, level, reason, fields }, pending.holderSince)
  return step
}

/** 申诉 of a rejection, to the level above. */
export function appeal(story: Story, by: Hand, at: Moment, reason: string): void {
  const pending = pendingOf(story)
  const refused = pending.route?.[pending.step ?? 0]
  const stations = story.desk.stations(story.owner, by.personId)
  const above = levels
    .slice(refused ? levels.indexOf(refused.level) + 1 : 0)
    .map((level) => stations.find((s) => s.level === level && s.staffed))
    .find((s) => s !== undefined)
  if (!above || !pending.route) throw new Error('demo: no level above')
  const { level, institutionId, institution } = above
  const step: RouteStep = { level, institutionId, institution, role: roleOfLevel[level], standsFor: [] }
  tell(story, { revisionId: pending.id, at, by, action: 'appeal', step: pending.step, level, reason })
  const index = (pending.step ?? 0) + 1
  pending.route = [...pending.route.slice(0, index), step]
  pending.state = 'inReview'
  pending.appealed = true
  pending.decidedAt = null
  pending.notBy = null
  hold(pending, step, index, at)
  touch(pending, at)
}

/** 撤回, before anybody acted. */
export function withdraw(story: Story, by: Hand, at: Moment): void {
  const pending = pendingOf(story)
  tell(story, { revisionId: pending.id, at, by, action: 'withdraw', step: pending.step })
  pending.state = 'withdrawn'
  hold(pending, null, null, at)
  touch(pending, at)
}

/** 作废 of what is in force, with a reason; it stays in the history. */
export function takeOutOfForce(story: Story, by: Hand, at: Moment, reason: string): void {
  const before = effectiveOf(story)
  if (!before) throw new Error('demo: nothing in force')
  before.supersededAt = at
  story.voidedAt = at
  tell(story, { revisionId: before.id, at, by, action: 'void', reason })
}

/** Gives up what is pending; what is in force stays. */
export function discard(story: Story, by: Hand, at: Moment): void {
  const pending = pendingOf(story)
  tell(story, { revisionId: pending.id, at, by, action: 'delete' })
  pending.state = 'voided'
  pending.replacedAt = at
  pending.updatedAt = at
}

/** Notes that a reviewer had the pending revision open; a later look takes the place of an earlier one. */
export function look(story: Story, by: Hand, at: Moment): void {
  const known = story.looks.findIndex((l) => l.identityId === by.identityId)
  if (known >= 0) story.looks.splice(known, 1)
  story.looks.push({ identityId: by.identityId, revisionId: pendingOf(story).id, at })
}
