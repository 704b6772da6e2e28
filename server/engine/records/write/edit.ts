import { AppError, invalid } from '../../../../catalogue/errors.ts'
import { uuidv7 } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { requireVerb } from '../../access/index.ts'
import type { Ask, Tx } from '../../engine.ts'
import { usedFiles, type Proof } from './apply.ts'
import { applyAtOnce } from './apply-at-once.ts'
import { changedKeys, fromStored, toStored, writtenValues, type Values } from '../value/codec.ts'
import { filesIn, requireFiles } from '../value/evidence.ts'
import { examine, requireSound } from '../value/examine.ts'
import { answersFor, bornApplied, writesField } from '../value/fields-of-side.ts'
import { cleanedInput, readInput } from '../value/input.ts'
import { journalParts } from './journal.ts'
import { loadOwnDraft, loadWithoutEvents, type LoadedRecord, type PendingRevision } from '../read/load.ts'
import {
  insertRevision,
  nextNumbers,
  noteOf,
  type Content,
  type Target,
  type WrittenRecord,
} from './revision.ts'

/**
 * PUT: changes only the keys given. It edits a draft in place, copies a returned revision to a new one, and
 * gives own and recorded values a new version at once.
 * @param proven spends, in the transaction of the change, the code that proved a new number of the person
 */
export async function editRecord(
  asked: Ask,
  id: string,
  body: unknown,
  proven?: Proof,
): Promise<WrittenRecord> {
  const { engine, actor } = asked
  const loaded =
    (await loadOwnDraft(engine.db, actor, asked.definition, id)) ??
    (await loadWithoutEvents(engine.db, actor, asked.definition, id))
  requireVerb(actor, 'edit', loaded)
  // What the owner is asked decides, not what this office reads of all its districts.
  const definition = engine.own.forOwner(loaded.definition, loaded.owner)
  const ask: Ask = { ...asked, definition }
  const atOnce = bornApplied(definition, actor)
  const current = fromStored(engine.keys, definition, id, valueBefore(loaded, atOnce))
  const read = readInput(definition, body, writesField(actor, definition), current)
  const input = await cleanedInput(engine.db, definition, read)
  requireNewest(input.version, loaded, atOnce)
  await requireFiles(
    ask,
    { id, ownerId: loaded.owner.id },
    { values: input.values, attachments: input.attachments ?? [] },
  )
  const target: Target = { ...ask, owner: loaded.owner, recordId: id }
  const content = {
    values: { ...writtenValues(definition, current), ...input.values },
    attachments: input.attachments ?? attachmentsOf(loaded, atOnce),
  }
  if (!atOnce) return saveDraft(target, loaded, content)
  const examined = await examine(engine, {
    definition,
    owner: loaded.owner,
    recordId: id,
    values: content.values,
    attachments: content.attachments.length,
    only: answersFor(actor, definition),
  })
  requireSound(examined)
  return applyAtOnce(target, { ...content, ...examined, before: loaded, request: null, proven })
}

/** The stored value that an edit starts from. */
function valueBefore({ effective, pending }: LoadedRecord, atOnce: boolean): Values {
  return (atOnce ? undefined : pending?.value) ?? effective?.stored ?? {}
}

/**
 * Refuses an edit of a version that was not the newest. An edit that takes effect at once may also build on
 * the version in force.
 */
function requireNewest(given: number | undefined, loaded: LoadedRecord, atOnce: boolean): void {
  if (given === undefined) throw invalid('version', '缺少版本号，请刷新后再改')
  if (given !== loaded.version && !(atOnce && given === loaded.effective?.version))
    throw new AppError('stale')
}

function attachmentsOf(loaded: LoadedRecord, atOnce: boolean): readonly string[] {
  if (!atOnce && loaded.pending) return loaded.pending.value.attachments ?? []
  return loaded.effective?.attachments ?? []
}

async function saveDraft(target: Target, loaded: LoadedRecord, content: Content): Promise<WrittenRecord> {
  const { values, attachments } = content
  const { pending } = loaded
  const before = loaded.effective
    ? fromStored(target.engine.keys, target.definition, target.recordId, loaded.effective.stored)
    : null
  const changed = changedKeys(target.definition, before, values)
  if (pending?.state === 'draft') return updateDraft(target, pending, content, changed)
  const revisionId = uuidv7()
  return target.engine.db.transaction(async (tx) => {
    await lockRecord(tx, loaded)
    const next = await nextNumbers(tx, target.owner.id, target.recordId)
    const written = insertRevision({
      ...target,
      ...content,
      revisionId,
      changed,
      warnings: [],
      applied: false,
      baseVersion: loaded.effective?.version ?? 0,
      version: next.version,
      no: next.no,
      previousId: pending?.id ?? null,
      returnStep: pending?.returnStep ?? null,
      route: pending?.returnStep === null || pending?.returnStep === undefined ? null : pending.route,
    })
    const note = { ...noteOf(target, revisionId, 'amend', 'record.edited'), quiet: true as const }
    await tx.together({
      name: 'written',
      lead: written,
      parts: () => [
        ...usedFiles(target, filesIn(target.definition, values, attachments)),
        ...journalParts(note),
      ],
    })
    return { id: target.recordId, version: next.version }
  })
}

/**
 * Replaces the pending revision, or locks the version in force. No row: another request changed it first,
 * so answer 409.
 */
async function lockRecord(tx: Tx, loaded: LoadedRecord): Promise<void> {
  if (loaded.pending) {
    const touched = await tx.query(sql`
      update revision
      set replaced_at = now()
      where owner_id = ${loaded.owner.id} and id = ${loaded.pending.id}
        and replaced_at is null and state = ${loaded.pending.state} and edit_no = ${loaded.pending.editNo}
      returning 1 as found`)
    if (touched.length !== 1) throw new AppError('stale')
    return
  }
  const rows = await tx.query(sql`
    select 1
    from revision
    where owner_id = ${loaded.owner.id} and record_id = ${loaded.id} and state = 'approved'
      and superseded_at is null and edit_no = ${loaded.effective?.version ?? 0} for update`)
  if (rows.length !== 1) throw new AppError('stale')
}

/** Changes a draft in one statement, if it is still the version that was read. */
async function updateDraft(
  target: Target,
  pending: PendingRevision,
  { values, attachments }: Content,
  changed: readonly string[],
): Promise<WrittenRecord> {
  const stored = { ...toStored(target.engine.keys, target.definition, target.recordId, values), attachments }
  const version = pending.editNo + 1
  const note = { ...noteOf(target, pending.id, null, 'record.edited'), quiet: true as const }
  const rows = await target.engine.db.together({
    name: 'saved',
    lead: sql`
      update revision
      set value = ${sql.json(stored)}, changed = ${[...changed]}::text[], edit_no = ${version},
        updated_at = now()
      where owner_id = ${target.owner.id}
        and id = ${pending.id}
        and state = 'draft'
        and replaced_at is null
        and edit_no = ${pending.editNo}
      returning 1 as found`,
    parts: ({ from }) => [
      ...usedFiles(target, filesIn(target.definition, values, attachments)),
      ...journalParts(note, from),
    ],
  })
  if (rows.length !== 1) throw new AppError('stale')
  return { id: target.recordId, version }
}
