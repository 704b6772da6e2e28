/** Nodes of a distributed PostgreSQL, started by the program that CITUS_CLUSTER names. */
import { execFile, spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDatabase } from '../../server/platform/db/database.ts'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'
import { sql } from '../../server/platform/db/sql.ts'

const run = promisify(execFile)

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A port that is free with the next two: one for each node. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = await freePort()
    if ((await isFree(first + 1)) && (await isFree(first + 2))) return first
  }
}

/**
 * Starts the nodes below the folder; returns the addresses of one database of theirs, the coordinator's
 * first.
 */
export async function startNodes(program: string, folder: string): Promise<[string, ...string[]]> {
  const { stdout } = await run(program, ['start', folder, String(await freePorts())])
  const coordinator = /DATABASE_URL=(\S+)/.exec(stdout)?.[1]
  if (coordinator === undefined) throw new Error(`${program} printed no DATABASE_URL`)
  const db = openDatabase({ url: coordinator, max: 1 })
  const workers = await db
    .query<{ port: number }>(sql`select nodeport as port from pg_dist_node where groupid <> 0 order by 1`)
    .finally(() => db.close())
  const nodes = workers.map(({ port }) => {
    const url = new URL(coordinator)
    url.port = String(port)
    return url.href
  })
  return [coordinator, ...nodes]
}

export const stopNodes = (program: string, folder: string): Promise<unknown> =>
  run(program, ['stop', folder]).catch(() => {})

/**
 * Ends the PostgreSQL of a node: SIGINT as its operator would, SIGKILL as a power cut of its machine would.
 * The answer starts it again with the arguments that it had.
 */
export function endNode(folder: string, signal: 'SIGINT' | 'SIGKILL'): () => void {
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const program = readlinkSync(`/proc/${pid}/exe`)
  const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(1, -1)
  const { uid, gid } = statSync(folder)
  process.kill(pid, signal)
  const log = openSync(`${folder}.log`, 'a')
  // Nodes look for their certificates to each other in the home of their own account.
  const env = { ...process.env, HOME: folder }
  return () =>
    void spawn(program, args, {
      uid,
      gid,
      env,
      cwd: folder,
      stdio: ['ignore', log, log],
      detached: true,
    }).unref()
}

/**
 * Restarts a node, so that settings are read which only a start reads; returns when it answers at its
 * address.
 */
export async function restartNode(folder: string, url: string): Promise<void> {
  const restart = endNode(folder, 'SIGINT')
  while (existsSync(join(folder, 'postmaster.pid'))) await sleep(100)
  restart()
  const db = openDatabase({ url, max: 1 })
  try {
    while (
      !(await db.ping().then(
        () => true,
        () => false,
      ))
    )
      await sleep(200)
  } finally {
    await db.close()
  }
}
