import { Readable } from 'node:stream'
import { csvLines, csvMark } from '../../../catalogue/rules/sheet.ts'
import { inPieces, type Cell, type Sheet } from './sheet.ts'

/** Numbers are no text of anybody: their minus begins no formula. */
const numberCell = (value: number): string => `"${String(value)}"`

const line = (cells: readonly Cell[]): string => {
  const written = cells.map((cell) =>
    typeof cell === 'number' ? numberCell(cell) : csvLines([[cell ?? '']]).slice(0, -2),
  )
  return `${written.join(',')}\r\n`
}

async function* linesOf({ above = [], columns, rows, below }: Sheet): AsyncGenerator<string> {
  yield csvMark + csvLines([...above, columns.map(({ head }) => head)])
  for await (const row of rows) yield line(row)
  yield csvLines(below?.() ?? [])
}

/** A sheet as comma-separated values in UTF-8 with a byte-order mark, every cell quoted. */
export const writeCsv = (sheet: Sheet, signal?: AbortSignal): Readable =>
  Readable.from(inPieces(linesOf(sheet)), { objectMode: false, ...(signal && { signal }) })
