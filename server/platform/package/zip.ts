import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl'
import type { PackageRefusals } from './refuse.ts'

/** Bytes that may still be unpacked from one upload, nested archives included. */
export interface Budget {
  bytes: number
  parts: number
  /** Largest ratio of unpacked to packed size of a part larger than `freeBytes`. */
  readonly ratio?: number
}

/** Bytes below which the ratio of a part is not checked: a small sheet of one repeated value packs well. */
const freeBytes = 16 * 1024 * 1024

/**
 * A file within a zip file, and how to read it: piece by piece, each counted as it is inflated, but for a
 * part that is read `again`.
 */
export interface Part {
  readonly name: string
  /** Bytes when unpacked, as the directory says. */
  readonly size: number
  readonly pieces: (again?: 'again') => AsyncIterable<Buffer>
}

const bits = { encrypted: 1, utf8: 0x800 }
const modes = { mask: 0o170000, file: 0o100000, folder: 0o040000 }

/** Windows packs names in its own code page and does not say so. */
function nameOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  if ((generalPurposeBitFlag & bits.utf8) !== 0) return fileNameRaw.toString('utf8')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
  } catch {
    return new TextDecoder('gb18030').decode(fileNameRaw)
  }
}

/**
 * Names by which one packer or another would unpack an entry: some go by an extra field (Info-ZIP, 0x7075)
 * without looking at its checksum.
 */
const namesOf = (entry: Entry, name: string): string[] => [
  name,
  entry.fileName,
  entry.fileNameRaw.toString('latin1'),
  ...entry.extraFields.filter(({ id }) => id === 0x7075).map(({ data }) => data.toString('utf8', 5)),
]

/**
 * Whether a name stays within the folder it is unpacked to, whichever slash a packer takes for a separator.
 */
const stays = (name: string): boolean =>
  !/^[\\/]|^[a-z]:|\0/i.test(name) && !name.split(/[\\/]/).some((step) => /^\.\.[. ]*$/.test(step))

/** Links, devices and pipes have a Unix mode that is neither a file's nor a folder's; Windows writes none. */
const isOrdinary = ({ externalFileAttributes }: Entry): boolean =>
  [0, modes.file, modes.folder].includes((externalFileAttributes >>> 16) & modes.mask)

/** Programs read the directory or the header before the bytes: both must agree. */
async function agrees(zip: ZipFile, entry: Entry): Promise<boolean> {
  const local = await zip.readLocalFileHeaderPromise(entry)
  return local.fileName.equals(entry.fileNameRaw) && local.compressionMethod === entry.compressionMethod
}

/** Most bytes of an entry when unpacked. */
const mostOf = ({ compressedSize }: Entry, { ratio }: Budget): number =>
  ratio === undefined ? Infinity : Math.max(freeBytes, compressedSize * ratio)

async function* counted(
  zip: ZipFile,
  entry: Entry,
  budget: Budget,
  { refuse, again }: { readonly refuse: PackageRefusals; readonly again: 'again' | undefined },
): AsyncGenerator<Buffer> {
  const most = mostOf(entry, budget)
  let size = 0
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    if (!Buffer.isBuffer(piece)) throw refuse.broken()
    if (again === undefined) budget.bytes -= piece.length
    size += piece.length
    if (budget.bytes < 0 || size > most) throw refuse.tooMuch()
    yield piece
  }
}

async function* partsWithin(zip: ZipFile, budget: Budget, refuse: PackageRefusals): AsyncGenerator<Part> {
  if (zip.entryCount === 0) throw refuse.broken()
  if (zip.entryCount > budget.parts) throw refuse.tooMuch()
  const seen = new Set<string>()
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry)
    const most = Math.min(budget.bytes, mostOf(entry, budget))
    if ((budget.parts -= 1) < 0 || entry.uncompressedSize > most) throw refuse.tooMuch()
    if ((entry.generalPurposeBitFlag & bits.encrypted) !== 0) throw refuse.locked()
    if (!isOrdinary(entry) || !namesOf(entry, name).every(stays)) throw refuse.places()
    if (seen.has(name.toLowerCase()) || !(await agrees(zip, entry))) throw refuse.broken()
    seen.add(name.toLowerCase())
    if (!/[\\/]$/.test(name) || entry.uncompressedSize > 0)
      yield {
        name,
        size: entry.uncompressedSize,
        pieces: (again) => counted(zip, entry, budget, { refuse, again }),
      }
  }
}

/**
 * The files of a zip file in the order of its directory; folders are left out. Throws a refusal for what is
 * cut off, encrypted, told twice, too much, leads elsewhere or is no ordinary file. The library checks the
 * directory and that sizes are what was said.
 */
export async function* partsOf(
  content: Buffer,
  budget: Budget,
  refuse: PackageRefusals,
): AsyncGenerator<Part> {
  yield* partsWithin(
    await fromBufferPromise(content, { lazyEntries: true, decodeStrings: true }),
    budget,
    refuse,
  )
}

/** The parts of a zip file on the disk, by name, which may be read until it is closed. */
export interface OpenPackage {
  readonly parts: readonly Part[]
  readonly close: () => void
}

/** Opens a zip file on the disk, refused like the one of `partsOf`; its parts are read in any order. */
export async function openPackage(
  path: string,
  budget: Budget,
  refuse: PackageRefusals,
): Promise<OpenPackage> {
  const zip = await openPromise(path, { lazyEntries: true, decodeStrings: true, autoClose: false })
  try {
    const parts: Part[] = []
    for await (const part of partsWithin(zip, budget, refuse)) parts.push(part)
    return { parts, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}
