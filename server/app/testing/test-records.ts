import { ownerOf } from '../../engine/access/index.ts'
import { apply, openLedger, writeLives } from '../../engine/bulk/index.ts'
import { startOfDay, today, uuidv7 } from '../../platform/clock/clock.ts'
import type { Person, Region } from './test-region.ts'

type Records = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** Writes records of a teacher that are in force since the first day of 2024. */
export async function inForce(region: Region, who: Person, records: Records): Promise<void> {
  const owner = await ownerOf(region.db, 'teacher', who.teacherId ?? 0)
  if (!owner) throw new Error('no teacher')
  const anchor = Date.parse(startOfDay(today()))
  const ledger = openLedger({
    engine: region.engine,
    anchor,
    latest: Date.now() - anchor,
    newId: () => uuidv7(),
    chain: () => ({ version: 1, chain: [] }),
    stations: () => [],
    judged: 'none',
  })
  const by = { ...region.people.school, role: 3 }
  const at = Date.parse(startOfDay('2024-01-01')) - anchor
  for (const [type, list] of Object.entries(records))
    for (const values of list) apply(ledger.open(type, owner, at), { by, at }, values)
  await region.db.transaction((tx) => writeLives(tx.client, ledger.lives))
}
