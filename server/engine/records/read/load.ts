import { inScope, seesPending, type Actor, type RecordStanding } from '../../../../catalogue/access/access.ts'
import type { Warning } from '../../../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import type { RouteStep, State } from '../../../../catalogue/flows/review.ts'
import { undoableBy } from '../../../../catalogue/flows/way.ts'
import { ownerFrom, ownerIn, type PlaceRow, type ArchiveReading } from '../../access/index.ts'
import type { Engine, Owner, Queryable } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import { fromRow, type StoredValue, type Values } from '../value/codec.ts'
import { passedOf } from './passed.ts'
import { draftText, loadText } from './load-statement.ts'
import type { EventRow, PendingColumns, RecordRow } from './rows.ts'
import { standingOf } from './standing.ts'

/** The pending revision of a record. `value` is in stored form. */
export interface PendingRevision {
  readonly id: string
  readonly no: number
  readonly state: State
  readonly value: StoredValue
  readonly baseVersion: number
  readonly editNo: number
  readonly flowVersion: number | null
  readonly route: readonly RouteStep[]
  readonly step: number | null
  readonly returnStep: number | null
  readonly appealed: boolean
  readonly notBy: number | null
  readonly holderInstitutionId: number | null
  readonly holderRole: number | null
  readonly holderSince: string | null
  readonly submittedAt: string | null
  readonly submittedBy: number | null
  readonly decidedAt: string | null
  readonly changed: readonly string[]
  readonly warnings: readonly Warning[]
}

/** The value in force, in stored form. */
export interface InForce {
  readonly stored: Values
  readonly attachments: readonly string[]
  readonly appliedAt: string
  readonly recordedBy: number
  /** Name of the identity that recorded it; null where the timeline was left out. */
  readonly recordedByName: string | null
  readonly version: number
}

/** One record as the database has it, with what every decision about it needs. */
export interface LoadedRecord {
  readonly definition: AnyRecord
  readonly id: string
  readonly owner: Owner
  /** Stage and subject of a teacher, as codes, for the head of a review. */
  readonly ownerStage: string | null
  readonly ownerSubject: string | null
  /** The edit number of the latest revision, which an editor must send back. */
  readonly version: number
  readonly effective: InForce | null
  readonly pending: PendingRevision | null
  /** Newest first, at most a dozen. */
  readonly events: readonly EventRow[]
  readonly standing: RecordStanding
}

function pendingFrom(row: PendingColumns): PendingRevision | null {
  if (row.v_id === null) return null
  return {
    id: row.v_id,
    no: row.v_no,
    state: row.v_state,
    value: row.v_value,
    baseVersion: row.v_base_version,
    editNo: row.v_edit_no,
    flowVersion: row.v_flow_version,
    route: row.v_route ?? [],
    step: row.v_step,
    returnStep: row.v_return_step,
    appealed: row.v_appealed,
    notBy: row.v_not_by,
    holderInstitutionId: row.v_holder_institution_id,
    holderRole: row.v_holder_role,
    holderSince: row.v_holder_since,
    submittedAt: row.v_submitted_at,
    submittedBy: row.v_submitted_by,
    decidedAt: row.v_decided_at,
    changed: row.v_changed,
    warnings: row.v_warnings,
  }
}

/**
 * Replaces the fields of the institution in a pending value by those in force: in a mixed record they take
 * effect at once.
 */
export function overlaid<V extends Values>(
  definition: AnyRecord,
  pending: V,
  effective: Values | undefined,
): V {
  if (effective === undefined || definition.regime !== 'mixed') return pending
  const theirs = prepared(definition).writtenBy.institution
  return { ...pending, ...Object.fromEntries(theirs.map((key) => [key, effective[key] ?? null])) }
}

function inForceFrom(definition: AnyRecord, row: RecordRow): InForce | null {
  if (row.r_version === null || row.r_voided_at !== null) return null
  return {
    stored: fromRow(definition, row, 'r_'),
    attachments: row.r_attachments,
    appliedAt: row.r_applied_at,
    recordedBy: row.r_recorded_by,
    recordedByName: row.r_recorded_by_name,
    version: row.r_version,
  }
}

function standingFrom(
  row: RecordRow,
  { definition, effective, pending, events }: Omit<LoadedRecord, 'standing' | 'version'>,
): RecordStanding {
  const over = {
    effective: effective !== null,
    state: pending?.state ?? (effective ? ('approved' as const) : ('voided' as const)),
    holderInstitutionId: pending?.holderInstitutionId ?? null,
    holderRole: pending?.holderRole ?? null,
    submittedByPerson: pending?.submittedBy ?? null,
    untouched: events[0]?.action === 'submit' || events[0]?.action === 'appeal',
    undoableBy: undoableBy(events[0]),
    ...(row.last_level && { lastLevel: row.last_level }),
  }
  return standingOf(definition, row, over, effective?.stored)
}

function loadedFrom(definition: AnyRecord, id: string, row: RecordRow): LoadedRecord {
  const effective = inForceFrom(definition, row)
  const open = pendingFrom(row)
  const pending = open && { ...open, value: overlaid(definition, open.value, effective?.stored) }
  const loaded = {
    definition,
    id,
    owner: ownerFrom(definition.owner, row),
    ownerStage: row.owner_stage,
    ownerSubject: row.owner_subject,
    effective,
    pending,
    events: row.events ?? [],
  }
  return {
    ...loaded,
    // The statement finds no record without a revision or a typed row.
    version: pending?.editNo ?? row.r_version ?? 0,
    standing: standingFrom(row, loaded),
  }
}

/** Loads a record for an actor; a record outside the actor's scope is 404, like one that does not exist. */
export function load(db: Queryable, actor: Actor, definition: AnyRecord, id: string): Promise<LoadedRecord> {
  return loadRow(db, actor, definition, [id, true])
}

/**
 * Loads a record without its timeline, the most expensive part of the statement: for edits, which do not
 * depend on who acted last.
 */
export function loadWithoutEvents(
  db: Queryable,
  actor: Actor,
  definition: AnyRecord,
  id: string,
): Promise<LoadedRecord> {
  return loadRow(db, actor, definition, [id, false])
}

async function loadRow(
  db: Queryable,
  actor: Actor,
  definition: AnyRecord,
  values: readonly [id: string, withEvents: boolean],
): Promise<LoadedRecord> {
  const row = await find(db, definition, values)
  if (!row) throw new AppError('missing')
  const loaded = loadedFrom(definition, values[0], row)
  if (!inScope(actor, loaded.standing)) throw new AppError('missing')
  const hidden = loaded.pending !== null && !seesPending(actor, loaded.pending.state)
  if (!hidden) return loaded
  if (loaded.effective === null) throw new AppError('missing')
  return withoutPending(loaded)
}

/**
 * The rows of one record, asked of the owner that its number carries, or of the one to whom it passed since.
 * A number that carries none is asked of all. A number that somebody made up finds nothing, or what its owner
 * has: the scope decides.
 */
async function find(
  db: Queryable,
  definition: AnyRecord,
  values: readonly [id: string, withEvents: boolean],
): Promise<RecordRow | undefined> {
  const [id] = values
  const first = ownerIn(id)
  if (first === null) return (await db.prepared<RecordRow>(loadText(definition, false), values))[0]
  const text = loadText(definition, true)
  const [row] = await db.prepared<RecordRow>(text, [...values, first])
  if (row) return row
  const [passed] = await passedOf(db, [id])
  return passed && (await db.prepared<RecordRow>(text, [...values, passed.owner]))[0]
}

type DraftRow = PendingColumns & PlaceRow & { readonly owner_id: number }

/**
 * Loads a draft of a new record for its owner from one row of one table: the most frequent edit. Returns
 * null when the record has more than that.
 */
export async function loadOwnDraft(
  db: Queryable,
  actor: Actor,
  definition: AnyRecord,
  id: string,
): Promise<LoadedRecord | null> {
  if (actor.role !== 2 || actor.teacherId === null || definition.regime !== 'reviewed') return null
  const [row] = await db.prepared<DraftRow>(draftText(definition), [actor.teacherId, id])
  if (!row) return null
  return loadedFrom(definition, id, {
    ...row,
    owner_name: actor.name,
    owner_person_id: actor.personId,
    owner_stage: null,
    owner_subject: null,
    institution_name: actor.institution,
    r_version: null,
    events: [],
  })
}

/** The record without its draft, for readers who may not see the draft. */
function withoutPending(loaded: LoadedRecord): LoadedRecord {
  return { ...loaded, pending: null, standing: { ...loaded.standing, state: 'approved' } }
}

/** Notes that the actor reads a record of a teacher. */
export async function noteRecordRead(
  engine: Engine,
  actor: Actor,
  { definition, owner }: LoadedRecord,
  read: ArchiveReading,
): Promise<void> {
  if (owner.kind === 'teacher')
    await engine.readings.note(actor, { ...read, type: definition.name }, [owner.id])
}
