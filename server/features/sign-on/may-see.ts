import type { Actor } from '../../../catalogue/access/access.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * Whether an identity may open an app. The application centre says who sees what; an app that is switched off is
 * seen by nobody.
 */
export async function maySee(db: Queryable, app: string, _actor: Actor): Promise<boolean> {
  const row = await db.maybeOne(sql`select 1 from app where id = ${app} and enabled`)
  return row !== undefined
}
