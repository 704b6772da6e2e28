import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/** Where an installation lives: releases beside each other, `current`, `data`, `backup`, `xingtan.env`. */
export interface Home {
  readonly folder: string
  /** Where the portal answers: `http://127.0.0.1:8080`. */
  readonly address: string
  /** Seconds that a start may take. */
  readonly patience: number
}

const pidFile = (home: Home) => join(home.folder, 'xingtan.pid')
const logFile = (home: Home) => join(home.folder, 'xingtan.log')

const ready = z.object({ status: z.string(), version: z.string().optional() })

/** The version that answers, or undefined while none is ready. */
export async function answeringVersion({ address }: Home): Promise<string | undefined> {
  try {
    const answer = await fetch(`${address}/ready`, { signal: AbortSignal.timeout(2000) })
    const said = ready.parse(await answer.json())
    return answer.ok ? (said.version ?? '') : undefined
  } catch {
    return undefined
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The number of the portal's process that `up` started, or undefined where none runs. */
export async function runningProcess(home: Home): Promise<number | undefined> {
  const pid = Number(await readFile(pidFile(home), 'utf8').catch(() => ''))
  return pid > 0 && lives(pid) ? pid : undefined
}

/** Waits until a version answers; throws when it does not in time. */
export async function answers(home: Home, version: string): Promise<void> {
  for (const until = Date.now() + home.patience * 1000; Date.now() < until; await sleep(200))
    if ((await answeringVersion(home)) === version) return
  throw new Error(`${home.patience} 秒内 ${version} 没有在 ${home.address} 应答。`)
}

/**
 * Starts the portal of a release in the background and waits until it answers.
 * @throws Error with the end of its log when it ends or does not answer in time; it is stopped then
 */
export async function up(home: Home, release: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const log = openSync(logFile(home), 'a', 0o600)
  const child = spawn(join(release, 'xingtan'), ['start'], {
    cwd: release,
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...env, XINGTAN_HOME: home.folder },
  })
  let ended = false
  child.once('exit', () => (ended = true)).once('error', () => (ended = true))
  await writeFile(pidFile(home), `${child.pid ?? 0}\n`)
  for (const until = Date.now() + home.patience * 1000; Date.now() < until && !ended; await sleep(100))
    if ((await answeringVersion(home)) !== undefined) return child.unref()
  await down(home)
  const said = await readFile(logFile(home), 'utf8').catch(() => '')
  throw new Error(`门户没有启动成功：\n${said.trimEnd().split('\n').slice(-12).join('\n')}`)
}

/** Stops the portal that `up` started: one signal, then it finishes what it has in hand. */
export async function down(home: Home): Promise<void> {
  const pid = await runningProcess(home)
  if (pid === undefined) return rm(pidFile(home), { force: true })
  process.kill(pid, 'SIGTERM')
  for (const until = Date.now() + 60_000; lives(pid); await sleep(100))
    if (Date.now() > until) {
      process.kill(pid, 'SIGKILL')
      break
    }
  await rm(pidFile(home), { force: true })
}
