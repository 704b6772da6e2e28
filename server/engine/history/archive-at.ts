import type { AnyRecord } from '../../../catalogue/define.ts'
import { endOfDay } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Engine } from '../engine.ts'
import { deriveAll, type Effective, type OwnedRow, type StoredValue } from '../records/index.ts'

/** Statement of every value that an owner had in force at an instant, by recorded time. */
export function archiveAtStatement(ownerId: number, until: string): Sql {
  return sql`
    select distinct on (record_id) type, record_id, value, applied_at from revision
    where owner_id = ${ownerId}
      and applied_at <= ${until}::timestamptz
      and (superseded_at is null or superseded_at > ${until}::timestamptz)
    order by record_id, applied_at desc, edit_no desc`
}

/**
 * The whole archive at the end of a day, in one statement; `asOf` answers the same for one record. Derived
 * fields are computed from the values of that day.
 */
export async function archiveAt(
  engine: Engine,
  definitions: readonly AnyRecord[],
  ownerId: number,
  date: string,
): Promise<Effective[]> {
  const rows = await engine.db.query<{
    type: string
    record_id: string
    value: StoredValue
    applied_at: string
  }>(archiveAtStatement(ownerId, endOfDay(date)))
  const byType = new Map<string, OwnedRow[]>(definitions.map(({ name }) => [name, []]))
  const found = rows.flatMap(
    ({ type, record_id: id, value: { attachments = [], ...stored }, applied_at: appliedAt }) => {
      const own = byType.get(type)
      if (!own) return []
      own.push({ id, values: stored })
      return [{ type, ownerId, id, appliedAt, attachments, stored }]
    },
  )
  deriveAll(engine, byType)
  return definitions.flatMap((definition) => {
    const key = (row: Effective) => String(row.stored[definition.pages.list.order] ?? '')
    return found
      .filter(({ type }) => type === definition.name)
      .sort((a, b) => key(a).localeCompare(key(b)) || a.id.localeCompare(b.id))
  })
}
