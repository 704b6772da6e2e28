/** A cell: text, a number, or nothing. */
export type Cell = string | number | null

/** A column of a written sheet. */
export interface SheetColumn {
  readonly head: string
  /** Width in letters. */
  readonly width?: number
  /**
   * `number`: cells that are numbers stand to the right and can be summed; `date`: texts of the form
   * 2026-01-31 become days. Whatever does not fit is written as text.
   */
  readonly kind: 'text' | 'number' | 'date'
}

/** A sheet of a written workbook. */
export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Rows above the heads of the columns, as a title. */
  readonly above?: readonly (readonly string[])[]
  /** Rows, taken as fast as they are written out and no faster. */
  readonly rows: AsyncIterable<readonly Cell[]>
  /** Rows below the last, known when that was written. */
  readonly below?: () => readonly (readonly string[])[]
  /** Stands on every printed page above and below. */
  readonly pageHead?: string
  readonly pageFoot?: string
}

/** Texts in pieces large enough to be worth a write. */
export async function* inPieces(texts: AsyncIterable<string>, size = 65_536): AsyncGenerator<string> {
  let kept = ''
  for await (const text of texts) {
    kept += text
    if (kept.length < size) continue
    yield kept
    kept = ''
  }
  if (kept !== '') yield kept
}
