import { exifOf, orientationOf } from './orientation.ts'
import type { PictureBlocks } from './pictures.ts'

/** Chunks by which a WebP is drawn, also a moving one (RFC 9649, 2.7). */
const drawn = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** Bits of VP8X that say there is EXIF or XMP. */
const flags = { exif: 0x08, xmp: 0x04 }

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** Takes a WebP apart. */
export function webpBlocks(content: Buffer): PictureBlocks {
  const kept: Buffer[] = []
  const dropped: Buffer[] = []
  let turned = 1
  let at = 12
  const riffEnd = Math.min(content.length, 8 + content.readUInt32LE(4))
  while (at + 8 <= riffEnd) {
    const size = content.readUInt32LE(at + 4)
    const end = Math.min(at + 8 + size + (size % 2), riffEnd)
    if (at + 8 + size > riffEnd) throw new Error('length')
    const type = content.toString('latin1', at, at + 4)
    const bytes = content.subarray(at, end)
    if (type === 'EXIF') turned = orientationOf(bytes.subarray(bytes.indexOf('Exif\0\0') === 8 ? 14 : 8))
    const list = drawn.has(type) ? kept : dropped
    list.push(Buffer.from(bytes))
    at = end
  }
  if (at < content.length) dropped.push(content.subarray(at))
  return { kept: withHead(kept, turned), dropped }
}

/** The chunks behind a head that says their length and what there is beside the pixels. */
function withHead(chunks: Buffer[], turned: number): Buffer[] {
  if (chunks.length === 0) throw new Error('no picture')
  const extended = chunks.find((one) => one.toString('latin1', 0, 4) === 'VP8X')
  if (extended) {
    const turns = turned === 1 ? 0 : flags.exif
    extended.writeUInt8((extended.readUInt8(8) & ~(flags.exif | flags.xmp)) | turns, 8)
  }
  const all = extended && turned !== 1 ? [...chunks, chunk('EXIF', exifOf(turned))] : chunks
  const head = Buffer.alloc(12)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(4 + all.reduce((sum, { length }) => sum + length, 0), 4)
  head.write('WEBP', 8, 'latin1')
  return [head, ...all]
}
