import type { RevealBody, RevealedValue } from '../../../../catalogue/contract/archive/records.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Ask } from '../../engine.ts'
import { fromStored, maskedKeys } from '../value/codec.ts'
import { load } from './load.ts'
import { note } from '../../../platform/audit/note.ts'

/**
 * Most values that one identity may reveal within an hour. One case needs a few; copying a region would need
 * thousands.
 */
export const mostRevealed = 30

/**
 * Reveals one masked value to an office that gives a reason. The audit keeps the reading, and the teacher
 * sees it (house, section 2; PIPL). 404 outside the scope, 400 with the field for a value that is not masked
 * for this reader, 429 above `mostRevealed` in an hour.
 */
export async function reveal(
  { engine, actor, definition }: Ask,
  id: string,
  body: RevealBody,
): Promise<RevealedValue> {
  const loaded = await load(engine.db, actor, definition, id)
  const { effective, owner } = loaded
  const masked = effective
    ? maskedKeys(definition, actor, { institutionId: owner.institutionId, stored: effective.stored })
    : []
  if (!masked.includes(body.field)) {
    throw new AppError('invalid', { errors: [{ field: 'field', message: '这一栏没有需要另外查看的内容' }] })
  }
  const plain = fromStored(engine.keys, definition, id, effective?.stored ?? {})
  await engine.db.transaction(async (tx) => {
    // Readings of one identity wait for each other, so that parallel requests cannot pass the limit together.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('reveal'), ${actor.identityId})`)
    const { n } = await tx.one<{ n: number }>(sql`
      select count(*)::int as n from audit
      where by_identity = ${actor.identityId}
        and action = 'field.revealed'
        and at > now() - interval '1 hour'`)
    if (n >= mostRevealed)
      throw new AppError('tooOften', { message: `一小时内最多查看 ${mostRevealed} 项完整内容，请稍后再试` })
    await note(tx, {
      by: actor.identityId,
      action: 'field.revealed',
      type: definition.name,
      ownerId: owner.id,
      recordId: id,
      facts: { field: body.field, reason: body.reason },
    })
  })
  return { field: body.field, value: plain[body.field] ?? null }
}
