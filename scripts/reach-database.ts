import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../server/platform/config/config.ts'
import { loadOrCreateSecret } from '../server/platform/config/secret.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { existingCluster } from '../server/platform/db/embedded/pg-cluster.ts'
import { APP_ROLE, DATABASE_NAME, passwordOf } from '../server/platform/db/roles.ts'
import { createLog } from '../server/platform/log/log.ts'

/**
 * The database of an installation, for a command beside a running portal or without one: the external one,
 * the embedded one that runs, or the embedded one started for this. Throws when the folder holds none.
 * `folder` is the absolute data folder.
 */
export async function reachDatabase(
  config: Config,
  folder: string,
): Promise<{ url: string; end: () => Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, end: async () => {} }
  const cluster = await existingCluster(folder)
  if (cluster === undefined) throw new Error(`数据目录 ${folder} 里没有数据库`)
  const port = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[3]
  if (port) {
    const secret = await loadOrCreateSecret(join(folder, 'database.key'))
    const url = `postgres://${APP_ROLE}:${passwordOf(secret, APP_ROLE)}@127.0.0.1:${port}/${DATABASE_NAME}`
    const probe = openDatabase({ url, max: 1 })
    const runs = await probe.ping().then(
      () => true,
      () => false,
    )
    await probe.close()
    if (runs) return { url, end: async () => {} }
  }
  const server = await startEmbedded(config.dataDir, createLog('error'))
  return { url: server.appUrl, end: () => server.stop() }
}
