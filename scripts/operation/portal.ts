import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Place } from './servers.ts'

const root = join(import.meta.dirname, '../..')

/** A portal of production, started by `npm start` in a group of its own. */
export interface StartedPortal {
  readonly process: ChildProcess
  readonly said: () => string
  readonly ended: Promise<number | null>
}

/**
 * Starts a portal under the account of the place and waits until it answers; throws with what it said if it
 * ends.
 */
export async function startPortal(
  place: Place,
  env: Readonly<Record<string, string>>,
  folder = root,
): Promise<StartedPortal> {
  const child = spawn('npm', ['start'], {
    ...place.account,
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: place.folder, NODE_ENV: 'production', ...env },
  })
  let text = ''
  const ended = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null))
  const started = new Promise<void>((done) => {
    for (const channel of [child.stdout, child.stderr])
      channel.on('data', (piece: Buffer) => {
        text += piece.toString()
        if (text.includes('杏坛已启动')) done()
      })
  })
  place.onEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    process.kill(-child.pid, 'SIGTERM')
    await ended
  })
  await Promise.race([
    started,
    ended.then((code) => {
      throw new Error(`the portal ended with ${code}:\n${text}`)
    }),
  ])
  return { process: child, said: () => text, ended }
}
