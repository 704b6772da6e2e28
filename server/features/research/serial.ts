import type { Tx } from '../../engine/engine.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * The next number of a row of numbers, one more than the last.
 * @param of the office, what stands before the number, and the year
 */
export async function nextSerial(
  tx: Tx,
  of: { readonly institutionId: number; readonly prefix: string; readonly year: number },
): Promise<number> {
  const { last } = await tx.one<{ last: number }>(sql`
    insert into campaign_serial (institution_id, prefix, year, last)
    values (${of.institutionId}, ${of.prefix}, ${of.year}, 1)
    on conflict (institution_id, prefix, year) do update set last = campaign_serial.last + 1
    returning last`)
  return last
}
