import type { Queryable } from '../../platform/db/database.ts'
import { translateDbError } from '../../platform/db/errors.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ImportEngine, JobRow, Refs, Task } from './importing.ts'
import { taskOf } from './jobs.ts'

const batch = 100

/**
 * Takes rows of an import back, the last ones first. What somebody changed since stays, with the reason.
 * Answers whether there is more to do.
 */
export async function undoSome(importing: ImportEngine, job: JobRow & { undoBy: number }): Promise<boolean> {
  const { db } = importing.engine
  const task = await taskOf(db, job, { identity: job.undoBy, called: '撤销人' })
  const rows = await db.query<{ row: number; refs: Refs | null }>(sql`
    select row, refs from import_row
    where job_id = ${job.id} and written = 'written' order by row desc limit ${batch}`)
  if (rows.length === 0) {
    await db.execute(sql`update import_job set undone_at = now() where id = ${job.id} and undone_at is null`)
    return false
  }
  for (const { row, refs } of rows) await undoRow(importing, task, row, refs)
  return true
}

async function undoRow(importing: ImportEngine, task: Task, row: number, refs: Refs | null): Promise<void> {
  const { db } = importing.engine
  const mark = (on: Queryable, left: string | null) =>
    on.execute(sql`
      update import_row set written = ${left === null ? 'undone' : 'kept'}, reason = ${left}
      where job_id = ${task.id} and row = ${row} and written = 'written'`)
  try {
    await db.transaction(async (tx) => {
      await mark(tx, refs ? await importing.subjects[task.definition.subject].undo(tx, task, refs) : null)
    })
  } catch (error) {
    const used = translateDbError(error).kind === 'foreignKey'
    const because = used ? '之后有其他内容用到了它' : refusedBecause(error)
    if (because === null) throw error
    await mark(db, because)
  }
}
