import jsQR from 'jsqr'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'

/** Reads the code that a page shows, from the picture of the screen, as a camera does. */
export async function readCode(shown: Locator): Promise<string> {
  const picture = sharp(await shown.screenshot())
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const found = jsQR.default(new Uint8ClampedArray(data), info.width, info.height)
  if (!found) throw new Error('no code on the screen')
  return found.data
}
