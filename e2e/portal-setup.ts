import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildIfChanged } from '../scripts/pages.ts'
import { prepareBrowser } from './packaged-browser.ts'

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

/**
 * Removes a stopped portal's data, with its database where that had to live elsewhere (`pg-home`): nothing
 * stays on the disk.
 */
export async function removePortal(folder: string): Promise<void> {
  const elsewhere = (await readFile(join(folder, 'pg-home'), 'utf8').catch(() => '')).trim()
  if (elsewhere) await rm(dirname(elsewhere), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}

/** How many portals a run has: one for each journey that is under way. */
export const PORTALS = process.env['E2E_URL'] ? 1 : 2

/**
 * Portals with the demo region for the journeys of a run, one for each worker of the test runner: what one
 * journey changes, no other sees at that moment. They find the addresses in the environment (browser.ts).
 * Files are drawn as where no LibreOffice is.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await prepareBrowser()
  // A portal that runs already, for whoever writes journeys.
  if (process.env['E2E_URL']) return async () => {}
  // Before the portals start: two would build into the same folder.
  await buildIfChanged()
  const folders = await Promise.all(
    Array.from({ length: PORTALS }, () => mkdtemp(join(tmpdir(), 'xingtan-e2e-'))),
  )
  const portals = await Promise.all(
    folders.map((folder) =>
      startPortal({
        DATA_DIR: folder,
        REQUESTS_PER_MINUTE: '1000000',
        SESSIONS_PER_PERSON: '1000',
        OFFICE_PROGRAM: 'off',
      }),
    ),
  )
  process.env['E2E_URLS'] = portals.map(({ url }) => url).join(' ')
  return async () => {
    await Promise.all(portals.map((portal) => stopPortal(portal.process)))
    await Promise.all(folders.map(removePortal))
  }
}
