import { readFile, readdir, readlink, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type RunningProcess = Readonly<{ pid: number; port: number }>

const LINUX = process.platform === 'linux'

/** Whether a process of this number exists; also true for zombies and for processes of other users. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Whether `pid` is the postmaster of this cluster. The number alone proves nothing: after a reboot it may be
 * anybody's. A postmaster works in its data directory from before it writes its pid file, and a zombie works
 * nowhere. Elsewhere than on Linux we only know that the process lives, and the caller compares the data
 * directory over a connection.
 */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!LINUX) return isAlive(pid)
  return (await workingDirectory(pid)) === cluster
}

/**
 * The server that runs on this cluster (a real path), if any. A pid file left by a dead server is left alone,
 * since postgres itself checks for survivors in shared memory; one that names a living stranger would keep
 * postgres from starting and is removed. Backends that outlive a killed postmaster are waited for, at most
 * `patienceMs`.
 */
export async function findRunning(cluster: string, patienceMs: number): Promise<RunningProcess | undefined> {
  const file = join(cluster, 'postmaster.pid')
  for (const deadline = Date.now() + patienceMs; ; await sleep(50)) {
    const text = await readFile(file, 'utf8').catch(() => '')
    const running = parsePidFile(text)
    if (!running) return undefined
    if (await isPostmaster(running.pid, cluster)) return running
    if ((await someoneWorksIn(cluster)) && Date.now() < deadline) continue
    // Read again: another starter may have replaced it since.
    if (LINUX && isAlive(running.pid) && (await readFile(file, 'utf8').catch(() => '')) === text)
      await rm(file, { force: true })
    return undefined
  }
}

/** A port of 127.0.0.1 that was free a moment ago. The caller must expect that another process took it. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}

/** Lines: pid, data directory, start time, port, … A file just being written has fewer. */
function parsePidFile(text: string): RunningProcess | undefined {
  const lines = text.split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 ? { pid, port } : undefined
}

async function workingDirectory(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined)
}

async function someoneWorksIn(cluster: string): Promise<boolean> {
  if (!LINUX) return false
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await workingDirectory(Number(name))) === cluster) return true
  }
  return false
}
