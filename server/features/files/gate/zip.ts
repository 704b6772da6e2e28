import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { refusals } from './refusals.ts'

/** What may still be unpacked of one upload, all that is packed within each other taken together. */
export interface Budget {
  bytes: number
  parts: number
}

/** Most bytes and files when unpacked: what a clerk's document has many times over, and no bomb. */
export const budgetOf = (): Budget => ({ bytes: 200 * 1024 * 1024, parts: 2000 })

/** A file within a zip file, and how to read it: piece by piece, each counted as it is inflated. */
export interface Part {
  readonly name: string
  readonly pieces: () => AsyncIterable<Buffer>
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

/** Programs go by the directory or by what stands before the bytes: both must say the same. */
async function agrees(zip: ZipFile, entry: Entry): Promise<boolean> {
  const local = await zip.readLocalFileHeaderPromise(entry)
  return local.fileName.equals(entry.fileNameRaw) && local.compressionMethod === entry.compressionMethod
}

async function* counted(zip: ZipFile, entry: Entry, budget: Budget): AsyncGenerator<Buffer> {
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    if (!Buffer.isBuffer(piece)) throw refusals.broken()
    budget.bytes -= piece.length
    if (budget.bytes < 0) throw refusals.tooMuch()
    yield piece
  }
}

/**
 * The files of a zip file in the order of its directory; folders are left out. Throws a refusal for what is
 * cut off, encrypted, told twice, too much, leads elsewhere or is no ordinary file. The library checks the
 * directory and that sizes are what was said.
 */
export async function* partsOf(content: Buffer, budget: Budget): AsyncGenerator<Part> {
  const zip = await fromBufferPromise(content, { lazyEntries: true, decodeStrings: true })
  if (zip.entryCount === 0) throw refusals.broken()
  if (zip.entryCount > budget.parts) throw refusals.tooMuch()
  const seen = new Set<string>()
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry)
    if ((budget.parts -= 1) < 0 || entry.uncompressedSize > budget.bytes) throw refusals.tooMuch()
    if ((entry.generalPurposeBitFlag & bits.encrypted) !== 0) throw refusals.locked()
    if (!isOrdinary(entry) || !namesOf(entry, name).every(stays)) throw refusals.places()
    if (seen.has(name.toLowerCase()) || !(await agrees(zip, entry))) throw refusals.broken()
    seen.add(name.toLowerCase())
    if (!/[\\/]$/.test(name) || entry.uncompressedSize > 0)
      yield { name, pieces: () => counted(zip, entry, budget) }
  }
}
