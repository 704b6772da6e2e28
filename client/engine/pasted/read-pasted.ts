import type { FieldMap } from '../../../catalogue/define.ts'
import { readText } from '../../../catalogue/kinds/kinds.ts'

/** A column of a pasted table: the key it is sent by, and the head people know it by. */
export interface PastedColumn {
  readonly key: string
  readonly label: string
  readonly required: boolean
}

export interface PastedRow {
  /** Place in the pasted text, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** What is sent. */
  readonly sent: Readonly<Record<string, unknown>>
  /** What could not be read, by key. */
  readonly faults: Readonly<Record<string, string>>
}

export interface PastedCells {
  /** The columns found, by the heads in the first line or by their order. */
  readonly columns: readonly PastedColumn[]
  readonly rows: readonly PastedRow[]
  /** Heads that no column has. */
  readonly unknown: readonly string[]
}

/** Columns of a pasted table, in the order that applies without heads, and the reader of each. */
export interface PastedShape {
  readonly columns: readonly PastedColumn[]
  readonly fields: FieldMap
  /** Default values of a row. */
  readonly given: Readonly<Record<string, unknown>>
}

const isEmptyCell = (text: string): boolean => text === '' || text === '-' || text === '—'

/**
 * Reads a table as a spreadsheet puts it on the clipboard: lines, cells apart by tabs, also commas. The first
 * line may hold the heads, known by that of the first column; then only the columns it names are taken, in
 * its order.
 */
export function readPasted(text: string, { columns: all, fields, given }: PastedShape): PastedCells {
  const lines = text
    .split(/\r?\n/)
    .map((line, place) => ({ line: place + 1, cells: cellsOf(line) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const heads = lines[0]?.cells ?? []
  const named = heads.map((head) => all.find(({ label }) => label === head.replace(/[*（(].*$/, '')))
  const hasHeads = named.some((column) => column?.key === all[0]?.key)
  const columns = hasHeads ? named : all.slice(0, Math.max(1, ...lines.map(({ cells }) => cells.length)))
  return {
    columns: columns.filter((column) => column !== undefined),
    unknown: hasHeads ? heads.filter((head, place) => head !== '' && !named[place]) : [],
    rows: (hasHeads ? lines.slice(1) : lines).map((line) => rowOf(fields, line, columns, given)),
  }
}

const cellsOf = (line: string): string[] =>
  line.split(line.includes('\t') ? '\t' : /[,，]/).map((cell) => cell.trim())

function rowOf(
  fields: FieldMap,
  { line, cells }: { line: number; cells: readonly string[] },
  columns: readonly (PastedColumn | undefined)[],
  given: Readonly<Record<string, unknown>>,
): PastedRow {
  const sent: Record<string, unknown> = { ...given }
  const faults: Record<string, string> = {}
  columns.forEach((column, place) => {
    const text = cells[place] ?? ''
    const field = column && fields[column.key]
    if (!field || isEmptyCell(text)) return
    const read = readText(field, text)
    if ('fault' in read) faults[column.key] = read.fault
    else sent[column.key] = read.value
  })
  return {
    line,
    cells: columns.flatMap((column, place) => (column ? [cells[place] ?? ''] : [])),
    sent,
    faults,
  }
}
