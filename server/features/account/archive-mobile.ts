import { actorsOf } from '../../engine/access/index.ts'
import type { Engine, Tx } from '../../engine/engine.ts'
import { prepared } from '../../engine/prepared/index.ts'
import { editRecord, loadWithoutEvents } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * Changes the number in the record of the person's archive that keeps it (`ofPerson`), as the teacher; the
 * engine then changes the account's. `settle` runs in the same transaction. False, and nothing done, where
 * there is no such record in force. Throws what the record's rules say.
 */
export async function changeInArchive(
  engine: Engine,
  personId: number,
  mobile: string,
  settle: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const teacher = (await actorsOf(engine.db, personId)).find(({ teacherId }) => teacherId !== null)
  if (!teacher) return false
  for (const definition of Object.values(engine.records)) {
    const { ofPerson, table } = prepared(definition)
    const key = ofPerson.find(({ field }) => field.ofPerson === 'mobile')?.key
    if (key === undefined) continue
    const row = await engine.db.maybeOne<{ id: string }>(sql`
      select id
      from ${sql.id(table)}
      where owner_id = ${teacher.teacherId} and voided_at is null`)
    if (!row) continue
    const { effective } = await loadWithoutEvents(engine.db, teacher, definition, row.id)
    await editRecord(
      { engine, actor: teacher, definition },
      row.id,
      { [key]: mobile, version: effective?.version },
      settle,
    )
    return true
  }
  return false
}
