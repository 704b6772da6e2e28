import type { Part } from '../package/zip.ts'
import { columnOf } from './cell-name.ts'
import { packageRefusals } from './refusal.ts'
import { mostColumns, type WorkbookCell } from './workbook.ts'

/** A merged cell: rows from 1, columns from 0, the last ones included. */
export interface Merge {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** Most merged cells of a sheet that is read. */
const mostMerges = 200_000
/** Most letters of one element behind the rows. */
const longest = 4096
const end = Buffer.from('sheetData>')

function mergeOf(reference: string): Merge | undefined {
  const [, first = '', top, last = '', bottom] =
    /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? []
  if (top === undefined) return undefined
  return {
    top: Number(top),
    bottom: Number(bottom),
    left: columnOf(`${first}1`),
    right: columnOf(`${last}1`),
  }
}

/** The prefix of the tag that ends the rows, and where it ends; undefined while it has not come. */
function endOfRows(bytes: Buffer): { prefix: string; at: number } | undefined {
  for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end, at + 1)) {
    const prefix = /<\/([^<>/\s]{0,40}:)?$/.exec(bytes.toString('latin1', Math.max(0, at - 50), at))
    if (prefix) return { prefix: prefix[1] ?? '', at: at + end.length }
  }
  return undefined
}

/** Takes the merged cells out of what stands behind the rows, piece by piece. */
class MergeList {
  readonly merges: Merge[] = []
  readonly #tag: RegExp
  #text = ''

  constructor(prefix: string) {
    this.#tag = new RegExp(`<${prefix}mergeCell\\s[^<>]*?\\bref\\s*=\\s*["']([^"']*)["'][^<>]*>`, 'g')
  }

  add(bytes: Buffer): void {
    this.#text += bytes.toString('latin1')
    let read = 0
    for (const { 0: tag, 1: reference = '', index } of this.#text.matchAll(this.#tag)) {
      const merge = mergeOf(reference)
      if (merge && this.merges.push(merge) > mostMerges) throw packageRefusals.tooMuch()
      read = index + tag.length
    }
    this.#text = this.#text.slice(Math.max(read, this.#text.length - longest))
  }
}

/**
 * The merged cells of a sheet, from top to bottom. They stand behind the rows in the file and decide what the
 * rows say, so the sheet is unpacked once for them alone; its rows are not read.
 */
export async function mergesOf(part: Part, signal?: AbortSignal): Promise<readonly Merge[]> {
  let list: MergeList | undefined
  let last: Buffer = Buffer.alloc(0)
  for await (const piece of part.pieces()) {
    signal?.throwIfAborted()
    if (list) {
      list.add(piece)
      continue
    }
    const bytes = Buffer.concat([last, piece])
    const rows = endOfRows(bytes)
    if (rows) {
      list = new MergeList(rows.prefix)
      list.add(bytes.subarray(rows.at))
    } else last = bytes.subarray(Math.max(0, bytes.length - 64))
  }
  return (list?.merges ?? []).toSorted((a, b) => a.top - b.top)
}

/** Value of a merged cell in one column, and its last row. */
interface Span {
  readonly bottom: number
  readonly cell: WorkbookCell
}

const covered: WorkbookCell = { text: '', merged: 'left' }

/** Gives the rows of a sheet, from top to bottom, what merged cells say in them. */
export class MergedCells {
  readonly #merges: readonly Merge[]
  readonly #spans = new Map<number, Span>()
  #next = 0
  /** Columns that were filled so far: a title that is merged beyond them covers nothing. */
  #width = 0

  constructor(merges: readonly Merge[]) {
    this.#merges = merges
  }

  /**
   * Fills in what merged cells that began above or to the left say: people see their value in each of their
   * rows. What a program left in a cell beneath is not seen by anybody.
   */
  fill(row: number, cells: WorkbookCell[]): void {
    if (this.#merges.length === 0) return
    this.#width = Math.max(this.#width, cells.length)
    for (const [column, { bottom, cell }] of this.#spans)
      if (bottom < row) this.#spans.delete(column)
      else this.#put(cells, column, cell)
    for (; (this.#merges[this.#next]?.top ?? Infinity) <= row; this.#next += 1) {
      const merge = this.#merges[this.#next]
      if (merge?.top === row) this.#begin(merge, cells)
    }
  }

  #begin({ bottom, left, right }: Merge, cells: WorkbookCell[]): void {
    const first = cells[left]
    if (!first || first.text === '') return
    this.#spans.set(left, { bottom, cell: { ...first, merged: 'above' } })
    for (let column = left + 1; column <= Math.min(right, mostColumns - 1); column += 1) {
      this.#spans.set(column, { bottom, cell: covered })
      this.#put(cells, column, covered)
    }
  }

  #put(cells: WorkbookCell[], column: number, cell: WorkbookCell): void {
    if (cell === covered && column >= this.#width) return
    while (cells.length < column) cells.push({ text: '' })
    cells[column] = cell
  }
}
