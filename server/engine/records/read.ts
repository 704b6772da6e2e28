import { allowed, type Actor } from '../../../catalogue/access/access.ts'
import type { PendingView, RecordView } from '../../../catalogue/contract/records.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { undoMinutes } from '../../../catalogue/flows/review.ts'
import { holds, undoableBy } from '../../../catalogue/flows/way.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Engine, Queryable } from '../engine.ts'
import { appealDeadline, routeView } from '../ways/index.ts'
import { changedKeys, forReader, fromStored, maskedKeys, summaryOf, type Values } from './codec.ts'
import { confirmingOne, dutyIn } from './confirming.ts'
import { filesOf } from './files-of.ts'
import { withReferences } from './references.ts'
import type { Loaded, Pending } from './load.ts'
import type { EventRow } from './rows.ts'

/** Names of identities, for "verified by"; a deputy's with that of whose work it was. */
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

/** Whether the actor holds the step of the pending revision and so verifies its values. */
export function holdsStep(actor: Actor, loaded: Loaded): boolean {
  const { pending } = loaded
  if (pending?.state !== 'inReview') return false
  return holds(actor, { institutionId: pending.holderInstitutionId, role: pending.holderRole })
}

/** Events of the last decision that the owner still has to answer: none once it was submitted again. */
export function openDecision(events: readonly EventRow[]): EventRow | undefined {
  const upToSubmission = events.findIndex((e) => e.action === 'submit' || e.action === 'appeal')
  const recent = upToSubmission < 0 ? events : events.slice(0, upToSubmission)
  return recent.find((e) => e.action === 'return' || e.action === 'reject')
}

/** The undo deadline for this reader, when they may still take back what they passed. */
export function undoUntil(actor: Actor, loaded: Loaded): string | null {
  const last = loaded.events[0]
  if (!last || undoableBy(last) !== actor.identityId) return null
  return new Date(Date.parse(last.at) + undoMinutes * 60_000).toISOString()
}

async function lookedAt(db: Queryable, engine: Engine, actor: Actor, loaded: Loaded): Promise<Values | null> {
  const row = await db.maybeOne<{ value: Values }>(sql`
    select v.value from revision_look l join revision v on v.owner_id = l.owner_id and v.id = l.revision_id
    where l.owner_id = ${loaded.owner.id}
      and l.record_id = ${loaded.id}
      and l.identity_id = ${actor.identityId}
      and l.revision_id <> ${loaded.pending?.id ?? loaded.id}`)
  return row ? fromStored(engine.keys, loaded.definition, loaded.id, row.value) : null
}

async function pendingView(
  engine: Engine,
  actor: Actor,
  loaded: Loaded,
  pending: Pending,
): Promise<PendingView> {
  const { definition, id } = loaded
  const reader = { recordId: id, institutionId: loaded.owner.institutionId, stored: pending.value }
  const decision = openDecision(loaded.events)
  const seen = actor.role === 2 ? null : await lookedAt(engine.db, engine, actor, loaded)
  const plain = fromStored(engine.keys, definition, id, pending.value)
  const [attachments, route, names] = await Promise.all([
    filesOf(engine.db, pending.value.attachments ?? []),
    routeView(engine, pending),
    namesOf(engine.db, decision ? [decision.by_identity] : []),
  ])
  return {
    revisionId: pending.id,
    no: pending.no,
    state: pending.state,
    level: pending.state === 'inReview' ? (pending.route[pending.step ?? 0]?.level ?? null) : null,
    values: forReader(engine.keys, definition, actor, reader, holdsStep(actor, loaded) ? 'holder' : null),
    attachments,
    changed: [...pending.changed],
    sinceMyLook: seen === null ? null : changedKeys(definition, seen, plain),
    warnings: [...pending.warnings],
    reasons: decision ? [...decision.fields] : [],
    reason: decision?.reason ?? null,
    decidedBy: decision ? (names.get(decision.by_identity) ?? null) : null,
    decidedAt: decision?.at ?? null,
    submittedAt: pending.submittedAt,
    waitingDays: pending.state === 'inReview' ? daysSince(pending.holderSince) : null,
    route,
    appealUntil:
      pending.state === 'rejected' && !pending.appealed
        ? await appealDeadline(engine.db, pending.decidedAt ?? '')
        : null,
    undoUntil: undoUntil(actor, loaded),
  }
}

/** Whole days since an instant; null when there is none. */
export function daysSince(at: string | null): number | null {
  return at === null ? null : Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 86_400_000))
}

/** The answer of a single read, masked for the reader. */
export async function viewOf(engine: Engine, actor: Actor, loaded: Loaded): Promise<RecordView> {
  const { definition, effective, pending, owner } = loaded
  const shown = pending && effective === null ? pending.value : (effective?.stored ?? {})
  const stored = effective?.stored ?? {}
  const [effectiveAttachments, view, confirming, references] = await Promise.all([
    filesOf(engine.db, effective?.attachments ?? []),
    pending ? pendingView(engine, actor, loaded, pending) : null,
    effective ? confirmingOne(engine.db, actor, definition, owner.id, loaded.id) : null,
    withReferences(engine, actor, definition, [stored, pending?.value ?? null]),
  ])
  const reader = { recordId: loaded.id, institutionId: owner.institutionId, stored }
  return {
    id: loaded.id,
    version: loaded.version,
    ownerId: owner.id,
    ownerName: owner.name,
    institutionName: owner.institution,
    ownerNote: [
      loaded.ownerStage && labelOf('schoolStage', loaded.ownerStage),
      loaded.ownerSubject && labelOf('subject', loaded.ownerSubject),
    ]
      .filter(Boolean)
      .join('　'),
    state: loaded.standing.state,
    summary: summaryOf(definition, shown),
    effective: effective
      ? forReader(engine.keys, definition, actor, reader, confirming && dutyIn(confirming))
      : null,
    effectiveAttachments,
    masked: maskedKeys(definition, actor, reader, confirming && dutyIn(confirming)),
    appliedAt: effective?.appliedAt ?? null,
    appliedBy: effective?.recordedByName ?? null,
    pending: view,
    undoUntil: undoUntil(actor, loaded),
    can: allowed(actor, loaded.standing),
    ...(confirming?.unconfirmed && { unconfirmed: true as const }),
    ...references,
  }
}
