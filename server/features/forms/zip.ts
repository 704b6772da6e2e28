import { crc32 } from 'node:zlib'

/** One file of a zip. Its bytes are in memory while it is written, one file at a time. */
export interface Entry {
  readonly name: string
  readonly bytes: Buffer
}

/** Names are UTF-8. */
const utf8 = 0x0800
/** 1980-01-01: what is packed has its own date printed on it. */
const noDate = 0x0021

/** The sizes and the name that both heads of a file share. */
function shared({ bytes }: Entry, name: Buffer): Buffer {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(utf8, 2)
  head.writeUInt16LE(0, 4)
  head.writeUInt16LE(0, 6)
  head.writeUInt16LE(noDate, 8)
  head.writeUInt32LE(crc32(bytes), 10)
  head.writeUInt32LE(bytes.length, 14)
  head.writeUInt32LE(bytes.length, 18)
  head.writeUInt16LE(name.length, 22)
  return head
}

/**
 * Packs files without compressing them, as PDFs are compressed already. At most 65 535 files of 4 GB
 * together, which is far above what a bundle holds.
 */
export async function* zipped(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const central: Buffer[] = []
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8')
    const common = shared(entry, name)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, name])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('504b01021403', 'hex'), common, place, name]))
    offset += local.length + entry.bytes.length
    yield local
    yield entry.bytes
  }
  const list = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  yield list
  yield end
}
