import { resolve } from 'node:path'
import { folderStorage } from './folder.ts'
import type { Patience } from './patient-fetch.ts'
import { s3Storage, type S3Account } from './s3.ts'
import { StorageError, type ObjectStorage } from './storage.ts'

/** Names that every storage of this protocol takes, and no sign that a shell or an address would change. */
const form = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.=-]+)*)\/?$/

export const isBucket = (place: string): boolean => place.startsWith('s3:')

export const isBucketPlace = (place: string): boolean => form.test(place)

/** Opens s3://bucket/prefix with the account, or a folder. Throws StorageError, a Chinese sentence. */
export function storageAt(place: string, account: S3Account | undefined, patience: Patience): ObjectStorage {
  if (!isBucket(place)) return folderStorage(resolve(place))
  const [, bucket, path = ''] = form.exec(place) ?? []
  if (bucket === undefined)
    throw new StorageError('refused', `${place} 应形如 s3://桶名/前缀，桶名用小写字母、数字和短横。`)
  if (account === undefined)
    throw new StorageError(
      'refused',
      `使用 ${place} 要先设 S3_ENDPOINT、S3_ACCESS_KEY、S3_SECRET_KEY（备份可另设 BACKUP_S3_ENDPOINT 等）。`,
    )
  return s3Storage({ ...account, bucket, prefix: path.slice(1) }, patience)
}
