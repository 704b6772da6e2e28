import type { FileRef } from '../../../../catalogue/contract/archive/records.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Queryable } from '../../engine.ts'

/** The files with these ids, in this order; ids without a file are left out. */
export async function filesOf(db: Queryable, ids: readonly string[]): Promise<FileRef[]> {
  if (ids.length === 0) return []
  const rows = await db.query<FileRef>(
    sql`select id, name, mime, bytes from file where id = any(${[...ids]}::uuid[])`,
  )
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}
