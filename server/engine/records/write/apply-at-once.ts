import { AppError } from '../../../../catalogue/errors.ts'
import { uuidv7 } from '../../../platform/clock/clock.ts'
import type { Tx } from '../../engine.ts'
import { afterApply } from './after-apply.ts'
import { upsertRow, usedFiles, type Application, type Proof } from './apply.ts'
import { changedKeys, fromStored, toStored, type Values } from '../value/codec.ts'
import { collisions } from '../value/constraints.ts'
import { filesIn } from '../value/evidence.ts'
import { remember, type Repeatable } from './idempotency.ts'
import { journalParts } from './journal.ts'
import type { LoadedRecord } from '../read/load.ts'
import {
  insertRevision,
  nextNumbers,
  noteOf,
  supersede,
  type Content,
  type Target,
  type WrittenRecord,
} from './revision.ts'

/** A value that takes effect at once, and the record that it changes. */
interface ImmediateEffect extends Content {
  readonly warnings: readonly unknown[]
  /** The record as it was read; null for a new one. */
  readonly before: LoadedRecord | null
  readonly request: Repeatable | null
  /** Spends the code that proved a new number of the person. */
  readonly proven?: Proof | undefined
}

/**
 * Brings a value into force at once: its revision is born approved, in the transaction of everything that
 * follows from it.
 */
export async function applyAtOnce(target: Target, taking: ImmediateEffect): Promise<WrittenRecord> {
  const { values, warnings, attachments, before, request, proven } = taking
  const revisionId = uuidv7()
  const plainBefore = before?.effective
    ? fromStored(target.engine.keys, target.definition, target.recordId, before.effective.stored)
    : null
  return target.engine.db.transaction(async (tx) => {
    if (before) await supersede(tx, before)
    await requireNoCollision(target, tx, values)
    const next = before ? await nextNumbers(tx, target.owner.id, target.recordId) : { no: 1, version: 1 }
    const application: Application = {
      definition: target.definition,
      owner: target.owner,
      recordId: target.recordId,
      revisionId,
      stored: toStored(target.engine.keys, target.definition, target.recordId, values),
      plain: values,
      attachments,
      version: next.version,
      actor: target.actor,
      proven,
    }
    const written = insertRevision({
      ...target,
      values,
      attachments,
      revisionId,
      changed: changedKeys(target.definition, plainBefore, values),
      warnings,
      applied: true,
      baseVersion: before?.effective?.version ?? 0,
      version: next.version,
      no: next.no,
      previousId: null,
    })
    const note = noteOf(
      target,
      revisionId,
      before ? 'amend' : 'create',
      before ? 'record.edited' : 'record.created',
    )
    const made = { ownerId: target.owner.id, recordId: target.recordId, version: next.version }
    await tx.together({
      name: 'written',
      lead: written,
      parts: () => [
        ...remember(target.actor, request, made),
        ['row', upsertRow(target.engine, application)],
        ...usedFiles(target, filesIn(target.definition, values, attachments)),
        ...journalParts(note),
      ],
    })
    await afterApply(target.engine, tx, application, before?.effective?.stored ?? null)
    return { id: target.recordId, version: next.version }
  })
}

async function requireNoCollision(target: Target, tx: Tx, values: Values): Promise<void> {
  const found = await collisions({
    ...target,
    db: tx,
    records: target.engine.records,
    plain: values,
    locked: true,
  })
  const [first] = found.errors
  if (first) throw new AppError('duplicate', { errors: found.errors, message: first.message })
}
