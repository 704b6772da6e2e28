/**
 * `npm run backup -- --to 文件夹` or `--to s3://桶/前缀`: database and files of a portal, running or not,
 * under a name of its own below that place (the account of the storage: BACKUP_S3_ENDPOINT and those beside
 * it, else S3_ENDPOINT). `--keep 7,4,12` removes what the rule does not keep, `--verify` restores the new
 * backup into an empty place and verifies it, `--holder 公钥.pem` (twice) carries the master key along, a
 * half for each of two holders. Ends with 0, 1 (a file of the portal is lost, or the backup did not verify)
 * or 2 (not made).
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type Backup,
  backupPlace,
  BackupError,
  keepRuleOf,
  recorded,
  type TakenBackup,
  removeOld,
  sealForHolders,
  takeBackup,
} from '../server/app/backup/index.ts'
import { masterKeyOf } from '../server/app/master-key.ts'
import { requireMasterKey } from '../server/engine/sealing/index.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { existingCluster } from '../server/platform/db/embedded/pg-cluster.ts'
import { fileStores } from '../server/platform/storage/file-stores.ts'
import { patienceOf } from '../server/platform/storage/patient-fetch.ts'
import { reachDatabase } from './reach-database.ts'
import { restoreInto } from './restored.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Whether a backup can be restored; says why where it cannot. */
async function verify(backup: Backup, masterKey: Buffer): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-verify-'))
  // The embedded database runs under an account of its own where we are root.
  await chmod(folder, 0o711)
  try {
    await restoreInto({ backup, masterKey, folder: join(folder, 'data'), databaseUrl: undefined, say })
    say('试恢复成功。')
    return true
  } catch (error) {
    say(`✗ 试恢复没有成功：${error instanceof Error ? error.message : String(error)}`)
    return false
  } finally {
    const cluster = await existingCluster(join(folder, 'data'))
    if (cluster !== undefined) await rm(cluster, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      verify: { type: 'boolean', default: false },
      holder: { type: 'string', multiple: true },
    },
  })
  if (values.to === undefined) throw new BackupError('请用 --to 指明放备份的文件夹或 s3://桶/前缀。')
  const keep = values.keep === undefined ? null : keepRuleOf(values.keep)
  const config = readConfig(process.env)
  const folder = resolve(config.dataDir)
  const stores = fileStores(config, { patience: patienceOf.command })
  const target = backupPlace(values.to, config.backupS3)
  const masterKey = await masterKeyOf(config)
  const keys = keysFrom(masterKey, config.cryptoSuite)
  const holders = values.holder && (await Promise.all(values.holder.map((path) => readFile(path, 'utf8'))))
  const sealedKey = holders && sealForHolders(masterKey, holders)
  const { ownerUrl, end } = await reachDatabase(config, folder)
  const started = Date.now()
  const db = openDatabase({ url: ownerUrl, max: 1 })
  try {
    await requireMasterKey(db, keys)
    return await recorded(db, async (became) => {
      const taken = await takeBackup(
        { url: ownerUrl, folder, stores, keys, ...(sealedKey && { sealedKey }) },
        target,
      )
      report(taken, Date.now() - started)
      if (!sealedKey) say('主密钥没有放进备份，请另行保存：没有它，备份里的身份证号、电话都打不开。')
      // Nothing older goes while it is not known that the new one can be used.
      if (values.verify && !(await verify(taken.backup, masterKey))) return 1
      if (keep) say(`按保留规则删除了 ${await removeOld(target, keys, keep)} 份旧备份。`)
      if (taken.missing.length > 0) return 1
      became(values.verify ? 'verified' : 'made')
      return 0
    })
  } finally {
    await db.close()
    await end()
  }
}

/** What was taken, and what is missing on the disk. */
function report({ backup, tables, rows, files, copied, missing }: TakenBackup, ms: number): void {
  say(`备份完成：${backup.storage.place}/${backup.name}`)
  say(`${tables} 张表 ${rows} 行，${files} 个文件（新增 ${copied} 个），用时 ${(ms / 1000).toFixed(1)} 秒。`)
  for (const key of missing.slice(0, 20)) say(`✗ 文件 ${key} 有登记而哪里都没有，请从更早的备份找回。`)
  if (missing.length > 20) say(`✗ 另有 ${missing.length - 20} 个文件也是这样。`)
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`备份没有完成：${error instanceof Error ? error.message : String(error)}\n`)
  return 2
})
