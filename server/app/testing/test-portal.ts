import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { existingCluster } from '../../platform/db/embedded/pg-cluster.ts'
import { freePort, isPostmaster } from '../../platform/db/embedded/pg-process.ts'

/** A portal as an operator runs it: a process of its own with its own database. */
export interface Portal {
  readonly process: ChildProcess
  readonly url: string
  /** All it said, on both channels. */
  readonly said: () => string
  /** Its exit code, once it ended. */
  readonly ended: Promise<number | null>
}

const root = join(import.meta.dirname, '../../..')
const places: string[] = []
const portals: ChildProcess[] = []

/** A new data directory that the database's account may pass through. */
export async function dataFolder(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'xingtan-portal-'))
  await chmod(place, 0o711)
  places.push(place)
  return place
}

/**
 * Starts a process; resolves when it answers or has ended. Its own group, so that a signal can be sent to the
 * group.
 */
export async function startPortal(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  program = join(root, 'server/main.ts'),
): Promise<Portal> {
  const port = await freePort()
  const child = spawn(process.execPath, [program], {
    cwd: dirname(dirname(program)),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      DEMO: 'off',
      LOG_LEVEL: 'info',
      DATA_DIR: dataDir,
      PORT: String(port),
      REQUESTS_PER_MINUTE: '1000000',
      ...env,
    },
  })
  portals.push(child)
  let text = ''
  const ended = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null))
  const started = new Promise<void>((done) => {
    for (const channel of [child.stdout, child.stderr]) {
      channel.on('data', (piece: Buffer) => {
        text += piece.toString()
        if (text.includes('杏坛已启动')) done()
      })
    }
  })
  await Promise.race([started, ended])
  return { process: child, url: `http://127.0.0.1:${port}`, said: () => text, ended }
}

/** Numbers of all processes of the database of a data directory, the postmaster's first. */
export async function databaseProcesses(dataDir: string): Promise<number[]> {
  const cluster = await existingCluster(await realpath(dataDir))
  if (cluster === undefined) return []
  const postmaster = Number(
    (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  )
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await readlink(`/proc/${name}/cwd`).catch(() => '')) === cluster)
      found.push(Number(name))
  }
  return found.toSorted((a, b) => Number(b === postmaster) - Number(a === postmaster) || a - b)
}

/** A process of the database may end by itself meanwhile. */
function wake(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Ends what the tests of a file started, and removes it. */
export async function clearPortals(): Promise<void> {
  for (const child of portals.splice(0))
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  for (const place of places.splice(0)) {
    const cluster = await existingCluster(await realpath(place)).catch(() => undefined)
    for (const pid of await databaseProcesses(place)) wake(pid)
    const [postmaster] = await databaseProcesses(place)
    if (postmaster !== undefined && cluster !== undefined && (await isPostmaster(postmaster, cluster)))
      process.kill(postmaster, 'SIGQUIT')
    while ((await databaseProcesses(place)).length > 0) await new Promise((go) => setTimeout(go, 20))
    await rm(place, { recursive: true, force: true })
    if (cluster !== undefined) await rm(cluster, { recursive: true, force: true })
  }
}
