import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../server/platform/config/config.ts'
import { loadOrCreateSecret } from '../server/platform/config/secret.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { existingCluster } from '../server/platform/db/embedded/pg-cluster.ts'
import { withPooler } from '../server/platform/db/pooler.ts'
import { APP_ROLE, DATABASE_NAME, OWNER_ROLE, passwordOf } from '../server/platform/db/roles.ts'
import { createLog } from '../server/platform/log/log.ts'

/** A database that a command works with; `end` stops what was started for it. */
export interface ReachedDatabase {
  /** Of the role that the portal runs with. */
  readonly url: string
  /** Of the role that owns the tables. */
  readonly ownerUrl: string
  readonly end: () => Promise<void>
}

/**
 * The database of an installation, for a command beside a running portal or without one: the external one,
 * the embedded one that runs, or the embedded one started for this. Throws when the folder holds none.
 * `folder` is the absolute data folder.
 */
export async function reachDatabase(config: Config, folder: string): Promise<ReachedDatabase> {
  const { databaseUrl } = await withPooler(config)
  if (databaseUrl) return { url: databaseUrl, ownerUrl: databaseUrl, end: async () => {} }
  const cluster = await existingCluster(folder)
  if (cluster === undefined) throw new Error(`数据目录 ${folder} 里没有数据库`)
  const port = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[3]
  if (port) {
    const secret = await loadOrCreateSecret(join(folder, 'database.key'))
    const urlOf = (role: string) =>
      `postgres://${role}:${passwordOf(secret, role)}@127.0.0.1:${port}/${DATABASE_NAME}`
    const probe = openDatabase({ url: urlOf(APP_ROLE), max: 1 })
    const runs = await probe.ping().then(
      () => true,
      () => false,
    )
    await probe.close()
    if (runs) return { url: urlOf(APP_ROLE), ownerUrl: urlOf(OWNER_ROLE), end: async () => {} }
  }
  const server = await startEmbedded(config.dataDir, createLog('error'))
  return { url: server.appUrl, ownerUrl: server.ownerUrl, end: () => server.stop() }
}
