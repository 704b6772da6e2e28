import type { AnyRecord, CheckContext } from '../define.ts'
import type { Field } from '../field.ts'
import { kindOf, readText, textOf } from '../kinds/kinds.ts'
import { readAsIs, type TextFault } from '../kinds/kind.ts'
import type { ImportColumn } from './define.ts'
import { likely } from './likely.ts'

/** A cell as the reader of workbooks hands it over (`WorkbookCell` of server/platform/workbook says more). */
export interface RawCell {
  readonly text: string
  /** `scientific`: digits behind the fifteenth are lost. */
  readonly from?: 'number' | 'date' | 'formula' | 'scientific'
  /** The number as the file holds it, where `text` is written otherwise: 42 for 00042. */
  readonly number?: string
  /** The number as the sheet shows it, where that is not `text`: 2008.10 for 2008.1. */
  readonly shown?: string
  /**
   * `above`: the value of a merged cell that begins in a row above. `left`: covered by one that begins to the
   * left.
   */
  readonly merged?: 'above' | 'left'
}

/** A fault of a row; `column` is a key of the declaration, empty where the whole row is meant. */
export interface RowFault {
  readonly column: string
  readonly level: 'error' | 'warning'
  readonly code: string
  readonly message: string
  readonly suggestions?: readonly string[]
}

export interface Repair {
  readonly column: string
  readonly from: string
  readonly to: string
}

export interface RowReadingContext {
  readonly context: CheckContext
  /** The area that a text names; the table is large and stays out of the catalogue's other modules. */
  readonly areaOf: (text: string) => string | undefined
  readonly records: Readonly<Record<string, AnyRecord>>
  /** Corrections kept for the institution: what a text of a column is read as. */
  readonly remembered: (column: string, text: string) => string | undefined
}

/**
 * Full-width letters and digits in half width, without white space around and letters that are not shown.
 * Breaks and tabs are one space, but in a text that has `lines` of its own.
 */
export function tidied(text: string, lines?: 'lines'): string {
  // Most cells are tidy: what holds nothing else than plain letters is not searched four times.
  if (/^[\w.-]*$/.test(text)) return text
  const line = lines ? text : text.replaceAll(/ *[\t\n\r\v\f\u0085\u2028\u2029]+\s*/g, ' ')
  return line
    .replaceAll(/[\uff01-\uff5e]/g, (letter) =>
      /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff0d\uff0f\uff0e]/.test(letter)
        ? String.fromCodePoint(letter.charCodeAt(0) - 0xfee0)
        : letter,
    )
    .replaceAll(/\p{Cf}|\u00a0/gu, (letter) => (letter === '\u00a0' ? ' ' : ''))
    .replaceAll('\u3000', ' ')
    .trim()
}

export const requiredSays = (column: ImportColumn): string =>
  `${kindOf(column.field).choices ? '请选择' : '请填写'}${column.head}`

interface CellRead {
  readonly value: unknown
  readonly fault?: RowFault
  readonly repair?: Repair
}

const faulty = (
  column: ImportColumn,
  code: string,
  message: string,
  suggestions: readonly string[] = [],
): CellRead => ({ value: null, fault: { column: column.key, level: 'error', code, message, suggestions } })

function readArea(column: ImportColumn, text: string, areaOf: RowReadingContext['areaOf']): CellRead {
  const code = areaOf(text)
  if (code !== undefined) return { value: code }
  return faulty(column, 'E109', `没有“${text}”这个区划，请写 6 位代码或从省写起的全称`)
}

function suggestionsFor(field: Field, text: string): readonly string[] {
  const choices = kindOf(field).choices?.(field) ?? []
  return choices.length === 0
    ? []
    : likely(
        text,
        choices.map(({ label }) => label),
      )
}

/** What texts of a column with choices were read as before: a hundred thousand rows repeat a few dozen. */
const choicesRead = new WeakMap<RowReadingContext, Map<string, CellRead>>()
const mostKept = 20_000

export function readCell(
  column: ImportColumn,
  cell: RawCell | undefined,
  reading: RowReadingContext,
): CellRead {
  if (!kindOf(column.field).choices) return readAnew(column, cell, reading)
  const known = choicesRead.get(reading) ?? new Map<string, CellRead>()
  choicesRead.set(reading, known)
  const place = `${column.key}|${cell?.from ?? ''}|${cell?.merged ?? ''}|${cell?.text ?? ''}`
  const found = known.get(place) ?? readAnew(column, cell, reading)
  if (known.size < mostKept) known.set(place, found)
  return found
}

/** A long number as a sheet shortens it, kept as text by whoever saved the file so: 4.49999E+17. */
const shortened = /^\s*\d(?:\.\d+)?E\+(?:1\d|2\d)\s*$/i

/** What is wrong with a cell before its text is read. */
function lostIn(column: ImportColumn, cell: RawCell | undefined): CellRead | undefined {
  if (cell?.merged === 'left')
    return faulty(column, 'E105', '这一格与左边的格合并了，看不出是哪一列的；请拆分单元格后分别填写')
  if (
    cell &&
    (cell.from === 'scientific'
      ? cell.text.trim() !== ''
      : cell.text.includes('+') && shortened.test(cell.text))
  )
    return faulty(column, 'E106', '数字被表格改成了科学计数，后几位已经丢失；请把这一列设为文本后重新填写')
  return undefined
}

/** A value with the mention that it was written otherwise, or stands in a merged cell. */
function mentioned(column: ImportColumn, cell: RawCell | undefined, value: unknown, text: string): CellRead {
  const { field } = column
  const written = cell?.shown !== undefined && text === cell.shown ? cell.shown : (cell?.text ?? '')
  const shown = textOf(field, value)
  const isMerged = cell?.merged === 'above'
  // A code, or another word that the dictionary knows, needs no mention.
  const same = kindOf(field).choices ? text === written : shown === written
  if (same && !isMerged) return { value }
  const from = isMerged ? `（合并单元格）${written}` : written
  return { value, repair: { column: column.key, from, to: shown } }
}

/** A cell whose text cannot be read. */
const refusedAs = (column: ImportColumn, { fault, suggestions }: TextFault, text: string): CellRead =>
  faulty(
    column,
    kindOf(column.field).faultCode ?? 'E108',
    fault,
    suggestions ?? suggestionsFor(column.field, text),
  )

/** The text that is meant by a cell: of a number it may be what the sheet shows, or not to be told. */
const meantBy = ({ field }: ImportColumn, cell: RawCell | undefined, text: string) =>
  (cell?.from === 'number' ? kindOf(field).fromNumber?.(text, cell.shown) : undefined) ?? { text }

/** Words of another system as labels of the column; of several values each by itself. */
function ownWords({ words, field }: ImportColumn, text: string): string {
  if (words === undefined) return text
  const ownWord = (word: string) => (Object.hasOwn(words, word) ? words[word] : undefined)
  const whole = ownWord(text)
  if (whole !== undefined || !field.multiple) return whole ?? text
  return text
    .split(/[、,，;；]/)
    .map((part) => ownWord(part.trim()) ?? part)
    .join('、')
}

function readAnew(column: ImportColumn, cell: RawCell | undefined, reading: RowReadingContext): CellRead {
  const lost = lostIn(column, cell)
  if (lost) return lost
  const { field } = column
  const kind = kindOf(field)
  const clean = tidied(cell?.text ?? '', kind.block ? 'lines' : undefined)
  if (clean === '') return { value: column.otherwise ?? null }
  const meant = meantBy(column, cell, clean)
  if ('fault' in meant) return refusedAs(column, meant, clean)
  const text = reading.remembered(column.key, clean) ?? ownWords(column, meant.text)
  if (kind.names === 'area') return readArea(column, text, reading.areaOf)
  const read = readText(field, text)
  const checked = 'value' in read ? readAsIs(field.schema, read.value) : read
  if ('fault' in checked) return refusedAs(column, checked, text)
  return mentioned(column, cell, checked.value, text)
}
