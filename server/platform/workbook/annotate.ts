import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { annotateCsv } from './annotate-csv.ts'
import { annotateXlsx } from './annotate-xlsx.ts'
import { faultHead, type CellFault, type FaultPlace, type RowFaults } from './faults.ts'
import { asRefusal } from './refusal.ts'
import { kindOfFile, rowsOfWorkbook } from './rows.ts'

function byRow(faults: Iterable<CellFault>): ReadonlyMap<number, RowFaults> {
  const found = new Map<number, { columns: Map<number, string>; sentence: string }>()
  for (const { row, column, message } of faults) {
    const one = found.get(row) ?? { columns: new Map<number, string>(), sentence: '' }
    found.set(row, one)
    one.sentence += one.sentence === '' ? message : `；${message}`
    const before = column === null ? undefined : one.columns.get(column)
    if (column !== null) one.columns.set(column, before === undefined ? message : `${before}；${message}`)
  }
  return found
}

/** Rows at the beginning that show how wide the table is, and among which its heads stand. */
const lookedAt = { rows: 1000, heads: 10 }

/**
 * The column behind the last one that the head of the file and its faults use, or the one of an earlier
 * check.
 */
async function placeOf(
  path: string,
  sheet: string | undefined,
  faults: ReadonlyMap<number, RowFaults>,
): Promise<FaultPlace> {
  let head = { number: 1, texts: 0, earlier: -1 }
  let width = 0
  let seen = 0
  for await (const rows of rowsOfWorkbook(path, {
    maxRows: Infinity,
    ...(sheet !== undefined && { sheet }),
  })) {
    for (const { number, cells } of rows) {
      const texts = cells.filter(({ text }) => text !== '').length
      const earlier = cells.findLastIndex(({ text }) => text.trim() === faultHead)
      if (seen < lookedAt.heads && head.earlier < 0 && (texts > head.texts || earlier >= 0))
        head = { number, texts, earlier }
      width = Math.max(width, cells.length)
      seen += 1
    }
    if (seen >= lookedAt.rows) break
  }
  for (const { columns } of faults.values())
    for (const column of columns.keys()) width = Math.max(width, column + 1)
  return { headRow: head.number, column: head.earlier >= 0 ? head.earlier : width, again: head.earlier >= 0 }
}

/**
 * The same file with its faulty cells coloured, a comment with the reason on each of the first three
 * thousand, and a last column 错误说明; everything else stays as it was. Marks of an earlier check go. A
 * comment that somebody wrote on a cell is kept, and stands for ours. A csv file gets the column only, in its
 * own encoding.
 */
export function annotateWorkbook(
  path: string,
  sheet: string | undefined,
  faults: Iterable<CellFault>,
): Readable {
  const out = new PassThrough()
  const write = async () => {
    const rows = byRow(faults)
    const { kind, first } = await kindOfFile(path)
    const place = await placeOf(path, sheet, rows)
    const made =
      kind === 'csv'
        ? await annotateCsv(path, first, rows, place)
        : await annotateXlsx(path, sheet, rows, place)
    // A pipeline into what was closed before it began leaves its source open.
    if (out.destroyed) made.destroy()
    else await pipeline(made, out)
  }
  write().catch((error: unknown) => {
    const told = asRefusal(error)
    out.destroy(told instanceof Error ? told : undefined)
  })
  return out
}
