import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Indicator } from '../../../catalogue/figures/indicator.ts'
import { indicatorOf, indicators } from '../../../catalogue/figures/indicators.ts'
import { isFew } from '../../../catalogue/figures/suppress.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { openFigures, type Counted, type Figures, type TreePlace } from '../../engine/figures/index.ts'
import { createLog } from '../../platform/log/log.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { publicFiguresBy, type ReadPublicFigures } from './for-boards.ts'
import { panelOf } from './panel.ts'
import { publicPagesBy } from './public-pages.ts'
import { foundOf } from './persons.ts'
import { countPeople, random, recordsOf } from './test-counted-people.ts'

/**
 * Somebody who reads every board of a province, and of its cities and districts, adds and subtracts what they tell. Each number is a
 * set of people; a number can be worked out when its set is a sum of multiples of sets that are told. Which sets these are is read
 * from the lists behind the figures, not from what the suppression believes of them. People who come after the pages were read are in
 * the sets as well: two sets that are the same by chance today are not the same for a reader who does not know who is in them.
 */
const prime = 67_108_859

function powered(base: number, exponent: number): number {
  let [result, square] = [1n, BigInt(base)]
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * square) % BigInt(prime)
    square = (square * square) % BigInt(prime)
  }
  return Number(result)
}

/** Sums of multiples of sets, as vectors over people modulo a prime. */
function span(size: number) {
  const basis = new Map<number, Float64Array>()
  function rest(people: readonly number[]): Float64Array {
    const vector = new Float64Array(size)
    for (const at of people) vector[at] = 1
    for (let at = 0; at < size; at += 1) {
      const factor = vector[at] ?? 0
      const own = factor === 0 ? undefined : basis.get(at)
      if (!own) continue
      for (let to = at; to < size; to += 1)
        vector[to] = ((vector[to] ?? 0) + (prime - factor) * (own[to] ?? 0)) % prime
    }
    return vector
  }
  return {
    has: (people: readonly number[]) => rest(people).every((value) => value === 0),
    add(people: readonly number[]): boolean {
      const vector = rest(people)
      const lead = vector.findIndex((value) => value !== 0)
      if (lead < 0) return false
      const inverse = powered(vector[lead] ?? 1, prime - 2)
      basis.set(
        lead,
        vector.map((value) => (value * inverse) % prime),
      )
      return true
    },
  }
}

let region: Region
let figures: Figures
let read: ReadPublicFigures
let addPeople: (count: number) => Promise<number[]>
const seed = Number(process.env['SEED'] ?? 20_261_124)
beforeAll(async () => {
  region = await testRegion('figures-public-pages')
  const { db, places } = region
  await db.execute(sql`delete from membership`)
  const { below, chance, pick, day, said } = random(seed)
  const schools = [places.school, places.sibling, places.otherSchool, places.citySchool, places.southSchool]
  addPeople = (count) =>
    countPeople(
      region,
      Array.from({ length: count }, () => ({
        placeId: pick(chance(0.04) ? [places.district, places.city] : schools),
        since: chance(0.1) ? addDays(today(), -below(60)) : day(2000, 2020),
        recordedOn: '2020-01-01',
        records: recordsOf(said(), Number(today().slice(0, 4)) - 1),
      })),
    )
  await addPeople(420)
  figures = openFigures(region.engine, createLog('silent'))
  read = publicFiguresBy(figures)
}, 60_000)
afterAll(() => region.close())

/** The people of whom a share is counted, as an indicator of its own. */
function wholeOf(indicator: Indicator): Indicator | undefined {
  const { counting } = indicator
  if (counting.by === 'parts')
    return Object.assign({}, indicator, { counting: { by: 'persons', of: counting.among } })
  if (counting.by !== 'share') return undefined
  const and = counting.known === undefined ? {} : { and: counting.known }
  return Object.assign({}, indicator, { counting: Object.assign({ by: 'persons', of: counting.among }, and) })
}

/** Indicators that are sums of people; means are not. */
const keys = indicators.flatMap(({ key, visible, counting }) =>
  visible === 'public' && ['persons', 'share', 'parts'].includes(counting.by) ? [key] : [],
)
type At = Readonly<{ panel: string; row: string; column: string }>
const nameOf = (place: TreePlace, { panel, row, column }: At) => `${place.name} ${panel} ${row}/${column}`

/** Cells of a place with the people behind them, as they are counted now. */
function cellsOf(counted: Counted, place: TreePlace) {
  const asked = { counted, place, basis: 'personnel', stage: undefined } as const
  return keys.flatMap((key) => {
    const indicator = indicatorOf(key)
    if (!indicator) throw new Error(key)
    const whole = wholeOf(indicator)
    return panelOf(asked, indicator, null).cells.map(({ row, column, numerator, value }) => {
      const { rows: people } = foundOf(asked, indicator, { row, column })
      expect([key, row, column, numerator ?? value ?? 0]).toEqual([key, row, column, people.length])
      const isPart = indicator.counting.by === 'parts'
      const among = isPart && whole ? Object.assign({}, whole, { columns: null }) : whole
      const at = { row, column: isPart ? 'all' : column }
      const name = nameOf(place, { panel: key, row, column })
      return { name, people, whole: among && foundOf(asked, among, at).rows }
    })
  })
}

describe(`public pages of random people (SEED=${seed})`, () => {
  it('let nobody work out a number of one to four people, whatever is added and subtracted', async () => {
    const { province, city, district, otherDistrict, emptyDistrict } = region.places
    const now = async () => {
      const { counted } = await figures.on({ placeId: province, on: null, field: 'on' })
      const places = [province, city, district, otherDistrict, emptyDistrict].flatMap(
        (id) => counted.tree.placeOf(id) ?? [],
      )
      return { counted, places, cells: places.flatMap((place) => cellsOf(counted, place)) }
    }
    const first = await now()
    const shown = new Map<string, number | null>()
    for (const place of first.places)
      for (const { key, cells } of (await read(place.id, keys)).panels)
        for (const { row, column, value } of cells)
          shown.set(nameOf(place, { panel: key, row, column }), value)
    const few = first.cells.filter(({ people }) => isFew(people.length))
    expect(few.length).toBeGreaterThan(100)
    expect(few.flatMap(({ name, whole }) => (shown.get(name) !== null && !whole ? [name] : []))).toEqual([])

    await addPeople(700)
    await expect
      .poll(async () => (await now()).cells.length, { timeout: 10_000, interval: 300 })
      .toBeGreaterThan(first.cells.length)
    const { cells } = await now()
    // What is not on the page is nobody.
    const told = cells.filter(({ name }) => shown.get(name) !== null)
    const known = span(Math.max(...cells.flatMap(({ people }) => people)) + 1)
    for (const { people, whole } of told) if (!whole) known.add(people)
    // A share says how many as soon as its whole is known, and the whole as soon as one part is.
    const sizes = new Map(
      first.cells.map(({ name, people, whole }) => [name, [people.length, whole?.length]]),
    )
    const shares = told.filter(({ name, whole }) => {
      const [part = 0, all = 0] = sizes.get(name) ?? []
      return whole && part > 0 && part < all
    })
    for (let moved = true; moved;) {
      moved = false
      for (const { people, whole = [] } of shares)
        if (known.has(whole) || known.has(people))
          for (const set of [whole, people]) moved = known.add(set) || moved
    }
    const names = new Set(few.map(({ name }) => name))
    expect(cells.flatMap(({ name, people }) => (names.has(name) && known.has(people) ? [name] : []))).toEqual(
      [],
    )
    // Hiding everything would be safe, too.
    const open = [...shown.values()].filter((value) => value !== null).length
    expect(open / shown.size).toBeGreaterThan(0.2)
  }, 60_000)
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
