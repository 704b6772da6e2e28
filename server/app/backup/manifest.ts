import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Keys } from '../../platform/crypto/keys.ts'
import { isMissing, type ObjectStorage } from '../../platform/storage/storage.ts'

/** A backup that cannot be made, or one that cannot be used; the message is a Chinese sentence. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Of the packed file. */
  sha256,
})
export type BackedUpTable = z.infer<typeof table>

const file = z.object({
  /** Within the data folder. */
  path: z.string(),
  bytes: z.int(),
  /** Milliseconds since 1970: with the length it tells the next backup that the content is known. */
  modified: z.number(),
  sha256,
})
export type BackedUpFile = z.infer<typeof file>

const contents = z.object({
  format: z.literal(1),
  /** When the database was read, ISO 8601. */
  at: z.string(),
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  /** Last value of every sequence that was used. */
  sequences: z.array(z.object({ name: z.string(), last: z.int() })),
  files: z.array(file),
  /** The last link of the audit in this database; null where nothing was sealed. */
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
})
export type Contents = z.infer<typeof contents>

/** The master key for two holders, each part sealed to one of them; both are needed. */
const sealedKey = z.array(z.string()).length(2)
const manifest = z.object({ contents: z.string(), mac: z.string(), key: sealedKey.optional() })

/** One backup in the place that holds them. */
export interface Backup {
  readonly storage: ObjectStorage
  /** Its moment; what is its own lies below it. */
  readonly name: string
}

export const manifestKey = (name: string): string => `${name}/manifest.json`

export function manifestText(keys: Keys, told: Contents, key: readonly string[] | undefined): string {
  const whole = JSON.stringify(told)
  return `${JSON.stringify({ contents: whole, mac: keys.stamp('backup', whole).toString('hex'), ...(key && { key }) })}\n`
}

async function parsed({ storage, name }: Backup): Promise<z.infer<typeof manifest>> {
  const place = `${storage.place}/${name}`
  const stream = await storage.read(manifestKey(name)).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    throw new BackupError(`${place} 里没有 manifest.json：不是备份，或备份没有做完。`)
  })
  const read = manifest.safeParse(jsonOf(await text(stream)))
  if (!read.success) throw new BackupError(`${place}/manifest.json 残缺，不能使用该备份。`)
  return read.data
}

function jsonOf(whole: string): unknown {
  try {
    return JSON.parse(whole)
  } catch {
    return null
  }
}

/** The parts of the key that a backup carries; throws BackupError without them. */
export async function sealedKeyOf(backup: Backup): Promise<readonly string[]> {
  const { key } = await parsed(backup)
  if (!key) throw new BackupError('该备份没有带密钥：请用 XINGTAN_KEY 给出主密钥，或用 --key 指明密钥文件。')
  return key
}

/** What a backup says of itself. Throws BackupError where it was changed or belongs to another key. */
export async function readManifest(backup: Backup, keys: Keys): Promise<Contents> {
  const { contents: told, mac } = await parsed(backup)
  if (!keys.stamps('backup', told, Buffer.from(mac, 'hex')))
    throw new BackupError('主密钥与备份不符，或备份的清单被改动过；请核对 XINGTAN_KEY 或 master.key。')
  return contents.parse(JSON.parse(told))
}
