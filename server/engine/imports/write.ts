import type { Tx } from '../../platform/db/database.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  planAnew,
  planAsUsual,
  type RowComparison,
  type ImportEngine,
  type JobRow,
  type Refs,
  type SoundRow,
  type Task,
} from './importing.ts'
import { taskOf } from './jobs.ts'
import { openContent, type Content } from './staged.ts'

/** Rows of one transaction; the point from which a killed import goes on. */
const batch = 400
/** Transactions at once: one is made ready while the database writes the others. */
const beside = 3

class InterruptedError extends Error {}

interface Todo extends SoundRow {
  readonly content: Content
  readonly outcome: RowComparison['outcome']
}

/**
 * Writes what the dry run found new or changed, a transaction for every few hundred rows, until nothing is
 * left or `goesOn` says no. Each of the writers takes the next rows when it has written its own, so that
 * neither the program nor the database waits for the slowest. Answers whether there is more to do. Rows that
 * were written are marked in the same transaction: whoever goes on after a kill finds the rest.
 */
export async function writeSome(
  importing: ImportEngine,
  job: JobRow,
  goesOn: () => boolean,
): Promise<boolean> {
  const task = await taskOf(importing.engine.db, job)
  const next = batchesOf(importing, job.id)
  const writers = importing.subjects[task.definition.subject].inOrder ? 1 : beside
  const all = await Promise.allSettled(
    Array.from({ length: writers }, () => writeNext(importing, task, next, goesOn)),
  )
  const broken = all.find((one) => one.status === 'rejected')
  if (broken) throw broken.reason
  if (all.every((one) => one.status === 'fulfilled' && one.value === 'empty')) {
    await end(importing, job.id)
    return false
  }
  return !all.some((one) => one.status === 'fulfilled' && one.value === 'cancelled')
}

/**
 * The rows that are still to be written, a batch at each call; calls at the same time are answered in turn.
 */
function batchesOf({ engine: { db, keys } }: ImportEngine, jobId: number): () => Promise<Todo[]> {
  let after = 0
  let before: Promise<unknown> = Promise.resolve()
  const take = async (): Promise<Todo[]> => {
    const rows = await db.query<{ row: number; sealed: string; outcome: RowComparison['outcome'] }>(sql`
      select row, sealed, outcome
      from import_row
      where job_id = ${jobId} and row > ${after} and written is null and outcome in ('new', 'changed')
      order by row
      limit ${batch}`)
    after = rows.at(-1)?.row ?? after
    return rows.map(({ row, sealed, outcome }): Todo => {
      const content = openContent(keys, jobId, row, sealed)
      return { row, values: content.values, content, outcome }
    })
  }
  return () => {
    const taken = before.then(take)
    before = taken.catch(() => null)
    return taken
  }
}

/** One of the writers: batch after batch. `empty` where nothing was left. */
async function writeNext(
  importing: ImportEngine,
  task: Task,
  next: () => Promise<Todo[]>,
  goesOn: () => boolean,
): Promise<'empty' | 'later' | 'cancelled'> {
  while (goesOn()) {
    const rows = await next()
    if (rows.length === 0) return 'empty'
    if (!(await writePart(importing, task, rows))) return 'cancelled'
  }
  return 'later'
}

/**
 * Writes rows together. Where one of them cannot be written, each half of them by itself, down to the row,
 * which then fails alone. False where the task was cancelled.
 */
async function writePart(importing: ImportEngine, task: Task, rows: readonly Todo[]): Promise<boolean> {
  try {
    await writeTogether(importing, task, rows)
    return true
  } catch (error) {
    if (error instanceof InterruptedError) return false
    const because = error instanceof RowRefusedError ? error.message : refusedBecause(error)
    if (because === null) throw error
    const [first] = rows
    if (first && rows.length === 1) return fail(importing, task.id, first.row, because)
    const half = Math.ceil(rows.length / 2)
    const goesOn = await writePart(importing, task, rows.slice(0, half))
    return goesOn && writePart(importing, task, rows.slice(half))
  }
}

/** A row that is no longer what the dry run found. */
class RowRefusedError extends Error {}

const sameChanges = (one: RowComparison['changes'], other: RowComparison['changes']): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Asks the portal once more; throws the first sentence that stands against a row. */
async function requireUnchanged(
  tx: Tx,
  importing: ImportEngine,
  task: Task,
  rows: readonly Todo[],
): Promise<void> {
  const answers = await importing.subjects[task.definition.subject].compare(tx, task, rows)
  for (const [place, answer] of answers.entries()) {
    const row = rows[place]
    const fault = answer.faults.find(({ level }) => level === 'error')
    if (fault) throw new RowRefusedError(fault.message)
    if (row && (answer.outcome !== row.outcome || !sameChanges(answer.changes, row.content.changes)))
      throw new RowRefusedError('校验之后平台上的内容有改动，请重新导入这一行')
  }
}

async function writeTogether(importing: ImportEngine, task: Task, rows: readonly Todo[]): Promise<void> {
  await importing.engine.db.transaction(async (tx) => {
    await tx.execute(planAnew)
    await requireUnchanged(tx, importing, task, rows)
    await tx.execute(planAsUsual)
    const refs = await importing.subjects[task.definition.subject].write(tx, task, rows)
    await tx.execute(planAnew)
    await mark(
      tx,
      task.id,
      rows.map(({ row }, place) => ({ row, refs: refs[place] ?? null })),
    )
  })
}

/** Marks rows as written, and the task as going on; throws where somebody cancelled it meanwhile. */
async function mark(
  tx: Tx,
  jobId: number,
  rows: readonly { readonly row: number; readonly refs: Refs | null }[],
): Promise<void> {
  await tx.execute(sql`
    update import_row r
    set written = 'written', refs = x.refs
    from jsonb_to_recordset(${sql.json(rows)}) as x(row int, refs jsonb)
    where r.job_id = ${jobId} and r.row = x.row`)
  await advance(tx, jobId, { written: rows.length, failed: 0 })
}

async function advance(
  tx: Tx,
  jobId: number,
  { written, failed }: { readonly written: number; readonly failed: number },
): Promise<void> {
  const open = await tx.maybeOne(sql`
    update import_job
    set done = done + ${written + failed}, written = written + ${written}, failed = failed + ${failed}
    where id = ${jobId} and status = '4'
    returning 1 as open`)
  if (!open) throw new InterruptedError()
}

/** Keeps why a row cannot be written. False where the task was cancelled. */
async function fail(
  { engine: { db } }: ImportEngine,
  jobId: number,
  row: number,
  reason: string,
): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        update import_row set written = 'failed', reason = ${reason} where job_id = ${jobId} and row = ${row}`)
      await advance(tx, jobId, { written: 0, failed: 1 })
    })
    return true
  } catch (error) {
    if (error instanceof InterruptedError) return false
    throw error
  }
}

/** 全部成功 where no row was left out, 部分成功 where some were, 失败 where nothing was written. */
async function end({ engine: { db } }: ImportEngine, id: number): Promise<void> {
  await db.execute(sql`
    update import_job j
    set status = case
        when j.failed = 0 and not exists (select 1 from import_row r
          where r.job_id = j.id and r.outcome in ('error', 'conflict')) then '5'
        when j.written > 0 or exists (select 1 from import_row r
          where r.job_id = j.id and r.outcome = 'same') then '6'
        else '7' end,
      ended_at = now()
    where j.id = ${id} and j.status = '4'`)
}
