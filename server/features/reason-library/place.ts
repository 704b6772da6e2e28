import type { Actor } from '../../../catalogue/access/access.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Whose list somebody keeps: the administrator the portal's, an office its own. */
export const placeOf = (actor: Actor): number | null => (actor.role === 1 ? null : actor.institutionId)

export const ofPlace = (place: number | null): Sql =>
  place === null ? sql`institution_id is null` : sql`institution_id = ${place}`
