import type { Actor } from '../../../catalogue/access/access.ts'
import type { Ground } from '../../engine/feature.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

export type InstitutionNeeds = Pick<Ground, 'db' | 'engine' | 'actorOn'>

/**
 * Institutions `alias` that the actor may look at: the administrator all, an authority those of its region.
 */
export const keptBy = (actor: Actor, alias: string): Sql =>
  actor.role === 1 ? sql`true` : institutionsInScope(actor, alias)
