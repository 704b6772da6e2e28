import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename as renameNow, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { handedOn, type Pieces } from './pieces.ts'
import { StorageError, type ObjectStorage, type StoredObject, type WrittenObject } from './storage.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const failed = (path: string, error: unknown): StorageError => {
  if (error instanceof StorageError) return error
  const code = codeOf(error)
  if (code === 'ENOENT') return new StorageError('missing', `${path} 不存在。`, error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StorageError('full', `${path} 所在的磁盘已满。`, error)
  return new StorageError('failed', `不能读写 ${path}：${code || String(error)}。`, error)
}

/** Folder of incomplete objects; they have no key yet. */
const arriving = 'arriving'
/** Age in milliseconds after which an incomplete object is what a crash left behind. */
const longest = 24 * 3600_000

/**
 * Gives a whole draft its name. Whoever removes the last object of a folder may take the folder away in
 * between.
 */
async function rename(draft: string, path: string): Promise<void> {
  for (let left = 10; ; left -= 1) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      return await renameNow(draft, path)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || left === 0) throw error
    }
  }
}

/** Writes, syncs, then renames: neither a crash nor a full disk leaves half an object under its key. */
async function write(folder: string, path: string, pieces: Pieces): Promise<WrittenObject> {
  const hash = createHash('sha256')
  let bytes = 0
  await mkdir(join(folder, arriving), { recursive: true, mode: 0o700 })
  const draft = join(folder, arriving, randomUUID())
  const handle = await open(draft, 'wx', 0o600)
  try {
    for await (const piece of pieces) {
      hash.update(piece)
      await handle.writeFile(piece)
      bytes += piece.length
    }
    await handle.sync()
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return { bytes, sha256: hash.digest() }
}

/** Removes what a crash left of objects on their way. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(join(folder, arriving)).catch(() => [])) {
    const path = join(folder, arriving, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > longest) await rm(path, { force: true })
  }
}

/** Bytes that are free on the disk of the folder, which is made. */
async function room(folder: string): Promise<number> {
  await mkdir(join(folder, arriving), { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function* filesBelow(root: string, path: string, prefix: string): AsyncGenerator<StoredObject> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw failed(join(root, path), error)
  })
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const key = path === '' ? entry.name : `${path}/${entry.name}`
    const leadsThere = key.startsWith(prefix) || prefix.startsWith(`${key}/`)
    if (entry.isDirectory() && leadsThere && key !== arriving) yield* filesBelow(root, key, prefix)
    else if (entry.isFile() && key.startsWith(prefix)) {
      const found = await stat(join(root, key)).catch(() => null)
      if (found) yield { key, bytes: found.size, modified: found.mtime }
    }
  }
}

export interface FolderStorage extends ObjectStorage {
  /** Path of the object of a key. */
  readonly pathOf: (key: string) => string
  /** Bytes that are free on its disk. */
  readonly room: () => Promise<number>
  /** Removes what a crash left of objects on their way. */
  readonly sweep: () => Promise<void>
}

/** Objects as files below a folder; nothing but their keys names them. */
export function folderStorage(folder: string): FolderStorage {
  const pathOf = (key: string) => join(folder, key)
  return {
    place: folder,
    pathOf,
    room: () => room(folder),
    sweep: () => sweep(folder),
    prepare: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        const said = `不能在 ${folder} 里建立文件夹，请检查位置和权限。`
        throw new StorageError('refused', said, error)
      })
      await sweep(folder)
    },
    put: async (key, pieces) =>
      handedOn(pieces, (watched) =>
        write(folder, pathOf(key), watched).catch((error: unknown) => {
          throw failed(pathOf(key), error)
        }),
      ),
    read: async (key, part) => {
      const stream = createReadStream(pathOf(key), part)
      await new Promise<void>((opened, fail) => {
        stream.once('open', () => opened())
        stream.once('error', (error) => fail(failed(pathOf(key), error)))
      })
      return stream
    },
    size: async (key) => {
      const found = await stat(pathOf(key)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
        throw failed(pathOf(key), error)
      })
      return found?.isFile() ? found.size : null
    },
    list: (prefix) => filesBelow(folder, '', prefix),
    remove: async (key) => {
      await rm(pathOf(key), { force: true }).catch((error: unknown) => {
        throw failed(pathOf(key), error)
      })
      // Folders go with their last file, as they do in a bucket.
      for (let at = dirname(key); at !== '.'; at = dirname(at)) {
        const isGone = await rmdir(pathOf(at)).then(
          () => true,
          () => false,
        )
        if (!isGone) break
      }
    },
  }
}
