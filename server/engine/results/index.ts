import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { ownerOf } from '../access/index.ts'
import type { Engine } from '../engine.ts'
import { bringIn, takeOut, type Values } from '../records/index.ts'

/** Results of cases in the archives of people: written when the case reaches its end, taken out when that is revoked. */

interface Ended {
  readonly id: string
  readonly teacherId: number
}

/**
 * Writes a record into the archive of the person whom a case is about, in force at once: the office that decides says
 * that it is so. One record for each case.
 * @param type name of the record type
 */
export async function keepResult(
  { engine, actor }: { readonly engine: Engine; readonly actor: Actor },
  tx: Tx,
  { id, teacherId }: Ended,
  { type, values }: { readonly type: string; readonly values: Values },
): Promise<void> {
  const definition = engine.records[type]
  const owner = await ownerOf(tx, 'teacher', teacherId)
  if (!definition || !owner) throw new AppError('missing')
  const written = await bringIn({ engine, actor, definition }, tx, owner, { id: null, values })
  await tx.execute(sql`
    insert into case_result (case_id, institution_id, record_type, record_id, version)
    select k.id, k.institution_id, ${type}, ${written.id}::uuid, ${written.version}
    from process_case k where k.id = ${id}::uuid`)
}

/**
 * Takes the record of a case out of the archive again. Refused with `wrongState` where the record was changed since.
 * @param reason stands in the life of the record, and with `after` in the refusal
 */
export async function takeBackResult(
  { engine, actor }: { readonly engine: Engine; readonly actor: Actor | null },
  tx: Tx,
  { id }: Pick<Ended, 'id'>,
  { reason, after }: { readonly reason: string; readonly after: string },
): Promise<void> {
  const row = await tx.maybeOne<{ type: string; record: string; version: number }>(sql`
    update case_result set taken_back_at = now()
    where case_id = ${id}::uuid and taken_back_at is null
    returning record_type as type, record_id as record, version`)
  const definition = row && engine.records[row.type]
  if (!row || !definition || !actor) throw new AppError('missing')
  const stays = await takeOut(
    { engine, actor, definition },
    tx,
    { id: row.record, version: row.version, before: null },
    reason,
  )
  if (stays !== null)
    throw new AppError('wrongState', { message: `档案里的“${definition.title}”在${after}以后改过，请先改回` })
}
