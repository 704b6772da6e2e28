import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLog } from '../log/log.ts'
import { startJob } from './job.ts'

/** A job under test with what it logged; it ends with the test. */
function start(run: () => Promise<boolean>, times: { firstMs?: number; pauseMs: number; busyMs?: number }) {
  const lines: string[] = []
  const log = createLog('info', (line) => void lines.push(line))
  const job = startJob(run, { failed: 'test.failed', log, ...times })
  onTestFinished(() => job.stop())
  return { job, lines }
}

it('a run that fails is logged and does not keep the next from coming', async () => {
  let runs = 0
  const { lines } = start(
    async () => {
      runs += 1
      if (runs === 1) throw new Error('the database is away')
      return false
    },
    { pauseMs: 5 },
  )
  await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(3), 10_000)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/"test\.failed".*the database is away/)
})

it('stopping waits for the run under way, and none comes after it', async () => {
  let begun = 0
  let ended = 0
  const { job } = start(
    async () => {
      begun += 1
      await sleep(80)
      ended += 1
      return true
    },
    { pauseMs: 1 },
  )
  await vi.waitFor(() => expect(begun).toBe(1), 10_000)
  expect(ended).toBe(0)
  await job.stop()
  expect(ended).toBe(1)
  await sleep(30)
  expect(begun).toBe(1)
})

it('a job stopped before its first run never runs', async () => {
  let runs = 0
  const { job } = start(async () => (runs += 1) > 0, { firstMs: 20, pauseMs: 1 })
  await job.stop()
  await sleep(50)
  expect(runs).toBe(0)
})

it('a run longer than the pause does not overlap the next', async () => {
  let at = 0
  let most = 0
  let runs = 0
  start(
    async () => {
      most = Math.max(most, (at += 1))
      await sleep(10)
      at -= 1
      runs += 1
      return true
    },
    { pauseMs: 1 },
  )
  await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(4), 10_000)
  expect(most).toBe(1)
})

it('what has more to do comes again at once, the rest after the pause', async () => {
  let runs = 0
  start(async () => (runs += 1) < 5, { pauseMs: 60_000 })
  await vi.waitFor(() => expect(runs).toBe(5), 10_000)
  await sleep(50)
  expect(runs).toBe(5)
})
