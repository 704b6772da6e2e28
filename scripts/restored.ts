import { resolve } from 'node:path'
import { checkBackup, restoreBackup, type Backup } from '../server/app/backup/index.ts'
import { requireMasterKey } from '../server/engine/sealing/index.ts'
import { sentenceOfFault, verifyAudit } from '../server/features/audit-log/index.ts'
import { makeDataDir } from '../server/platform/config/data-dir.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { createLog } from '../server/platform/log/log.ts'
import { storesIn, type FileStores } from '../server/platform/storage/file-stores.ts'

const migrations = resolve(import.meta.dirname, '../server/migrations')

interface RestoreTask {
  readonly backup: Backup
  readonly masterKey: Buffer
  /** An empty data folder. */
  readonly folder: string
  /** Where files go; the folder unless given. */
  readonly stores?: FileStores
  /** An empty database; without it the embedded one is made in the folder. */
  readonly databaseUrl: string | undefined
  readonly say: (line: string) => void
}

/**
 * Reads a backup wholly, restores it into an empty place and verifies what is there: the key, the chain of
 * the audit. Throws an error with a Chinese sentence.
 */
export async function restoreInto({
  backup,
  masterKey,
  folder,
  databaseUrl,
  stores = storesIn(folder),
  say,
}: RestoreTask): Promise<void> {
  const keys = keysFrom(masterKey)
  say(`正在核对备份 ${backup.storage.place}/${backup.name}`)
  const told = await checkBackup(backup, keys)
  await makeDataDir(folder)
  const embedded = databaseUrl === undefined ? await startEmbedded(folder, createLog('error')) : null
  try {
    const ownerUrl = embedded?.ownerUrl ?? databaseUrl ?? ''
    say(`正在恢复 ${told.tables.length} 张表、${told.files.length} 个文件`)
    await restoreBackup(backup, told, { ownerUrl, folder, stores, migrations }, say)
    const db = openDatabase({ url: ownerUrl, max: 1, statementTimeout: 0 })
    try {
      await requireMasterKey(db, keys)
      const { rows, faults } = await verifyAudit({ db, keys, folder })
      const [first] = faults
      if (first) throw new Error(`恢复出来的审计日志不完整：${sentenceOfFault(first)}`)
      say(`审计日志 ${rows} 环完整。`)
    } finally {
      await db.close()
    }
  } finally {
    await embedded?.stop()
  }
}
