import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import type { Ground } from '../../engine/feature.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

export type StructureNeeds = Pick<Ground, 'db' | 'engine' | 'actorOn' | 'tell'>

/**
 * Institutions `alias` that the actor may look at: the administrator all, an authority those of its region.
 */
export const keptBy = (actor: Actor, alias: string): Sql =>
  actor.role === 1 ? sql`true` : institutionsInScope(actor, alias)

/** Refuses institutions outside the actor's scope, like such that do not exist. */
export async function requireSeen(db: Queryable, actor: Actor, ids: readonly number[]): Promise<void> {
  const asked = [...new Set(ids)]
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count
    from institution i
    where i.id = any(${asked}::int[]) and ${keptBy(actor, 'i')}`)
  if (count < asked.length) throw new AppError('missing')
}

/**
 * Refuses a change of anything that the actor does not stand above: 404 outside the scope, 403 for the own
 * office.
 */
export async function requireAbove(db: Queryable, actor: Actor, ids: readonly number[]): Promise<void> {
  await requireSeen(db, actor, ids)
  if (actor.role !== 1 && ids.includes(actor.institutionId))
    throw new AppError('forbidden', { message: '本单位的调整由上级机构办理' })
}
