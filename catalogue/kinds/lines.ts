import { z } from 'zod'
import type { BareField, Field, FieldMap } from '../field.ts'
import type { Kind } from './kind.ts'

/** One line: a value for every field of the line, null where nothing is filled in. */
export type Line = Readonly<Record<string, unknown>>

const fieldsOf = (field: BareField): FieldMap => field.lines ?? {}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * A line with every key in the order of jsonb: by length, then by letter. Versions are compared as JSON text,
 * so a line must not change when it is stored and read again.
 */
export function lineOf(field: BareField, given: Line): Line {
  const keys = Object.keys(fieldsOf(field)).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return Object.fromEntries(keys.map((key) => [key, given[key] ?? null]))
}

/** Number and label of a cell, as faults name it: 第 2 行 姓名. */
const place = (index: number, field: Field): string => `第 ${index + 1} 行 ${field.label}`

/** Reads one line; the fault of the first cell that cannot be read. */
function readLine(field: BareField, given: Line, index: number): { value: Line } | { fault: string } {
  const extra = Object.keys(given).find((key) => !Object.hasOwn(fieldsOf(field), key))
  if (extra !== undefined) return { fault: `第 ${index + 1} 行没有“${extra.slice(0, 40)}”这个栏目` }
  const line: Record<string, unknown> = {}
  for (const [key, cell] of Object.entries(fieldsOf(field))) {
    if (isEmpty(given[key])) continue
    const read = cell.schema.safeParse(given[key])
    if (!read.success)
      return { fault: `${place(index, cell)}：${read.error.issues[0]?.message ?? '格式不对'}` }
    line[key] = read.data
  }
  return { value: lineOf(field, line) }
}

/**
 * Cells may be empty, because a draft is saved while it is typed; `incomplete` asks for the rest at the
 * submission. Lines without any value are dropped.
 */
function schema(field: BareField): z.ZodType<Line[]> {
  const most = field.most ?? 50
  return z
    .array(z.record(z.string(), z.unknown(), { error: '每一行应为各栏的值' }), { error: '应为若干行' })
    .max(most, `最多 ${most} 行`)
    .transform((given, context) => {
      const lines: Line[] = []
      for (const [index, one] of given.entries()) {
        const read = readLine(field, one, index)
        if ('fault' in read) {
          context.addIssue({ code: 'custom', message: read.fault })
          return z.NEVER
        }
        if (Object.values(read.value).some((cell) => cell !== null)) lines.push(read.value)
      }
      return lines
    })
}

/** Cells that may not be submitted as they are, with the reason, by line (from 0) and key of the cell. */
export function faultyCells(
  lines: readonly Line[],
  field: BareField,
): { line: number; key: string; message: string }[] {
  return lines.flatMap((line, index) =>
    Object.entries(fieldsOf(field)).flatMap(([key, cell]) => {
      const value = line[key]
      if (isEmpty(value)) return cell.required ? [{ line: index, key, message: '未填' }] : []
      const read = cell.schema.safeParse(value)
      return read.success ? [] : [{ line: index, key, message: read.error.issues[0]?.message ?? '格式不对' }]
    }),
  )
}

/** Why lines may not be submitted yet; null when they may. */
function incomplete(lines: readonly Line[], field: BareField): string | null {
  const least = field.least ?? 0
  if (lines.length < least) return `至少填 ${least} 行`
  for (const [index, line] of lines.entries()) {
    for (const [key, cell] of Object.entries(fieldsOf(field)))
      if (cell.required && isEmpty(line[key])) return `${place(index, cell)}未填`
  }
  return null
}

const marks: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '｜': '\\｜' }
const escaped = (text: string): string => text.replace(/[\\\n｜]/g, (mark) => marks[mark] ?? mark)
const plain = (text: string): string =>
  text.replace(/\\(.)/g, (_, mark: string) => (mark === 'n' ? '\n' : mark))

/** The cells of one line of text; a separator after a backslash belongs to the cell. */
const cellsOf = (text: string): string[] =>
  [...text.matchAll(/((?:\\.|[^\\｜])*)(?:｜|$)/g)].map(([, cell = '']) => plain(cell))

/** The fields of the examples, written out because field.ts, which has the builders, imports this file. */
const example: FieldMap = { name: { kind: 'text', label: '姓名', required: true, schema: z.string() } }

/** Text forms of a cell by its own kind (kinds.ts, which imports this file, hands them in). */
export interface CellTexts {
  readonly toText: (cell: Field, value: unknown) => string
  readonly fromText: (cell: Field, text: string) => { value: unknown } | { fault: string }
}

/**
 * A few lines of small fields that have no life of their own: members, items of a budget. As text: a line a
 * row, cells apart by ｜, in the order of the declaration.
 */
export function linesKind({ toText, fromText }: CellTexts): Kind<Line[]> {
  return {
    schema,
    incomplete,
    toText: (lines, field) =>
      lines
        .map((line) =>
          Object.entries(fieldsOf(field))
            .map(([key, cell]) => (isEmpty(line[key]) ? '' : escaped(toText(cell, line[key]))))
            .join('｜'),
        )
        .join('\n'),
    fromText: (text, field) => {
      const lines: Line[] = []
      for (const [index, row] of text.split('\n').entries()) {
        if (row.trim() === '') continue
        const cells = cellsOf(row)
        const line: Record<string, unknown> = {}
        for (const [column, [key, cell]] of Object.entries(fieldsOf(field)).entries()) {
          const typed = cells[column]?.trim() ?? ''
          if (typed === '') continue
          const read = fromText(cell, typed)
          if ('fault' in read) return { fault: `${place(index, cell)}：${read.fault}` }
          line[key] = read.value
        }
        lines.push(lineOf(field, line))
      }
      const most = field.most ?? 50
      return lines.length > most ? { fault: `最多 ${most} 行` } : { value: lines }
    },
    mask: () => '***',
    block: true,
    operators: [],
    good: [{ value: [{ name: '张｜三\\' }, { name: '李四' }], options: { lines: example } }],
    bad: [{ value: 'x' }, { value: [1] }, { value: [{ nobody: 'x' }] }],
  }
}
