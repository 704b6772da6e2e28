import { checkDigit } from '../catalogue/kinds/id-card.ts'
import { addPerson, openArchive, type PersonForms } from '../server/engine/directory/index.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import type { Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'

/**
 * Newly appointed teachers of 听潮中学 without an account: what 从名册开设 is for. Name, and a number without
 * its last place.
 */
const newcomers = [
  ['简书宁', '44999920010308012'],
  ['温若舟', '44999920001121013'],
] as const

/** Adds the newly appointed to the roll of their school, since some days. */
export async function tellNewcomers(db: Database, forms: PersonForms, today: string): Promise<void> {
  const { id } = await db.one<{ id: number }>(sql`
    select id from institution where name = ${'江城区听潮中学'}`)
  for (const [name, number] of newcomers)
    await db.transaction(async (tx) => {
      const personId = await addPerson(tx, forms, { name, idNo: `${number}${checkDigit(number)}` })
      await openArchive(tx, personId, id, { on: addDays(today, -12), status: '11' })
    })
}
