/**
 * `npm run keys:rotate`: makes a new sealing key and seals all personal values anew with it, beside a running
 * portal or without one. Interrupted, it goes on where it stopped when called again. Ends with 0, or 2 when
 * it could not be done.
 */
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tables } from '../server/app/records.ts'
import { masterKeyOf } from '../server/app/master-key.ts'
import { sealedTables } from '../server/app/sealed-tables.ts'
import { learnKeys, nextKey, requireMasterKey, rotate } from '../server/engine/sealing/index.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { reachDatabase } from './reach-database.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const folder = resolve(config.dataDir)
  const keys = keysFrom(await masterKeyOf(config), config.cryptoSuite)
  const { url, end } = await reachDatabase(config, folder)
  const db = openDatabase({ url, max: 2, statementTimeout: 0, applicationName: 'xingtan-rotate-keys' })
  try {
    await requireMasterKey(db, keys)
    const kid = await nextKey(db, keys)
    say(`第 ${kid} 把密钥，等各进程都认得它……`)
    for (await learnKeys(db, keys); keys.kid() !== kid; await learnKeys(db, keys)) await sleep(1_000)
    const started = Date.now()
    let shown = ''
    const onBatch = (table: string, changed: number) => {
      if (shown !== table) say(`正在重新加密 ${table}……`)
      shown = table
      if (changed % 50_000 === 0 && changed > 0) say(`  ${changed} 行`)
    }
    const rows = await rotate({ db, keys, kid, onBatch }, sealedTables(tables))
    say(
      `完成：${rows} 行改用第 ${kid} 把密钥，用时 ${((Date.now() - started) / 1000).toFixed(1)} 秒。门户无需重启。`,
    )
  } finally {
    await db.close()
    await end()
  }
}

process.exitCode = await main().then(
  () => 0,
  (error: unknown) => {
    process.stderr.write(`没有换成：${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  },
)
