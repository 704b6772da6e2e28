import { spawn, type ChildProcess } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'

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
  for (let tries = 0; tries < 3000; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the portal ended at once:\n${text}`)
    const ready = await fetch(`${url}/ready`).then(
      (r) => r.ok,
      () => false,
    )
    if (ready) return { process: child, url, output: () => text }
    await new Promise((go) => setTimeout(go, 100))
  }
  // Asked first, so that it ends its database, too.
  await Promise.race([stopPortal(child), new Promise((go) => setTimeout(go, 20_000))])
  child.kill('SIGKILL')
  throw new Error(`the portal was not ready in five minutes:\n${text}`)
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
