import { join, resolve } from 'node:path'
import { masterKeyFits } from '../engine/sealing/index.ts'
import type { Config } from '../platform/config/config.ts'
import { loadOrCreateSecret, loadSecret } from '../platform/config/secret.ts'
import { keysFrom } from '../platform/crypto/keys.ts'
import { openDatabase } from '../platform/db/database.ts'
import { existingCluster } from '../platform/db/embedded/pg-cluster.ts'
import { sql } from '../platform/db/sql.ts'
import { StartError } from '../platform/lifecycle/start-error.ts'

const fileOf = (config: Config) => join(resolve(config.dataDir), 'master.key')

function lost(file: string): StartError {
  return new StartError(
    `找不到主密钥：${file} 不存在，也没有给出 XINGTAN_KEY，而数据库里已有用它加密的数据。请从备份恢复该文件，或用 XINGTAN_KEY 给出原来的密钥。`,
  )
}

/**
 * The master key of an installation that exists. Throws StartError where it is missing: a new one would open
 * nothing.
 */
export async function masterKeyOf(config: Config): Promise<Buffer> {
  const key = await loadSecret(fileOf(config), config.xingtanKey)
  if (key === undefined) throw lost(fileOf(config))
  return key
}

/** What is known of an external database before anything is changed in it. */
async function examine(url: string, key: Buffer | undefined): Promise<{ filled: boolean; fits: boolean }> {
  const db = openDatabase({ url, max: 1, applicationName: 'xingtan-key' })
  try {
    const { filled, checked } = await db.one<{ filled: boolean; checked: boolean }>(sql`
      select to_regclass('public.person') is not null as filled,
        to_regclass('public.master_key_check') is not null as checked`)
    return { filled, fits: !checked || key === undefined || (await masterKeyFits(db, keysFrom(key))) }
  } finally {
    await db.close()
  }
}

/**
 * The master key for a start: made the first time, never beside a database that has data already. Over an
 * external database a wrong key is found before the application's role gets a password from it. Throws
 * StartError.
 */
export async function masterKeyForStart(config: Config): Promise<Buffer> {
  const key = await loadSecret(fileOf(config), config.xingtanKey)
  if (config.databaseUrl === undefined) {
    if (key === undefined && (await existingCluster(resolve(config.dataDir))) !== undefined)
      throw lost(fileOf(config))
  } else {
    const { filled, fits } = await examine(config.databaseUrl, key)
    if (key === undefined && filled) throw lost(fileOf(config))
    if (!fits)
      throw new StartError(
        '主密钥与数据库不符：XINGTAN_KEY 或 master.key 不是加密这个数据库时用的那一个，请改用原来的。',
      )
  }
  return key ?? loadOrCreateSecret(fileOf(config))
}
