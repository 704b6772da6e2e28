import { AppError } from '../../../catalogue/errors.ts'
import type { UnreadRow } from './judged.ts'
import { judgeRows, readingFor, readRows, refusedRow, type EarlierRow } from './judged.ts'
import { copyItems } from '../../platform/db/copy.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import { sql } from '../../platform/db/sql.ts'
import { mostRows } from '../../../catalogue/contract/administration/imports.ts'
import { rowsOfWorkbook, sheetOfWorkbook } from '../../platform/workbook/index.ts'
import { cellsOf, findHead, headFault, isMark, type SheetRow } from './heads.ts'
import { planAnew, type Head, type ImportEngine, type JobRow, type Task } from './importing.ts'
import { countRows, newToken, taskOf } from './jobs.ts'
import { marksOf, stagedTable, type StagedRow } from './staged.ts'

/** Ended because somebody cancelled it, or the portal stops. */
class InterruptedError extends Error {}

const refused = (message: string) => new AppError('fileType', { message })

/** Rows judged and kept in one go. */
const batch = 500

/**
 * Reads the file of a task and judges each row; nothing of the portal changes. What an earlier try kept is
 * forgotten. Ends in status 3 (待导入) or, where the file itself is refused, in 7 with the reason.
 */
export async function checkFile(importing: ImportEngine, job: JobRow, stopping: AbortSignal): Promise<void> {
  const { db } = importing.engine
  await db.execute(sql`delete from import_row where job_id = ${job.id}`)
  await db.execute(sql`update import_job set done = 0, step_at = now() where id = ${job.id}`)
  try {
    await readAll(importing, job, await taskOf(db, job), stopping)
  } catch (error) {
    if (error instanceof InterruptedError) return
    if (!(error instanceof AppError)) throw error
    await refuse(importing, job.id, error.message)
  }
}

async function refuse({ engine: { db } }: ImportEngine, id: number, failure: string): Promise<void> {
  await db.execute(sql`delete from import_row where job_id = ${id}`)
  await db.execute(
    sql`update import_job set status = '7', failure = ${failure}, ended_at = now() where id = ${id} and status = '2'`,
  )
}

/** What is remembered from batch to batch. */
interface Course {
  readonly seen: Map<string, number>
  readonly messages: Record<string, string>
  /** The sheet that is read. */
  sheet: string
  head: Head | null
  rows: number
}

async function readAll(
  importing: ImportEngine,
  job: JobRow,
  task: Task,
  stopping: AbortSignal,
): Promise<void> {
  const reading = await readingFor(importing, task)
  const course: Course = { seen: new Map(), messages: {}, sheet: '', head: null, rows: 0 }
  const earlier = (key: string, row: number) => {
    const before = course.seen.get(key)
    if (before === undefined) course.seen.set(key, row)
    // A batch whose transaction is tried again meets itself.
    return before === undefined || before === row ? null : before
  }
  let kept: Promise<void> = Promise.resolve()
  const judge = async (rows: readonly SheetRow[]) => {
    if (stopping.aborted) throw new InterruptedError()
    course.head ??= headOf(task, course.sheet, rows)
    const unread = rowsBelow(course.head, rows)
    course.rows += unread.length
    if (course.rows > mostRows) throw refused(`一次至多 ${mostRows} 行，请分成几个文件`)
    const read = readRows(importing, task, reading, unread)
    const judged = await judgePart(importing, task, read, earlier)
    remember(course.messages, judged)
    // The database keeps these rows while the next ones are read.
    await kept
    kept = keep(importing, job.id, judged, course.rows)
    kept.catch(() => {})
  }
  try {
    await importing.withFile(job.fileKey, async (path) => {
      course.sheet = await sheetFor(task, path)
      const wanted = { sheet: course.sheet, maxRows: mostRows + 10 }
      for await (const rows of inBatches(rowsOfWorkbook(path, wanted))) await judge(rows)
    })
  } finally {
    // Whatever ended the reading: rows that are being kept must not come after their removal.
    await kept.catch(() => {})
  }
  await kept
  await finish(importing, job.id, course)
}

/** Judges rows together. One that the database does not even take as a question is at fault by itself. */
async function judgePart(
  importing: ImportEngine,
  task: Task,
  rows: ReturnType<typeof readRows>,
  earlier: EarlierRow,
): Promise<StagedRow[]> {
  try {
    return await importing.engine.db.transaction(async (tx) => {
      await tx.execute(planAnew)
      return judgeRows(importing, task, { db: tx, rows, earlier })
    })
  } catch (error) {
    const because = error instanceof AppError ? null : refusedBecause(error)
    if (because === null) throw error
    const [first] = rows
    if (first && rows.length === 1) return [refusedRow(importing, task, first, because)]
    const half = Math.ceil(rows.length / 2)
    const before = await judgePart(importing, task, rows.slice(0, half), earlier)
    return [...before, ...(await judgePart(importing, task, rows.slice(half), earlier))]
  }
}

async function* inBatches(source: AsyncIterable<readonly SheetRow[]>): AsyncGenerator<readonly SheetRow[]> {
  let waiting: SheetRow[] = []
  for await (const rows of source) {
    waiting.push(...rows)
    while (waiting.length >= batch) {
      yield waiting.slice(0, batch)
      waiting = waiting.slice(batch)
    }
  }
  if (waiting.length > 0) yield waiting
}

/** The sheet that is read: by its name, else the one whose heads are those of the kind. */
async function sheetFor({ definition }: Task, path: string): Promise<string> {
  const fits = (rows: readonly SheetRow[]) =>
    findHead(definition, definition.sheet, rows)?.missing.length === 0
  return (await sheetOfWorkbook(path, definition.sheet, fits)) ?? definition.sheet
}

function headOf({ definition }: Task, sheet: string, rows: readonly SheetRow[]): Head {
  const found = findHead(definition, sheet, rows)
  const fault = headFault(definition, found)
  if (!found || fault !== null) throw refused(fault ?? '没有找到表头')
  return found.head
}

/** Rows below the head that have any text in a declared column. */
function rowsBelow(head: Head, rows: readonly SheetRow[]): UnreadRow[] {
  return rows.flatMap((row) => {
    if (row.number <= head.lastRow || isMark(row)) return []
    const cells = cellsOf(head, row)
    return cells.size === 0 ? [] : [{ row: row.number, cells }]
  })
}

/** The sentence of a mark stands once with the task: the first one that was met. */
export function remember(messages: Record<string, string>, rows: readonly StagedRow[]): void {
  for (const { faults } of rows)
    for (const fault of faults) {
      const [mark] = marksOf([fault])
      if (mark !== undefined) messages[mark] ??= fault.message
    }
}

async function keep(
  importing: ImportEngine,
  id: number,
  rows: readonly StagedRow[],
  done: number,
): Promise<void> {
  const { db, keys } = importing.engine
  await db.transaction(async (tx) => {
    await copyItems(tx.client, 'import_row', stagedTable(keys, id), rows)
    const open = await tx.maybeOne(sql`
      update import_job set done = ${done} where id = ${id} and status = '2' returning 1 as open`)
    if (!open) throw new InterruptedError()
  })
}

async function finish({ engine: { db } }: ImportEngine, id: number, course: Course): Promise<void> {
  if (course.rows === 0) throw refused('表里没有数据')
  const counts = await countRows(db, id)
  await db.execute(sql`
    update import_job
    set status = '3', head = ${sql.json(course.head)}, total = ${course.rows}, done = ${course.rows},
      counts = ${sql.json(counts)}, messages = ${sql.json(course.messages)}, token = ${newToken()}::uuid
    where id = ${id} and status = '2'`)
}
