import { z } from 'zod'
import { isBucketPlace } from '../storage/place.ts'
import type { S3Account } from '../storage/s3.ts'
import { noSpaces, text } from './variable.ts'

/** Accounts of storages that speak the S3 protocol: of files, and of backups, which should be another one. */
export type Storages = Readonly<{
  s3: S3Account | undefined
  /** s3://bucket/prefix for the files of people; DATA_DIR unless given. */
  filesIn: string | undefined
  /** The earlier store, which may still hold files that were not moved. */
  filesBefore: string | undefined
  /** The account of `s3` where none of its own is given. */
  backupS3: S3Account | undefined
}>

const address = (name: string) =>
  text(
    `${name} 应为存储的地址，不含桶名和路径，例如 https://s3.example.cn 或 http://10.0.0.5:9000。`,
    (v) => {
      const url = URL.parse(v)
      return url !== null && /^https?:$/.test(url.protocol) && url.origin === v.replace(/\/$/, '')
    },
  ).optional()
const bucketIn = (name: string) => z.enum(['path', 'host'], `${name} 只能是 path 或 host。`).default('path')

const bucketPlace = (name: string) =>
  text(`${name} 应形如 s3://桶名/前缀，桶名用小写字母、数字和短横。`, isBucketPlace).optional()

export const storageVariables = {
  FILES: bucketPlace('FILES'),
  FILES_BEFORE: bucketPlace('FILES_BEFORE'),
  S3_ENDPOINT: address('S3_ENDPOINT'),
  S3_REGION: noSpaces('S3_REGION'),
  S3_ACCESS_KEY: noSpaces('S3_ACCESS_KEY'),
  S3_SECRET_KEY: noSpaces('S3_SECRET_KEY'),
  S3_BUCKET_IN: bucketIn('S3_BUCKET_IN'),
  BACKUP_S3_ENDPOINT: address('BACKUP_S3_ENDPOINT'),
  BACKUP_S3_REGION: noSpaces('BACKUP_S3_REGION'),
  BACKUP_S3_ACCESS_KEY: noSpaces('BACKUP_S3_ACCESS_KEY'),
  BACKUP_S3_SECRET_KEY: noSpaces('BACKUP_S3_SECRET_KEY'),
  BACKUP_S3_BUCKET_IN: bucketIn('BACKUP_S3_BUCKET_IN'),
}

/** Variables that are given together or not at all. */
export const storageTogether = [
  ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
  ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY'],
] as const

/** Rules between them. */
export const storageRules = (given: Readonly<Record<string, string | undefined>>) =>
  ['FILES', 'FILES_BEFORE'].map(
    (name) =>
      given[name] &&
      !given['S3_ENDPOINT'] &&
      `使用 ${name} 时要给出 S3_ENDPOINT、S3_ACCESS_KEY、S3_SECRET_KEY。`,
  )

type Values = z.output<z.ZodObject<typeof storageVariables>>

function accountOf(values: Values, prefix: '' | 'BACKUP_'): S3Account | undefined {
  const endpoint = values[`${prefix}S3_ENDPOINT`]
  const [accessKey, secretKey] = [values[`${prefix}S3_ACCESS_KEY`], values[`${prefix}S3_SECRET_KEY`]]
  if (!endpoint || !accessKey || !secretKey) return undefined
  const region = values[`${prefix}S3_REGION`] ?? 'us-east-1'
  return { endpoint, region, accessKey, secretKey, bucketIn: values[`${prefix}S3_BUCKET_IN`] }
}

export function storagesOf(values: Values): Storages {
  const s3 = accountOf(values, '')
  const { FILES: filesIn, FILES_BEFORE: filesBefore } = values
  return { s3, filesIn, filesBefore, backupS3: accountOf(values, 'BACKUP_') ?? s3 }
}
