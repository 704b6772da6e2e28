import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RankingList } from '../../../catalogue/contract/campaigns.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { NominationReport, SeatBoard } from '../../../catalogue/contract/training/enrolments.ts'
import { processingOf } from '../../app/processing.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { runClock } from '../../engine/processes/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { courseIn, entries, projects } from './test-course.ts'

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

it('a waiting list may follow the schools: who is ranked first is asked first, until the school ranks anew', async () => {
  const { school, siblingSchool, area, teacher: outsider } = region.people
  const course = courseIn(region)
  const days = { startDate: addDays(today(), 30), endDate: addDays(today(), 31), byRank: true }
  const { id } = await course.opened({ quota: 1, trainingLevel: '4', ...days }, area)
  const people = [await course.teacher(), await course.teacher(), await course.teacher()]
  const made = await school.post<NominationReport>(`${projects}/${id}/nominations`, {
    teachers: people.map(({ teacherId }) => teacherId),
  })
  expect(made.data, JSON.stringify(made.data)).toMatchObject({ refused: [] })
  const [first = '', second = '', third = ''] = made.data.done.map((one) => one.id)
  for (const one of [first, second, third]) await course.act(area, one, 'approve')
  expect(await Promise.all([first, second, third].map(course.stateOf))).toEqual([
    'toConfirm',
    'waitlisted',
    'waitlisted',
  ])
  const waiting = async () =>
    (await school.get<SeatBoard>(`${projects}/${id}/seats`)).data.waiting.map((one) => [one.id, one.because])
  expect(await waiting()).toEqual([
    [second, '学校排第 2'],
    [third, '学校排第 3'],
  ])
  const order = (who: Person, ids: string[]) =>
    who.put<RankingList>(`${projects}/${id}/ranking`, { order: ids })
  const ranked = await order(school, [third, first, second])
  expect(ranked.data.list.map((one) => one.id)).toEqual([third, first, second])
  expect(await waiting()).toEqual([
    [third, '学校排第 1'],
    [second, '学校排第 3'],
  ])
  // Nobody else ranks them: another school has none of them, a teacher no such call.
  expect((await order(siblingSchool, [second, third, first])).status).toBe(409)
  expect((await order(school, [second, third])).status).toBe(409)
  expect((await order(outsider, [second, third, first])).status).toBe(403)
  const [holder] = people
  if (!holder) throw new Error('nobody')
  expect((await course.act(holder, first, 'decline')).data.state).toBe('cancelled')
  expect(await Promise.all([second, third].map(course.stateOf))).toEqual(['waitlisted', 'offered'])
  // Whoever is gone leaves no gap in the order.
  expect(await waiting()).toEqual([[second, '学校排第 2']])
})

it('of two orders of a waiting list a project has one', async () => {
  const { school } = region.people
  const { data } = await school.post<{ errors: { field: string; message: string }[] }>(projects, {
    collects: 'trainingEnrolment',
    title: '两种排序',
    value: { byNeed: true, byRank: true },
  })
  const opened = await school.post<{ errors?: { field: string; message: string }[] }>(
    `${projects}/${(data as { id?: string }).id ?? ''}/open`,
    { version: 1 },
  )
  expect(JSON.stringify([data, opened.data])).toContain('候补按需求和按学校排序只能选一种')
})
