import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createZstdDecompress } from 'node:zlib'
import type { Readable } from 'node:stream'
import type { Keys } from '../../platform/crypto/keys.ts'
import { BackupError, readManifest, type Contents } from './manifest.ts'
import { digestOf, objectPath } from './objects.ts'

export const tablePath = (folder: string, name: string): string => join(folder, 'tables', `${name}.zst`)

/** The lines of a table, as COPY takes them. */
export const linesOf = (folder: string, name: string): Readable =>
  createReadStream(tablePath(folder, name)).pipe(createZstdDecompress())

/**
 * Reads the whole of a backup and compares every file with what the manifest says. Throws BackupError with the first
 * that is missing or differs by a byte.
 */
export async function checkBackup(folder: string, keys: Keys): Promise<Contents> {
  const told = await readManifest(folder, keys)
  for (const { name, sha256 } of told.tables) {
    if ((await digestOf(tablePath(folder, name)).catch(() => null)) !== sha256)
      throw new BackupError(`备份残缺：表 ${name} 的内容不在，或与备份时不同。请换一个备份。`)
  }
  const target = dirname(folder)
  for (const { path, bytes, sha256 } of told.files) {
    const place = objectPath(target, sha256)
    const found = await stat(place).catch(() => null)
    if (found?.size !== bytes || (await digestOf(place)) !== sha256)
      throw new BackupError(`备份残缺：文件 ${path} 的内容不在，或与备份时不同。请换一个备份。`)
  }
  return told
}
