import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { RosterNeeds } from './needs.ts'

/**
 * The numbers of people within an app, and that the app was told of them: it hears of them once more when
 * they have left.
 * @returns number by person
 */
export async function numbersFor(
  { db, subjectOf }: Pick<RosterNeeds, 'subjectOf'> & { readonly db: Database },
  app: string,
  people: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const numbers = new Map(people.map((person) => [person, subjectOf(app, person)]))
  if (numbers.size > 0)
    await db.execute(sql`
      insert into roster_subject (app_id, person_id, sourced_id)
      select ${app}, n.person_id, n.sourced_id
      from unnest(${[...numbers.keys()]}::int[], ${[...numbers.values()]}::text[]) n (person_id, sourced_id)
      where not exists (
        select 1 from roster_subject k where k.app_id = ${app} and k.person_id = n.person_id)
      on conflict do nothing`)
  return numbers
}
