import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { openFigures } from '../../engine/figures/index.ts'
import { createLog } from '../../platform/log/log.ts'
import { boardFiguresBy, type ReadBoardFigures } from './for-boards.ts'
import { countPeople, recordsOf, type Said } from './test-counted-people.ts'

let region: Region
let read: ReadBoardFigures
beforeAll(async () => {
  region = await testRegion('figures-for-boards')
  read = boardFiguresBy(openFigures(region.engine, createLog('silent')))
})
afterAll(() => region.close())

const said: Said = {
  stage: '2',
  sex: '2',
  birth: '1985-06-20',
  education: '21',
  title: '3',
  subject: '14',
  teaching: '2007-09',
  backbone: false,
  certificate: '2',
  hours: 0,
}

/** People of subjects at a school, so many of each. */
const subjects = (placeId: number, counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([subject, count]) =>
    Array.from({ length: count }, () => ({
      placeId,
      since: '2010-09-01',
      records: recordsOf(Object.assign({}, said, { subject }), 2026),
      recordedOn: '2020-01-01',
    })),
  )

const valuesOf = ({ cells }: Panel): Record<string, number | string | null> =>
  Object.fromEntries(cells.map(({ row, value, few }) => [row, few ? '<5' : value]))
const subjectsIn = async (placeId: number) => {
  const { panels } = await read(placeId, ['subject'])
  return panels[0] ? valuesOf(panels[0]) : {}
}

describe('figures of boards', () => {
  it('hide in a place what its view beside that of the place above would give away by subtraction', async () => {
    const { city, district, otherDistrict, emptyDistrict, school, otherSchool, southSchool } = region.places
    // Subject 13: 30 + 2 + 12 = 44. The 2 are told nowhere; so the 12, the smallest beside them, may not be told either.
    await countPeople(region, [
      ...subjects(school, { '13': 30, '14': 40 }),
      ...subjects(otherSchool, { '13': 2, '14': 20 }),
      ...subjects(southSchool, { '13': 12, '14': 21 }),
    ])
    expect(await subjectsIn(city)).toMatchObject({ '13': 44, '14': 81 })
    const [one, two, three] = await Promise.all([district, otherDistrict, emptyDistrict].map(subjectsIn))
    expect(one).toMatchObject({ '13': 30, '14': 40 })
    expect(two?.['13']).toBe('<5')
    expect(three?.['13']).toBeNull()
    // Within each place nothing gives it away either: 22 in all and 20 of the other subject would be 2.
    expect(two?.['14']).toBeNull()
  })

  it('do not say by two numbers beside each other of how few people one is more than the other', async () => {
    const { citySchool } = region.places
    const inCategory = (category: string, count: number) =>
      Array.from({ length: count }, () => ({
        placeId: citySchool,
        since: '2010-09-01',
        records: recordsOf(Object.assign({}, said, { category }), 2026),
        recordedOn: '2020-01-01',
      }))
    const numbers = async (placeId: number) => {
      const { panels } = await read(placeId, ['staff', 'fulltime'])
      return panels.map(({ cells }) => (cells.find(({ row }) => row === 'all') ?? cells[0])?.value ?? null)
    }
    // The region's own teacher there says no category: staff, and no full-time teacher.
    await countPeople(region, [...inCategory('11', 40), ...inCategory('13', 2)])
    const soon = { timeout: 10_000, interval: 300 }
    await expect.poll(() => numbers(citySchool), soon).toEqual([null, 40])
    await countPeople(region, inCategory('13', 9))
    await expect.poll(() => numbers(citySchool), soon).toEqual([52, 40])
  })

  it('are public ones of places that are there', async () => {
    await expect(read(region.places.city, ['party'])).rejects.toThrow('no public indicator')
    await expect(read(999_999_999, ['subject'])).rejects.toThrow('没有找到')
  })
})
