import type { Actor } from '../../../catalogue/access/access.ts'
import { draft } from '../../../catalogue/processes/campaign-reading.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Condition that `campaign c` is held by the actor's institution or one above it. */
export const heldAbove = (actor: Actor): Sql => sql`c.institution_id in (
  select unnest(array[i.id, i.district_id, i.city_id, i.province_id])
  from institution i
  where i.id = ${actor.institutionId})`

/** Condition that the actor holds `campaign c`. */
export const heldBy = (actor: Actor): Sql =>
  actor.role >= 3 && actor.role <= 6 ? sql`c.institution_id = ${actor.institutionId}` : sql`false`

/** Condition that the actor may read `campaign c`. Only the host reads a draft. */
export const readableCampaign = (actor: Actor): Sql =>
  actor.role < 2 || actor.role > 6
    ? sql`false`
    : sql`${heldAbove(actor)} and (c.state <> ${sql.lit(draft)} or ${heldBy(actor)})`
