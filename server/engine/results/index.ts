import { inScope, type Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { ownerIn, ownerOf, standingOfOwner } from '../access/index.ts'
import type { Engine } from '../engine.ts'
import { bringIn, takeOut, type Values } from '../records/index.ts'

/** Records that a case writes into archives when it ends, and takes out when that is revoked. */

interface EndedCase {
  readonly id: string
  readonly teacherId: number
}

/**
 * Writes a record into the archive of the person whom a case is about, in force at once: the office that
 * decides says that it is so.
 * @param type name of the record type
 */
export async function keepResult(
  { engine, actor }: { readonly engine: Engine; readonly actor: Actor },
  tx: Tx,
  { id, teacherId }: EndedCase,
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
 * Takes the records of a case out of the archives again. Refused with `wrongState` where one was changed
 * since.
 * @param reason stands in the life of the records; `after` in the refusal
 */
export async function takeBackResult(
  { engine, actor }: { readonly engine: Engine; readonly actor: Actor | null },
  tx: Tx,
  { id }: Pick<EndedCase, 'id'>,
  { reason, after }: { readonly reason: string; readonly after: string },
): Promise<void> {
  const rows = await tx.query<{ type: string; record: string; version: number }>(sql`
    update case_result set taken_back_at = now()
    where case_id = ${id}::uuid and taken_back_at is null
    returning record_type as type, record_id as record, version`)
  if (rows.length === 0 || !actor) throw new AppError('missing')
  for (const { type, record, version } of rows) {
    const definition = engine.records[type]
    if (!definition) throw new AppError('missing')
    const ask = { engine, actor: await actorFor(tx, actor, record), definition }
    const stays = await takeOut(ask, tx, { id: record, version, before: null }, reason)
    if (stays !== null)
      throw new AppError('wrongState', {
        message: `档案里的“${definition.title}”在${after}以后改过，请先改回`,
      })
  }
}

/**
 * As whom a record is taken out. A case between institutions writes into archives of several: where the owner is out
 * of the actor's scope, the actor acts in the name of the owner's school. That the case may be taken back was asked
 * before.
 */
async function actorFor(tx: Tx, actor: Actor, record: string): Promise<Actor> {
  const id = ownerIn(record)
  const owner = id === null ? undefined : await ownerOf(tx, 'teacher', id)
  if (!owner || owner.institutionId === null || inScope(actor, standingOfOwner(owner))) return actor
  return { ...actor, role: 3, institutionId: owner.institutionId }
}
