import { daysToUndo } from '../../../catalogue/contract/administration/imports.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { translateDbError } from '../../platform/db/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { checkFile } from './check.ts'
import type { ImportEngine, JobRow } from './importing.ts'
import { jobColumns } from './jobs.ts'
import { undoSome } from './undo.ts'
import { writeSome } from './write.ts'

/**
 * Checks the smallest file that waits: a school's three hundred rows do not wait for a region's thousands.
 */
export async function runChecks(importing: ImportEngine, stopping: AbortSignal): Promise<boolean> {
  const { db } = importing.engine
  const job = await db.maybeOne<JobRow>(sql`
    select ${jobColumns} from import_job j where j.status = '2' order by j.bytes, j.id limit 1`)
  if (!job) return false
  await guarded(importing, job, () => checkFile(importing, job, stopping))
  return true
}

/** Milliseconds of one task before the next one has its turn. */
const turn = 2_000

/**
 * Writes, or takes back, a turn of each task that is due, the ones with the fewest rows first. Answers
 * whether there is more.
 */
export async function runWrites(importing: ImportEngine, stopping: AbortSignal): Promise<boolean> {
  const { db } = importing.engine
  const jobs = await db.query<JobRow & { undoBy: number | null }>(sql`
    select ${jobColumns}, case when j.status <> '4' then j.undo_by end as "undoBy"
    from import_job j
    where j.status = '4' or (j.undo_at is not null and j.undone_at is null)
    order by j.total, j.id`)
  let more = false
  for (const job of jobs) if (await takeTurn(importing, job, stopping)) more = true
  await clear(importing)
  return more
}

async function takeTurn(
  importing: ImportEngine,
  job: JobRow & { undoBy: number | null },
  stopping: AbortSignal,
): Promise<boolean> {
  const until = Date.now() + turn
  const goesOn = () => Date.now() < until && !stopping.aborted
  const { undoBy } = job
  let more = true
  const sound = await guarded(importing, job, async () => {
    if (undoBy === null) more = await writeSome(importing, job, goesOn)
    else while (more && goesOn()) more = await undoSome(importing, { ...job, undoBy })
  })
  return sound && more
}

/** Ends a task that cannot go on, with its reason, so that the next can start. False when it had ended. */
async function guarded(
  { engine: { db } }: ImportEngine,
  { id }: JobRow,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    // The database is away or stands still: the next run goes on.
    if (['unavailable', 'timeout'].includes(translateDbError(error).kind)) throw error
    const known = error instanceof AppError
    await stop(db, id, known ? error.message : '处理时出错，请联系管理员')
    if (!known) throw error
    return false
  }
}

/** A check or a writing that stopped has failed; a taking back that stopped can be asked for again. */
const stop = (db: Queryable, id: number, failure: string): Promise<unknown> =>
  db.execute(sql`
    update import_job
    set failure = ${failure}, undo_at = null, undo_by = null,
      status = case when status in ('2', '4') then '7' else status end,
      ended_at = (select case when status in ('2', '4') then now() else ended_at end)
    where id = ${id} and (status in ('2', '4') or (undo_at is not null and undone_at is null))`)

/** Deletes file and staged rows of tasks that can no longer be undone or were never started. */
async function clear({ engine: { db }, removeFile }: ImportEngine): Promise<void> {
  const old = await db.query<{ id: number; fileKey: string }>(sql`
    select id, file_key as "fileKey"
    from import_job
    where cleared_at is null and created_at < now() - make_interval(days => ${daysToUndo + 1})
      and status not in ('2', '4')
      and coalesce(ended_at, created_at) < now() - make_interval(days => ${daysToUndo})
    order by created_at limit 20`)
  for (const { id, fileKey } of old) {
    await removeFile(fileKey)
    await db.transaction(async (tx) => {
      await tx.execute(sql`delete from import_row where job_id = ${id}`)
      await tx.execute(sql`update import_job set cleared_at = now() where id = ${id}`)
    })
  }
}
