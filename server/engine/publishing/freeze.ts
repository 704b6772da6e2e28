import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { takeDown } from './publish.ts'
import { typeOf, type PublishingNeeds } from './publishing.ts'
import { rowOf } from './row.ts'
import { indexContent } from './search-index.ts'
import { shelve } from './shelving.ts'

/** A content, and the case during which it is shown to nobody. */
export interface FrozenContent {
  readonly id: number
  readonly caseId: string
}

async function showAnew({ types }: PublishingNeeds, tx: Tx, id: number): Promise<void> {
  await indexContent(types, tx, id)
  await shelve(types, tx, id)
}

/**
 * Shows a content to no reader while a case about it is dealt with. Its author and offices still read it, and
 * nobody changes it (engine/publishing/row). Done again by the same case it changes nothing.
 * @throws AppError `wrongState` where readers do not see it now, or another case froze it
 */
export async function freeze(needs: PublishingNeeds, tx: Tx, { id, caseId }: FrozenContent): Promise<void> {
  const frozen = await tx.query(sql`
    update content
    set thawed_until = case when frozen_by is null then take_down_at else thawed_until end,
      take_down_at = case when frozen_by is null then (select now()) else take_down_at end,
      version = case when frozen_by is null then version + 1 else version end,
      frozen_by = ${caseId}::uuid
    where id = ${id} and live is not null and (frozen_by = ${caseId}::uuid
      or frozen_by is null and publish_at <= now() and (take_down_at is null or take_down_at > now()))
    returning 1`)
  if (frozen.length === 0) throw new AppError('wrongState', { message: '该资源现在没有在展示，无需暂停' })
  await showAnew(needs, tx, id)
}

/** Shows a content as before its case. One that this case does not freeze stays as it is. */
export async function thaw(needs: PublishingNeeds, tx: Tx, { id, caseId }: FrozenContent): Promise<void> {
  const thawed = await tx.query(sql`
    update content
    set frozen_by = null, take_down_at = thawed_until, thawed_until = null, version = version + 1
    where id = ${id} and frozen_by = ${caseId}::uuid
    returning 1`)
  if (thawed.length > 0) await showAnew(needs, tx, id)
}

/** Takes a content down by its case. One that was taken down before stays as it is. */
export async function removeFrozen(
  needs: PublishingNeeds,
  tx: Tx,
  actor: Actor,
  { id, caseId }: FrozenContent,
): Promise<void> {
  await thaw(needs, tx, { id, caseId })
  const known = await tx.maybeOne<{ type: string }>(
    sql`select type from content where id = ${id} and live is not null for update`,
  )
  if (!known) return
  const definition = typeOf(needs.types, known.type)
  await takeDown({ publishing: needs, tx, actor, definition, row: await rowOf(tx, actor, definition, id) })
}
