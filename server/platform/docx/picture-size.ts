import { pictureKindOf } from '../documents/pictures/pictures.ts'

/** Width and height of a picture in pixels, by its head. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** PNG (IHDR), JPEG (SOF) or GIF; null for others and for what is cut off. */
export function pictureSize(bytes: Buffer): PictureSize | null {
  const kind = pictureKindOf(bytes)
  if (kind === 'png' && bytes.length >= 24)
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (kind === 'gif' && bytes.length >= 10)
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  return kind === 'jpeg' ? jpegSize(bytes) : null
}

function jpegSize(bytes: Buffer): PictureSize | null {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const mark = bytes[at + 1] ?? 0
    const isFrame = mark >= 0xc0 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8 && mark !== 0xcc
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
