import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { errorFacts, type Log } from '../../platform/log/log.ts'

const batch = 1_000
const pauseMs = 60_000

/** Gives people the pinyin they are searched by, where they came in without (imports, the demo, before this existed). */
export async function fillNameForms(db: Database, sortForm: (text: string) => string): Promise<number> {
  const people = await db.query<{ id: number; name: string }>(sql`
    select id, name from person where name_sort is null order by id limit ${batch}`)
  const forms = people.map(({ name }) => sortForm(name))
  if (people.length > 0) {
    await db.execute(sql`
      update person p set name_sort = f.form from unnest(${people.map(({ id }) => id)}::int[], ${forms}::text[]) f (id, form)
      where p.id = f.id and p.name_sort is null`)
  }
  return people.length
}

/** Looks for them in the background. */
export function startNameForms(db: Database, sortForm: (text: string) => string, log: Log) {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const look = async () => {
    const filled = await fillNameForms(db, sortForm).catch((error: unknown) => {
      log.warn('users.name-forms', errorFacts(error))
      return 0
    })
    if (!stopped) timer = setTimeout(turn, filled > 0 ? 0 : pauseMs)
  }
  const turn = () => void (running = look())
  let timer = setTimeout(turn, 1_000)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
