import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a zip file under the test's full control. */
export interface Entry {
  readonly name: string | Buffer
  readonly content: Buffer | string
  /** The content packed already, where it would be too large unpacked; say what it `claims`. */
  readonly packed?: Buffer
  /** Uncompressed size that the directory claims, when it lies. */
  readonly claims?: number
  readonly flag?: number
  /** Unix mode in the directory (a link is 0o120777). */
  readonly mode?: number
  /** Name before the bytes, when it is another one. */
  readonly localName?: string
  readonly extra?: Buffer
}

/** A zip file of these entries, as a packer writes one. */
export function zipOf(entries: readonly Entry[], tail = Buffer.alloc(0)): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const {
    name,
    content,
    packed: given,
    claims,
    flag = 0x800,
    mode = 0o100644,
    localName,
    extra = Buffer.alloc(0),
  } of entries) {
    const bytes = Buffer.from(content)
    const packed = given ?? deflateRawSync(bytes)
    const [title, told] = [Buffer.from(localName ?? name), Buffer.from(name)]
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(flag, 6)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(crc32(bytes), 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(claims ?? bytes.length, 22)
    local.writeUInt16LE(title.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(0x0314, 4)
    entry.writeUInt16LE(flag, 8)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc32(bytes), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(claims ?? bytes.length, 24)
    entry.writeUInt16LE(told.length, 28)
    entry.writeUInt16LE(extra.length, 30)
    entry.writeUInt32LE((mode << 16) >>> 0, 38)
    entry.writeUInt32LE(at, 42)
    locals.push(local, title, packed)
    central.push(entry, told, extra)
    at += 30 + title.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end, tail])
}

/** A zip file of these parts. */
export const zipOfParts = (parts: Readonly<Record<string, string | Buffer>>): Buffer =>
  zipOf(Object.entries(parts).map(([name, content]) => ({ name, content })))
