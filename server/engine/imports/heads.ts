import type { ImportColumn, ImportDefinition } from '../../../catalogue/imports/define.ts'
import { tidied, type RawCell } from '../../../catalogue/imports/read-row.ts'
import { faultHead } from '../../platform/workbook/index.ts'
import type { Head } from './importing.ts'

/** A row as the reader of workbooks gives it. */
export interface SheetRow {
  readonly number: number
  readonly cells: readonly RawCell[]
}

/** Rows of a sheet in which the heads may stand; a title above them takes one or two. */
const deepest = 10

const headText = (text: string): string => tidied(text).replaceAll(/[\s*＊]+/g, '')

function placesOf(
  definition: ImportDefinition,
  { cells }: SheetRow,
  textOf: (column: ImportColumn) => string,
): Map<string, number> {
  const found = new Map<string, number>()
  for (const [place, cell] of cells.entries()) {
    const text = headText(cell.text)
    const column = text === '' ? undefined : definition.columns.find((one) => headText(textOf(one)) === text)
    if (column && !found.has(column.key)) found.set(column.key, place)
  }
  return found
}

export type FoundHead = { readonly head: Head; readonly missing: readonly ImportColumn[] }

/**
 * Finds the heads among the first rows of a sheet: by the hidden row of keys, which people leave alone when they
 * rename a head, else by the heads themselves. Undefined where no row has two heads of the kind.
 */
export function findHead(
  definition: ImportDefinition,
  sheet: string,
  rows: readonly SheetRow[],
): FoundHead | undefined {
  const first = rows.slice(0, deepest)
  const byKey = best(first.map((row) => ({ row, places: placesOf(definition, row, ({ key }) => key) })))
  const byHead = best(first.map((row) => ({ row, places: placesOf(definition, row, ({ head }) => head) })))
  const chosen = byKey ?? byHead
  if (!chosen) return undefined
  const columns = new Map(byHead?.places)
  for (const [key, place] of byKey?.places ?? []) columns.set(key, place)
  const taken = new Set(columns.values())
  const named = byHead ?? chosen
  const ignored = named.row.cells.flatMap(({ text }, place) =>
    taken.has(place) || headText(text) === '' || headText(text) === faultHead ? [] : [tidied(text)],
  )
  const missing = definition.columns.filter(
    ({ key, required, otherwise }) => required === 'yes' && otherwise === undefined && !columns.has(key),
  )
  const lastRow = Math.max(chosen.row.number, byHead?.row.number ?? 0)
  return { head: { sheet, columns: Object.fromEntries(columns), ignored, lastRow }, missing }
}

function best<T extends { readonly places: ReadonlyMap<string, number> }>(
  found: readonly T[],
): T | undefined {
  const [most] = found.toSorted((a, b) => b.places.size - a.places.size)
  return most && most.places.size >= 2 ? most : undefined
}

/** Whether a row is the last line of a file that the portal wrote: who took it out, when and what for. */
export const isMark = ({ cells }: SheetRow): boolean => cells[0]?.text.startsWith('【导出标记】') === true

/** Cells of a row by key of column; empty ones are left out. */
export function cellsOf({ columns }: Head, { cells }: SheetRow): Map<string, RawCell> {
  const found = new Map<string, RawCell>()
  for (const [key, place] of Object.entries(columns)) {
    const cell = cells[place]
    if (cell && cell.text.trim() !== '') found.set(key, cell)
  }
  return found
}
