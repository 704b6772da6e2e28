import type { AnyRecord } from '../../../../catalogue/define.ts'
import { uuidv7 } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { actorOfIdentity, ownerOf } from '../../access/index.ts'
import type { Engine, Tx } from '../../engine.ts'
import { changedKeys, fromStored, type StoredValue } from '../value/codec.ts'
import { afterApply } from './after-apply.ts'
import { upsertRow, usedFiles, type Application } from './apply.ts'
import { filesIn } from '../value/evidence.ts'
import { journalParts } from './journal.ts'
import { insertRevision, nextNumbers } from './revision.ts'

/** A version in force, as its revision holds it. */
export interface HeldVersion {
  readonly ownerId: number
  readonly recordId: string
  readonly revisionId: string
  readonly value: StoredValue
  readonly version: number
  readonly by: number
}

/** The versions in force of these records. The owners are named beside them: they say which nodes to ask. */
export async function versionsOf(
  tx: Tx,
  rows: readonly { readonly ownerId: number; readonly recordId: string }[],
): Promise<HeldVersion[]> {
  if (rows.length === 0) return []
  const owners = rows.map(({ ownerId }) => ownerId)
  return tx.query<HeldVersion>(sql`
    select v.owner_id as "ownerId", v.record_id as "recordId", v.id as "revisionId", v.value,
      v.edit_no as version, v.by_identity as by
    from unnest(${owners}::int[], ${rows.map(({ recordId }) => recordId)}::uuid[]) x (owner_id, record_id)
    join revision v on v.owner_id = x.owner_id and v.record_id = x.record_id
    where v.owner_id = any(${owners}::int[]) and v.state = 'approved' and v.superseded_at is null
    order by v.owner_id, v.record_id`)
}

/** A value that follows the one in force. */
export interface Amendment {
  readonly definition: AnyRecord
  readonly held: HeldVersion
  /** In stored form, sealed for this record. */
  readonly value: StoredValue
  /** The deciding identity; null for the clock, which writes in the name of the last recorder. */
  readonly by: number | null
  readonly reason: string
}

/** Brings a value into force after the one that is, with a line in the timeline that says why. */
export async function amend(
  engine: Engine,
  tx: Tx,
  { definition, held, value, by, reason }: Amendment,
): Promise<void> {
  const owner = await ownerOf(tx, definition.owner, held.ownerId)
  const known = await actorOfIdentity(tx, by ?? held.by)
  if (!owner || !known) return
  const { actor } = known
  const { recordId } = held
  const { attachments = [], ...stored } = value
  const plain = fromStored(engine.keys, definition, recordId, stored)
  const before = fromStored(engine.keys, definition, recordId, held.value)
  await tx.execute(sql`
    update revision set superseded_at = now() where owner_id = ${owner.id} and id = ${held.revisionId}`)
  const next = await nextNumbers(tx, owner.id, recordId)
  const revisionId = uuidv7()
  const ask = { engine, actor, definition, owner, recordId, revisionId, attachments }
  const written = insertRevision({
    ...ask,
    ...next,
    values: plain,
    changed: changedKeys(definition, before, plain),
    warnings: [],
    applied: true,
    baseVersion: held.version,
    previousId: null,
  })
  const application: Application = { ...ask, stored, plain, version: next.version }
  const type = definition.name
  const action = 'amend'
  const note = { actor, type, ownerId: owner.id, recordId, revisionId, reason, action } as const
  await tx.together({
    name: 'written',
    lead: written,
    parts: () => [
      ['row', upsertRow(engine, application)],
      ...usedFiles(application, filesIn(definition, plain, attachments)),
      ...journalParts({ ...note, event: 'record.edited' }),
    ],
  })
  await afterApply(engine, tx, application, held.value)
}
