/** The end of every sheet (ECMA-376, part 1, annex on limits of programs). */
export const lastRow = 1_048_576
export const lastColumn = 16_384

/** The column a cell's name stands for, from 0; -1 for no name. C12 is 2. */
export function columnOf(name: string): number {
  let column = 0
  for (let at = 0; at < name.length; at += 1) {
    const code = name.charCodeAt(at)
    if (code < 65 || code > 90) return at === 0 || code < 48 || code > 57 ? -1 : column - 1
    column = column * 26 + code - 64
    if (column > lastColumn) return lastColumn
  }
  return -1
}
