import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import type { Log } from '../../platform/log/log.ts'

const batch = 1_000

/**
 * Gives people the pinyin they are searched by, where they came in without (imports, the demo, before this
 * existed).
 */
export async function fillNameForms(db: Database, sortForm: (text: string) => string): Promise<number> {
  const people = await db.query<{ id: number; name: string }>(sql`
    select id, name from person where name_sort is null order by id limit ${batch}`)
  const forms = people.map(({ name }) => sortForm(name))
  if (people.length > 0) {
    await db.execute(sql`
      update person p
      set name_sort = f.form
      from unnest(${people.map(({ id }) => id)}::int[], ${forms}::text[]) f (id, form)
      where p.id = f.id and p.name_sort is null`)
  }
  return people.length
}

/** Looks for them in the background. */
export function startNameForms(db: Database, sortForm: (text: string) => string, log: Log): Job {
  const look = async () => (await fillNameForms(db, sortForm)) > 0
  return startJob(look, { failed: 'users.name-forms', log, firstMs: 1_000, pauseMs: 60_000 })
}
