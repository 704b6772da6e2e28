import type { Actor } from '../../../catalogue/access/access.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SharedItem } from './acts.ts'

/** The institution that gave an item its reach; the province for what everybody reads. Null for no item. */
export const reachGivenBy = async (db: Queryable, { kind, id }: SharedItem): Promise<number | null> =>
  (
    await db.maybeOne<{ giver: number | null }>(sql`
      select case reach_key when 0 then coalesce(province_id, institution_id) else reach_key end as giver
      from shelf
      where kind = ${kind} and item_id = ${id}`)
  )?.giver ?? null

/** Whether the actor is staff of the institution that gave an item its reach. */
export const isStaffOf = async (db: Queryable, actor: Actor, item: SharedItem): Promise<boolean> =>
  actor.role >= 3 && actor.role <= 6 && (await reachGivenBy(db, item)) === actor.institutionId
