import { basename, dirname } from 'node:path'
import { patienceOf } from '../../platform/storage/patient-fetch.ts'
import { isBucket, storageAt } from '../../platform/storage/place.ts'
import type { S3Account } from '../../platform/storage/s3.ts'
import type { ObjectStorage } from '../../platform/storage/storage.ts'
import { BackupError, type Backup } from './manifest.ts'

/** Letters and signs of a moment that every file system takes; in the order of time. */
export const nameOf = (at: Date): string => at.toISOString().replace(/[:.]/g, '-')

/** When a backup was begun, by its name. */
export const momentOf = (name: string): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'))

const form = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z$/
/** Years begin so; what else lies there need not be listed. */
const begins = '2'

/** Names of backups, oldest first: those that are whole, and those whose end is not there. */
export interface BackupNames {
  readonly whole: readonly string[]
  readonly begun: readonly string[]
}

export async function foundIn(storage: ObjectStorage): Promise<BackupNames> {
  const begun = new Set<string>()
  const whole = new Set<string>()
  for await (const { key } of storage.list(begins)) {
    const [name = '', rest] = [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)]
    if (!form.test(name)) continue
    if (rest === 'manifest.json') whole.add(name)
    else begun.add(name)
  }
  return { whole: [...whole].toSorted(), begun: [...begun].filter((name) => !whole.has(name)).toSorted() }
}

/** Names of the backups of a place, oldest first. */
export const backupsIn = async (storage: ObjectStorage): Promise<readonly string[]> =>
  (await foundIn(storage)).whole

/** Where backups lie: a folder, or s3://bucket/prefix. */
export const backupPlace = (place: string, account: S3Account | undefined): ObjectStorage =>
  storageAt(place, account, patienceOf.command)

/** The backup that a place is, or the newest of those that lie there. */
export async function backupAt(place: string, account: S3Account | undefined): Promise<Backup> {
  const bare = place.replace(/\/+$/, '')
  const name = basename(bare)
  if (form.test(name)) {
    const above = isBucket(bare) ? bare.slice(0, -name.length - 1) : dirname(bare)
    return { storage: backupPlace(above, account), name }
  }
  const storage = backupPlace(bare, account)
  const newest = (await backupsIn(storage)).at(-1)
  if (newest === undefined) throw new BackupError(`${place} 里没有做完的备份。`)
  return { storage, name: newest }
}
