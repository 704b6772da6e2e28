/**
 * `npm run restore -- --from 某一份备份`, or a place of backups (a folder, s3://桶/前缀), of which the newest
 * is taken; `--list` only names them. Restores into the empty data folder `DATA_DIR` and, with
 * `DATABASE_URL`, the empty database there. The master key comes from `XINGTAN_KEY`, `--key 文件` or, of a
 * backup that carries it, `--holder 私钥.pem` of both holders; it is written into the data folder unless
 * `XINGTAN_KEY` gives it. Ends with 0 or 2.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  backupAt,
  backupPlace,
  backupsIn,
  BackupError,
  openByHolders,
  sealedKeyOf,
  type Backup,
} from '../server/app/backup/index.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { withPooler } from '../server/platform/db/pooler.ts'
import { makeDataDir } from '../server/platform/config/data-dir.ts'
import { loadSecret } from '../server/platform/config/secret.ts'
import { fileStores, prepareFiles } from '../server/platform/storage/file-stores.ts'
import { patienceOf } from '../server/platform/storage/patient-fetch.ts'
import { restoreInto } from './restored.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

interface RestoreOptions {
  readonly key?: string | undefined
  readonly holder?: readonly string[] | undefined
}

async function keyFrom(
  backup: Backup,
  { key, holder }: RestoreOptions,
  given: string | undefined,
): Promise<Buffer> {
  if (holder) {
    const pems = await Promise.all(holder.map((path) => readFile(path, 'utf8')))
    return openByHolders(await sealedKeyOf(backup), pems)
  }
  const found = await loadSecret(key ?? '', given)
  if (found === undefined)
    throw new BackupError('请用 XINGTAN_KEY、--key 文件或两位保管人的 --holder 给出主密钥。')
  return found
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      list: { type: 'boolean', default: false },
      key: { type: 'string' },
      holder: { type: 'string', multiple: true },
    },
  })
  if (values.from === undefined) throw new BackupError('请用 --from 指明要恢复的那一份备份。')
  const config = readConfig(process.env)
  if (values.list) {
    for (const name of await backupsIn(backupPlace(values.from, config.backupS3))) say(name)
    return
  }
  const folder = resolve(config.dataDir)
  const backup = await backupAt(values.from, config.backupS3)
  const masterKey = await keyFrom(backup, values, config.xingtanKey)
  await makeDataDir(folder)
  const keyFile = join(folder, 'master.key')
  // Before the database: an embedded one beside no key would be refused by every later start.
  if (config.xingtanKey === undefined)
    await writeFile(keyFile, `${masterKey.toString('base64')}\n`, { mode: 0o600, flag: 'wx' }).catch(() => {
      throw new BackupError(`${keyFile} 已经存在：只能恢复到空的数据目录。`)
    })
  try {
    const { databaseUrl } = await withPooler(config)
    const stores = fileStores(config, { patience: patienceOf.command })
    await prepareFiles(stores)
    await restoreInto({ backup, masterKey, folder, stores, databaseUrl, say })
  } catch (error) {
    if (config.xingtanKey === undefined) await rm(keyFile, { force: true })
    throw error
  }
  say('恢复完成，可以启动门户了。')
}

process.exitCode = await main().then(
  () => 0,
  (error: unknown) => {
    process.stderr.write(`没有恢复成：${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  },
)
