import { describe, expect, it } from 'vitest'
import { elapsedShare, lightOf, yearAt, yearsOf } from './studio-lights.ts'

/** The year of test 52: 365 days. */
const year = { from: '2026-09-01', to: '2027-08-31' }
const dayOf = (n: number): string =>
  new Date(Date.parse(`${year.from}T00:00:00Z`) + (n - 1) * 86_400_000).toISOString().slice(0, 10)
const light = (day: number, done: number, target: number, dueOn: string | null = null) =>
  lightOf({ done, target, dueOn }, elapsedShare(year, dayOf(day)), dayOf(day))

describe('the light of a yearly task', () => {
  it('follows what is done and the share of the year that has gone (test 52)', () => {
    expect(elapsedShare(year, dayOf(87))).toBeCloseTo(87 / 365, 10)
    expect([light(87, 3, 8), light(87, 1, 12), light(200, 0, 2)]).toEqual(['onTime', 'slow', 'behind'])
  })

  it('is done with the target, however late, and overdue after its own last day', () => {
    expect(light(365, 8, 8, dayOf(10))).toBe('done')
    expect([light(60, 0, 1, dayOf(60)), light(61, 0, 1, dayOf(60))]).toEqual(['slow', 'overdue'])
  })

  it('turns at 0.15 and at 0.35 behind, not before', () => {
    const gone = 0.5
    const of = (done: number) => lightOf({ done, target: 1000, dueOn: null }, gone, dayOf(1))
    expect([of(350), of(349), of(150), of(149)]).toEqual(['onTime', 'slow', 'slow', 'behind'])
  })
})

describe('the years of a term', () => {
  it('begin on the day of its start and end with it', () => {
    const years = yearsOf('2025-09-01', '2028-08-31')
    expect(years.map(({ from, to }) => [from, to])).toEqual([
      ['2025-09-01', '2026-08-31'],
      ['2026-09-01', '2027-08-31'],
      ['2027-09-01', '2028-08-31'],
    ])
    expect(yearsOf('2025-09-01', '2027-01-15').at(-1)).toEqual({
      no: 2,
      from: '2026-09-01',
      to: '2027-01-15',
    })
    expect(yearsOf('2024-02-29', '2026-02-27').map(({ from, to }) => [from, to])).toEqual([
      ['2024-02-29', '2025-02-27'],
      ['2025-02-28', '2026-02-27'],
    ])
  })

  it('hold every day: before the term the first, after it the last one', () => {
    const years = yearsOf('2025-09-01', '2028-08-31')
    expect(
      ['2025-01-01', '2026-08-31', '2026-09-01', '2030-01-01'].map((day) => yearAt(years, day)?.no),
    ).toEqual([1, 1, 2, 3])
    expect(elapsedShare({ from: '2025-09-01', to: '2026-08-31' }, '2025-08-01')).toBe(0)
  })
})
