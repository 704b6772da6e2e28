/** Most columns of a sheet that is read, and the greatest file in bytes (import-templates.md, section 1). */
export const mostColumns = 500
export const mostBytes = 60 * 1024 * 1024

export interface WorkbookCell {
  /** The value as a person reads it: dates as YYYY-MM-DD, digits in full, TRUE or FALSE, #N/A. */
  readonly text: string
  /**
   * What it was read from, when that was no text; `formula` is a text that a formula made. `scientific`: a
   * number of 16 digits or more, of which a sheet keeps 15; the others are not what was typed, however they
   * are shown.
   */
  readonly from?: 'number' | 'date' | 'formula' | 'scientific'
  /** The number as the file holds it, where the text is written otherwise: 42 for 00042. */
  readonly number?: string
  /** The number as the sheet shows it, where that is not the text: 2008.10 for 2008.1. */
  readonly shown?: string
  /**
   * `above`: the value of a merged cell that begins in a row above. `left`: nothing, for a merged cell that
   * begins to the left covers this one.
   */
  readonly merged?: 'above' | 'left'
}

export interface WorkbookRow {
  /** 1-based row of the sheet. */
  readonly number: number
  /** From column A to the last one with a text, or to one that a merged cell covers. */
  readonly cells: readonly WorkbookCell[]
}
