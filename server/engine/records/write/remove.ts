import type { Actor } from '../../../../catalogue/access/access.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { sql } from '../../../platform/db/sql.ts'
import { requireVerb } from '../../access/index.ts'
import type { Ask, Engine } from '../../engine.ts'
import { tableName } from '../../schema/index.ts'
import { callVoided } from './call-hooks.ts'
import { reopenClosedBy } from './close-open.ts'
import { deriveFor } from '../value/derive.ts'
import { journalParts } from './journal.ts'
import { load, type LoadedRecord } from '../read/load.ts'

/**
 * DELETE: gives up the pending revision, and an effective value stays. Without a pending one it voids the
 * owner's own value. No row is erased.
 */
export async function deleteRecord({ engine, actor, definition }: Ask, id: string): Promise<void> {
  const loaded = await load(engine.db, actor, definition, id)
  requireVerb(actor, 'delete', loaded)
  if (!loaded.pending) return voidEffective(engine, actor, loaded, null)
  const { pending } = loaded
  const note = {
    actor,
    type: definition.name,
    ownerId: loaded.owner.id,
    recordId: id,
    revisionId: pending.id,
    action: 'delete',
    event: 'record.deleted',
    quiet: true,
  } as const
  const rows = await engine.db.together({
    name: 'gone',
    lead: sql`
      update revision set state = 'voided', replaced_at = now(), updated_at = now()
      where owner_id = ${loaded.owner.id}
        and id = ${pending.id}
        and state = ${pending.state}
        and replaced_at is null
        and edit_no = ${pending.editNo}
      returning 1 as found`,
    parts: ({ from }) => journalParts(note, from),
  })
  if (rows.length !== 1) throw new AppError('stale')
}

/** Voids the value in force, with a reason. It stays in the history. */
export async function voidEffective(
  engine: Engine,
  actor: Actor,
  loaded: LoadedRecord,
  reason: string | null,
): Promise<void> {
  const { effective, owner, id, definition } = loaded
  if (!effective) throw new AppError('wrongState')
  await engine.db.transaction(async (tx) => {
    const [revision] = await tx.query<{ id: string }>(sql`
      update revision
      set superseded_at = now()
      where owner_id = ${owner.id} and record_id = ${id} and state = 'approved'
        and superseded_at is null and edit_no = ${effective.version} returning id`)
    if (!revision) throw new AppError('stale')
    const note = {
      actor,
      type: definition.name,
      ownerId: owner.id,
      recordId: id,
      revisionId: revision.id,
      action: 'void',
      event: 'record.voided',
      reason,
    } as const
    await tx.together({
      name: 'gone',
      lead: sql`
        update ${sql.id(tableName(definition.name))}
        set voided_at = now()
        where owner_id = ${owner.id} and id = ${id}
        returning 1 as found`,
      parts: () => journalParts(note),
    })
    await reopenClosedBy(tx, { engine, definition, owner, actor, recordId: id }, null)
    await deriveFor(engine, tx, definition, owner.id)
    const changed = { engine, definition, ownerId: owner.id, recordId: id }
    await callVoided(tx, changed, { before: effective.stored, now: null })
  })
}
