import { AppError } from '../../../catalogue/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import {
  afterApply,
  type Application,
  collisions,
  filesIn,
  fromStored,
  type Note,
  pick,
  supersede,
  upsertRow,
  useFiles,
  type Values,
  writableKeys,
} from '../records/index.ts'
import type { Call } from './call.ts'
import { heldBy, move, pendingOf } from './move.ts'

/**
 * Brings the pending revision into force: state, typed row, history, derived fields and hooks in one
 * transaction, or nothing.
 * @param stored the whole value in stored form; it is kept with the revision as it takes effect, because of a
 * mixed record the institution's fields may have moved on since the submission
 * @param sets columns of the revision to be set beside those of taking effect; empty, or ending in a comma
 */
export async function takeEffect(call: Call, stored: Values, sets: Sql, note: Note): Promise<number> {
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
    const value = { ...pick(stored, writableKeys(definition)), attachments }
    const all = sql`${sets} state = 'approved', value = ${sql.json(value)}, applied_at = now(), decided_at = now(),
      applied_version = ${version}, ${heldBy(null, pending.step)}`
    const found = await collisions(tx, engine.records, definition, owner, id, plain, true)
    const [first] = found.errors
    if (first) throw new AppError('duplicate', { errors: found.errors, message: first.message })
    const files = filesIn(definition, plain, attachments)
    const beside = sql`row as (${upsertRow(engine, application)}), used as (${useFiles(application, files)}),`
    await move(tx, loaded, all, note, beside)
    await afterApply(engine, tx, application)
    return version
  })
}
