import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FigureCell } from '../../../catalogue/contract/analysis/figures.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { openFigures } from '../../engine/figures/index.ts'
import { createLog } from '../../platform/log/log.ts'
import { boardFiguresBy, type ReadBoardFigures } from './for-boards.ts'
import { countPeople, recordsOf, type ArchiveSaying } from './test-counted-people.ts'

let region: Region
let read: ReadBoardFigures
beforeAll(async () => {
  region = await testRegion('figures-for-boards')
  read = boardFiguresBy(openFigures(region.engine, createLog('silent')))
})
afterAll(() => region.close())

const said: ArchiveSaying = {
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

/** The least and the most people that a cell may be of, as everybody reads it. */
function readAs(cell: FigureCell | undefined): readonly [number, number] {
  if (!cell || cell.hidden) return [0, Infinity]
  if (cell.few) return [1, 4]
  const value = cell.value ?? 0
  return cell.about ? [value - 5, value + 5] : [value, value]
}
const cellsOf = async (placeId: number, key: string) => {
  const { panels } = await read(placeId, [key])
  return new Map(panels[0]?.cells.map((cell) => [cell.row, cell]))
}

describe('figures of boards', () => {
  it('do not give away in a place what the view of the place above would by subtraction', async () => {
    const { city, district, otherDistrict, emptyDistrict, school, otherSchool, southSchool } = region.places
    // Subject 13: 30 + 2 + 12 = 44. Whoever knew three of them would know that the 2 are two.
    await countPeople(region, [
      ...subjects(school, { '13': 30, '14': 40 }),
      ...subjects(otherSchool, { '13': 2, '14': 20 }),
      ...subjects(southSchool, { '13': 12, '14': 21 }),
    ])
    const [all, one, two, three] = await Promise.all(
      [city, district, otherDistrict, emptyDistrict].map(async (id) => {
        const cells = await cellsOf(id, 'subject')
        return [cells.get('13'), cells.get('14')] as const
      }),
    )
    expect(two?.[0]).toMatchObject({ few: true, value: null })
    const [least, most] = readAs(all?.[0])
    const [oneLeast, oneMost] = readAs(one?.[0])
    const [threeLeast, threeMost] = readAs(three?.[0])
    expect(least - oneMost - threeMost).toBeLessThan(2)
    expect(most - oneLeast - threeLeast).toBeGreaterThan(2)
    // Classes of twenty and more always stand.
    for (const [, cell] of [all, one, two, three].flatMap((pair) => (pair ? [pair] : [])))
      expect(cell?.value).toBeGreaterThanOrEqual(20)
  })

  it('do not say by two numbers beside each other of how few people one is more than the other', async () => {
    const { citySchool, city } = region.places
    const inCategory = (category: string, count: number) =>
      Array.from({ length: count }, () => ({
        placeId: citySchool,
        since: '2010-09-01',
        records: recordsOf(Object.assign({}, said, { category }), 2026),
        recordedOn: '2020-01-01',
      }))
    const row = `p${citySchool}`
    const pair = async () => {
      const [staff, fulltime] = await Promise.all([cellsOf(city, 'staff'), cellsOf(city, 'fulltime')])
      return [staff.get(row), fulltime.get(row)] as const
    }
    const isExact = (cell: FigureCell | undefined) => cell?.value !== null && cell?.about !== true
    // The region's own teacher there says no category: staff, and no full-time teacher.
    await countPeople(region, [...inCategory('11', 40), ...inCategory('13', 2)])
    const soon = { timeout: 10_000, interval: 300 }
    await expect
      .poll(async () => (await pair()).map((cell) => (cell?.value ?? 0) >= 35), soon)
      .toEqual([true, true])
    expect((await pair()).every(isExact)).toBe(false)
  })

  it('are public ones of places that are there', async () => {
    await expect(read(region.places.city, ['party'])).rejects.toThrow('no public indicator')
    await expect(read(999_999_999, ['subject'])).rejects.toThrow('没有找到')
  })
})
