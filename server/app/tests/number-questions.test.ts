import { afterAll, beforeAll, expect, it } from 'vitest'
import type { readingPage } from '../../../catalogue/contract/account/personal.ts'
import { areaTree, type AreaNode } from '../../../catalogue/areas/areas.ts'
import { checkDigit, idCard, readIdCard } from '../../../catalogue/kinds/id-card.ts'
import type { z } from 'zod'
import { mostNumbers } from '../../engine/access/index.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  idNumber,
  testKeys,
  testRegion,
  type Answer,
  type Person,
  type Region,
} from '../testing/test-region.ts'

let region: Region
let number = ''
beforeAll(async () => {
  region = await testRegion('number questions')
  number = idNumber('1988-08-08', true)
  await region.db.execute(sql`
    update person set id_no_key = ${testKeys.blind('id_no', number)}
    where id = ${region.people.teacher.personId}`)
})
afterAll(() => region.close())

/** Every call that answers whether somebody has a whole number. */
const doors: Readonly<Record<string, (who: Person, value: string) => Promise<Answer<unknown>>>> = {
  query: (who, value) =>
    who.post('/api/sanalysis/DataAdvancedSearch', {
      conditions: [[{ field: 'idCardNo', op: 'eq', value }]],
    }),
  find: (who, value) => who.post('/api/v1/people/byNumber', { number: value }),
  roll: (who, value) =>
    who.post('/api/v1/teacher/check', { name: '林疏影', idCardNo: value, birthDate: '1988-08-08' }),
  case: (who, value) =>
    who.post('/api/v1/transfer', { about: { name: '没有此人', number: value }, value: {} }),
}
let serial = 0
/** Numbers that nobody has, each another one. */
const nobodys = (count: number) =>
  Array.from({ length: count }, () => {
    serial += 1
    const first = `11010119700101${String(serial).padStart(3, '0')}`
    return first + checkDigit(first)
  })
const asked = (who: Person) =>
  region.db.query<{ key: string; door: string; person_id: number | null; owner_id: number | null }>(sql`
    select facts ->> 'key' as key, facts ->> 'door' as door, person_id, owner_id
    from audit
    where action = 'number.asked' and by_identity = ${who.identityId}
    order by id`)

it.each([
  ['query', 'area'],
  ['find', 'area'],
  ['roll', 'school'],
  ['case', 'school'],
] as const)(
  'the door %s answers twenty numbers an hour, and the audit holds them all',
  async (door, role) => {
    const at = role === 'area' ? region.places.district : region.places.school
    const who = await region.add(role === 'area' ? 4 : 3, at, `问号${door}`)
    const tries = nobodys(mostNumbers.hour - 1)
    for (const value of tries) expect((await doors[door]?.(who, value))?.status).not.toBe(429)
    expect((await doors[door]?.(who, number))?.status).not.toBe(429)
    const beyond = await doors[door]?.(who, nobodys(1)[0] ?? '')
    expect([beyond?.status, beyond?.msg]).toEqual([429, expect.stringContaining('一小时最多查 20 个')])
    expect((await doors[door]?.(who, number))?.status, 'what was asked for already').not.toBe(429)
    const lines = await asked(who)
    expect(new Set(lines.map(({ key }) => key))).toEqual(
      new Set([...tries, number].map((one) => testKeys.blind('id_no', one))),
    )
    const { personId, teacherId } = region.people.teacher
    expect(lines.filter(({ person_id }) => person_id !== null)).toEqual(
      Array.from({ length: 2 }, () => ({
        key: testKeys.blind('id_no', number),
        door,
        person_id: personId,
        owner_id: teacherId,
      })),
    )
    const { data } = await region.people.teacher.get<z.infer<typeof readingPage>>(
      '/api/v1/user/archiveReads?pageSize=100',
    )
    expect(data.list).toContainEqual(
      expect.objectContaining({ who: `问号${door}`, what: '用完整的证件号或手机号查到本人' }),
    )
  },
)

it('all doors of one person share the limit, also of a hundred questions at once', async () => {
  const who = await region.add(4, region.places.district, '各处问')
  /** A server that is busy says so before it counts the question; it is asked again. */
  const ask = async (value: string, at: number): Promise<number | undefined> => {
    for (;;) {
      const answer = await doors[at % 2 === 0 ? 'query' : 'find']?.(who, value)
      if (answer?.status !== 503) return answer?.status
    }
  }
  const answers = await Promise.all(nobodys(100).map(ask))
  expect(answers.filter((status) => status === 200)).toHaveLength(mostNumbers.hour)
  expect(answers.filter((status) => status === 429)).toHaveLength(100 - mostNumbers.hour)
})

it('one query asks for as many numbers as it has conditions', async () => {
  const who = await region.add(4, region.places.district, '一次问')
  const some = (count: number) =>
    who.post('/api/sanalysis/DataAdvancedSearch', {
      conditions: [nobodys(count).map((value) => ({ field: 'idCardNo', op: 'eq', value }))],
    })
  const statuses = [(await some(8)).status, (await some(8)).status, (await some(8)).status]
  expect(statuses).toEqual([200, 200, 429])
})

it('a masked number leaves more than ten thousand candidates, whose birth date and sex are known', () => {
  const mask = idCard.mask(number)
  const under = (nodes: readonly AreaNode[]): string[] =>
    nodes.flatMap(({ code, level, children }) => (level === '3' ? [code] : under(children)))
  const counties = under(areaTree())
  const known = readIdCard(number)
  let candidates = 0
  for (const county of counties)
    for (let serial = known?.gender === '1' ? 1 : 0; serial < 1000; serial += 2) {
      const first = `${county}19880808${String(serial).padStart(3, '0')}`
      if (idCard.mask(first + checkDigit(first)) === mask) candidates += 1
    }
  expect(candidates - mostNumbers.hour).toBeGreaterThan(10_000)
  expect(counties.length).toBeGreaterThan(2_000)
  // To whoever guesses the county, too.
  expect(candidates / counties.length).toBe(500)
})
