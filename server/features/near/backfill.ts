import { caseRows } from '../../engine/processes/index.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { processes, processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { forget, method, remember, yearOf } from './works.ts'

/** Entries of one run; a process that ends leaves the rest for the next. */
const step = 100

const comparedTypes = Object.values<AnyProcess>(processes).filter((one) => one.compared !== undefined)
const isDraft = sql.join(
  comparedTypes.map(({ name, initial }) => sql`(k.type = ${name} and k.state = ${initial})`),
  ' or ',
)

/** Makes the keys of one entry as it stands now; nothing where it became a draft meanwhile. */
const keyed = (db: Database, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await tx.maybeOne<{ type: ProcessName; value: Record<string, unknown>; draft: boolean }>(sql`
      select k.type, k.value, (${isDraft}) as draft from ${caseRows} k where k.id = ${id}::uuid for update`)
    if (!row || row.draft) await forget(tx, id)
    else
      await remember(tx, {
        caseId: id,
        definition: processOf(row.type),
        value: row.value,
        year: await yearOf(tx, id),
      })
  })

/**
 * Makes keys for entries that have none or those of an earlier method: what was handed in before there were
 * keys.
 */
export const backfilling = ({ db }: { readonly db: Database }): KeptJob => ({
  name: 'near.backfill',
  label: '相近申报比对',
  every: 300,
  run: async (stopping) => {
    const rows = await db.query<{ id: string }>(sql`
      select k.id from ${caseRows} k
      left join near_work w on w.case_id = k.id
      where k.type = any(${comparedTypes.map(({ name }) => name)}::text[]) and k.handed_in and not (${isDraft})
        and (w.id is null or w.method <> ${method})
      order by k.id limit ${step}`)
    for (const { id } of rows) if (!stopping.aborted) await keyed(db, id)
    return rows.length === step
  },
})
