import { AppError } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import type { Traveller } from './travel.ts'

/** Hours that an item must have waited at its step, and since it was last urged, before it may be urged. */
const urgeHours = 24

/**
 * Writes down that the submitter urges the office that holds an item (催办). The caller tells the office. The
 * statement is the rate limit: of parallel requests only one passes. Needs the columns holder_since and
 * urged_at. Throws wrongState when the item came to its step, or was urged, less than a day ago.
 */
export async function urge(
  db: Queryable,
  { table, unchanged }: Pick<Traveller, 'table' | 'unchanged'>,
): Promise<void> {
  const urged = await db.execute(sql`
    update ${sql.id(table)}
    set urged_at = now()
    where ${unchanged}
      and greatest(holder_since, urged_at) < now() - make_interval(hours => ${urgeHours})`)
  if (urged === 0)
    throw new AppError('wrongState', {
      message: `送到这一步或上次催办还不满 ${urgeHours} 小时，请稍后再催`,
    })
}
