import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { countPeople } from '../analysis/test-counted-people.ts'
import { enrol, learning } from '../training-figures/test-enrolments.ts'
import { courseIn } from './test-course.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('finish_killed')))
afterAll(() => region.close())

const learners = 112

interface FinishCounts {
  readonly qualified: number
  readonly registrations: number
  readonly entries: number
  readonly numbers: number
}

/** What the finish has come to: whoever passed, each with a registration, an entry of hours and a number. */
const finished = () =>
  region.db.one<FinishCounts>(sql`
    select (select count(*)::int from process_case where state = 'qualified') as qualified,
      (select count(*)::int from rec_training_registration) as registrations,
      (select count(*)::int from ledger_entry where account = 'training') as entries,
      (select count(distinct number)::int from process_case where number is not null) as numbers`)

it('a finish that is killed in the middle goes on: everybody passes once, with one number (42)', async () => {
  const course = courseIn(region)
  const { id } = await course.opened({ quota: learners })
  const teachers = await countPeople(
    region,
    Array.from({ length: learners }, () => ({
      placeId: region.places.school,
      since: '2015-09-01',
      recordedOn: '2020-01-01',
      records: {},
    })),
  )
  for (const teacher of teachers) await enrol(region, id, teacher, learning)
  const cases = await region.db.query<{ id: string }>(
    sql`select id from process_case where campaign_id = ${id}::uuid order by teacher_id`,
  )
  for (const [place, one] of cases.entries())
    await region.db.execute(sql`
      update process_case set version = 10, value = value || ${sql.json({ seatNo: place + 1 })}
      where id = ${one.id}::uuid`)
  await region.db.execute(sql`update campaign set state = 'assessing' where id = ${id}::uuid`)
  expect((await course.actOn(id, 'finish')).data.state).toBe('finished')

  const script = new URL('./test-finish-process.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, region.appUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const passed = async () => (await finished()).qualified
  await expect.poll(passed, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const middle = await finished()
  expect(middle.qualified).toBeLessThan(learners)
  // What was written of an entry was written whole.
  expect([middle.registrations, middle.entries, middle.numbers]).toEqual(
    Array.from({ length: 3 }, () => middle.qualified),
  )

  await course.swept()
  const all = { qualified: learners, registrations: learners, entries: learners, numbers: learners }
  expect(await finished()).toEqual(all)
  const { first, last } = await region.db.one<{ first: string; last: string }>(sql`
    select min(right(number, 5)) as first, max(right(number, 5)) as last from process_case where number is not null`)
  expect([first, last]).toEqual(['00001', '00112'])
})
