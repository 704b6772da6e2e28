import { inScope, seesPending, type Actor, type Standing } from '../../../catalogue/access/access.ts'
import type { Warning } from '../../../catalogue/contract/records.ts'
import type { AnyRecord, Level } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { RouteStep, State } from '../../../catalogue/flows/review.ts'
import { undoableBy } from '../../../catalogue/flows/way.ts'
import { joinOwner, ownerColumns, ownerFrom, type OwnerRow, type Read } from '../access/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Engine, Owner, Queryable } from '../engine.ts'
import { prepared } from '../prepared/index.ts'
import { fromRow, type Values } from './codec.ts'
import { standingOf } from './standing.ts'

/** The revision that is somebody's business now. `value` is in stored form. */
export interface Pending {
  readonly id: string
  readonly no: number
  readonly state: State
  readonly value: Values & { attachments?: string[] }
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

/** One line of the timeline as stored. */
export interface EventRow {
  readonly action: string
  readonly at: string
  readonly by_identity: number
  readonly revision_id: string
  readonly step: number | null
  readonly level: Level | null
  readonly reason: string | null
  readonly fields: readonly { key: string; reason: string }[]
}

/** One record as the database has it, with everything a decision needs. */
export interface Loaded {
  readonly definition: AnyRecord
  readonly id: string
  readonly owner: Owner
  /** Stage and subject of a teacher, as codes, for the head of a review. */
  readonly ownerStage: string | null
  readonly ownerSubject: string | null
  /** What an editor must send back: the edit number of the latest revision. */
  readonly version: number
  readonly effective: {
    readonly stored: Values
    readonly attachments: readonly string[]
    readonly appliedAt: string
    readonly recordedBy: number
    /** Name of whoever recorded it; null where the timeline was left out. */
    readonly recordedByName: string | null
    readonly version: number
  } | null
  readonly pending: Pending | null
  /** Newest first, at most a dozen. */
  readonly events: readonly EventRow[]
  readonly standing: Standing
}

const pendingColumns = [
  'id',
  'no',
  'state',
  'value',
  'base_version',
  'edit_no',
  'flow_version',
  'route',
  'step',
  'return_step',
  'appealed',
  'not_by',
  'holder_institution_id',
  'holder_role',
  'holder_since',
  'submitted_at',
  'submitted_by',
  'decided_at',
  'changed',
  'warnings',
] as const

const texts = new Map<string, string>()

/**
 * One statement for a whole record: typed row, pending revision, owner, latest events.
 * States stand as literals so that the partial index serves a generic plan (core-measured, section 3).
 */
export function loadText(definition: AnyRecord): string {
  const known = texts.get(definition.name)
  if (known) return known
  const { fields, table } = prepared(definition)
  const typed = fields.map(({ column }) => `r.${column} as r_${column}`)
  const pending = pendingColumns.map((c) => `v.${c} as v_${c}`)
  const owner = {
    columns: ownerColumns(definition.owner).text,
    join: joinOwner(definition.owner, sql`coalesce(r.owner_id, v.owner_id)`).text,
  }
  // Who decided last may void: the chain may have changed since, the way the value took has not.
  const decided = definition.chain
    ? `case when $2 then (select a.route -> -1 ->> 'level' from revision a
         where a.owner_id = r.owner_id
           and a.record_id = k.id
           and a.state = 'approved'
           and a.superseded_at is null) end as last_level,`
    : ''
  const text = `
    select ${decided} coalesce(r.owner_id, v.owner_id) as owner_id, r.version as r_version,
      r.applied_at as r_applied_at,
      r.voided_at as r_voided_at, r.attachments as r_attachments, r.recorded_by as r_recorded_by,
        ${typed.join(', ')},
      case when $2 then (select p.name || coalesce('（代' || b.name || '）', '')
        from identity a
        join person p on p.id = a.person_id
         left join identity l on l.id = a.lent_by
         left join person b on b.id = l.person_id
         where a.id = r.recorded_by) end as r_recorded_by_name,
      ${pending.join(', ')}, ${owner.columns},
      case when $2 then (select json_agg(e order by e.at desc) from (
         select action, at, by_identity, revision_id, step, level, reason, fields from revision_event
         where owner_id = coalesce(r.owner_id, v.owner_id) and record_id = k.id
         order by at desc
         limit 12) e) end as events
    from (select $1::uuid as id) k
      left join ${table} r on r.id = k.id
      left join revision v on v.record_id = k.id and v.type = '${definition.name}' and v.replaced_at is null
        and v.state in ('draft', 'inReview', 'returned', 'rejected', 'withdrawn')
      ${owner.join}
    where coalesce(r.owner_id, v.owner_id) is not null`
  texts.set(definition.name, text)
  return text
}

type Raw = Record<string, unknown> & OwnerRow

function pendingOf(raw: Raw): Pending | null {
  if (raw['v_id'] === null) return null
  return {
    id: raw['v_id'] as string,
    no: raw['v_no'] as number,
    state: raw['v_state'] as State,
    value: raw['v_value'] as Pending['value'],
    baseVersion: raw['v_base_version'] as number,
    editNo: raw['v_edit_no'] as number,
    flowVersion: raw['v_flow_version'] as number | null,
    route: (raw['v_route'] ?? []) as RouteStep[],
    step: raw['v_step'] as number | null,
    returnStep: raw['v_return_step'] as number | null,
    appealed: raw['v_appealed'] as boolean,
    notBy: raw['v_not_by'] as number | null,
    holderInstitutionId: raw['v_holder_institution_id'] as number | null,
    holderRole: raw['v_holder_role'] as number | null,
    holderSince: raw['v_holder_since'] as string | null,
    submittedAt: raw['v_submitted_at'] as string | null,
    submittedBy: raw['v_submitted_by'] as number | null,
    decidedAt: raw['v_decided_at'] as string | null,
    changed: raw['v_changed'] as string[],
    warnings: raw['v_warnings'] as Pending['warnings'],
  }
}

/**
 * In a mixed record the institution's fields are effective at once, so a pending value shows them as they are
 * now, whatever they were when the teacher wrote.
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

function shape(definition: AnyRecord, id: string, raw: Raw): Loaded {
  const alive = raw['r_version'] !== null && raw['r_voided_at'] === null
  const events = (raw['events'] ?? []) as EventRow[]
  const owner = ownerFrom(definition.owner, raw)
  const effective = alive
    ? {
        stored: fromRow(definition, raw, 'r_'),
        attachments: raw['r_attachments'] as string[],
        appliedAt: raw['r_applied_at'] as string,
        recordedBy: raw['r_recorded_by'] as number,
        recordedByName: raw['r_recorded_by_name'] as string | null,
        version: raw['r_version'] as number,
      }
    : null
  const open = pendingOf(raw)
  const pending = open && { ...open, value: overlaid(definition, open.value, effective?.stored) }
  return {
    definition,
    id,
    owner,
    ownerStage: raw.owner_stage,
    ownerSubject: raw.owner_subject,
    version: pending?.editNo ?? (raw['r_version'] as number),
    effective,
    pending,
    events,
    standing: standingOf(
      definition,
      raw,
      {
        effective: effective !== null,
        state: pending?.state ?? (effective ? 'approved' : 'voided'),
        holderInstitutionId: pending?.holderInstitutionId ?? null,
        holderRole: pending?.holderRole ?? null,
        submittedByPerson: pending?.submittedBy ?? null,
        untouched: events[0]?.action === 'submit' || events[0]?.action === 'appeal',
        undoableBy: undoableBy(events[0]),
        ...(typeof raw['last_level'] === 'string' && { lastLevel: raw['last_level'] as Level }),
      },
      effective?.stored,
    ),
  }
}

/**
 * Loads a record for an actor; what lies outside the scope answers like what does not exist.
 * @param withEvents false where nothing depends on who acted last (editing a value): the dearest part of the
 * statement
 */
export async function load(
  db: Queryable,
  actor: Actor,
  definition: AnyRecord,
  id: string,
  withEvents = true,
): Promise<Loaded> {
  const [raw] = await db.prepared<Raw>(loadText(definition), [id, withEvents])
  if (!raw) throw new AppError('missing')
  const loaded = shape(definition, id, raw)
  if (!inScope(actor, loaded.standing)) throw new AppError('missing')
  const hidden = loaded.pending !== null && !seesPending(actor, loaded.pending.state)
  if (!hidden) return loaded
  if (loaded.effective === null) throw new AppError('missing')
  return withoutPending(loaded)
}

const draftTexts = new Map<string, string>()

function draftText(definition: AnyRecord): string {
  const known = draftTexts.get(definition.name)
  if (known) return known
  const text = `
    select ${pendingColumns.map((c) => `${c} as v_${c}`).join(', ')}, owner_id, institution_id, district_id,
      city_id, province_id
    from revision
    where owner_id = $1
      and record_id = $2
      and type = '${definition.name}'
      and replaced_at is null
      and state = 'draft'
      and base_version = 0`
  draftTexts.set(definition.name, text)
  return text
}

/**
 * The same for a teacher's own draft of something new, which is what gets edited most: one row of one table.
 * Null where there is more to it.
 */
export async function loadOwnDraft(
  db: Queryable,
  actor: Actor,
  definition: AnyRecord,
  id: string,
): Promise<Loaded | null> {
  if (actor.role !== 2 || actor.teacherId === null || definition.regime !== 'reviewed') return null
  const [raw] = await db.prepared<Raw>(draftText(definition), [actor.teacherId, id])
  if (!raw) return null
  const self = {
    owner_name: actor.name,
    owner_person_id: actor.personId,
    institution_name: actor.institution,
  }
  return shape(definition, id, { ...raw, ...self, r_version: null, events: [] })
}

/** The record as those see it who may not see its draft. */
function withoutPending(loaded: Loaded): Loaded {
  return { ...loaded, pending: null, standing: { ...loaded.standing, state: 'approved' } }
}

/** Notes that the actor is shown something of a teacher's record. */
export async function noteRecordRead(
  engine: Engine,
  actor: Actor,
  { definition, owner }: Loaded,
  read: Read,
): Promise<void> {
  if (owner.kind === 'teacher')
    await engine.readings.note(actor, { ...read, type: definition.name }, [owner.id])
}
