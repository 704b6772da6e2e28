/**
 * The beginning of a formula: its sign or the full-width twin, also behind white space, quotes and letters
 * that are not shown (OWASP ASVS 5, 1.2.10).
 */
const formula =
  /^['"\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b]|^['"\s]*[\t\r\n]/u

/** Whether a spreadsheet may take a text for a formula. */
export const looksLikeFormula = (text: string): boolean => formula.test(text)

/** A text without NUL, which ends a text for some readers, and without other letters that no text has. */
export const shownText = (text: string): string => text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')

/**
 * The text of a cell as a spreadsheet takes it for words: what may be taken for a formula gets an apostrophe.
 * Every CSV that is written, on either side, passes here; `writtenText` takes the apostrophe off again.
 */
export function cellText(text: string): string {
  const shown = shownText(text)
  return looksLikeFormula(shown) ? `'${shown}` : shown
}

/** The text that `cellText` made a cell of. */
export const writtenText = (cell: string): string =>
  cell.startsWith("'") && looksLikeFormula(cell.slice(1)) ? cell.slice(1) : cell

/** The beginning of the line below a list that was taken out; it says who did that, and is no row. */
export const exportMark = '【导出标记】'

/** The sheet before such a list, which says what the list is. */
export const exportCover = '导出说明'

/** A cell of comma-separated values. */
const csvCell = (text: string): string => `"${cellText(text).replaceAll('"', '""')}"`

/**
 * A file of comma-separated values begins so: otherwise Excel takes UTF-8 for the code page of the machine.
 */
export const csvMark = '\uFEFF'

/** Lines of comma-separated values, each with its end. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
