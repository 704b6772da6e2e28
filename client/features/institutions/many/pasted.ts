import type { FieldMap } from '../../../../catalogue/define.ts'
import { kindOf, readText } from '../../../../catalogue/kinds/kinds.ts'
import { dictionary, type DictName } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { beginning, institutionFieldsOf } from '../../../../catalogue/institutions/fields.ts'

/** A column of a pasted table: the key it is sent by, and the head people know it by. */
export interface PastedColumn {
  readonly key: string
  readonly label: string
  readonly required: boolean
}

const fieldsOf = (kind: string): FieldMap => ({ ...beginning([]), ...institutionFieldsOf(kind) })
const isEmptyCell = (text: string): boolean => text === '' || text === '-' || text === '—'

/** Columns of a table of institutions of a kind, in the order in which they are taken without heads. */
export function pastedColumns(kind: string): readonly PastedColumn[] {
  const fields = Object.entries(institutionFieldsOf(kind)).filter(
    // A number of another institution is nothing people paste.
    ([key, field]) => key !== 'introduction' && kindOf(field).names !== 'institution',
  )
  return [
    { key: 'name', label: '机构名称', required: true },
    { key: 'code', label: '标识码', required: false },
    ...fields.map(([key, { label, required }]) => ({ key, label, required })),
    { key: 'openedOn', label: '设立日期', required: false },
  ]
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

export interface Pasted {
  /** The columns found, by the heads in the first line or by their order. */
  readonly columns: readonly PastedColumn[]
  readonly rows: readonly PastedRow[]
  /** Heads that no column has. */
  readonly unknown: readonly string[]
}

/**
 * Reads a table as a spreadsheet puts it on the clipboard: lines, cells apart by tabs, also commas. The first
 * line may hold the heads; then only the columns it names are taken, in its order.
 */
export function readPasted(kind: string, text: string, given: Readonly<Record<string, unknown>>): Pasted {
  const lines = text
    .split(/\r?\n/)
    .map((line, place) => ({ line: place + 1, cells: cellsOf(line) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const all = pastedColumns(kind)
  const heads = lines[0]?.cells ?? []
  const named = heads.map((head) => all.find(({ label }) => label === head.replace(/[*（(].*$/, '')))
  const fields = fieldsOf(kind)
  const hasHeads = named.some((column) => column?.key === 'name')
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

/** A line to begin with: the heads, and what a cell of a code looks like. */
export function sampleOf(kind: string): string {
  const heads = pastedColumns(kind).map(({ label }) => label)
  const example = (name: DictName) => dictionary(name).items[0]?.label ?? ''
  const first = kind === '40' ? ['第一小学', '', example('schoolType')] : ['教师发展中心', '']
  return `${heads.join('\t')}\n${first.join('\t')}`
}
