import { createHash } from 'node:crypto'
import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A text that was compressed once and is answered many times; its gaps are filled anew for each answer. */
export interface PackedText {
  /** Marks what it says, whatever stands in the gaps (the ETag of its answers). */
  readonly tag: string
  /** The text with `fill` in each gap. */
  readonly plain: (fill: string) => Buffer
  /** The same, compressed by gzip. */
  readonly gzip: (fill: string) => Buffer
}

/**
 * Before every gzip file: its mark, compressed by deflate, no name, no time, written on any system (RFC
 * 1952).
 */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** The last block of deflate, with nothing in it (RFC 1951). */
const last = Buffer.from([3, 0])

/** A block of deflate that holds its bytes as they are. */
function stored(bytes: Buffer): Buffer {
  const lengths = Buffer.alloc(5)
  lengths.writeUInt16LE(bytes.length, 1)
  lengths.writeUInt16LE(bytes.length ^ 0xffff, 3)
  return Buffer.concat([lengths, bytes])
}

const between = <T>(parts: readonly T[], fill: T): T[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [fill, part]))

/**
 * Packs a text, given as what stands between its gaps. Each part is compressed by itself and ends at a whole
 * byte, so that parts and fillings can be put one behind the other. A fill is less than 64 KiB.
 * @param facts what else its answers say (their headers), as part of the mark
 */
export function pack(texts: readonly string[], facts = ''): PackedText {
  const parts = texts.map((text) => Buffer.from(text))
  const small = parts.map((part) => deflateRawSync(part, { finishFlush: constants.Z_FULL_FLUSH }))
  const mark = createHash('sha256').update(JSON.stringify([texts, facts]))
  const gzip = (fill: string) => {
    const bytes = Buffer.from(fill)
    const all = between(parts, bytes)
    const sums = Buffer.alloc(8)
    sums.writeUInt32LE(all.reduce((sum, part) => crc32(part, sum), 0) >>> 0)
    sums.writeUInt32LE(all.reduce((sum, part) => sum + part.length, 0) >>> 0, 4)
    return Buffer.concat([head, ...between(small, stored(bytes)), last, sums])
  }
  const whole = parts.length === 1 ? gzip('') : null
  return {
    tag: `W/"${mark.digest('base64url').slice(0, 22)}"`,
    plain: (fill) => (whole ? (parts[0] as Buffer) : Buffer.concat(between(parts, Buffer.from(fill)))),
    gzip: (fill) => whole ?? gzip(fill),
  }
}
