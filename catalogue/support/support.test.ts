import { describe, expect, it } from 'vitest'
import { indicatorOf } from '../figures/indicators.ts'
import { dictionary } from '../dictionaries/dictionaries.ts'
import { directionFault, goalFault, goalKinds, goalsIn } from './goals.ts'
import { goalStanding, midtermOf, readingDays } from './standing.ts'

const term = { from: '2025-09-01', to: '2028-08-31' }
const percent = (share: number | null) => Math.round((share ?? Number.NaN) * 1000) / 10

describe('how a goal stands', () => {
  it('12/96 → 17/98, target 20 %, day 451 of 1 096: 64.6 % of the way, 41.1 % expected (58)', () => {
    const numbers = { baseline: (100 * 12) / 96, now: (100 * 17) / 98, target: 20, dueOn: null }
    const { progress, expected, light } = goalStanding(numbers, term, '2026-11-25')
    expect([percent(progress), percent(expected), light]).toEqual([64.6, 41.1, 'onTime'])
    // The dots that are drawn are rounded; the progress is worked out from the counts.
    expect(progress).not.toBeCloseTo((17.3 - 12.5) / 7.5, 4)
  })

  it('below its baseline it is negative, beyond its target over 100 %: nothing is clipped (59)', () => {
    const at = (now: number) =>
      goalStanding({ baseline: 12.5, now, target: 20, dueOn: null }, term, '2026-11-25')
    expect([percent(at(11).progress), at(11).light]).toEqual([-20, 'behind'])
    expect([percent(at(23).progress), at(23).light]).toEqual([140, 'done'])
  })

  it('goes down where a goal is to go down, and is overdue after its own day', () => {
    const down = { baseline: 20, now: 15, target: 10, dueOn: null }
    expect(percent(goalStanding(down, term, '2026-11-25').progress)).toBe(50)
    const due = goalStanding({ ...down, dueOn: '2026-11-24' }, term, '2026-11-25')
    expect(due.light).toBe('overdue')
  })

  it('has no light without a number', () => {
    const none = goalStanding({ baseline: null, now: 15, target: 10, dueOn: null }, term, '2026-11-25')
    expect([none.progress, none.light]).toEqual([null, null])
  })
})

describe('the days on which goals are read', () => {
  it('are the first, the middle one, and each 1 September between', () => {
    expect(midtermOf('2025-09-01', '2028-08-31')).toBe('2027-03-02')
    expect(readingDays('2025-09-01', '2028-08-31').map(({ kind, day }) => `${kind} ${day}`)).toEqual([
      'baseline 2025-09-01',
      'september 2026-09-01',
      'september 2027-09-01',
      'midterm 2027-03-02',
    ])
    expect(readingDays('2025-03-01', '2025-08-31').map(({ kind }) => kind)).toEqual(['baseline', 'midterm'])
  })
})

describe('goals', () => {
  it('count an indicator that there is, and stand in the dictionary', () => {
    expect(Object.keys(goalKinds).toSorted()).toEqual(
      dictionary('pairGoal')
        .items.map(({ code }) => code)
        .toSorted(),
    )
    for (const [code, { label, counting }] of Object.entries(goalKinds)) {
      expect(dictionary('pairGoal').items.find((item) => item.code === code)?.label).toBe(label)
      if (counting.by === 'figure') expect(indicatorOf(counting.indicator), code).toBeDefined()
    }
  })

  it('are refused with their place and the reason', () => {
    const of = (more: object) =>
      goalFault(goalsIn([{ goal: '01', direction: '1', target: 20, ...more }]), {
        from: '2025-09-01',
        until: '2028-08-31',
      })
    expect(of({})).toBeNull()
    expect(of({ dueOn: '2028-09-01' })).toContain('第 1 项目标：期限须在')
    expect(of({ start: 3 })).toContain('只有自报指标才填')
    expect(of({ goal: '99' })).toContain('须写明名称、单位和起点')
    const stated = { goal: '99', stated: '实验开出率', unit: '%' }
    expect(of({ ...stated, start: 20 })).toContain('目标不能等于起点')
    expect(of({ ...stated, start: 30 })).toContain('方向是“提高”')
    expect(of({ ...stated, start: 10 })).toBeNull()
    const twice = goalsIn([
      { goal: '01', direction: '1', target: 20 },
      { goal: '01', direction: '1', target: 30 },
    ])
    expect(goalFault(twice, { from: '2025-09-01', until: '2028-08-31' })).toContain('第 2 项目标：同一个指标')
    expect(directionFault(10, 5, '2')).toBeNull()
  })
})
