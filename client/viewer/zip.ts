/** One entry of a zip file, as the directory at its end tells it. */
export interface Entry {
  readonly name: string
  readonly size: number
  readonly folder: boolean
  readonly method: number
  /** Where the packed bytes are. */
  readonly from: number
  readonly to: number
}

/** Most that a package may unpack to before a renderer is given it. */
const mostUnpacked = 200 * 1024 * 1024

const decoders = { utf8: new TextDecoder('utf-8', { fatal: true }), plain: new TextDecoder('gb18030') }

/** A name as its flag says, else UTF-8 where it is that, else what Chinese Windows writes. */
function nameOf(bytes: Uint8Array): string {
  try {
    return decoders.utf8.decode(bytes)
  } catch {
    return decoders.plain.decode(bytes)
  }
}

/** The directory of a zip file; nothing is unpacked. Throws where there is none. */
export function entriesOf(file: ArrayBuffer): Entry[] {
  const view = new DataView(file)
  let end = file.byteLength - 22
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1
  if (end < 0) throw new Error('no directory')
  const count = view.getUint16(end + 10, true)
  const entries: Entry[] = []
  let at = view.getUint32(end + 16, true)
  for (let n = 0; n < count; n += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('broken directory')
    const length = view.getUint16(at + 28, true)
    const name = nameOf(new Uint8Array(file, at + 46, length))
    const local = view.getUint32(at + 42, true)
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    entries.push({
      name,
      size: view.getUint32(at + 24, true),
      folder: name.endsWith('/'),
      method: view.getUint16(at + 10, true),
      from,
      to: from + view.getUint32(at + 20, true),
    })
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** Bytes that may still be unpacked. */
interface Budget {
  left: number
}

/**
 * Unpacks an entry at the cost of a budget, and gives up where it is used up: what the directory says of its
 * size is only a word.
 */
async function unpack(
  file: ArrayBuffer,
  { method, from, to }: Entry,
  budget: Budget,
  keep: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, next) {
      budget.left -= piece.byteLength
      if (budget.left < 0) next.error(new Error('too much to unpack'))
      else if (keep) next.enqueue(piece)
    },
  })
  const packed = new Blob([file.slice(from, to)]).stream()
  const plain = method === 0 ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(plain.pipeThrough(counted)).arrayBuffer())
}

/**
 * Throws where a package unpacks to more than a browser should hold; reads it through, entry after entry,
 * without keeping it.
 */
export async function judgePackage(file: ArrayBuffer): Promise<void> {
  const budget = { left: mostUnpacked }
  await entriesOf(file).reduce<Promise<unknown>>(
    (before, entry) => before.then(() => unpack(file, entry, budget, false)),
    Promise.resolve(),
  )
}

/** The parts of a package by name, unpacked when asked for. */
export function partsOf(file: ArrayBuffer) {
  const entries = new Map(entriesOf(file).map((entry) => [entry.name, entry]))
  const budget = { left: mostUnpacked }
  const bytesOf = async (name: string) => {
    const entry = entries.get(name)
    return entry ? unpack(file, entry, budget, true) : null
  }
  return {
    names: [...entries.keys()],
    bytesOf,
    /** A part of XML as a document that nothing of runs; null where there is none. */
    async xmlOf(name: string): Promise<Document | null> {
      const bytes = await bytesOf(name)
      return bytes && new DOMParser().parseFromString(new TextDecoder().decode(bytes), 'application/xml')
    },
  }
}
export type Parts = ReturnType<typeof partsOf>
