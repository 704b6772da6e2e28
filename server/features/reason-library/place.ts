import type { Actor } from '../../../catalogue/access/access.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Owner of a list of reasons: null for the portal's (administrator), else the office. */
export const placeOf = (actor: Actor): number | null => (actor.role === 1 ? null : actor.institutionId)

export const ofPlace = (place: number | null): Sql =>
  place === null ? sql`institution_id is null` : sql`institution_id = ${place}`
