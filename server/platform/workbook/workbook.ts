/** Most columns of a sheet that is read, and the greatest file in bytes (import-templates.md, section 1). */
export const mostColumns = 500
export const mostBytes = 60 * 1024 * 1024

export interface WorkbookCell {
  /** The value as a person reads it: dates as YYYY-MM-DD, digits in full, TRUE or FALSE, #N/A. */
  readonly text: string
  /**
   * What it was read from, when that was no text. `scientific`: the file holds rounded digits only. A number of
   * more than 15 digits may have been rounded by the program that saved it.
   */
  readonly from?: 'number' | 'date' | 'formula' | 'scientific'
}

export interface WorkbookRow {
  /** 1-based row of the sheet. */
  readonly number: number
  /** From column A to the last one with a text. Merged cells have theirs in the first one. */
  readonly cells: readonly WorkbookCell[]
}
