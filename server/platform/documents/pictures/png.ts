import { crc32 } from 'node:zlib'
import { exifOf, orientationOf } from './orientation.ts'
import type { PictureBlocks } from './pictures.ts'

/** Chunks by which a PNG is drawn, also a moving one (PNG, third edition, 11). */
const drawn = new Set(
  [
    'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT pHYs bKGD hIST acTL fcTL fdAT',
    'mDCV cLLI',
  ].flatMap((names) => names.split(' ')),
)

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const bytes = Buffer.alloc(body.length + 8)
  bytes.writeUInt32BE(content.length, 0)
  body.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(body), body.length + 4)
  return bytes
}

/** Takes a PNG apart. */
export function pngBlocks(content: Buffer): PictureBlocks {
  const kept: Buffer[] = [content.subarray(0, 8)]
  const dropped: Buffer[] = []
  let at = 8
  for (let type = ''; type !== 'IEND';) {
    const end = at + 12 + content.readUInt32BE(at)
    if (end > content.length) throw new Error('length')
    type = content.toString('latin1', at + 4, at + 8)
    const bytes = content.subarray(at, end)
    const turned = type === 'eXIf' ? orientationOf(bytes.subarray(8)) : 1
    if (turned !== 1) kept.push(chunk('eXIf', exifOf(turned)))
    const list = drawn.has(type) ? kept : dropped
    list.push(bytes)
    at = end
  }
  if (at < content.length) dropped.push(content.subarray(at))
  return { kept, dropped }
}
