import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'

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

/** Looks for them once a minute. */
export const nameFormsJob = (db: Database, sortForm: (text: string) => string): KeptJob => ({
  name: 'users.name-forms',
  every: 60,
  run: async () => (await fillNameForms(db, sortForm)) > 0,
})
