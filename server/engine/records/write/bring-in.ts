import { AppError } from '../../../../catalogue/errors.ts'
import { withoutHidden } from '../../../../catalogue/rules/judge.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { joined } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { recordNumber } from '../../access/index.ts'
import type { Ask, Owner } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import { load, loadWithoutEvents, type LoadedRecord } from '../read/load.ts'
import { fromStored, writtenValues, type Values } from '../value/codec.ts'
import { collisions } from '../value/constraints.ts'
import { applyAtOnce } from './apply-at-once.ts'
import { voidEffective } from './remove.ts'

/**
 * A record that an import wrote: `before` is the version that was in force until then, null for a new record.
 */
export interface BroughtIn {
  readonly id: string
  readonly version: number
  readonly before: number | null
}

/** The current record, locked in this transaction. Refused while a change of it is under review. */
async function loadStill({ actor, definition }: Ask, tx: Tx, id: string): Promise<LoadedRecord> {
  const loaded = await loadWithoutEvents(tx, actor, definition, id)
  if (loaded.pending)
    throw new AppError('wrongState', { message: `${definition.title}有没办完的修改，办完后再导入` })
  return loaded
}

/**
 * Brings values that an office imports into force at once, whatever the regime of the type: what the office
 * itself says of its teachers was decided by it. Keys that are left out stay as they are; for a new record
 * (`id` null) they have their defaults. The caller judged the values; rules across records are asked here.
 */
export async function bringIn(
  ask: Ask,
  tx: Tx,
  owner: Owner,
  { id, values: given }: { readonly id: string | null; readonly values: Values },
): Promise<BroughtIn> {
  const { definition } = ask
  const engine = { ...ask.engine, db: joined(ask.engine.db, tx) }
  const before = id === null ? null : await loadStill(ask, tx, id)
  const current = before?.effective
    ? writtenValues(definition, fromStored(engine.keys, definition, before.id, before.effective.stored))
    : prepared(definition).defaults
  const values = { ...withoutHidden(definition, { ...current, ...given }) }
  const recordId = id ?? recordNumber(owner.id)
  const { warnings } = await collisions({
    db: tx,
    records: engine.records,
    definition,
    owner,
    recordId,
    plain: values,
    onlyWarnings: true,
  })
  const written = await applyAtOnce(
    { ...ask, engine, owner, recordId },
    { values, warnings, attachments: before?.effective?.attachments ?? [], before, request: null },
  )
  return { id: recordId, version: written.version, before: before?.effective?.version ?? null }
}

/**
 * Takes a record back that `bringIn` wrote: what was in force before is in force again, a new record is
 * voided. Answers why it stays, where somebody changed it since.
 */
export async function takeOut(
  ask: Ask,
  tx: Tx,
  { id, version, before }: BroughtIn,
  reason: string,
): Promise<string | null> {
  const { definition, actor } = ask
  const engine = { ...ask.engine, db: joined(ask.engine.db, tx) }
  const loaded = await load(tx, actor, definition, id)
  if (loaded.pending) return `${definition.title}有没办完的修改`
  if (!loaded.effective || loaded.effective.version !== version) return `${definition.title}在导入之后改过`
  if (before === null) {
    await voidEffective(engine, actor, loaded, reason)
    return null
  }
  const earlier = await tx.maybeOne<{ value: Values }>(sql`
    select value from revision
    where owner_id = ${loaded.owner.id} and record_id = ${id} and applied_version = ${before}
    order by no desc limit 1`)
  if (!earlier) return `${definition.title}导入之前的内容已不在`
  const values = writtenValues(definition, fromStored(engine.keys, definition, id, earlier.value))
  await applyAtOnce(
    { ...ask, engine, owner: loaded.owner, recordId: id },
    { values, warnings: [], attachments: loaded.effective.attachments, before: loaded, request: null },
  )
  return null
}
