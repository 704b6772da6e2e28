import type { Database } from '../../server/platform/db/database.ts'
import { sql } from '../../server/platform/db/sql.ts'

/** Tables with many indexes and many rows. */
const tables = [
  'revision',
  'revision_event',
  'membership',
  'teacher',
  'rec_basic_info',
  'rec_contact_info',
  'rec_study_experience',
]

/**
 * Drops the indexes that are no constraints, runs `work`, builds them again, whether it failed or not: built
 * at the end, each costs one sort instead of a million insertions. For a database that nobody else uses
 * meanwhile.
 */
export async function setIndexesAside(db: Database, work: () => Promise<void>): Promise<void> {
  const indexes = await db.query<{ indexname: string; indexdef: string }>(sql`
    select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = any(${tables})
      and indexname not in (select conname from pg_constraint) order by indexname`)
  for (const { indexname } of indexes) await db.execute(sql`drop index ${sql.id(indexname)}`)
  try {
    await work()
  } finally {
    // The definitions are the database's own words.
    for (const { indexdef } of indexes) await db.execute(sql`${sql.raw(indexdef)}`)
  }
}
