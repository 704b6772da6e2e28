import { tidied, type RawCell } from '../../../catalogue/imports/read-cell.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { remember } from './check.ts'
import type { ImportEngine, JobRow } from './importing.ts'
import { countRows, jobColumns, newToken, taskOf } from './jobs.ts'
import { judgeRows, readingFor, readRows } from './judged.ts'
import { openContent, restage, type StagedRow } from './staged.ts'

/** A cell with its new text. */
export interface MendedCell {
  readonly row: number
  readonly field: string
  readonly value: string
}

export interface MendedRows {
  readonly rows: readonly StagedRow[]
  readonly token: string
}

interface KeptRow {
  readonly row: number
  readonly sealed: string
}

const twice = 'E201'
/** Most rows that are judged again because a row they repeated was mended. */
const mostOthers = 500

/** Locks a checked task. A task that is being written cannot be mended. */
async function lockReady(tx: Tx, id: number): Promise<JobRow> {
  const job = await tx.maybeOne<JobRow>(sql`
    select ${jobColumns} from import_job j where j.id = ${id} for update`)
  if (!job) throw new AppError('missing')
  if (job.status !== '3') throw new AppError('wrongState', { message: '只有待导入的任务可以改' })
  return job
}

/**
 * Changes cells of a dry run and judges their rows again, with the rows that repeated them. The token
 * changes: who starts must have seen the result.
 * @param cellsFor the cells to change, asked once the task is locked
 */
export async function mendCells(
  importing: ImportEngine,
  jobId: number,
  cellsFor: (tx: Tx) => Promise<readonly MendedCell[]>,
): Promise<MendedRows> {
  const { db, keys } = importing.engine
  return db.transaction(async (tx) => {
    const job = await lockReady(tx, jobId)
    const task = await taskOf(tx, job)
    const cells = await cellsFor(tx)
    const known = new Set(task.definition.columns.map(({ key }) => key))
    if (cells.some(({ field }) => !known.has(field))) throw new AppError('invalid', { message: '没有这一列' })
    const byRow = Map.groupBy(cells, ({ row }) => row)
    const kept = await tx.query<KeptRow>(sql`
      select row, sealed from import_row where job_id = ${jobId} and row = any(${[...byRow.keys()]}::int[])
      union
      (select row, sealed from import_row
        where job_id = ${jobId} and marks <> '{}'
          and exists (select 1 from unnest(marks) mark where mark like ${`${twice}:%`})
        order by row limit ${mostOthers})
      order by row`)
    const unread = kept.map(({ row, sealed }) => {
      const { cells: before } = openContent(keys, jobId, row, sealed)
      const after = new Map<string, RawCell>(Object.entries(before))
      for (const { field, value } of byRow.get(row) ?? []) after.set(field, { text: value })
      return { row, cells: after }
    })
    const read = readRows(importing, task, await readingFor(importing, task), unread)
    const wanted = read.flatMap(({ own }) => own)
    const others = await holders(tx, jobId, wanted, new Set(read.map(({ row }) => row)))
    const among = new Map<string, number>()
    const earlier = (key: string, row: number) => {
      const before = others.get(key) ?? among.get(key)
      if (before === undefined) among.set(key, row)
      return before ?? null
    }
    const judged = await judgeRows(importing, task, { db: tx, rows: read, earlier })
    await restage(tx, keys, jobId, judged)
    const messages = { ...job.messages }
    remember(messages, judged)
    const token = newToken()
    await tx.execute(sql`
      update import_job
      set counts = ${sql.json(await countRows(tx, jobId))}, messages = ${sql.json(messages)}, token = ${token}::uuid
      where id = ${jobId}`)
    return { rows: judged.filter(({ row }) => byRow.has(row)), token }
  })
}

/** First of the other rows of the file that has each key. */
async function holders(
  tx: Queryable,
  jobId: number,
  wanted: readonly string[],
  except: ReadonlySet<number>,
): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map()
  const found = await tx.query<{ key: string; row: number }>(sql`
    select k.key, min(r.row)::int as row
    from import_row r, unnest(r.keys) k (key)
    where r.job_id = ${jobId} and r.keys && ${[...wanted]}::text[] and k.key = any(${[...wanted]}::text[])
      and r.row <> all(${[...except]}::int[])
    group by k.key`)
  return new Map(found.map(({ key, row }) => [key, row]))
}

/** Rows of a file whose cell of a column has this text. */
export async function sameTexts(
  tx: Queryable,
  keys: Keys,
  jobId: number,
  { field, text }: { readonly field: string; readonly text: string },
): Promise<number[]> {
  const found: number[] = []
  let last = 0
  for (;;) {
    const rows = await tx.query<KeptRow>(sql`
      select row, sealed from import_row
      where job_id = ${jobId} and row > ${last} and outcome in ('error', 'conflict')
        and exists (select 1 from unnest(marks) mark where mark like ${`%:${field}`})
      order by row
      limit 2000`)
    if (rows.length === 0) return found
    for (const { row, sealed } of rows) {
      last = row
      const cell = openContent(keys, jobId, row, sealed).cells[field]
      if (tidied(cell?.text ?? '') === tidied(text)) found.push(row)
    }
  }
}
