import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { exportMark, writtenText } from '../../../catalogue/rules/sheet.ts'
import { csvRecords, textFormOf, type CsvRecord } from './csv-records.ts'
import { firstBytes, workbookKindOf, type WorkbookKind } from './kind.ts'
import { mergesOf } from './merges.ts'
import { isAside, openXlsx, sheetOf, type OpenXlsx, type Sheet } from './open-xlsx.ts'
import { WorkbookRefusal, asRefusal } from './refusal.ts'
import { longestCell, readStrings } from './shared-strings.ts'
import { SheetRows } from './sheet-rows.ts'
import { readFormats } from './styles.ts'
import { mostBytes, mostColumns, type WorkbookCell, type WorkbookRow } from './workbook.ts'

export interface RowsWanted {
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

/** Format of a file. Throws a refusal. */
export async function kindOfFile(path: string): Promise<{ kind: WorkbookKind; first: Buffer }> {
  const first = await firstOf(path)
  const kind = workbookKindOf(first, basename(path))
  if (typeof kind !== 'string') throw kind
  return { kind, first }
}

/** The rows of one sheet of an open workbook, in batches. */
async function* rowsOfSheet(
  { styles, strings, since1904 }: OpenXlsx,
  { part }: Sheet,
  signal?: AbortSignal,
): AsyncGenerator<readonly WorkbookRow[]> {
  const facts = {
    merges: await mergesOf(part, signal),
    formats: await readFormats(styles),
    strings: await readStrings(strings, signal),
    since1904,
  }
  const rows = new SheetRows(facts)
  for await (const piece of part.pieces('again')) {
    signal?.throwIfAborted()
    rows.tokens.write(piece)
    if (rows.rows.length >= 200) yield rows.take()
  }
  rows.close()
  yield rows.take()
}

async function* xlsxRows(
  path: string,
  { sheet, signal }: RowsWanted,
): AsyncGenerator<readonly WorkbookRow[]> {
  const book = await openXlsx(path)
  try {
    yield* rowsOfSheet(book, sheetOf(book, sheet), signal)
  } finally {
    book.package.close()
  }
}

/** Prefixes that keep a cell a text: ="0123", and an apostrophe before a formula. */
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
 * The rows of a workbook or csv file that have a text, in batches of some hundreds, hidden ones included.
 * Throws a `WorkbookRefusal` for whatever is wrong with the file, and the signal's reason when it is
 * cancelled.
 */
export async function* rowsOfWorkbook(
  path: string,
  wanted: RowsWanted,
): AsyncGenerator<readonly WorkbookRow[]> {
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

/** Rows at the beginning of a sheet by which it is judged whether it is the one that is meant. */
const firstRows = 10
/** Most sheets that are looked into. */
const mostSheets = 20

async function beginningOf(book: OpenXlsx, sheet: Sheet): Promise<readonly WorkbookRow[]> {
  const rows: WorkbookRow[] = []
  for await (const some of rowsOfSheet(book, sheet)) {
    rows.push(...some)
    if (rows.length >= firstRows) break
  }
  return rows.slice(0, firstRows)
}

export type SheetFits = (rows: readonly WorkbookRow[]) => boolean

/**
 * The sheet of another name that is meant: the only visible one that fits. One that stands alone is taken as
 * it is, so that whoever reads it can say what is missing.
 */
async function fittingSheet(book: OpenXlsx, wanted: string, fits: SheetFits): Promise<Sheet> {
  const candidates = book.sheets.filter((sheet) => sheet.visible && !isAside(sheet)).slice(0, mostSheets)
  const [only] = candidates
  if (only && candidates.length === 1) return only
  const fitting: Sheet[] = []
  for (const sheet of candidates) if (fits(await beginningOf(book, sheet))) fitting.push(sheet)
  const [first] = fitting
  if (first && fitting.length === 1) return first
  if (fitting.length === 0) return sheetOf(book, wanted)
  const names = fitting.map(({ name }) => `“${name}”`).join('')
  throw new WorkbookRefusal(
    'noSheet',
    `有 ${fitting.length} 张工作表的表头都对得上（${names}），请把要导入的那张改名为“${wanted}”再传`,
  )
}

/**
 * The name of the sheet that `rowsOfWorkbook` would read; null for a csv file. Throws like it.
 * @param fits says by the first rows whether a sheet is the one that is meant, where none has the name
 */
export async function sheetOfWorkbook(
  path: string,
  sheet?: string,
  fits?: SheetFits,
): Promise<string | null> {
  try {
    if ((await kindOfFile(path)).kind === 'csv') return null
    const book = await openXlsx(path)
    try {
      const isNamed = book.sheets.some(({ name }) => name.trim() === sheet?.trim())
      const found =
        fits === undefined || sheet === undefined || isNamed
          ? sheetOf(book, sheet)
          : await fittingSheet(book, sheet, fits)
      return found.name
    } finally {
      book.package.close()
    }
  } catch (error) {
    throw asRefusal(error)
  }
}
