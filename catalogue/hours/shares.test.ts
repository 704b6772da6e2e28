import { describe, expect, it } from 'vitest'
import { sharesByYear } from './shares.ts'

const session = (day: string, tenths = 40) => ({ day, tenths })
const [old, young] = [
  ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'],
  ['2027-01-04', '2027-01-05', '2027-01-06', '2027-01-07'],
]

describe('hours across the turn of a year', () => {
  it('of eight sessions of 4.0 lie half and half in the years of the sessions (34)', () => {
    const sessions = [...old, ...young].map((day) => session(day))
    expect(sharesByYear(320, sessions.toReversed())).toEqual([
      { year: 2026, tenths: 160, from: '2026-12-28', to: '2026-12-31' },
      { year: 2027, tenths: 160, from: '2027-01-04', to: '2027-01-07' },
    ])
  })

  it('add up to the hours, whatever they are', () => {
    for (let tenths = 0; tenths < 200; tenths += 1) {
      const shares = sharesByYear(tenths, [session('2026-12-31', 10), session('2027-01-01', 20)])
      expect(shares.reduce((sum, one) => sum + one.tenths, 0)).toBe(tenths)
      expect(shares.every((one) => one.tenths >= 0)).toBe(true)
    }
  })

  it('are not parted where sessions state no hours', () => {
    expect(sharesByYear(320, [session('2026-12-31', 0)])).toEqual([])
    expect(sharesByYear(320, [])).toEqual([])
  })
})
