import { AppError } from '../../../../catalogue/errors.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { Ask, Owner, Tx } from '../../engine.ts'
import { toStored, type Values } from '../value/codec.ts'
import type { Note } from './journal.ts'
import type { LoadedRecord } from '../read/load.ts'

/** What POST and PUT answer. */
export interface WrittenRecord {
  readonly id: string
  readonly version: number
}

/** The record that is written: its type, owner and id, and who writes. */
export interface Target extends Ask {
  readonly owner: Owner
  readonly recordId: string
}

/** What a write puts into the record: plain values and the evidence. */
export interface Content {
  readonly values: Values
  readonly attachments: readonly string[]
}

/** The timeline line and event of a write. */
export function noteOf(
  target: Target,
  revisionId: string,
  action: string | null,
  event: Note['event'],
): Note {
  return {
    actor: target.actor,
    type: target.definition.name,
    ownerId: target.owner.id,
    recordId: target.recordId,
    revisionId,
    action,
    event,
  }
}

/** The revision's insert, which leads its change. `no` and `edit_no` continue the record's numbers. */
export function insertRevision(
  r: Target &
    Content & {
      readonly revisionId: string
      readonly changed: readonly string[]
      readonly warnings: readonly unknown[]
      readonly applied: boolean
      readonly baseVersion: number
      readonly version: number
      readonly no: number
      readonly previousId: string | null
      readonly returnStep?: number | null
      readonly route?: unknown
    },
): Sql {
  const { owner } = r
  const appliedAt = r.applied ? sql`now()` : sql`null`
  const stored = {
    ...toStored(r.engine.keys, r.definition, r.recordId, r.values),
    attachments: r.attachments,
  }
  return sql`
    insert into revision (owner_id, id, type, record_id, no, base_version, value, state, edit_no, previous_id,
        by_identity, changed,
      warnings, institution_id, district_id, city_id, province_id, applied_version, applied_at, decided_at,
        return_step, route)
    values (${owner.id}, ${r.revisionId}, ${r.definition.name}, ${r.recordId}, ${r.no}, ${r.baseVersion},
        ${sql.json(stored)},
      ${r.applied ? 'approved' : 'draft'}, ${r.version}, ${r.previousId}::uuid, ${r.actor.identityId},
        ${[...r.changed]}::text[],
      ${sql.json(r.warnings)}, ${owner.institutionId}, ${owner.districtId}, ${owner.cityId},
        ${owner.provinceId},
      ${r.applied ? r.version : sql`null`}, ${appliedAt}, ${appliedAt}, ${r.returnStep ?? null}::smallint,
      ${r.route === undefined || r.route === null ? sql`null` : sql.json(r.route)})
    returning edit_no`
}

/**
 * Marks the version in force as superseded. No row updated: another request superseded it first, so answer
 * 409.
 */
export async function supersede(tx: Tx, loaded: LoadedRecord): Promise<void> {
  if (!loaded.effective) return
  const touched = await tx.query(sql`
    update revision set superseded_at = now() where owner_id = ${loaded.owner.id} and record_id = ${loaded.id}
      and state = 'approved' and superseded_at is null and edit_no = ${loaded.effective.version}
    returning 1 as found`)
  if (touched.length !== 1) throw new AppError('stale')
}

/** Numbers of the next revision of the record. The caller must hold a lock on the record. */
export async function nextNumbers(
  tx: Tx,
  ownerId: number,
  recordId: string,
): Promise<{ no: number; version: number }> {
  const [next] = await tx.query<{ no: number; version: number }>(sql`
    select max(no) + 1 as no, max(edit_no) + 1 as version
    from revision
    where owner_id = ${ownerId} and record_id = ${recordId}`)
  if (!next) throw new Error(`record ${recordId} has no numbers`)
  return next
}
