import type {
  ImportColumn,
  ImportRow,
  ImportView,
} from '../../../catalogue/contract/administration/imports.ts'
import type { ImportKind } from './use-imports.ts'

/** A column of the grid. */
export type GridColumn = Pick<ImportColumn, 'key' | 'head'> & { readonly column: ImportColumn | undefined }

/** Where a cell of the grid is: its row and column on the page, from 0. */
export interface Place {
  readonly row: number
  readonly column: number
}

/**
 * The columns that are shown: those by which a row is known, and those with faults; or all of them. Where the
 * kind is none of the reader's, what the rows hold.
 */
export function gridColumns(
  kind: ImportKind | undefined,
  { faultCounts }: ImportView,
  rows: readonly ImportRow[],
  all: boolean,
): readonly GridColumn[] {
  if (!kind) {
    const heads = new Map(
      rows.flatMap(({ faults }) => faults.map(({ field, header }) => [field, header] as const)),
    )
    return [...heads].map(([key, head]) => ({ key, head, column: undefined }))
  }
  const wanted = new Set([
    kind.columns[0]?.key,
    ...kind.by,
    ...faultCounts.map(({ field }) => field),
    ...rows.flatMap(({ faults }) => faults.map(({ field }) => field)),
  ])
  return kind.columns
    .filter(({ key }) => all || wanted.has(key))
    .map((column) => ({ key: column.key, head: column.head, column }))
}

/** What is wrong with a cell; an error goes before a warning. */
export const faultOf = ({ faults }: ImportRow, key: string) =>
  faults.find(({ field, level }) => field === key && level === 'error') ??
  faults.find(({ field }) => field === key)

/** The next cell with an error behind a place, or before it; undefined behind the last. */
export function nextFault(
  rows: readonly ImportRow[],
  columns: readonly GridColumn[],
  from: Place,
  step: 1 | -1,
): Place | undefined {
  const width = columns.length
  const last = rows.length * width
  for (let at = from.row * width + from.column + step; at >= 0 && at < last; at += step) {
    const [row, column] = [Math.floor(at / width), at % width]
    const shown = rows[row]
    const key = columns[column]?.key ?? ''
    if (shown?.faults.some(({ field, level }) => field === key && level === 'error')) return { row, column }
  }
  return undefined
}
