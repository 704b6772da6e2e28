import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { exportMark, writtenText } from '../../../catalogue/rules/sheet.ts'
import { csvRecords, textFormOf, type CsvRecord } from './csv-records.ts'
import { firstBytes, workbookKindOf, type WorkbookKind } from './kind.ts'
import { openXlsx, sheetOf } from './open-xlsx.ts'
import { WorkbookRefusal, asRefusal } from './refusal.ts'
import { longestCell, readStrings } from './shared-strings.ts'
import { SheetRows } from './sheet-rows.ts'
import { readFormats } from './styles.ts'
import { mostBytes, mostColumns, type WorkbookCell, type WorkbookRow } from './workbook.ts'

export interface Wanted {
  /** By name; else the first visible one that is not 填写说明 or 字典. A csv file has but one. */
  readonly sheet?: string
  /** Most rows with a text, heads included. */
  readonly maxRows: number
  readonly signal?: AbortSignal
}

/** The beginning of a file. Throws a refusal when the file is too large. */
export async function firstOf(path: string): Promise<Buffer> {
  if ((await stat(path)).size > mostBytes) throw new WorkbookRefusal('tooLarge')
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstBytes), 0, firstBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** What a file is. Throws a refusal. */
export async function kindOfFile(path: string): Promise<{ kind: WorkbookKind; first: Buffer }> {
  const first = await firstOf(path)
  const kind = workbookKindOf(first, basename(path))
  if (typeof kind !== 'string') throw kind
  return { kind, first }
}

async function* xlsxRows(path: string, { sheet, signal }: Wanted): AsyncGenerator<readonly WorkbookRow[]> {
  const book = await openXlsx(path)
  try {
    const { part } = sheetOf(book, sheet)
    const formats = await readFormats(book.styles)
    const strings = await readStrings(book.strings, signal)
    const rows = new SheetRows({ strings, formats, since1904: book.since1904 })
    for await (const piece of part.pieces()) {
      signal?.throwIfAborted()
      rows.tokens.write(piece)
      if (rows.rows.length >= 200) yield rows.take()
    }
    rows.close()
    yield rows.take()
  } finally {
    book.package.close()
  }
}

/** What programs write so that a cell stays a text: ="0123", and a stroke before what would be a formula. */
function csvCell(field: string): WorkbookCell {
  if (field.length > longestCell) throw new WorkbookRefusal('broken')
  const text = /^="([^"]*)"$/.exec(field)?.[1] ?? writtenText(field)
  return /^\d(\.\d+)?E\+(1[5-9]|[2-9]\d)$/i.test(text.trim()) ? { text, from: 'scientific' } : { text }
}

function csvRow(record: CsvRecord, number: number): WorkbookRow {
  const cells = record.fields.map(csvCell)
  while (cells.length > 0 && cells.at(-1)?.text === '') cells.pop()
  if (cells.length > mostColumns) throw new WorkbookRefusal('tooManyColumns')
  return { number, cells }
}

async function* csvRows(
  path: string,
  first: Buffer,
  signal?: AbortSignal,
): AsyncGenerator<readonly WorkbookRow[]> {
  const form = await textFormOf(path, first, signal)
  let number: number | undefined
  for await (const { file, records } of csvRecords(path, form, signal)) {
    const rows: WorkbookRow[] = []
    number ??= file.tellsSeparator ? -1 : 0
    for (const record of records) {
      number += 1
      const row = csvRow(record, number)
      if (number > 0 && row.cells.length > 0) rows.push(row)
    }
    if (rows.length > 0) yield rows
  }
}

/**
 * The rows of a workbook or csv file that have a text, in batches of some hundreds, hidden ones included. Throws
 * a `WorkbookRefusal` for whatever is wrong with the file, and the signal's reason when it is cancelled.
 */
export async function* rowsOfWorkbook(path: string, wanted: Wanted): AsyncGenerator<readonly WorkbookRow[]> {
  try {
    const { kind, first } = await kindOfFile(path)
    let count = 0
    for await (const read of kind === 'xlsx' ? xlsxRows(path, wanted) : csvRows(path, first, wanted.signal)) {
      // A list that was taken out of the portal ends with a line that says so.
      const rows = read.filter(({ cells }) => cells[0]?.text.startsWith(exportMark) !== true)
      wanted.signal?.throwIfAborted()
      count += rows.length
      if (count > wanted.maxRows)
        throw new WorkbookRefusal(
          'tooManyRows',
          `表格超过 ${wanted.maxRows.toLocaleString('en-US')} 行，请分成几个文件再传`,
        )
      if (rows.length > 0) yield rows
    }
  } catch (error) {
    throw asRefusal(error, wanted.signal)
  }
}

/** The name of the sheet that `rowsOfWorkbook` would read; null for a csv file. Throws like it. */
export async function sheetOfWorkbook(path: string, sheet?: string): Promise<string | null> {
  try {
    if ((await kindOfFile(path)).kind === 'csv') return null
    const book = await openXlsx(path)
    try {
      return sheetOf(book, sheet).name
    } finally {
      book.package.close()
    }
  } catch (error) {
    throw asRefusal(error)
  }
}
