import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { birthsRetiring, retirementOf } from '../../../catalogue/figures/retirement.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { insertMessages } from '../messages/index.ts'
import { remindOfRetirement } from './retirement.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('retirement')))
afterAll(() => region.close())

const run = (day: string) => remindOfRetirement(region.db, { insertMessages }, { day })
const titles = async (who: Person) =>
  (await who.get<{ list: Message[] }>('/api/v1/userSystemMessage?kind=3&pageSize=100')).data.list
    .map(({ title }) => title)
    .filter((title) => title.includes('退休'))

/** A teacher with basic information; the columns that the month follows from. */
async function born(label: string, birth: string, more: { gender: string; post?: string; status?: string }) {
  const who = await region.add(2, region.places.school, label)
  await region.db.query(sql`
    insert into rec_basic_info (owner_id, id, version, institution_id, recorded_by, birth_date, gender,
      position_category, staff_category)
    values (${who.teacherId}, gen_random_uuid(), 1, ${region.places.school}, 1, ${birth}, ${more.gender},
      ${more.post ?? null}, '11')`)
  await region.db.query(sql`
    update teacher set status = ${more.status ?? '11'} where id = ${who.teacherId}`)
  return who
}

it('finds the births of a month: each of them retires then, and nobody else', () => {
  for (const group of ['men', 'womenCadres', 'womenWorkers'] as const)
    for (const month of ['2025-01', '2027-05', '2031-12', '2040-02', '2050-06']) {
      const births = birthsRetiring(group, month)
      for (const birth of births) expect(retirementOf(birth, group).month).toBe(month)
      // Some months have nobody: each few months of birth retire one month later than those before.
      const year = Number(month.slice(0, 4))
      for (let at = (year - 66) * 12; at < (year - 48) * 12; at += 1) {
        const birth = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
        expect(retirementOf(birth, group).month === month).toBe(births.includes(birth))
      }
    }
})

it('tells the teacher and the school at each stage once, and nobody who is gone or far from it', async () => {
  const { school, otherSchool } = region.people
  const month = retirementOf('1966-03', 'men').month
  const man = await born('将退者', '1966-03-15', { gender: '1' })
  const gone = await born('已退者', '1966-03-20', { gender: '1', status: '01' })
  const young = await born('年轻者', '1990-03-20', { gender: '1' })
  const before = (days: number) =>
    new Date(Date.parse(`${month}-01`) - days * 86_400_000).toISOString().slice(0, 10)
  expect(await run(before(190))).toBe(0)
  expect(await run(before(170))).toBe(1)
  expect(await run(before(160))).toBe(0)
  expect(await run(before(80))).toBe(1)
  expect(await run(before(10))).toBe(1)
  expect(await run(before(9))).toBe(0)
  expect(await titles(man)).toHaveLength(3)
  expect((await titles(man))[0]).toContain(`您的法定退休年月为 ${month}，距该月还有 10 天`)
  expect((await titles(school)).filter((title) => title.includes('将退者'))).toHaveLength(3)
  for (const who of [gone, young, otherSchool]) expect(await titles(who)).toEqual([])
})

it('goes by the post of a woman, and says so where it had to be inferred', async () => {
  const worker = await born('工勤者', '1976-05-10', { gender: '2', post: '4' })
  const unknown = await born('未登记者', '1971-05-10', { gender: '2' })
  const { month } = retirementOf('1976-05', 'womenWorkers')
  const own = retirementOf('1971-05', 'womenCadres').month
  const day = (of: string) => new Date(Date.parse(`${of}-01`) - 20 * 86_400_000).toISOString().slice(0, 10)
  await run(day(month))
  expect((await titles(worker))[0]).toContain(month)
  await run(day(own))
  expect((await titles(unknown))[0]).toContain('岗位类别未登记')
  expect((await titles(worker)).join()).not.toContain('未登记')
})
