import { AppError } from '../../../catalogue/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import {
  afterApply,
  type Application,
  collisions,
  filesIn,
  fromStored,
  type Note,
  supersede,
  upsertRow,
  usedFiles,
  type Values,
  writtenValues,
} from '../records/index.ts'
import type { Call, Outcome } from './call.ts'
import { move, pendingOf } from './move.ts'

/**
 * Brings the pending revision into force: state, typed row, history, derived fields and hooks in one
 * transaction.
 * @param stored the whole value in stored form. It is kept with the revision, because in a mixed record the
 * institution's fields may have changed since the submission
 * @param also columns of the revision that change with it
 */
export async function takeEffect(
  call: Call,
  stored: Values,
  { note, also }: { note: Note; also?: Sql },
): Promise<Outcome> {
  const { engine, actor, loaded } = call
  const { definition, owner, id } = loaded
  const pending = pendingOf(loaded)
  const plain = fromStored(engine.keys, definition, id, stored)
  const attachments = pending.value.attachments ?? []
  const version = pending.editNo + 1
  const application: Application = {
    definition,
    owner,
    recordId: id,
    revisionId: pending.id,
    stored,
    plain,
    attachments,
    version,
    actor,
  }
  return engine.db.transaction(async (tx) => {
    await supersede(tx, loaded)
    const value = { ...writtenValues(definition, stored), attachments }
    const found = await collisions({
      db: tx,
      records: engine.records,
      definition,
      owner,
      recordId: id,
      plain,
      locked: true,
    })
    const [first] = found.errors
    if (first) throw new AppError('duplicate', { errors: found.errors, message: first.message })
    const files = filesIn(definition, plain, attachments)
    const kept = sql`value = ${sql.json(value)}`
    const outcome = await move(
      tx,
      loaded,
      { at: 'arrived' },
      {
        note,
        also: also ? sql`${kept}, ${also}` : kept,
        parts: [() => [['row', upsertRow(engine, application)], ...usedFiles(application, files)]],
      },
    )
    await afterApply(engine, tx, application, loaded.effective?.stored ?? null)
    return outcome
  })
}
