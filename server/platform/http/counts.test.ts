import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from '../db/sql.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { openCounts } from './counts.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('counts', undefined, { requestsPerMinute: 40 })))
afterAll(() => region.close())

/** A process that counts one route, and the clock it counts by. */
function process() {
  let at = 0
  const counts = openCounts(() => at)
  const store = new counts.store({})
  return {
    /** Requests of the caller so far, by all that this process knows, after one more. */
    ask: (caller: string, most: number) => {
      let current = 0
      store.incr(caller, (_, result) => void (current = result?.current ?? 0), 60_000, most)
      return current
    },
    exchange: () => counts.exchange(region.db),
    wait: (milliseconds: number) => void (at += milliseconds),
  }
}
const times = (many: number, ask: () => number) => Array.from({ length: many }, ask).at(-1)
const rows = async () =>
  (await region.db.one<{ n: number }>(sql`select count(*)::int as n from request_count`)).n

it('two processes count a caller together, and a minute later begin anew', async () => {
  const [here, there] = [process(), process()]
  times(30, () => here.ask('caller', 40))
  await here.exchange()
  expect(times(5, () => there.ask('caller', 40))).toBe(5)
  await there.exchange()
  expect(there.ask('caller', 40)).toBe(36)
  await there.exchange()
  times(1, () => here.ask('caller', 40))
  await here.exchange()
  expect(here.ask('caller', 40)).toBe(38)
  await region.db.execute(sql`update request_count set ends = now()`)
  here.wait(61_000)
  expect(here.ask('caller', 8)).toBe(1)
  await here.exchange()
  expect(here.ask('caller', 8)).toBe(2)
})

it('callers far from their limit cost the database nothing', async () => {
  const before = await rows()
  const here = process()
  times(100, () => here.ask('quiet', 1200))
  await here.exchange()
  expect(await rows()).toBe(before)
})

it('whoever asks two processes by turns gets no more than one limit and an eighth', async () => {
  const beside = await region.serveBeside()
  try {
    const { token } = region.people.teacher
    const ask = (app: typeof beside) =>
      app.inject({ method: 'GET', url: '/api/v1/user', headers: { token } }).then((r) => r.statusCode)
    for (let asked = 0; asked < 30; asked += 1) expect(await ask(region.app)).toBe(200)
    await vi.waitFor(
      async () =>
        expect(
          await region.db.query(sql`select from request_count where requests >= 30 and ends > now()`),
        ).toHaveLength(1),
      60_000,
    )
    let allowed = 0
    await vi.waitFor(
      async () => {
        if ((await ask(beside)) === 200) allowed += 1
        else return
        throw new Error('not refused yet')
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(allowed).toBeGreaterThan(3)
    expect(allowed).toBeLessThan(30)
  } finally {
    await beside.close()
  }
})
