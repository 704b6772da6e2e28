/** Bytes that are read by ranges: of a stored file, or of an upload in parts. `end` is not included. */
export interface ByteSource {
  readonly bytes: number
  readonly read: (start: number, end: number) => Promise<Buffer>
  readonly stream: (start: number, end: number) => AsyncIterable<Buffer>
}

/** A box of an ISO base media file (ISO/IEC 14496-12, 4.2): where it stands, and where its content begins. */
export interface Box {
  readonly type: string
  readonly start: number
  readonly content: number
  readonly end: number
}

/** Bytes of the longest header: size, type, size in eight bytes. */
export const headerBytes = 16

/**
 * Reads the header of a box that starts at `start` of its file.
 * @param limit where what the box stands in ends; a box of size 0 reaches to it
 * @returns null where no box stands, or one that reaches beyond `limit`
 */
export function boxAt(header: Buffer, start: number, limit: number): Box | null {
  if (header.length < 8) return null
  const type = header.toString('latin1', 4, 8)
  if (!/^[\w \-.©]{4}$/.test(type)) return null
  const short = header.readUInt32BE(0)
  if (short === 1 && header.length < headerBytes) return null
  const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? limit - start : short
  const content = start + (short === 1 ? headerBytes : 8)
  const end = start + size
  return end >= content && end <= limit ? { type, start, content, end } : null
}

/** The boxes within a part of a buffer, up to the first place where none stands. */
export function* boxesIn(buffer: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at < to;) {
    const box = boxAt(buffer.subarray(at, Math.min(to, at + headerBytes)), at, to)
    if (!box) return
    yield box
    at = box.end
  }
}

/** The boxes that a path of types leads to, below a part of a buffer. */
export function boxesAlong(buffer: Buffer, from: number, to: number, path: readonly string[]): Box[] {
  const [type, ...rest] = path
  const found = [...boxesIn(buffer, from, to)].filter((box) => box.type === type)
  return rest.length === 0 ? found : found.flatMap((box) => boxesAlong(buffer, box.content, box.end, rest))
}
