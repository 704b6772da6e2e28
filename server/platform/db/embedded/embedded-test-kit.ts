import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { EmbeddedServer, EmbeddedOptions } from './embedded.ts'
import { isPostmaster } from './pg-process.ts'

export type Child = {
  process: ChildProcess
  started: Omit<EmbeddedServer, 'stop'> & { ms: number }
  /** The sentence it refused with, if it did. */
  refused: string | undefined
}

const CHILD = join(import.meta.dirname, 'embedded-test-child.ts')
const children: ChildProcess[] = []
/** Postmasters by number, with the directory that proves it is still theirs. */
const servers = new Map<number, string>()

/** A new directory that every account of the machine may pass through. */
export async function makePlace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'xingtan-embedded-'))
  await chmod(place, 0o711)
  return place
}

/** Ends every process that `run` started, their servers, too, and removes the directory. */
export async function clearPlace(place: string): Promise<void> {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const [pid, directory] of servers) if (await isPostmaster(pid, directory)) process.kill(pid, 'SIGINT')
  for (const pid of servers.keys()) await gone(pid)
  servers.clear()
  await rm(place, { recursive: true, force: true })
}

/** The same data directory in another place, owners and all; much faster than initdb. */
export async function copyData(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to])
}

/** Starts a portal-like process on `dataDir` and waits until it runs or refuses. */
export async function run(dataDir: string, options: EmbeddedOptions = {}, uid?: number): Promise<Child> {
  const child = spawn(process.execPath, [CHILD, dataDir, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  children.push(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const said = JSON.parse(line) as Child['started'] & { refused?: string }
  if (said.pid) watch(said.pid, said.directory)
  return { process: child, started: said, refused: said.refused }
}

/** Makes sure that this server is ended after the test. */
export function watch(pid: number, directory: string): void {
  servers.set(pid, directory)
}

export async function end(child: Child, signal: NodeJS.Signals): Promise<void> {
  child.process.kill(signal)
  await once(child.process, 'exit')
}

/** Waits for the end of a postmaster (at most 8 s) and says whether it came. */
export async function gone(pid: number): Promise<boolean> {
  const directory = servers.get(pid) ?? ''
  for (let tries = 0; tries < 400; tries++) {
    if (!(await isPostmaster(pid, directory))) return true
    await sleep(20)
  }
  return false
}

/** The number in the pid file; NaN without one. */
export async function postmasterOf(directory: string): Promise<number> {
  return Number(
    (await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => 'none')).split('\n')[0],
  )
}

/** One statement on a connection of its own. */
export async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
