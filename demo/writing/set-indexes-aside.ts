import type { Queryable } from '../../server/platform/db/database.ts'
import { sql } from '../../server/platform/db/sql.ts'

/** Index definitions in the database's own words. */
type Indexes = readonly { readonly indexname: string; readonly indexdef: string }[]

/** Tables to which a load adds a row for every step of every record. */
const longest = sql`tablename in ('revision', 'revision_event', 'membership', 'person', 'identity', 'teacher',
      'file_use', 'audit')`
const all = sql`(tablename like 'rec\\_%' or ${longest})`

/**
 * Drops the indexes that are no constraints, of the longest tables or of the records, too, and answers what
 * `buildIndexes` needs: built at the end, each costs one sort instead of a million insertions. A database
 * that waits for whoever writes keeps the indexes of the records meanwhile at no cost. For a database that
 * nobody else uses. The index of a table in parts goes and comes with those of its parts.
 */
export async function dropIndexes(db: Queryable, of: 'longest' | 'all'): Promise<Indexes> {
  const indexes = await db.query<Indexes[number]>(sql`
    select indexname, replace(indexdef, ' ON ONLY ', ' ON ') as indexdef from pg_indexes where schemaname = 'public'
      and ${of === 'all' ? all : longest}
      and indexname not in (select conname from pg_constraint) order by indexname`)
  for (const { indexname } of indexes) await db.execute(sql`drop index ${sql.id(indexname)}`)
  return indexes
}

export async function buildIndexes(db: Queryable, indexes: Indexes): Promise<void> {
  for (const { indexdef } of indexes) await db.execute(sql`${sql.raw(indexdef)}`)
}

/** Runs `work` without the indexes and builds them again, whether it failed or not. */
export async function setIndexesAside(db: Queryable, work: () => Promise<void>): Promise<void> {
  const indexes = await dropIndexes(db, 'all')
  try {
    await work()
  } finally {
    await buildIndexes(db, indexes)
  }
}
