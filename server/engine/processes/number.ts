import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'

/** Gives a case the number it is known by, once. Answers whether it had none. */
export async function numberCase(tx: Tx, id: string, number: string): Promise<boolean> {
  const written = await tx.execute(
    sql`update process_case set number = ${number} where id = ${id}::uuid and number is null`,
  )
  return written === 1
}
