import { allowed, type Actor } from '../../../../catalogue/access/access.ts'
import type { PendingView, RecordView } from '../../../../catalogue/contract/archive/records.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { undoMinutes } from '../../../../catalogue/flows/review.ts'
import { holds, undoableBy } from '../../../../catalogue/flows/way.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Engine, Queryable } from '../../engine.ts'
import { appealDeadline, routeView } from '../../ways/index.ts'
import {
  changedKeys,
  forReader,
  fromStored,
  maskedKeys,
  summaryOf,
  toldKeys,
  type Values,
} from '../value/codec.ts'
import { confirmingOne, dutyIn, type ConfirmationState } from './confirming.ts'
import { filesOf } from '../value/files-of.ts'
import { withReferences } from '../value/references.ts'
import type { LoadedRecord, PendingRevision } from './load.ts'
import { remarksOn } from './remarks.ts'
import type { EventRow } from './rows.ts'
import { daysSince, levelOfStep } from './waiting.ts'

/**
 * Names of identities, for “verified by”. A deputy's name comes with that of the officer they stand in for.
 */
export async function namesOf(db: Queryable, identities: readonly number[]): Promise<Map<number, string>> {
  if (identities.length === 0) return new Map()
  const rows = await db.query<{ id: number; name: string }>(sql`
    select a.id, p.name || coalesce('（代' || b.name || '）', '') as name
    from identity a
    join person p on p.id = a.person_id
      left join identity l on l.id = a.lent_by left join person b on b.id = l.person_id
    where a.id = any(${[...new Set(identities)]}::int[])`)
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Whether the actor holds the step of a pending revision and so verifies its values. */
export function holdsStep(
  actor: Actor,
  pending: Pick<PendingRevision, 'state' | 'holderInstitutionId' | 'holderRole'> | null,
): boolean {
  if (pending?.state !== 'inReview') return false
  return holds(actor, { institutionId: pending.holderInstitutionId, role: pending.holderRole })
}

/** The last decision that the owner still has to answer. Undefined once the owner submitted again. */
export function openDecision(events: readonly EventRow[]): EventRow | undefined {
  const upToSubmission = events.findIndex((e) => e.action === 'submit' || e.action === 'appeal')
  const recent = upToSubmission < 0 ? events : events.slice(0, upToSubmission)
  return recent.find((e) => e.action === 'return' || e.action === 'reject')
}

/** When this reader's time to undo their own approval ends; null when they cannot undo. */
export function undoUntil(actor: Actor, loaded: LoadedRecord): string | null {
  const last = loaded.events[0]
  if (!last || undoableBy(last) !== actor.identityId) return null
  return new Date(Date.parse(last.at) + undoMinutes * 60_000).toISOString()
}

/** The value that the reviewer saw at their last look. Null for owners and before the first look. */
async function lookedAt(engine: Engine, actor: Actor, loaded: LoadedRecord): Promise<Values | null> {
  if (actor.role === 2) return null
  const [row] = await engine.db.query<{ value: Values }>(sql`
    select v.value from revision_look l join revision v on v.owner_id = l.owner_id and v.id = l.revision_id
    where l.owner_id = ${loaded.owner.id}
      and l.record_id = ${loaded.id}
      and l.identity_id = ${actor.identityId}
      and l.revision_id <> ${loaded.pending?.id ?? loaded.id}`)
  return row ? fromStored(engine.keys, loaded.definition, loaded.id, row.value) : null
}

/** The last decision, while the owner has not answered it. */
async function decisionView(
  db: Queryable,
  events: readonly EventRow[],
): Promise<Pick<PendingView, 'reasons' | 'reason' | 'decidedBy' | 'decidedAt'>> {
  const decision = openDecision(events)
  if (!decision) return { reasons: [], reason: null, decidedBy: null, decidedAt: null }
  const names = await namesOf(db, [decision.by_identity])
  return {
    reasons: [...decision.fields],
    reason: decision.reason,
    decidedBy: names.get(decision.by_identity) ?? null,
    decidedAt: decision.at,
  }
}

async function appealUntil(db: Queryable, pending: PendingRevision): Promise<string | null> {
  const open = pending.state === 'rejected' && !pending.appealed
  return open ? appealDeadline(db, pending.decidedAt ?? '') : null
}

async function pendingView(
  engine: Engine,
  actor: Actor,
  loaded: LoadedRecord,
  pending: PendingRevision,
): Promise<PendingView> {
  const { definition, id } = loaded
  const duty = holdsStep(actor, pending) ? ('holder' as const) : null
  const reader = {
    recordId: id,
    institutionId: loaded.owner.institutionId,
    stored: pending.value,
    duty,
  }
  const seen = await lookedAt(engine, actor, loaded)
  const plain = fromStored(engine.keys, definition, id, pending.value)
  const [attachments, route, decision, deadline, remarks] = await Promise.all([
    filesOf(engine.db, pending.value.attachments ?? []),
    routeView(engine, pending),
    decisionView(engine.db, loaded.events),
    appealUntil(engine.db, pending),
    remarksOn(engine.db, { ownerId: loaded.owner.id, recordId: id, revisionId: pending.id }),
  ])
  const waits = pending.state === 'inReview'
  return {
    revisionId: pending.id,
    no: pending.no,
    state: pending.state,
    level: waits ? levelOfStep(pending.route, pending.step) : null,
    values: forReader(engine.keys, definition, actor, reader),
    attachments,
    changed: toldKeys(definition, pending.changed),
    sinceMyLook: seen === null ? null : changedKeys(definition, seen, plain),
    warnings: [...pending.warnings],
    reasons: decision.reasons,
    reason: decision.reason,
    remarks,
    decidedBy: decision.decidedBy,
    decidedAt: decision.decidedAt,
    submittedAt: pending.submittedAt,
    waitingDays: waits ? daysSince(pending.holderSince) : null,
    route,
    appealUntil: deadline,
    undoUntil: undoUntil(actor, loaded),
  }
}

/** Stage and subject of a teacher in words, for the head of a review. */
const noteOfOwner = ({ ownerStage, ownerSubject }: LoadedRecord): string =>
  [ownerStage && labelOf('schoolStage', ownerStage), ownerSubject && labelOf('subject', ownerSubject)]
    .filter(Boolean)
    .join('　')

/** The value in force as the reader sees it. */
function effectiveView(
  engine: Engine,
  actor: Actor,
  loaded: LoadedRecord,
  confirming: ConfirmationState | null,
) {
  const { definition, effective, owner } = loaded
  const reader = {
    recordId: loaded.id,
    institutionId: owner.institutionId,
    stored: effective?.stored ?? {},
    duty: confirming && dutyIn(confirming),
  }
  return {
    effective: effective ? forReader(engine.keys, definition, actor, reader) : null,
    masked: maskedKeys(definition, actor, reader),
    appliedAt: effective?.appliedAt ?? null,
    appliedBy: effective?.recordedByName ?? null,
  }
}

/** The answer of a single read, masked for the reader. */
export async function viewOf(engine: Engine, actor: Actor, loaded: LoadedRecord): Promise<RecordView> {
  const { definition, effective, pending, owner } = loaded
  const stored = effective?.stored ?? {}
  const [effectiveAttachments, view, confirming, references] = await Promise.all([
    filesOf(engine.db, effective?.attachments ?? []),
    pending ? pendingView(engine, actor, loaded, pending) : null,
    effective ? confirmingOne(engine.db, actor, loaded) : null,
    withReferences(engine, actor, definition, [stored, pending?.value ?? null]),
  ])
  const shown = effectiveView(engine, actor, loaded, confirming)
  return {
    id: loaded.id,
    version: loaded.version,
    ownerId: owner.id,
    ownerName: owner.name,
    institutionName: owner.institution,
    ownerNote: noteOfOwner(loaded),
    state: loaded.standing.state,
    summary: summaryOf(definition, pending && effective === null ? pending.value : stored),
    effective: shown.effective,
    effectiveAttachments,
    masked: shown.masked,
    appliedAt: shown.appliedAt,
    appliedBy: shown.appliedBy,
    pending: view,
    undoUntil: undoUntil(actor, loaded),
    can: allowed(actor, loaded.standing),
    ...(confirming?.unconfirmed && { unconfirmed: true as const }),
    ...references,
  }
}
