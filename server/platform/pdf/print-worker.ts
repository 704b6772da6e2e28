import { loadFallbacks } from './fallback.ts'
import { lettersOf } from './letters.ts'
import type { ColumnSheet } from './columns/column-sheet.ts'
import type { PlacedSheet } from './columns/placed-sheet.ts'
import { printColumns, printPlaced } from './columns/print.ts'
import { draw } from './draw.ts'
import { layOut } from './layout.ts'
import { printable } from './printable.ts'
import type { Sheet } from './sheet.ts'

/** A printed sheet. */
export interface PrintedSheet {
  readonly bytes: Uint8Array
  readonly pages: number
}

/** Prints one sheet in this thread. */
export default async function print(given: Sheet): Promise<PrintedSheet> {
  const sheet = await printable(given)
  const pages = layOut(sheet)
  return { bytes: await draw(sheet, pages), pages: pages.length }
}

/** Prints a sheet whose blocks run down columns, in this thread. */
export async function columns(sheet: ColumnSheet): Promise<PrintedSheet> {
  const font = lettersOf('regular')
  await loadFallbacks(new Set([...JSON.stringify(sheet.blocks)].filter((letter) => !font.has(letter))))
  return printColumns(sheet)
}

/** Prints a sheet whose marks have their places, in this thread. */
export const placed = (sheet: PlacedSheet): Promise<PrintedSheet> => printPlaced(sheet)
