import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A port nobody listens on now. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/** Starts the portal as `npm start` does, on its own data; resolves when /ready answers. */
export async function startPortal(
  env: Record<string, string>,
): Promise<{ process: ChildProcess; url: string; output: () => string }> {
  const port = env['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    // Not the test runner's NODE_ENV: the start builds the pages, and they must be what people get.
    env: { ...process.env, NODE_ENV: undefined, DEMO: 'on', LOG_LEVEL: 'warn', ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout?.on('data', (data: Buffer) => (text += data.toString()))
  child.stderr?.on('data', (data: Buffer) => (text += data.toString()))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 1200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the portal ended at once:\n${text}`)
    const ready = await fetch(`${url}/ready`).then(
      (r) => r.ok,
      () => false,
    )
    if (ready) return { process: child, url, output: () => text }
    await new Promise((go) => setTimeout(go, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`the portal was not ready in two minutes:\n${text}`)
}

/** Ends a portal and waits for it. */
export function stopPortal(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

/** One portal with the demo region for all journeys of a run; they find its address in the environment. Files are drawn as where no LibreOffice is. */
export default async function setup(): Promise<() => Promise<void>> {
  // A portal that runs already, for whoever writes journeys.
  if (process.env['E2E_URL']) return async () => {}
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-e2e-'))
  const portal = await startPortal({ DATA_DIR: folder, REQUESTS_PER_MINUTE: '1000000', OFFICE_PROGRAM: 'off' })
  process.env['E2E_URL'] = portal.url
  return async () => {
    await stopPortal(portal.process)
    await rm(folder, { recursive: true, force: true })
  }
}
