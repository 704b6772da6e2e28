import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { sql } from '../../platform/db/sql.ts'
import { everything } from '../../platform/testing/test-extent.ts'
import { countPeople } from '../analysis/test-counted-people.ts'
import { activityIn, summary } from './test-activity.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('archive_killed')))
afterAll(() => region.close())

const people = everything ? 500 : 80

/** What the archive has come to: places that are recorded, rows of archives and entries of hours. */
const archived = () =>
  region.db.one<{ places: number; rows: number; entries: number }>(sql`
    select (select count(*)::int from process_case where state = 'recorded') as places,
      (select count(*)::int from rec_activity_record where voided_at is null) as rows,
      (select count(*)::int from ledger_entry where account = 'training') as entries`)

it('an archive that is killed in the middle goes on: each person has one row and one entry of hours', async () => {
  const life = activityIn(region)
  const teachers = await countPeople(
    region,
    Array.from({ length: people }, () => ({
      placeId: region.places.school,
      since: '2015-09-01',
      recordedOn: '2020-01-01',
      records: {},
    })),
  )
  await region.db.execute(sql`
    update teacher set name = '研修' || id where id = any(${teachers}::int[])`)
  const id = await life.opened({ signupEnd: minuteIn(-181), quota: people })
  for (let from = 0; from < people; from += 100) {
    const invited = await life.invited(id, { teachers: teachers.slice(from, from + 100) })
    expect(invited.status, JSON.stringify(invited)).toBe(200)
  }
  await region.db.execute(sql`update process_case set state = 'confirmed' where campaign_id = ${id}::uuid`)
  await life.actOn(id, 'start')
  await life.swept()
  const [first] = (await life.board(id)).data.sittings
  const marked = await life.marked(
    first?.id ?? '',
    teachers.map((teacher) => `研修${teacher}`),
  )
  expect(marked.status, JSON.stringify(marked)).toBe(200)
  await life.actOn(id, 'end')
  await life.edit(id, { summary, noSheets: '当天集体评议，没有填表。' })
  expect((await life.actOn(id, 'archive')).data.state).toBe('archived')

  const script = new URL('../training/test-finish-process.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, region.appUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  await expect
    .poll(async () => (await archived()).places, { timeout: 60_000, interval: 10 })
    .toBeGreaterThan(0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const middle = await archived()
  expect(middle.places).toBeLessThan(people)
  // What was written of a place was written whole.
  expect(middle).toEqual({ places: middle.places, rows: middle.places, entries: middle.places })

  const began = Date.now()
  await life.swept()
  if (everything) console.log(`${people - middle.places} places archived in ${Date.now() - began} ms`)
  expect(await archived()).toEqual({ places: people, rows: people, entries: people })
})
