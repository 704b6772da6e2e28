import type { Actor } from '../../../../catalogue/access/access.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { scopeCondition } from '../../../engine/access/index.ts'
import { note } from '../../../platform/audit/note.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { EnrolmentNeeds } from './options.ts'

/** Remembers that a teacher is none of these, so that it is not asked again. */
export async function keepApart(
  tx: Tx,
  actor: Actor,
  teacherId: number,
  others: readonly number[],
): Promise<void> {
  if (others.length === 0) return
  await tx.execute(sql`
    insert into apart (low_id, high_id, by_identity)
    select least(t.id, ${teacherId}::int), greatest(t.id, ${teacherId}::int), ${actor.identityId}::int
    from teacher t
    where t.id = any(${[...others]}::int[]) and t.id <> ${teacherId} and ${scopeCondition(actor, 't', 'id')}
    on conflict
    do nothing`)
  await note(tx, { by: actor.identityId, action: 'teacher.apart', ownerId: teacherId, facts: { others } })
}

/** Says of two teachers in the actor's scope that they are not one person. 404 where one is out of scope. */
export async function setApart(
  { db, examineAgain }: Pick<EnrolmentNeeds, 'db' | 'examineAgain'>,
  actor: Actor,
  [one, other]: readonly [number, number],
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await tx.query(sql`
      select 1 from teacher t where t.id in (${one}, ${other}) and ${scopeCondition(actor, 't', 'id')}`)
    if (found.length < 2) throw new AppError('missing')
    await keepApart(tx, actor, one, [other])
    await examineAgain(tx, [one, other])
  })
}
