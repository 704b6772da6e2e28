import { afterAll, beforeAll, expect, it } from 'vitest'
import { figuresAnswer } from '../../../catalogue/contract/portal/figures.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { areasOf, figuresJob } from './figures.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('figures')))
afterAll(() => region.close())

const ask = (headers: Record<string, string> = {}) =>
  region.app.inject({ method: 'GET', url: '/api/v1/portal/figures', headers })
const figures = async () => figuresAnswer.parse((await ask()).json().data)

it('say what they count and when; a copy that still holds is not sent again', async () => {
  const first = await ask()
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'public, max-age=600'])
  const tag = String(first.headers['etag'])
  const again = await ask({ 'if-none-match': tag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const answer = figuresAnswer.parse(first.json().data)
  for (const { label, rule, unit, value } of answer.figures) {
    expect([label, rule, unit].every((words) => words.length > 0)).toBe(true)
    expect(value).toBeGreaterThanOrEqual(0)
  }
  expect(Math.abs(Date.parse(answer.at) - Date.now())).toBeLessThan(60_000)
  // What was counted stays until it is counted anew, for every process.
  const schools = async () => (await figures()).figures.find(({ key }) => key === 'schools')?.value
  const before = (await schools()) ?? 0
  await region.db.execute(
    sql`update institution set closed_on = current_date where id = ${region.places.school}`,
  )
  expect(await schools()).toBe(before)
  expect(await figuresJob(region.db, region.engine).run(new AbortController().signal)).toBe(false)
  expect(await schools()).toBe(before - 1)
  expect((await ask({ 'if-none-match': tag })).statusCode).toBe(200)
})

it('show no district of fewer than five, nor let anybody work it out', () => {
  const rows = (...values: number[]) => values.map((value, i) => ({ name: `区${i}`, value }))
  expect(areasOf(rows(9, 30, 7)).map(({ value }) => value)).toEqual([30, 9, 7])
  // Three alone would be the difference between the sum and the others: the next larger joins them.
  expect(areasOf(rows(30, 9, 3))).toEqual([
    { name: '区0', value: 30 },
    { name: '其他', value: 12 },
  ])
  expect(areasOf(rows(30, 4, 4)).map(({ name, value }) => [name, value])).toEqual([
    ['区0', 30],
    ['其他', 8],
  ])
  expect(areasOf(rows(3))).toEqual([])
  expect(areasOf(rows(0, 12))).toEqual([{ name: '区1', value: 12 }])
  const many = areasOf(rows(...Array.from({ length: 120 }, (_, i) => 1000 - i)))
  expect([many.length, many.at(-1)?.name]).toEqual([7, '其他'])
})
