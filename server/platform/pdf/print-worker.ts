import { draw } from './draw.ts'
import { layOut } from './layout.ts'
import { missingIn, type Missing } from './missing.ts'
import type { Sheet } from './sheet.ts'

/** A printed sheet, or the letters that no font here has. */
export type Printed =
  { readonly bytes: Uint8Array; readonly pages: number } | { readonly missing: readonly Missing[] }

/** Prints one sheet in this thread. */
export default async function print(sheet: Sheet): Promise<Printed> {
  const missing = missingIn(sheet)
  if (missing.length > 0) return { missing }
  const pages = layOut(sheet)
  return { bytes: await draw(sheet, pages), pages: pages.length }
}
