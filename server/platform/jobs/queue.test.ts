import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../db/sql.ts'
import { openTestDatabase, type TestDatabase } from '../db/testing/test-database.ts'
import type { Job } from '../lifecycle/job.ts'
import { createLog } from '../log/log.ts'
import { startQueue, type KeptJob } from './queue.ts'

let test: TestDatabase
const running: Job[] = []
beforeAll(async () => void (test = await openTestDatabase('jobs')))
afterAll(async () => {
  await Promise.all(running.map((queue) => queue.stop()))
  await test.drop()
})

/** As if one more process served the portal, as the application's role. */
function serve(jobs: readonly KeptJob[]): Job {
  const queue = startQueue({ url: test.appUrl, log: createLog('silent'), jobs, lookSeconds: 0.5 })
  running.push(queue)
  return queue
}

const waitingOf = (name: string) =>
  test.db.query<{ state: string; inSeconds: number }>(sql`
    select state::text, round(extract(epoch from start_after - now()))::int as "inSeconds"
    from job_queue.job where name = ${name} and state in ('created', 'retry', 'active') order by created_on`)

describe('a kept job', () => {
  it('runs once at a time however many processes serve, again while there is more, then after its pause', async () => {
    let [runs, beside, most] = [0, 0, 0]
    const job: KeptJob = {
      name: 'counted',
      label: '试验',
      every: 3600,
      run: async () => {
        runs += 1
        beside += 1
        most = Math.max(most, beside)
        await new Promise((go) => setTimeout(go, 20))
        beside -= 1
        return runs < 3
      },
    }
    for (let process = 0; process < 3; process += 1) serve([job])
    // The run that waits last is the one that begins an hour later.
    await vi.waitFor(
      async () => {
        const [waiting, ...others] = await waitingOf('counted')
        expect([waiting?.state, others]).toEqual(['created', []])
        expect(waiting?.inSeconds).toBeGreaterThan(3500)
      },
      { timeout: 15_000, interval: 100 },
    )
    expect(runs).toBeGreaterThanOrEqual(3)
    expect(most).toBe(1)
  })

  it('that fails is logged, and comes again after its pause', async () => {
    let runs = 0
    serve([
      {
        name: 'failing',
        label: '试验',
        every: 3600,
        run: async () => {
          runs += 1
          throw new Error('no luck')
        },
      },
    ])
    await vi.waitFor(async () => expect(runs).toBe(1), { timeout: 10_000 })
    await vi.waitFor(
      async () => expect((await waitingOf('failing')).map(({ state }) => state)).toEqual(['created']),
      { timeout: 10_000 },
    )
  })

  it('of a process that was killed within its run is begun anew within 30 seconds', async () => {
    let runs = 0
    const job: KeptJob = {
      name: 'killed',
      label: '试验',
      every: 3600,
      run: async () => {
        runs += 1
        return false
      },
    }
    serve([job])
    // Its first run waits as created, too, until it begins.
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 10_000 })
    await vi.waitFor(
      async () => expect((await waitingOf('killed')).map(({ state }) => state)).toEqual(['created']),
      { timeout: 10_000 },
    )
    // As a process leaves its run that was killed 20 seconds ago: what is left of the 30 is looking for it.
    const left = await test.db.execute(sql`
      update job_queue.job
      set state = 'active', start_after = now(), started_on = now() - interval '21 seconds',
        heartbeat_on = now() - interval '21 seconds'
      where name = 'killed' and state = 'created' and heartbeat_seconds = 20`)
    expect(left).toBe(1)
    await vi.waitFor(() => expect(runs).toBe(2), { timeout: 12_000, interval: 100 })
  })

  it('is told when the portal stops, and what was waiting waits for the next start', async () => {
    let told = false
    const queue = serve([
      {
        name: 'long',
        label: '试验',
        every: 1,
        run: (stopping) =>
          new Promise((done) => {
            stopping.addEventListener('abort', () => {
              told = true
              done(true)
            })
          }),
      },
    ])
    await vi.waitFor(
      async () => expect((await waitingOf('long')).map(({ state }) => state)).toEqual(['active']),
      { timeout: 10_000 },
    )
    await queue.stop()
    expect(told).toBe(true)
    expect((await waitingOf('long')).map(({ state }) => state)).toEqual(['created'])
    let again = false
    serve([{ name: 'long', label: '试验', every: 3600, run: async () => !(again = true) }])
    await vi.waitFor(() => expect(again).toBe(true), { timeout: 10_000 })
  })
})
