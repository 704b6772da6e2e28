import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../../catalogue/errors.ts'
import { placed } from '../../platform/storage/file-store.ts'
import { rooms, type FileStores } from '../../platform/storage/file-stores.ts'
import { folderStorage } from '../../platform/storage/folder.ts'
import { severally } from '../../platform/storage/severally.ts'
import { isMissing, type ObjectStorage } from '../../platform/storage/storage.ts'
import type { BackedUpFile } from './manifest.ts'

/** The folder with months of the audit that left the database; it never lies in a bucket. */
const archive = 'audit-archive'

/** Files that are read, compared or sent at the same time. */
export const filesAtOnce = 8

/** The same content is kept once for all backups of a place, under its fingerprint. */
export const objectKey = (sha256: string): string => `objects/${sha256.slice(0, 2)}/${sha256}`

/** Hex digest of what comes. */
export async function digestOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of stream) hash.update(piece as Buffer)
  return hash.digest('hex')
}

const isGone = (error: unknown): boolean =>
  isMissing(error) || (error instanceof AppError && error.code === 'missing')

/** A file that may be kept, wherever it lies. */
interface Candidate {
  /** As it would be within the data folder. */
  readonly path: string
  readonly bytes: number
  readonly modified: number
  readonly read: () => Promise<Readable>
}

async function* candidates(folder: string, stores: FileStores): AsyncGenerator<Candidate> {
  for (const room of rooms)
    for await (const { key, bytes, modified } of stores[room].all())
      yield {
        path: `${room}/${placed(key)}`,
        bytes,
        modified: modified.getTime(),
        read: () => stores[room].read(key),
      }
  const archived = folderStorage(join(folder, archive))
  for await (const { key, bytes, modified } of archived.list(''))
    yield {
      path: `${archive}/${key}`,
      bytes,
      modified: modified.getTime(),
      read: () => archived.read(key),
    }
}

/** Whether the content had to be copied. Throws where it is not what its fingerprint says. */
async function keep({ path, read }: Candidate, target: ObjectStorage, sha256: string): Promise<boolean> {
  if ((await target.size(objectKey(sha256))) !== null) return false
  const written = await target.put(objectKey(sha256), await read())
  if (written.sha256.toString('hex') === sha256) return true
  await target.remove(objectKey(sha256))
  throw new Error(`${path} was changed while it was read`)
}

/**
 * Copies what is not in `target` yet. `known`: files of the backup before; the same path, length and time
 * means the same content. A file that is removed meanwhile is left out.
 */
export async function keepFiles(
  { folder, stores }: { readonly folder: string; readonly stores: FileStores },
  target: ObjectStorage,
  known: ReadonlyMap<string, BackedUpFile>,
): Promise<{ files: BackedUpFile[]; copied: number }> {
  const files: BackedUpFile[] = []
  let copied = 0
  const unlessGone = <T>(work: Promise<T>): Promise<T | null> =>
    work.catch((error: unknown) => {
      if (isGone(error)) return null
      throw error
    })
  await severally(candidates(folder, stores), { atOnce: filesAtOnce }, async (one) => {
    const before = known.get(one.path)
    const same = before?.bytes === one.bytes && before.modified === one.modified ? before : null
    const sha256 = same?.sha256 ?? (await unlessGone(one.read().then(digestOf)))
    if (!sha256) return
    if (!same) {
      if ((await unlessGone(keep(one, target, sha256))) === null) return
      copied += 1
    }
    files.push({ path: one.path, bytes: one.bytes, modified: one.modified, sha256 })
  })
  return { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), copied }
}
