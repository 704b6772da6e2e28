/**
 * `npm run dev`: one address where a change of the client appears without a reload, and a change of the
 * server or the catalogue restarts the server. Data as with `npm start` (`DATA_DIR`, the demo region).
 */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'vite'

const port = process.env['PORT'] ?? '8080'

/** The server of the portal, restarted by Node when one of its files changes. It ends with this process. */
function startApi(): void {
  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    env: { ...process.env, PORT: port },
    stdio: 'inherit',
  })
  child.on('exit', (code) => process.exit(code ?? 0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
}

/** Waits until the server answers: the first start loads the demo region. */
async function untilReady(): Promise<void> {
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await ready())) await sleep(500)
}

process.env['PORT'] = port
startApi()
await untilReady()
const pages = await createServer()
await pages.listen()
pages.printUrls()
