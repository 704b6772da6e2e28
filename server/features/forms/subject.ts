import { inScope, type Actor } from '../../../catalogue/access/access.ts'
import type { PrintAsked } from '../../../catalogue/contract/forms.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { purposes, type FormDefinition } from '../../../catalogue/forms/define.ts'
import { mostRevealed } from '../../engine/records/index.ts'
import { ownerOf, standingOfOwner } from '../../engine/access/index.ts'
import type { Engine, Owner } from '../../engine/engine.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * The teacher a paper is about, if the actor may read the archive; what lies outside answers like what is not
 * there.
 */
export async function subjectOf(engine: Engine, actor: Actor, teacherId: number | null): Promise<Owner> {
  const owner = teacherId === null ? undefined : await ownerOf(engine.db, 'teacher', teacherId)
  if (!owner || !inScope(actor, standingOfOwner(owner))) throw new AppError('missing')
  return owner
}

/**
 * Refuses a purpose that the role may not state or the form does not have, an office without a reason, and
 * too many papers in full within an hour. Who asks shows who they are first (`requireProof`).
 */
export async function requirePurpose(
  engine: Engine,
  actor: Actor,
  form: Pick<FormDefinition, 'purposes'>,
  { purpose, reason }: Pick<PrintAsked, 'purpose' | 'reason'>,
): Promise<void> {
  if (purpose === undefined) return
  const roles: readonly number[] = purposes[purpose].roles
  if (!form.purposes.includes(purpose)) throw invalid('purpose', '该表没有该用途')
  if (!roles.includes(actor.role) || actor.viewedBy !== undefined) throw new AppError('forbidden')
  if (actor.role === 2) return
  if (reason === undefined) throw invalid('reason', '请写明原因')
  await requireFewInFull(engine.db, actor)
}

/** Refuses too many papers in full within an hour. */
export async function requireFewInFull(db: Queryable, actor: Actor): Promise<void> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n
    from audit
    where by_identity = ${actor.identityId}
      and action = 'form.printed'
      and facts ->> 'part' = 'printFull'
      and at > now() - interval '1 hour'`)
  if (n >= mostRevealed)
    throw new AppError('tooOften', { message: `一小时内最多打印 ${mostRevealed} 份完整内容的表，请稍后再试` })
}
