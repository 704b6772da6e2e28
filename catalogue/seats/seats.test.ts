import { describe, expect, it } from 'vitest'
import { minuteOf, momentOf, offerEnds } from './offer.ts'
import { waitOrder, type WaitFacts } from './order.ts'

const rules = { acceptHours: 48, lastOfferHours: 12, firstSession: '2026-11-23T08:30' }
const until = (now: string, more: Partial<typeof rules> = {}): string | null => {
  const ends = offerEnds(momentOf(now), { ...rules, ...more })
  return ends === null ? null : minuteOf(ends)
}

describe('an offer ends (training.md 11, 6 and 7)', () => {
  it.each([
    ['2026-11-19T10:12', '2026-11-21T10:12'],
    ['2026-11-21T10:12', '2026-11-22T20:30'],
    ['2026-11-19T23:40', '2026-11-22T07:00'],
    ['2026-11-19T22:00', '2026-11-22T07:00'],
    ['2026-11-19T21:59', '2026-11-21T21:59'],
    ['2026-11-19T06:59', '2026-11-21T07:00'],
    ['2026-11-30T23:40', null],
    ['2026-11-22T18:30', '2026-11-22T20:30'],
    ['2026-11-22T18:31', null],
    ['2026-11-22T19:00', null],
  ])('made %s: %s', (now, ends) => {
    expect(until(now)).toBe(ends)
  })

  it('across the end of a month, and without a first session', () => {
    expect(offerEnds(momentOf('2026-12-31T23:40'), { ...rules, firstSession: null })).toBe(
      momentOf('2027-01-03T07:00'),
    )
  })
})

describe('a waiting list is ordered', () => {
  const facts = (more: Partial<WaitFacts>): WaitFacts => ({
    rank: null,
    trainedUntil: null,
    locality: null,
    gap: 0,
    ...more,
  })
  const sorted = (rule: 'time' | 'rank' | 'need', people: Readonly<Record<string, WaitFacts>>): string =>
    Object.keys(people)
      .toSorted((a, b) => {
        const [one, other] = [a, b].map((name) => waitOrder(rule, people[name] ?? facts({})).key)
        return (one ?? '') < (other ?? '') ? -1 : (one ?? '') > (other ?? '') ? 1 : 0
      })
      .join('')

  it('by need: never trained, longest since, the country before the town, the larger gap (8)', () => {
    const people = {
      A: facts({ locality: '1' }),
      B: facts({ trainedUntil: '2021-07-02' }),
      C: facts({ trainedUntil: '2024-07-02', locality: '3' }),
      D: facts({ locality: '3' }),
      E: facts({ locality: '3', gap: 120 }),
    }
    expect(sorted('need', people)).toBe('EDABC')
    expect(waitOrder('need', people.E).because).toBe('从未参加县级以上培训，乡村，还缺 12.0 学时')
    expect(waitOrder('need', people.B).because).toBe('上次县级以上培训 2021-07-02 结束')
  })

  it('by the order of the school; by time all are alike', () => {
    expect(sorted('rank', { A: facts({}), B: facts({ rank: 10 }), C: facts({ rank: 9 }) })).toBe('CBA')
    expect(waitOrder('time', facts({ rank: 3 })).key).toBe(waitOrder('time', facts({})).key)
  })
})
