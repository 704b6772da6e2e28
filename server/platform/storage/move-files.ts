import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileStore } from './file-store.ts'
import { severally } from './severally.ts'
import { isMissing, type ObjectStorage } from './storage.ts'

/** Result of moving one folder of files: counts by outcome. */
export interface MovedFiles {
  moved: number
  bytes: number
  /** Keys of files whose bytes are not what the database says of them; they stay where they are. */
  readonly damaged: string[]
}

export interface FileMove {
  /** SHA-256 that the database has of a file; null where it has none. */
  readonly expected: (key: string) => Promise<Buffer | null>
  /** Leaves files where they were, too. */
  readonly keep: boolean
  /** Ends after the file that is on its way. */
  readonly stopping: AbortSignal
  readonly progress: (so: MovedFiles) => void
}

/** Files that are on their way at the same time. */
const atOnce = 4

async function digest(read: Promise<Readable>): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of await read) hash.update(piece as Buffer)
  return hash.digest()
}

/** Outcome of one file; `gone`: deleted while it was being moved. */
type Outcome = 'moved' | 'damaged' | 'gone'

async function moveOne(
  { source, target, key }: { source: ObjectStorage; target: ObjectStorage; key: string },
  { expected, keep }: FileMove,
): Promise<Outcome> {
  const told = await expected(key.slice(key.lastIndexOf('/') + 1))
  const found = await digest(source.read(key))
  if (told !== null && !found.equals(told)) return 'damaged'
  // An earlier move may have come so far.
  const there = await digest(target.read(key)).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!there?.equals(found)) {
    await target.put(key, await source.read(key))
    if (!(await digest(target.read(key))).equals(found))
      throw new Error(`${target.place} 里的 ${key} 写入后读回来与原文件不同，原文件没有动，请检查存储。`)
  }
  // Removing begins at the sources (`FileStore.remove`): what is no longer there was deleted while its copy
  // was on its way.
  if ((await source.size(key)) === null) {
    await target.remove(key)
    return 'gone'
  }
  if (!keep) await source.remove(key)
  return 'moved'
}

/**
 * Moves what lies in the sources of a store to its target, while people read and write: a file leaves its
 * source only after its copy was read back and is equal. One at a time may move a store: two would take each
 * other's copies for those of deleted files. May be stopped and repeated. Throws StorageError, or Error with
 * a Chinese sentence.
 */
export async function moveFiles({ sources, target }: FileStore, moving: FileMove): Promise<MovedFiles> {
  const so: MovedFiles = { moved: 0, bytes: 0, damaged: [] }
  const one = async (source: ObjectStorage, key: string, bytes: number) => {
    const outcome = await moveOne({ source, target, key }, moving).catch((error: unknown) => {
      if (isMissing(error)) return 'gone' as const
      throw error
    })
    if (outcome === 'damaged') so.damaged.push(key)
    if (outcome !== 'moved') return
    so.moved += 1
    so.bytes += bytes
    moving.progress(so)
  }
  for (const source of sources)
    await severally(source.list(''), { atOnce, stopping: moving.stopping }, ({ key, bytes }) =>
      one(source, key, bytes),
    )
  return so
}
