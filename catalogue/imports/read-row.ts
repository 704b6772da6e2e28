import type { AnyRecord, CheckContext } from '../define.ts'
import type { Field } from '../field.ts'
import { kindOf, readText, textOf } from '../kinds/kinds.ts'
import { readAsIs, type TextFault } from '../kinds/kind.ts'
import { fieldsOf } from '../rules/condition.ts'
import { isRequired, judgeRead, withoutHidden, type Row } from '../rules/judge.ts'
import type { ImportColumn, ImportDefinition, ImportPart, RowPlace } from './define.ts'
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

/** A row that was read: values by key of column, null for an empty cell. */
export interface ReadRow {
  readonly values: Row
  readonly faults: readonly RowFault[]
  readonly repairs: readonly Repair[]
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

const requiredSays = (column: ImportColumn): string =>
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

function readCell(column: ImportColumn, cell: RawCell | undefined, reading: RowReadingContext): CellRead {
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

function readAnew(column: ImportColumn, cell: RawCell | undefined, reading: RowReadingContext): CellRead {
  const lost = lostIn(column, cell)
  if (lost) return lost
  const { field } = column
  const kind = kindOf(field)
  const clean = tidied(cell?.text ?? '', kind.block ? 'lines' : undefined)
  if (clean === '') return { value: column.otherwise ?? null }
  const meant = meantBy(column, cell, clean)
  if ('fault' in meant) return refusedAs(column, meant, clean)
  const text = reading.remembered(column.key, clean) ?? meant.text
  if (kind.names === 'area') return readArea(column, text, reading.areaOf)
  const read = readText(field, text)
  const checked = 'value' in read ? readAsIs(field.schema, read.value) : read
  if ('fault' in checked) return refusedAs(column, checked, text)
  return mentioned(column, cell, checked.value, text)
}

/** The values that a part of the row writes, by field of its record. */
export function valuesOfPart(part: ImportPart, row: Row, place: RowPlace): Row {
  const own: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(part.fields)) own[field] = row[column] ?? null
  return part.more ? { ...own, ...part.more(row, place) } : own
}

/** A fault with the columns that it is about: where one of them is at fault already, nothing is said. */
interface FaultOfRow extends RowFault {
  readonly about: readonly string[]
}

const bare = ({ column, level, code, message }: FaultOfRow): RowFault => ({ column, level, code, message })

/** What a field hangs on, beside itself. */
const conditionsOf = ({ visibleWhen, requiredWhen }: Field): readonly string[] =>
  [visibleWhen, requiredWhen].flatMap((condition) => (condition ? fieldsOf(condition) : []))

/** Filled cells whose values are not kept, because another column hides them. */
function hiddenCells(
  definition: ImportDefinition,
  part: ImportPart,
  { own, values, record }: { readonly own: Row; readonly values: Row; readonly record: AnyRecord },
): FaultOfRow[] {
  if (values === own) return []
  return Object.entries(part.fields).flatMap(([key, columnKey]): FaultOfRow[] => {
    if ((own[key] ?? null) === null || (values[key] ?? null) !== null) return []
    const field = record.fields[key]
    const column = definition.columns.find((one) => one.key === columnKey)
    if (!field?.visibleWhen || !column || own[key] === column.otherwise) return []
    const others = fieldsOf(field.visibleWhen).flatMap((other) => part.fields[other] ?? [])
    const head = definition.columns.find((one) => one.key === others[0])?.head
    const message = head === undefined ? '这一格不会保存' : `与“${head}”不相配，这一格不会保存`
    return [{ column: column.key, level: 'warning', code: 'E105', message, about: [column.key, ...others] }]
  })
}

function faultsOfPart(
  definition: ImportDefinition,
  part: ImportPart,
  row: Row,
  reading: RowReadingContext,
): readonly FaultOfRow[] {
  const record = reading.records[part.type]
  if (!record || part.when?.(row) === false) return []
  const own = valuesOfPart(part, row, { institution: '本校' })
  const values = withoutHidden(record, own)
  const only = new Set(Object.keys(part.fields))
  const columnOf = (field: string) =>
    definition.columns.find(({ key }) => key === part.fields[field]) ?? definition.columns[0]
  const columnsOf = (fields: readonly string[]) => fields.flatMap((field) => part.fields[field] ?? [])
  // Whether there is such a record at all hangs on what finds it.
  const ofWhen = part.when ? columnsOf(part.match) : []
  const found = judgeRead(record, values, reading.context, only)
  const faults = found.errors.flatMap(({ field, fields, message }): FaultOfRow[] => {
    const column = columnOf(field)
    if (!column) return []
    const declared = record.fields[field]
    const empty = (values[field] ?? null) === null
    if (empty && declared && isRequired(declared, values)) {
      if (column.required === 'no') return []
      const about = [column.key, ...columnsOf(conditionsOf(declared)), ...ofWhen]
      return [{ column: column.key, level: 'error', code: 'E101', message: requiredSays(column), about }]
    }
    const code = declared?.cascadeFrom !== undefined ? 'E110' : 'E105'
    return [{ column: column.key, level: 'error', code, message, about: columnsOf([field, ...fields]) }]
  })
  const warnings = found.warnings.map(({ field, fields, message }): FaultOfRow => {
    const about = columnsOf([field, ...fields])
    return { column: columnOf(field)?.key ?? '', level: 'warning', code: 'E105', message, about }
  })
  return [...faults, ...warnings, ...hiddenCells(definition, part, { own, values, record })]
}

function faultsOfChecks(
  definition: ImportDefinition,
  row: Row,
  reading: RowReadingContext,
): readonly FaultOfRow[] {
  return (definition.checks ?? []).flatMap((check): FaultOfRow[] =>
    check.holds(row, reading.context)
      ? []
      : [
          {
            column: check.column,
            level: check.level ?? 'error',
            code: check.code ?? 'E105',
            message: typeof check.message === 'string' ? check.message : check.message(row),
            about: [check.column, ...(check.besides ?? [])],
          },
        ],
  )
}

function readCells(
  { columns }: ImportDefinition,
  cells: ReadonlyMap<string, RawCell>,
  reading: RowReadingContext,
): { values: Record<string, unknown>; faults: RowFault[]; repairs: Repair[] } {
  const values: Record<string, unknown> = {}
  const faults: RowFault[] = []
  const repairs: Repair[] = []
  for (const column of columns) {
    const read = readCell(column, cells.get(column.key), reading)
    values[column.key] = read.value
    if (read.fault) faults.push(read.fault)
    if (read.repair) repairs.push(read.repair)
  }
  return { values, faults, repairs }
}

/** Columns that must be filled and are not, those at fault left out. */
function emptyColumns({ columns }: ImportDefinition, row: Row, broken: ReadonlySet<string>): RowFault[] {
  return columns
    .filter(({ key, required }) => required === 'yes' && (row[key] ?? null) === null && !broken.has(key))
    .map((column) => ({ column: column.key, level: 'error', code: 'E101', message: requiredSays(column) }))
}

/**
 * Reads one row by its declaration: tolerant of how values are written, never guessing what they mean.
 * Everything that can be said without the database is said here.
 * @param cells by key of column
 */
export function readRow(
  definition: ImportDefinition,
  cells: ReadonlyMap<string, RawCell>,
  reading: RowReadingContext,
): ReadRow {
  const { values, faults, repairs } = readCells(definition, cells, reading)
  const row = definition.complete?.(values) ?? values
  faults.push(...emptyColumns(definition, row, new Set(faults.map(({ column }) => column))))
  const broken = new Set(faults.map(({ column }) => column))
  // One sentence for a cell and for a contradiction: what cannot be read is not judged as empty or
  // contradictory, too.
  const isBroken = (column: string) => {
    const follows = definition.columns.find(({ key }) => key === column)?.follows
    return broken.has(column) || (follows !== undefined && broken.has(follows))
  }
  const judged = [
    ...faultsOfChecks(definition, row, reading),
    ...definition.parts.flatMap((part) => faultsOfPart(definition, part, row, reading)),
  ]
  for (const fault of judged) {
    if (fault.about.some(isBroken)) continue
    if (fault.level === 'error') broken.add(fault.column)
    faults.push(bare(fault))
  }
  return { values: row, faults, repairs }
}

/** The text of a value of a column, for people. Numbers of persons are masked unless `full`. */
export function shownValue({ field }: ImportColumn, value: unknown, full = false): string {
  if (value === null || value === undefined) return ''
  if (full || !(field.masked || field.sealed || field.ofPerson)) return textOf(field, value)
  return kindOf(field).mask(value)
}
