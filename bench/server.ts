import { spawn, type ChildProcess } from 'node:child_process'
import { freePort } from '../e2e/tools/portal.ts'

/** A server that answers on 127.0.0.1. */
export interface RunningServer {
  readonly child: ChildProcess
  readonly port: number
}

/**
 * Starts a script that listens on PORT, and waits until it answers; BENCH_PROFILE names a folder for a CPU
 * profile of the portal.
 */
export async function startServer(script: string, env: Record<string, string>): Promise<RunningServer> {
  const port = await freePort()
  const folder = process.env['BENCH_PROFILE']
  const profile = folder && script.startsWith('server') ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
  const child = spawn(process.execPath, [...profile, script], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for (let tries = 0; tries < 300; tries += 1) {
    if (
      await fetch(`http://127.0.0.1:${port}/health`).then(
        () => true,
        () => false,
      )
    )
      return { child, port }
    if (child.exitCode !== null) throw new Error(`${script} ended at once`)
    await new Promise((go) => setTimeout(go, 100))
  }
  throw new Error(`${script} did not start`)
}

/** What a portal of a bench stands on. */
export interface Ground {
  readonly url: string
  /** As XINGTAN_KEY names it. */
  readonly masterKey: string
  readonly folder: string
}

/**
 * Starts a portal over a database that is filled, which refuses nobody for asking often and does no work
 * beside.
 */
export const startPortal = ({ url, masterKey, folder }: Ground, logLevel = 'warn'): Promise<RunningServer> =>
  startServer('server/main.ts', {
    DATABASE_URL: url,
    XINGTAN_KEY: masterKey,
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: logLevel,
    REQUESTS_PER_MINUTE: '10000000',
    JOBS: 'off',
    NODE_ENV: 'development',
  })
