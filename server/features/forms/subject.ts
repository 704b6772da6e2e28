import { inScope, type Actor } from '../../../catalogue/access/access.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { purposes, type FormDefinition, type PurposeCode } from '../../../catalogue/forms/define.ts'
import { mostRevealed } from '../../engine/records/index.ts'
import { ownerOf, standingOfOwner } from '../../engine/access/index.ts'
import type { Engine, Owner } from '../../engine/engine.ts'
import { sql } from '../../platform/db/sql.ts'

/** The teacher a paper is about, if the actor may read the archive; what lies outside answers like what is not there. */
export async function subjectOf(engine: Engine, actor: Actor, teacherId: number | null): Promise<Owner> {
  const owner = teacherId === null ? undefined : await ownerOf(engine.db, 'teacher', teacherId)
  if (!owner || !inScope(actor, standingOfOwner(owner))) throw new AppError('missing')
  return owner
}

/** Refuses a purpose that the role may not state or the form does not have, and too many papers in full within an hour. */
export async function requirePurpose(
  engine: Engine,
  actor: Actor,
  form: Pick<FormDefinition, 'purposes'>,
  purpose: PurposeCode | undefined,
): Promise<void> {
  if (purpose === undefined) return
  const roles: readonly number[] = purposes[purpose].roles
  if (!form.purposes.includes(purpose)) throw invalid('purpose', '这张表没有这个用途')
  if (!roles.includes(actor.role) || actor.viewedBy !== undefined) throw new AppError('forbidden')
  if (actor.role === 2) return
  const { n } = await engine.db.one<{ n: number }>(sql`
    select count(*)::int as n
    from audit
    where by_identity = ${actor.identityId}
      and action = 'form.printed'
      and facts ->> 'part' = 'printFull'
      and at > now() - interval '1 hour'`)
  if (n >= mostRevealed)
    throw new AppError('tooOften', { message: `一小时内最多打印 ${mostRevealed} 份完整内容的表，请稍后再试` })
}
