import type { Database } from '../../server/platform/db/database.ts'
import { sql } from '../../server/platform/db/sql.ts'

/** Tells the planner about every table, in two connections at a time: the larger ones are shared out. */
export async function analyze(db: Database): Promise<void> {
  const tables = await db.query<{ name: string }>(sql`
    select relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
    order by relpages desc, relname`)
  const halves = [0, 1].map((half) => tables.filter((_, place) => place % 2 === half))
  await Promise.all(
    halves.map((half) => db.execute(sql`analyze ${sql.join(half.map(({ name }) => sql.id(name)))}`)),
  )
}
