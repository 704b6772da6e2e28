import type { AnyRecord } from '../define.ts'
import type { Field } from '../field.ts'
import { kindOf, textOf } from '../kinds/kinds.ts'
import { fieldsOf } from '../rules/condition.ts'
import { isRequired, judgeRead, withoutHidden, type Row } from '../rules/judge.ts'
import type { ImportColumn, ImportDefinition, ImportPart, RowPlace } from './define.ts'
import {
  type RawCell,
  type RowFault,
  type Repair,
  type RowReadingContext,
  requiredSays,
  readCell,
} from './read-cell.ts'

/** A row that was read: values by key of column, null for an empty cell. */
export interface ReadRow {
  readonly values: Row
  readonly faults: readonly RowFault[]
  readonly repairs: readonly Repair[]
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
