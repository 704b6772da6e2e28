import { processes, type ProcessName } from '../../../catalogue/processes/processes.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { makeClockMoves } from './move.ts'
import type { CaseNeeds } from './processing.ts'
import { currentDay } from './row.ts'

/** Cases that one run looks at before it lets others in. */
const most = 50

/** The place of each process among what is due on one day, as a column of `process_case k`. */
const dueOrder: Sql = sql`array_position(${Object.values(processes)
  .toSorted((a, b) => a.dueOrder - b.dueOrder)
  .map(({ name }): string => name)}::text[], k.type)`

/**
 * Makes the moves whose day has come, earlier days first and on one day in the declared order. A case that
 * cannot be moved keeps the reason, is shown with it, and is tried again after an hour. Answers whether there
 * may be more to do.
 */
export async function runClock(processing: CaseNeeds, stopping: AbortSignal): Promise<boolean> {
  const due = await processing.db.query<{ id: string; type: ProcessName }>(sql`
    select k.id, k.type
    from process_case k
    where k.acts_on is not null and k.acts_on <= ${currentDay}
      and (k.held_up_at is null or k.held_up_at < now() - interval '1 hour')
    order by k.acts_on, ${dueOrder}, k.id limit ${most}`)
  for (const { id, type } of due) {
    if (stopping.aborted) return false
    await moveOrSay(processing, processes[type], id)
  }
  return due.length === most
}

async function moveOrSay(processing: CaseNeeds, definition: AnyProcess, id: string): Promise<void> {
  try {
    await makeClockMoves(processing, definition, id)
  } catch (error) {
    // A case that cannot move must not stand before the others at each run.
    const because = refusedBecause(error)
    if (because === null) throw error
    await processing.db.execute(sql`
      update process_case set held_up = ${because}, held_up_at = now()
      where id = ${id}::uuid and acts_on is not null`)
  }
}
