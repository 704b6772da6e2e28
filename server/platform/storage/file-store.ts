import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../../catalogue/errors.ts'
import { folderStorage, type FolderStorage } from './folder.ts'
import type { Pieces } from './pieces.ts'
import { isMissing, StorageError, type ObjectStorage, type Part, type StoredObject } from './storage.ts'

/** Bytes as they were kept. */
export interface KeptFile {
  readonly key: string
  readonly bytes: number
  readonly sha256: Buffer
}

/** A file of the store under a path of this machine; `done` takes the copy away again. */
interface LocalCopy {
  readonly path: string
  readonly done: () => Promise<void>
}

interface Beside {
  /** Bytes that stay free on the disk, because the database may lie there, too. */
  readonly keepFree?: number
  /** Store for new files; the folder by default. */
  readonly bucket?: ObjectStorage | undefined
  /** Further stores that may still hold files, beside the folder. */
  readonly before?: ObjectStorage | undefined
  /** Called with faults of the storage, as sentences for its operator. */
  readonly onFault?: (fault: StorageError) => void
}

/** A file that is not older than this many milliseconds may still wait for the row that names it. */
const youngest = 24 * 3600_000
/** What is made of a file lies beside it under its key with one of these ends. */
const derived = ['.pdf', '.small'] as const
/** So many copies for programs that want a path lie on the disk at most. */
const mostCopies = 4

/** The storage's name of a key; a key of a store is a random name, with an ending for what was made of it. */
export const placed = (key: string): string => `${key.slice(0, 2)}/${key}`
const keyOf = (object: string): string => object.slice(object.lastIndexOf('/') + 1)

/** Lets so many go on at a time; the others wait in their order. */
function turnstile(most: number) {
  let inside = 0
  const waiting: (() => void)[] = []
  return {
    enter: async () => {
      if (inside < most) inside += 1
      else await new Promise<void>((next) => waiting.push(next))
    },
    leave: () => {
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    },
  }
}

/** Copies of files under paths of this machine, a few at a time. */
function copies(read: (key: string) => Promise<Readable>) {
  const turn = turnstile(mostCopies)
  return async (key: string): Promise<LocalCopy> => {
    await turn.enter()
    let folder: string | undefined
    let isDone = false
    const done = async () => {
      if (isDone) return
      isDone = true
      turn.leave()
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    }
    try {
      folder = await mkdtemp(join(tmpdir(), 'xingtan-copy-'))
      const path = join(folder, key)
      await pipeline(await read(key), createWriteStream(path, { mode: 0o600 }))
      return { path, done }
    } catch (error) {
      await done()
      throw error
    }
  }
}

/** Work on a local copy of a file; the copy is removed in any case. */
function underPath(localCopy: (key: string) => Promise<LocalCopy>) {
  return {
    async withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
      const { path, done } = await localCopy(key)
      try {
        return await work(path)
      } finally {
        await done()
      }
    },
    /** A stream that is made of a file; the path stays until the stream is closed. */
    async streamFrom(key: string, make: (path: string) => Readable): Promise<Readable> {
      const { path, done } = await localCopy(key)
      try {
        return make(path).once('close', () => void done())
      } catch (error) {
        await done()
        throw error
      }
    },
  }
}

/** The storages of a file store. */
interface Places {
  readonly disk: FolderStorage
  readonly target: ObjectStorage
  /** Storages from which files are being moved. */
  readonly sources: readonly ObjectStorage[]
  /**
   * In the order of looking: the disk says at once that it has none, and a file is in the target before it
   * leaves its source.
   */
  readonly reading: readonly ObjectStorage[]
}

function placesOf(folder: string, { bucket, before }: Beside): Places {
  const disk = folderStorage(folder)
  const target = bucket ?? disk
  const others: readonly (ObjectStorage | undefined)[] = [before, disk]
  const sources = others.filter((one) => one !== undefined && one !== target) as ObjectStorage[]
  return { disk, target, sources, reading: [...new Set([disk, target, ...sources])] }
}

async function find({ reading }: Places, key: string, part: Part | undefined): Promise<Readable> {
  let missing: unknown
  // A file that was moved during the search is found by a second one.
  for (const place of reading.length > 1 ? [...reading, ...reading] : reading) {
    try {
      return await place.read(placed(key), part)
    } catch (error) {
      if (!isMissing(error)) throw error
      missing = error
    }
  }
  throw missing
}

async function sizeIn({ reading }: Places, key: string): Promise<number | null> {
  for (const place of reading) {
    const bytes = await place.size(placed(key))
    if (bytes !== null) return bytes
  }
  return null
}

/** Sources first: what is moved meanwhile is listed in one of the two. */
async function* listed({ sources, target }: Places): AsyncGenerator<StoredObject> {
  const seen = new Set<string>()
  for (const place of [...sources, target])
    for await (const { key, ...facts } of place.list('')) {
      if (seen.has(key)) continue
      if (sources.length > 0) seen.add(key)
      yield { key: keyOf(key), ...facts }
    }
}

/** Sentence for users about a storage fault; the storage's own message is for the operator. */
function spoken(error: unknown, onFault: Beside['onFault']): unknown {
  if (!(error instanceof StorageError)) return error
  if (error.kind === 'full') return new AppError('noSpace')
  if (error.kind === 'missing')
    return new AppError('missing', { message: '文件的内容已不在，请联系系统管理员' })
  onFault?.(error)
  return new AppError('unavailable', { message: '存放文件的存储暂时不能用，请稍后再试' })
}

/**
 * Files by random names, outside the web root; the name that people gave is only in a table. New ones go to
 * the bucket where there is one, else into the folder; reading looks in all places, so that files may be
 * moved while the portal runs. Throws AppError: `noSpace`, `missing` where the bytes are in no place,
 * `unavailable` where the storage does not do its work.
 */
export function fileStore(folder: string, beside: Beside = {}) {
  const places = placesOf(folder, beside)
  const { disk, target, sources, reading } = places
  const tried = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw spoken(error, beside.onFault)
    }
  }
  const read = (key: string, part?: Part) => tried(find(places, key, part))
  const copied = copies(read)
  const localCopy = async (key: string): Promise<LocalCopy> =>
    // A file that exists in the folder only is not moved while it is being read.
    reading.length > 1 ? copied(key) : { path: disk.pathOf(placed(key)), done: async () => {} }
  return {
    /** Storage of new files, and those from which files are moved. */
    target,
    sources,
    isBucket: target !== disk,
    /** Throws `noSpace` when so many bytes more would not fit. The room of a bucket is unknown. */
    async expectRoom(bytes: number) {
      if (target === disk && (await disk.room()) < bytes + (beside.keepFree ?? 0))
        throw new AppError('noSpace')
    },
    /**
     * Takes a file piece by piece; neither a crash nor a sender who goes away leaves half a file under a
     * name.
     */
    async write(pieces: Pieces): Promise<KeptFile> {
      const key = randomUUID()
      return { key, ...(await tried(target.put(placed(key), pieces))) }
    },
    read,
    async readWhole(key: string): Promise<Buffer> {
      const broken = (cause: unknown) => new StorageError('failed', `${key} 没有读完。`, cause)
      const stream = await read(key)
      return tried(buffer(stream).catch((error: unknown) => Promise.reject(broken(error))))
    },
    /** Length in bytes; null where there is none. */
    size: (key: string) => tried(sizeIn(places, key)),
    /** Stores a derived file (a preview, a copy) under the file's key with an ending. */
    keepMade: (key: string, path: string) => tried(target.put(placed(key), createReadStream(path))),
    ...underPath(localCopy),
    /** All files, wherever they lie. */
    all: () => listed(places),
    /** Keys of the files that are older than a day. */
    async old(): Promise<string[]> {
      const found: string[] = []
      for await (const { key, modified } of listed(places))
        if (Date.now() - modified.getTime() > youngest) found.push(key)
      return found
    },
    sweep: disk.sweep,
    /**
     * Removes a file and what was made of it; sources first, so that a copy on its way is seen (`moveFiles`).
     */
    async remove(key: string) {
      for (const place of [...sources, target])
        for (const name of [key, ...derived.map((end) => `${key}${end}`)])
          await tried(place.remove(placed(name)))
    },
  }
}
export type FileStore = ReturnType<typeof fileStore>
