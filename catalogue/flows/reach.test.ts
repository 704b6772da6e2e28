import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Place } from '../access/access.ts'
import {
  agreedReach,
  isWithin,
  narrower,
  narrowestAt,
  reaches,
  reachKey,
  readerKeys,
  takesPlace,
  type Reach,
} from './reach.ts'

const reach = fc.constantFrom(...reaches)
const levels = ['school', 'area', 'city', 'province'] as const
const level = fc.constantFrom(...levels)

/** A region: schools of two districts and one directly under the city; the city and province above them. */
const province: Place = { institutionId: 1, districtId: null, cityId: null, provinceId: 1 }
const city: Place = { ...province, institutionId: 2, cityId: 2 }
const district: Place = { ...city, institutionId: 3, districtId: 3 }
const school: Place = { ...district, institutionId: 30 }
const sibling: Place = { ...district, institutionId: 31 }
const other: Place = { ...city, institutionId: 4, districtId: 4 }
const otherSchool: Place = { ...other, institutionId: 40 }
const citySchool: Place = { ...city, institutionId: 20 }
const abroad: Place = { institutionId: 60, districtId: 61, cityId: 62, provinceId: 63 }
const places = { province, city, district, school, sibling, other, otherSchool, citySchool, abroad }

const readersOf = (asked: Reach, at: Place) =>
  Object.entries(places).flatMap(([name, place]) => {
    const key = reachKey(asked, at)
    return key !== null && readerKeys(place).includes(key) ? [name] : []
  })

describe('the lattice of reaches', () => {
  it('is a chain: the narrower of two is one of them, lies within both, and does not ask for an order', () => {
    fc.assert(
      fc.property(reach, reach, (one, two) => {
        const met = narrower(one, two)
        expect([one, two]).toContain(met)
        expect(isWithin(met, one) && isWithin(met, two)).toBe(true)
        expect(narrower(two, one)).toBe(met)
      }),
    )
  })

  it('never gives more than was asked for, and the office of a level no more than its own', () => {
    fc.assert(
      fc.property(reach, level, fc.boolean(), (asked, at, isLast) => {
        const given = agreedReach(asked, at, isLast)
        expect(isWithin(given, asked)).toBe(true)
        if (isLast) expect(given).toBe(asked)
      }),
    )
    expect(agreedReach('9', 'area', false)).toBe('2')
    expect(agreedReach('9', 'province', true)).toBe('9')
  })
})

describe('who reads', () => {
  it.each([
    ['1', school, ['school']],
    ['2', school, ['district', 'school', 'sibling']],
    ['3', school, ['city', 'district', 'school', 'sibling', 'other', 'otherSchool', 'citySchool']],
    ['4', school, Object.keys(places).filter((name) => name !== 'abroad')],
    ['9', school, Object.keys(places)],
    ['0', school, []],
    // A school directly under the city has no district: its city agrees, and its city reads.
    ['2', citySchool, ['city', 'district', 'school', 'sibling', 'other', 'otherSchool', 'citySchool']],
  ] as const)('at reach %s', (asked, at, readers) => {
    expect(readersOf(asked, at).toSorted()).toEqual([...readers].toSorted())
  })

  it('grows with the reach: who reads at a narrower one reads at every wider one', () => {
    fc.assert(
      fc.property(reach, reach, fc.constantFrom(school, citySchool, otherSchool), (one, two, at) => {
        const [inner, outer] = isWithin(one, two) ? [one, two] : [two, one]
        if (inner !== '0') expect(readersOf(outer, at)).toEqual(expect.arrayContaining(readersOf(inner, at)))
      }),
    )
  })

  it('is a visitor where everybody reads, and nowhere else', () => {
    expect(reaches.filter((one) => readerKeys(null).includes(reachKey(one, school) ?? -1))).toEqual(['9'])
  })

  it('is the region where an authority shares: it has no school of its own', () => {
    expect([school, district, city, province, citySchool].map(narrowestAt)).toEqual(['1', '2', '3', '4', '1'])
  })
})

describe('a life of agreements, returns and new versions', () => {
  type Move = { readonly kind: 'submit'; readonly asked: Reach } | { readonly kind: 'agree' | 'return' }
  const move: fc.Arbitrary<Move> = fc.oneof(
    fc.record({ kind: fc.constant('submit' as const), asked: reach }),
    fc.record({ kind: fc.constantFrom('agree' as const, 'agree' as const, 'return' as const) }),
  )

  it('never lowers what is live by a return or by a step on the way; each agreement gives its reach', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
        let live: Reach | null = null
        let way: { asked: Reach; at: number } | null = null
        for (const made of moves) {
          const before: Reach | null = live
          if (made.kind === 'submit') way ??= made.asked === '0' ? null : { asked: made.asked, at: 0 }
          else if (made.kind === 'return') way = null
          else if (way) {
            const last: number = Math.min(Number(way.asked), levels.length) - 1
            const reached = agreedReach(way.asked, levels[way.at] ?? 'province', way.at === last)
            const mayPass = takesPlace(reached, live)
            if (mayPass) live = reached
            way = way.at === last ? null : { asked: way.asked, at: way.at + 1 }
            if (before === null) expect(live).toBe(reached)
          }
          if (before !== null) expect(live !== null && isWithin(before, live)).toBe(true)
        }
      }),
    )
  })
})
