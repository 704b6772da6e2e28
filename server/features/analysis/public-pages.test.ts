import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardPanels } from '../../../catalogue/boards/panels.ts'
import { indicatorOf } from '../../../catalogue/figures/indicators.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { openFigures, type Figures } from '../../engine/figures/index.ts'
import { createLog } from '../../platform/log/log.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { boardFiguresBy, type ReadBoardFigures } from './for-boards.ts'
import { panelOf } from './panel.ts'
import { publicPagesBy } from './public-pages.ts'
import { countPeople, random, recordsOf } from './test-counted-people.ts'

let region: Region
let figures: Figures
let read: ReadBoardFigures
const seed = Number(process.env['SEED'] ?? 20_261_124)
beforeAll(async () => {
  region = await testRegion('figures-public-pages')
  const { db, places } = region
  await db.execute(sql`delete from membership`)
  const { below, chance, pick, day, said } = random(seed)
  const schools = [places.school, places.sibling, places.otherSchool, places.citySchool, places.southSchool]
  await countPeople(
    region,
    Array.from({ length: 420 }, () => ({
      placeId: pick(chance(0.04) ? [places.district, places.city] : schools),
      since: chance(0.1) ? addDays(today(), -below(60)) : day(2000, 2020),
      recordedOn: '2020-01-01',
      records: recordsOf(said(), Number(today().slice(0, 4)) - 1),
    })),
  )
  figures = openFigures(region.engine, createLog('silent'))
  read = boardFiguresBy(figures)
})
afterAll(() => region.close())

/** Every public panel of the region's city, and what its figures are without anything kept back. */
describe(`public pages of random people (SEED=${seed})`, () => {
  it('say how many there are, and of stages, subjects and shares of twenty people and more', async () => {
    const { city } = region.places
    const { counted } = await figures.on({ placeId: city, on: null, field: 'on' })
    const place = counted.tree.placeOf(city)
    if (!place) throw new Error('no city')
    const asked = { counted, place, basis: 'personnel', stage: undefined } as const
    const keys = ['staff', 'fulltime', 'fulltime.stage', 'subject', 'senior', 'female', 'eduOk']
    const { panels } = await read(city, keys)
    for (const panel of panels) {
      const indicator = indicatorOf(panel.key)
      const exact = indicator && panelOf(asked, indicator, null)
      for (const cell of panel.cells) {
        const own = exact?.cells.find(({ row, column }) => row === cell.row && column === cell.column)
        const people = own?.denominator ?? own?.value ?? 0
        if (people < 20) continue
        const isSmallPart = cell.few === true && (own?.numerator ?? 0) < 5
        expect([panel.key, cell.row, cell.hidden, cell.value !== null || isSmallPart]).toEqual([
          panel.key,
          cell.row,
          undefined,
          true,
        ])
      }
    }
  })

  it('print no number of one to four people', async () => {
    for (const id of [region.places.province, region.places.city, region.places.district]) {
      const keys = boardPanels.filter(({ from }) => from === 'indicators').map(({ key }) => key)
      for (const { key, unit, cells } of (await read(id, keys)).panels)
        if (unit === '人' && !key.startsWith('h100'))
          expect([key, cells.filter(({ value }) => value !== null && value > 0 && value < 5)]).toEqual([
            key,
            [],
          ])
    }
  })
})

describe('public pages that people change under', () => {
  it('are worked out once for all who ask meanwhile, and anew for who asks later', async () => {
    const { counted } = await figures.on({ placeId: region.places.province, on: null, field: 'on' })
    const place = counted.tree.placeOf(region.places.city)
    if (!place) throw new Error('no city')
    const changed = { ...counted, version: counted.version + 1 }
    const pageOf = publicPagesBy()
    const [first, meanwhile] = await Promise.all([pageOf(counted, place), pageOf(changed, place)])
    expect(meanwhile).toBe(first)
    const later = await pageOf(changed, place)
    expect(later).not.toBe(first)
    expect(await pageOf(changed, place)).toBe(later)
  })
})
