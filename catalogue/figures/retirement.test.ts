import { describe, expect, it } from 'vitest'
import { retirementGroup, retirementOf } from './retirement.ts'

describe('the month of retirement', () => {
  it.each([
    ['1964-12-31', 'men', 0, '2024-12'],
    ['1965-01-01', 'men', 1, '2025-02'],
    ['1967-05-12', 'men', 8, '2028-01'],
    ['1976-08-31', 'men', 35, '2039-07'],
    ['1976-09-01', 'men', 36, '2039-09'],
    ['1969-12-20', 'womenCadres', 0, '2024-12'],
    ['1971-04-08', 'womenCadres', 4, '2026-08'],
    ['1981-08-31', 'womenCadres', 35, '2039-07'],
    ['1979-06-15', 'womenWorkers', 27, '2031-09'],
    ['1984-11-01', 'womenWorkers', 60, '2039-11'],
  ] as const)('of who was born %s among %s is %i months later: %s', (birth, group, delay, month) => {
    expect(retirementOf(birth, group)).toMatchObject({ delay, month })
  })

  it('is never before the age of old, nor more than three years apart by choice', () => {
    expect(retirementOf('1965-01-01', 'men')).toMatchObject({ earliest: '2025-01', latest: '2028-02' })
    expect(retirementOf('1976-09-01', 'men')).toMatchObject({ earliest: '2036-09', latest: '2042-09' })
  })

  it('goes later by one month at most from month to month of birth', () => {
    for (const group of ['men', 'womenCadres', 'womenWorkers'] as const) {
      const months = Array.from({ length: 65 * 12 }, (_, n) => {
        const [year, month] = [1940 + Math.floor(n / 12), String((n % 12) + 1).padStart(2, '0')]
        return retirementOf(`${year}-${month}-01`, group).delay
      })
      months.forEach((delay, n) => expect(delay - (months[n - 1] ?? 0)).toBeOneOf([0, 1]))
      expect(months.at(-1)).toBe(group === 'womenWorkers' ? 60 : 36)
    }
  })

  it('goes by the post of a woman, and by her category where she has none', () => {
    const woman = { gender: '2', positionCategory: null, staffCategory: '14' }
    expect(retirementGroup(woman)).toEqual({ group: 'womenWorkers', inferred: true })
    expect(retirementGroup({ ...woman, staffCategory: '11' })?.group).toBe('womenCadres')
    expect(retirementGroup({ ...woman, positionCategory: '3' })).toEqual({
      group: 'womenCadres',
      inferred: false,
    })
    expect(retirementGroup({ ...woman, positionCategory: '4' })?.group).toBe('womenWorkers')
    expect(retirementGroup({ ...woman, gender: '1' })?.group).toBe('men')
    expect(retirementGroup({ ...woman, gender: null })).toBeNull()
  })
})
