import { mm } from '../sheet.ts'

/** A stretch of a line: words, a formula as TeX, raised or lowered words. */
export type Run =
  | { readonly text: string; readonly script?: 'sup' | 'sub'; readonly bold?: true }
  | { readonly tex: string; readonly source: string }

/** A part of a column. What stands in one `together` is never parted where it fits into a column. */
export type Block =
  | {
      readonly block: 'text'
      readonly runs: readonly Run[]
      readonly size?: number
      readonly bold?: true
      readonly align?: 'left' | 'center'
      /** Millimetres: of all lines, and of the first line less than the others. */
      readonly indent?: number
      readonly hang?: number
      readonly above?: number
    }
  /** Cells beside one another: as many in a row as their widths allow, of 4, 2 or 1. */
  | { readonly block: 'choices'; readonly cells: readonly (readonly Run[])[]; readonly indent: number }
  | { readonly block: 'picture'; readonly bytes: Uint8Array; readonly indent: number }
  | { readonly block: 'space'; readonly height: number }
  | { readonly block: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly block: 'together'; readonly blocks: readonly Block[] }

export type ColumnSize = 'A4' | 'B4' | 'A3'

/** A sheet whose blocks run down columns. */
export interface ColumnSheet {
  readonly title: string
  readonly size: ColumnSize
  /** Labels beside the line at which a booklet is sealed; none for a sheet without such a line. */
  readonly seal: readonly string[]
  readonly foot: string
  /** A pale line on every page that says who printed it when; null for none. */
  readonly trace: string | null
  readonly blocks: readonly Block[]
}

/** Papers in points, with their columns; B4 is the 257 × 364 of schools. */
export const columnPapers = {
  A4: { width: 210 * mm, height: 297 * mm, columns: 1 },
  B4: { width: 364 * mm, height: 257 * mm, columns: 2 },
  A3: { width: 420 * mm, height: 297 * mm, columns: 2 },
} as const satisfies Record<ColumnSize, object>
