import type { AnyRecord } from '../../../../catalogue/define.ts'
import type { Engine, Tx } from '../../engine.ts'
import { fromStored, writtenValues, type Values } from '../value/codec.ts'

/** A record whose version in force changed. */
interface ChangedRecord {
  readonly engine: Engine
  readonly definition: AnyRecord
  readonly ownerId: number
  readonly recordId: string
}

/** The values that people wrote among stored values, in plain. */
function plainOf({ engine, definition, recordId }: ChangedRecord, stored: Values): Values {
  return writtenValues(definition, fromStored(engine.keys, definition, recordId, stored))
}

const subjectOf = ({ definition, ownerId, recordId }: ChangedRecord) => ({
  type: definition.name,
  ownerId,
  recordId,
})

/**
 * Calls the feature's hook on a version that became effective.
 * @param stored the new values and those in force before, null for none, in stored form; who brought them in
 */
export async function callApplied(
  tx: Tx,
  changed: ChangedRecord,
  stored: { readonly now: Values; readonly before: Values | null; readonly byRole: number | null },
): Promise<void> {
  await changed.engine.hooks[changed.definition.name]?.applied(tx, {
    ...subjectOf(changed),
    byRole: stored.byRole,
    values: plainOf(changed, stored.now),
    before: stored.before && plainOf(changed, stored.before),
  })
}

/**
 * Calls the feature's hook on a version that was taken back.
 * @param stored the values taken back and the earlier ones in force again, null for none, in stored form
 */
export async function callVoided(
  tx: Tx,
  changed: ChangedRecord,
  stored: { readonly before: Values; readonly now: Values | null },
): Promise<void> {
  await changed.engine.hooks[changed.definition.name]?.voided(tx, {
    ...subjectOf(changed),
    before: plainOf(changed, stored.before),
    now: stored.now && plainOf(changed, stored.now),
  })
}
