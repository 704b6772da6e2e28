import { z } from 'zod'
import type { asOfView } from '../../../catalogue/contract/archive/records.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { kinds } from '../../../catalogue/kinds/kinds.ts'
import { endOfDay } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Ask } from '../engine.ts'
import {
  filesOf,
  forReader,
  load,
  noteRecordRead,
  type StoredValue,
  withReferences,
} from '../records/index.ts'

/** Reads a day from a query string. Throws `invalid` for the parameter. */
export function readDay(given: unknown, field = 'date'): string {
  const parsed = kinds.date.schema({ kind: 'date', label: '日期', required: true }).safeParse(given)
  if (parsed.success) return parsed.data
  throw invalid(field, '日期应写成 2018-09-01')
}

/**
 * The value in force at the end of a day, by recorded time (when it took effect here, not when it happened):
 * the revision with applied_at ≤ end of day < superseded_at.
 */
export async function asOf(
  { engine, actor, definition }: Ask,
  id: string,
  date: string,
): Promise<z.infer<typeof asOfView>> {
  const loaded = await load(engine.db, actor, definition, id)
  await noteRecordRead(engine, actor, loaded, { kind: 'day', day: date })
  const until = endOfDay(date)
  const [row] = await engine.db.query<{
    value: StoredValue
    applied_at: string
  }>(sql`
    select value, applied_at from revision
    where owner_id = ${loaded.owner.id} and record_id = ${id} and applied_at <= ${until}
      and (superseded_at is null or superseded_at > ${until})
    order by applied_at desc, edit_no desc limit 1`)
  if (!row) return { date, values: null, attachments: [], appliedAt: null }
  const { attachments = [], ...stored } = row.value
  const reader = { recordId: id, institutionId: loaded.owner.institutionId, stored }
  return {
    date,
    values: forReader(engine.keys, definition, actor, reader),
    attachments: await filesOf(engine.db, attachments),
    appliedAt: row.applied_at,
    ...(await withReferences(engine, actor, definition, [stored])),
  }
}
