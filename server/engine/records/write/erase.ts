import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { isTeachers } from '../../access/index.ts'
import type { Engine } from '../../engine.ts'
import { tableName } from '../../schema/index.ts'

/**
 * Erases records with their history. Only for somebody whom a table brought by mistake and who goes with
 * them; nothing else is ever erased.
 */
export async function eraseRecords(
  tx: Tx,
  ownerId: number,
  records: readonly { readonly type: string; readonly id: string }[],
): Promise<void> {
  for (const [type, own] of Map.groupBy(records, (one) => one.type))
    await tx.execute(sql`
      delete from ${sql.id(tableName(type))}
      where owner_id = ${ownerId} and id = any(${own.map(({ id }) => id)}::uuid[])`)
  const ids = records.map(({ id }) => id)
  await tx.execute(
    sql`delete from revision_event where owner_id = ${ownerId} and record_id = any(${ids}::uuid[])`,
  )
  await tx.execute(sql`delete from revision where owner_id = ${ownerId} and record_id = any(${ids}::uuid[])`)
}

/** How many versions the archive of a teacher has. */
export async function countRevisions(tx: Tx, records: Engine['records'], teacherId: number): Promise<number> {
  const { n } = await tx.one<{ n: number }>(sql`
    select count(*)::int as n from revision v where v.owner_id = ${teacherId} and ${isTeachers(records, 'v')}`)
  return n
}
