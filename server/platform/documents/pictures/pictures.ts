import { constants, inflateSync } from 'node:zlib'
import { line, type Passage } from '../passage.ts'
import { DocumentRefusal } from '../refusal.ts'
import { gifBlocks } from './gif.ts'
import { jpegBlocks } from './jpeg.ts'
import { pngBlocks } from './png.ts'
import { webpBlocks } from './webp.ts'

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif'

/**
 * A picture taken apart: what its copy has, byte by byte as it was but for the marks of its turning, and what
 * it has not.
 */
export interface PictureBlocks {
  readonly kept: readonly Buffer[]
  readonly dropped: readonly Buffer[]
}

const readers: Readonly<Record<PictureKind, (content: Buffer) => PictureBlocks>> = {
  jpeg: jpegBlocks,
  png: pngBlocks,
  webp: webpBlocks,
  gif: gifBlocks,
}

/** The kind of a picture by its first bytes; null for anything else. */
export function pictureKindOf(content: Buffer): PictureKind | null {
  const head = content.toString('latin1', 0, 12)
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  if (head.startsWith('\u0089PNG\r\n')) return 'png'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp'
  return head.startsWith('GIF8') ? 'gif' : null
}

/** Takes a picture apart. Throws a refusal where its blocks do not fit together. */
function apart(content: Buffer, kind: PictureKind): PictureBlocks {
  try {
    return readers[kind](content)
  } catch {
    throw new DocumentRefusal('broken')
  }
}

/** The same picture, pixel by pixel and in the same orientation, without metadata. */
export const stripPicture = (content: Buffer, kind: PictureKind): Buffer =>
  Buffer.concat([...apart(content, kind).kept])

/** Most bytes of one packed text of a picture. */
const mostText = 4 * 1024 * 1024

/**
 * Packed texts (zTXt, iTXt) begin somewhere within their block, behind a name, with a head of two bytes (RFC
 * 1950, 2.2).
 */
function unpacked(block: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at < Math.min(block.length - 2, 200); at += 1) {
    if ((block.readUInt8(at) & 0x0f) !== 8 || block.readUInt16BE(at) % 31 !== 0) continue
    try {
      found.push(
        inflateSync(block.subarray(at), { maxOutputLength: mostText, finishFlush: constants.Z_SYNC_FLUSH }),
      )
    } catch {
      // Not the beginning of packed text.
    }
  }
  return found
}

const decoders = ['utf-8', 'gb18030', 'utf-16le', 'utf-16be'].map((name) => new TextDecoder(name))

/**
 * Bytes in every way in which programs write texts beside pictures; those of two bytes may begin at either.
 */
function decoded(block: Buffer): string[] {
  const bytes = [block, block.subarray(1)]
  return decoders.flatMap((decoder, i) =>
    (i < 2 ? bytes.slice(0, 1) : bytes).map((one) => decoder.decode(one)),
  )
}

/** Metadata of a picture. The blind copy has none. */
export function readPicture(content: Buffer, kind: PictureKind): Passage[] {
  return apart(content, kind)
    .dropped.flatMap((block) => [block, ...unpacked(block)])
    .flatMap(decoded)
    .map((text) => line('picture', text, null, true))
}
