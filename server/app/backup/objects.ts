import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { BackedUpFile } from './manifest.ts'

/** Folders of the data folder that hold files of people. */
export const kept = ['files', 'imports', 'exports', 'audit-archive'] as const

/** The same content is kept once for all backups of a folder, under its fingerprint. */
export const objectPath = (target: string, sha256: string): string =>
  join(target, 'objects', sha256.slice(0, 2), sha256)

/** Hex digest of a file. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    // Uploads on their way are in no table yet.
    if (entry.isDirectory() && entry.name !== 'arriving') yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

async function keep(path: string, target: string, sha256: string): Promise<void> {
  const place = objectPath(target, sha256)
  if (await stat(place).catch(() => null)) return
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  const draft = `${place}.part`
  await copyFile(path, draft)
  const handle = await open(draft, 'r+')
  await handle.sync().finally(() => handle.close())
  await rename(draft, place)
}

/**
 * Copies what is not in `target` yet. `known`: files of the backup before; the same path, length and time means the same content.
 * A file that is removed meanwhile is left out.
 */
export async function keepFiles(
  folder: string,
  target: string,
  known: ReadonlyMap<string, BackedUpFile>,
): Promise<{ files: BackedUpFile[]; copied: number }> {
  const files: BackedUpFile[] = []
  let copied = 0
  for (const part of kept)
    for await (const path of filesBelow(join(folder, part))) {
      const one = await stat(path).catch(() => null)
      if (one === null) continue
      const name = relative(folder, path)
      const before = known.get(name)
      const same = before?.bytes === one.size && before.modified === one.mtimeMs ? before : null
      const sha256 = same?.sha256 ?? (await digestOf(path).catch(() => null))
      if (sha256 === null) continue
      if (!same) {
        const isThere = await keep(path, target, sha256).then(
          () => true,
          (error: unknown) => {
            if (isMissing(error)) return false
            throw error
          },
        )
        if (!isThere) continue
        copied += 1
      }
      files.push({ path: name, bytes: one.size, modified: one.mtimeMs, sha256 })
    }
  return { files, copied }
}
