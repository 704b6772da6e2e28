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
