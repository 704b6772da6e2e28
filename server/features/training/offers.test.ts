import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { processingOf } from '../../app/processing.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { runClock } from '../../engine/processes/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { courseIn, entries } from './test-course.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('training-offers')))
afterAll(() => region.close())

/** Lets the hours of an offer be over, and the clock act. */
async function late(id: string): Promise<void> {
  await region.db.execute(sql`
    update process_case set acts_on = (now() at time zone 'Asia/Shanghai')::date - 1, acts_at = now() - interval '1 day',
      value = value || ${sql.json({ acceptBy: minuteIn(-1440) })}
    where id = ${id}::uuid`)
  await runClock(processingOf(region.engine), new AbortController().signal)
}

it('an offer that lapses puts its teacher at the end of the line, the second time out of it (9)', async () => {
  const { school } = region.people
  const course = courseIn(region)
  const days = { startDate: addDays(today(), 30), endDate: addDays(today(), 31) }
  const { id } = await course.opened({ quota: 1, ...days })
  const [holder, first, second] = [await course.teacher(), await course.teacher(), await course.teacher()]
  const seat = await course.enrolled(id, holder)
  const waiting = []
  for (const who of [first, second]) {
    const made = await who.post<CaseView>(entries, { about: { campaign: id }, value: { trainingRole: '1' } })
    await course.act(who, made.data.id, 'submit')
    expect((await course.act(school, made.data.id, 'approve')).data.state).toBe('waitlisted')
    waiting.push(made.data.id)
  }
  const [one = '', two = ''] = waiting
  const states = async () => [await course.stateOf(one), await course.stateOf(two)]
  await course.act(holder, seat, 'cancel', { reason: '家里有事' })
  expect(await states()).toEqual(['offered', 'waitlisted'])
  await late(one)
  expect(await states()).toEqual(['waitlisted', 'offered'])
  await late(two)
  expect(await states()).toEqual(['offered', 'waitlisted'])
  await late(one)
  expect(await states()).toEqual(['cancelled', 'offered'])
  // Whoever was silent twice is out; the seat is never free beside the line.
  expect((await course.act(second, two, 'promote')).data.state).toBe('confirmed')
})
