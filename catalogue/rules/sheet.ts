/**
 * The text of a cell as a spreadsheet takes it for words: what begins with the sign of a formula, or its
 * full-width twin, gets an apostrophe, also behind white space and letters that are not shown (OWASP ASVS 5,
 * 1.2.10). NUL, which ends a text for some readers, and other letters that no text has are left out. Every
 * CSV or workbook that is written, on either side, passes here.
 */
export function cellText(text: string): string {
  const shown = text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')
  return /^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b]|^[\t\r\n]/u.test(shown)
    ? `'${shown}`
    : shown
}

/** A cell of comma-separated values. */
const csvCell = (text: string): string => `"${cellText(text).replaceAll('"', '""')}"`

/**
 * A file of comma-separated values begins so: otherwise Excel takes UTF-8 for the code page of the machine.
 */
export const csvMark = '\uFEFF'

/** Lines of comma-separated values, each with its end. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
