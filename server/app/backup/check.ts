import type { Readable } from 'node:stream'
import type { Keys } from '../../platform/crypto/keys.ts'
import { severally } from '../../platform/storage/severally.ts'
import { isMissing } from '../../platform/storage/storage.ts'
import { BackupError, readManifest, type Backup, type Contents } from './manifest.ts'
import { digestOf, filesAtOnce, objectKey } from './objects.ts'

/** The packed lines of a table. */
export const tableKey = (name: string, table: string): string => `${name}/tables/${table}.zst`

/**
 * Whether what is read has this fingerprint; what is not there has none. Faults of the storage are thrown.
 */
async function isWhole(read: Promise<Readable>, sha256: string): Promise<boolean> {
  try {
    return (await digestOf(await read)) === sha256
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/**
 * Reads the whole of a backup and compares every file with what the manifest says. Throws BackupError with
 * the first that is missing or differs by a byte.
 */
export async function checkBackup(backup: Backup, keys: Keys): Promise<Contents> {
  const told = await readManifest(backup, keys)
  const { storage, name } = backup
  await severally(told.tables.values(), { atOnce: filesAtOnce }, async ({ name: table, sha256 }) => {
    if (!(await isWhole(storage.read(tableKey(name, table)), sha256)))
      throw new BackupError(`备份残缺：表 ${table} 的内容不在，或与备份时不同。请换一个备份。`)
  })
  await severally(told.files.values(), { atOnce: filesAtOnce }, async ({ path, sha256 }) => {
    if (!(await isWhole(storage.read(objectKey(sha256)), sha256)))
      throw new BackupError(`备份残缺：文件 ${path} 的内容不在，或与备份时不同。请换一个备份。`)
  })
  return told
}
