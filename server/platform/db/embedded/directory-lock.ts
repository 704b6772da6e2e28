import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../lifecycle/start-error.ts'
import { isAlive } from './pg-process.ts'
import { rootClient } from './pg-server.ts'

/** Advisory lock in the maintenance database ("xtdl"): one portal process per embedded cluster. */
const LOCK = 0x7874646c
const NAME = 'xingtan-holder'

/**
 * Takes the data directory for this process. The lock is a session of the database: it ends with the process
 * however the process ends, and no file can be left behind. Returns the connection that holds it; closing it
 * gives it back. Throws StartError naming the holder if another living process has it.
 */
export async function takeDirectory(port: number, rootPassword: string, dataDir: string): Promise<pg.Client> {
  const client = rootClient(port, rootPassword, `${NAME} ${process.pid}`)
  await client.connect()
  try {
    // A holder killed a moment ago: its session ends when the server notices, within milliseconds. A living
    // one keeps it.
    for (const start = Date.now(); ; await sleep(20)) {
      const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${LOCK}) as got`)
      if (rows[0]?.got) return client
      const holder = await holderOf(client)
      const patience = holder !== undefined && isAlive(holder) ? 400 : 5_000
      if (Date.now() - start > patience) throw taken(dataDir, holder)
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Number of other sessions on the database (another program, a person with psql). */
export async function otherSessions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return rows[0]?.count ?? 0
}

/**
 * Ends the sessions of a portal, of which there is one for each data directory: ours, where something kept a
 * connection to the last.
 */
export async function endPortalSessions(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where backend_type = 'client backend' and application_name in ('xingtan', 'xingtan-pulse')`,
  )
}

async function holderOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and objid = ${LOCK} and granted`,
  )
  const pid = Number(rows[0]?.application_name.slice(NAME.length))
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

function taken(dataDir: string, holder: number | undefined): StartError {
  const who = holder === undefined ? '另一个进程' : `进程 ${holder} `
  return new StartError(`数据目录 ${dataDir} 正由${who}使用，请先停止它，或为本次启动另设 DATA_DIR。`)
}
