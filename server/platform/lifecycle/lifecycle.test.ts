import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { createLifecycle } from './lifecycle.ts'

function setUp(options: { drainMs?: number; stepMs?: number } = {}) {
  const lines: string[] = []
  const codes: number[] = []
  const log = createLog('info', (line) => void lines.push(line))
  const lifecycle = createLifecycle({ log, exit: (code) => void codes.push(code), ...options })
  return { lines, codes, lifecycle }
}

describe('the lifecycle', () => {
  it('ends the last started first and leaves with 0', async () => {
    const { lifecycle, codes } = setUp()
    const order: string[] = []
    for (const name of ['database', 'workers', 'http']) {
      lifecycle.onStop(name, async () => {
        await sleep(1)
        order.push(name)
      })
    }
    lifecycle.setReady()
    expect(lifecycle.isReady()).toBe(true)
    const both = Promise.all([lifecycle.stop('SIGTERM'), lifecycle.stop('SIGTERM')])
    expect(lifecycle.isReady()).toBe(false)
    await both
    expect(order).toEqual(['http', 'workers', 'database'])
    expect(codes).toEqual([0])
  })

  it('goes on when a step fails or hangs', async () => {
    const { lifecycle, codes, lines } = setUp({ stepMs: 20 })
    let ended = false
    lifecycle.onStop('database', () => void (ended = true))
    lifecycle.onStop('hanging', () => new Promise(() => {}))
    lifecycle.onStop('failing', () => {
      throw new Error('no')
    })
    await lifecycle.stop('SIGINT', 1)
    expect(ended).toBe(true)
    expect(codes).toEqual([1])
    expect(lines.join('')).toMatch(/step-failed.*"failing"[\s\S]*step-left.*"hanging"/)
  })

  it('waits for the proxy only if it was ready, and never becomes ready again', async () => {
    const { lifecycle } = setUp({ drainMs: 60 })
    lifecycle.setReady()
    const begun = Date.now()
    await lifecycle.stop('SIGTERM')
    expect(Date.now() - begun).toBeGreaterThanOrEqual(55)
    lifecycle.setReady()
    expect(lifecycle.isReady()).toBe(false)
  })
})

/** A process that logs without end, until it is told to stop. */
const talking = `
  import { createLog } from './server/platform/log/log.ts'
  import { createLifecycle } from './server/platform/lifecycle/lifecycle.ts'
  const log = createLog('info')
  const lifecycle = createLifecycle({ log, drainMs: 0 })
  lifecycle.listen()
  setInterval(() => log.info('tick'), 1)
`

it('ends when told, also where nobody reads its log any more', async () => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', talking], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await once(child.stderr, 'data')
  child.stdout.destroy()
  child.stderr.destroy()
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = sleep(10_000, ['late'])
  const [code] = await Promise.race([ended, late])
  child.kill('SIGKILL')
  expect(code).toBe(0)
})
