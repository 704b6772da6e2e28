import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

/** A value of a jsonb column. */
export class Json {
  readonly text: string

  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

/** Values that COPY writes into a column. A list becomes a PostgreSQL array. */
export type Cell = string | number | boolean | null | readonly (string | number)[] | Buffer | Json

const CHUNK = 1 << 16

function element(item: string | number): string {
  return typeof item === 'number' ? String(item) : `"${item.replace(/["\\]/g, '\\$&')}"`
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const special = /[\\\t\n\r]/

const escaped = (text: string): string =>
  special.test(text) ? text.replace(/[\\\t\n\r]/g, (letter) => escapes[letter] ?? letter) : text

/**
 * One cell in the text format of COPY. Millions are written: what needs no escaping is not searched for it.
 */
function encode(cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'string') return escaped(cell)
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'boolean') return cell ? 't' : 'f'
  // JSON writes tabs and line breaks as escapes of its own, so only its backslashes are left.
  if (cell instanceof Json) return cell.text.includes('\\') ? cell.text.replaceAll('\\', '\\\\') : cell.text
  if (Buffer.isBuffer(cell)) return `\\\\x${cell.toString('hex')}`
  return cell.length === 0
    ? '{}'
    : escaped(`{${(cell as readonly (string | number)[]).map(element).join(',')}}`)
}

/** A row as a line; each cell is encoded as it is read, without a list of them. */
function lineOf(many: number, cell: (place: number) => Cell): string {
  let line = ''
  for (let i = 0; i < many; i += 1) line += (i === 0 ? '' : '\t') + encode(cell(i))
  return line
}

function* chunks(lines: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const line of lines) {
    chunk += `${line}\n`
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

async function copyLines(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  lines: Iterable<string>,
): Promise<void> {
  const names = columns.map((column) => `"${column}"`).join(', ')
  const sink = client.query(from(`copy "${table}" (${names}) from stdin`))
  await pipeline(Readable.from(chunks(lines), { objectMode: false }), sink)
}

/** Sends rows through COPY. Names of table and columns are the caller's constants, never input. */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<void> {
  const lines = function* () {
    for (const row of rows) yield lineOf(row.length, (place) => row[place] ?? null)
  }
  await copyLines(client, table, columns, lines())
}

/** A table's columns with how each is read from an item; the one place that pairs the two. */
export type TableOf<T> = Readonly<Record<string, (item: T) => Cell>>

/** Copies items by the readers of their columns. */
export async function copyItems<T>(
  client: pg.ClientBase,
  table: string,
  readers: TableOf<T>,
  items: readonly T[],
): Promise<void> {
  if (items.length === 0) return
  const read = Object.values(readers)
  const lines = function* () {
    for (const item of items) yield lineOf(read.length, (place) => read[place]?.(item) ?? null)
  }
  await copyLines(client, table, Object.keys(readers), lines())
}
