import { describe, expect, it } from 'vitest'
import { dictionary } from '../dictionaries/dictionaries.ts'
import { carriedOver, countHours, mostOfDays, type HourEntry } from './count.ts'
import { pausedMonths, type StatusStep } from './pauses.ts'
import { countPeriod, lineFor } from './period.ts'
import { categories, hourRule, hoursOfMinutes, isYearOpen, usualRule, type HourRule } from './rule.ts'

const rule = usualRule(2026)
let last = 0
const entry = (tenths: number, more: Partial<HourEntry>): HourEntry => ({
  id: `e${String((last += 1)).padStart(5, '0')}`,
  category: '2',
  source: 'registration',
  tenths,
  from: null,
  to: null,
  counters: null,
  ...more,
})
const counter = ({ id, ...of }: HourEntry): HourEntry =>
  entry(-of.tenths, { ...of, tenths: -of.tenths, counters: id })

/** Training.md, 11: ten sessions of four hours on five days. */
const project = entry(400, { source: 'project', from: '2026-11-23', to: '2026-11-27' })
const school = entry(300, { category: '4' })
const year = [
  entry(300, { category: '1' }),
  project,
  entry(350, { source: 'publication' }),
  school,
  entry(120, { category: '3' }),
]

describe('hours of a year', () => {
  it('have the categories of the dictionary, and a usual rule that is one', () => {
    expect(dictionary('creditKind').items.map(({ code }) => code)).toEqual([...categories])
    expect(hourRule.parse(rule)).toEqual(rule)
  })

  it('count up to the caps of a source and of what passes into another category (29)', () => {
    const { raw, counted, byCategory, gaps, gap } = countHours(year, rule)
    expect([raw, counted, byCategory]).toEqual([1_470, 1_340, { '1': 300, '2': 920, '3': 120, '4': 0 }])
    expect([gaps, gap]).toEqual([{ '3': 60 }, 60])
  })

  it('go with what is taken back, whole (30)', () => {
    const { byCategory, counted, gap } = countHours([...year, counter(project)], rule)
    expect([byCategory['2'], counted, gap]).toEqual([520, 940, 60])
  })

  it('of a day are eight at most, attended ones first (31)', () => {
    const day = { from: '2026-05-04', to: '2026-05-04' }
    const online = entry(100, { ...day, source: 'online' })
    const attended = entry(60, { ...day, source: 'project' })
    const { byEntry } = countHours([online, attended], rule)
    expect([byEntry.get(attended.id), byEntry.get(online.id)]).toEqual([60, 20])
    expect(mostOfDays({ from: '2026-05-04', to: '2026-05-05' }, rule)).toBe(160)
  })

  it('of several days leave room on each of them', () => {
    const two = entry(80, { source: 'project', from: '2026-05-04', to: '2026-05-05' })
    const one = entry(40, { source: 'online', from: '2026-05-04' })
    expect(countHours([two, one], rule).counted).toBe(120)
  })

  it('are those of the changed record once it changed (40), and of the rule once that did (41)', () => {
    const before = entry(240, {})
    expect(countHours([before, counter(before), entry(160, {})], rule).counted).toBe(160)
    const stricter: HourRule = { ...rule, into: [{ from: '4', to: '2', most: 120 }] }
    expect(countHours(year, stricter).byCategory['2']).toBe(800)
  })

  it('pass to the next year as a pair where the rule says so, and leave the period as it is (35)', () => {
    const carrying: HourRule = { ...rule, carry: { category: '2', most: 140 } }
    const full = [entry(600, {})]
    const over = carriedOver(countHours(full, carrying), carrying)
    expect([over, carriedOver(countHours(full, rule), rule)]).toEqual([140, 0])
    const now = countHours([...full, entry(-over, { source: 'carry' })], carrying).counted
    const next = countHours([entry(over, { source: 'carry' })], usualRule(2027)).counted
    expect([now, next, now + next]).toEqual([460, 140, 600])
  })

  it('of minutes are rounded down to a tenth (28)', () => {
    expect(hoursOfMinutes(100, rule)).toBe(22)
  })

  it('may be posted until the year closes (36)', () => {
    const of2025 = usualRule(2025)
    expect([isYearOpen(2025, '2026-03-31', of2025), isYearOpen(2025, '2026-04-01', of2025)]).toEqual([
      true,
      false,
    ])
  })
})

describe('hours of several years', () => {
  const today = '2026-11-20'
  it('are short, or in reach by what is under way (32)', () => {
    const counted = 760 + 725 + 600 + 710 + 680
    expect(countPeriod(rule, { counted, underWay: 400, line: 3_600, today })).toEqual({
      from: 2022,
      to: 2026,
      line: 3_600,
      counted: 3_475,
      underWay: 400,
      gap: 125,
      state: 'inReach',
    })
    const of = (more: object) =>
      countPeriod(rule, { counted, underWay: 0, line: 3_600, today, ...more }).state
    expect([
      of({}),
      of({ counted: 3_600 }),
      of({ today: '2026-12-30' }),
      of({ counted: 3_500, today: '2026-12-30' }),
    ]).toEqual(['short', 'met', 'short', 'short'])
    expect(of({ counted: 3_400, today: '2026-12-30' })).toBe('tooLate')
  })

  it('are asked for by the months served, without pauses (33)', () => {
    expect(lineFor(rule, '2024-09')).toBe(1_680)
    expect(lineFor(rule, '2024-09', 6)).toBe(1_320)
    expect([lineFor(rule, null), lineFor(rule, '2010-01'), lineFor(rule, '2027-01')]).toEqual([
      3_600, 3_600, 0,
    ])
  })
})

describe('months away from the post', () => {
  const rule = usualRule(2026)
  const of = (steps: readonly StatusStep[], today = '2026-11-29', servedFrom: string | null = '2024-09') =>
    pausedMonths(rule, steps, { servedFrom, today })
  const left = (on: string, reason = '4'): StatusStep => ({ kind: '4', reason, on })
  const back = (on: string): StatusStep => ({ kind: '5', reason: null, on })

  it('are counted from the change to the next one, by the 15th: six of them leave 132.0 (33)', () => {
    const paused = of([left('2025-03-01'), back('2025-09-01')])
    expect([paused, lineFor(rule, '2024-09', paused)]).toEqual([6, 1_320])
    expect(of([left('2025-03-16'), back('2025-04-16')])).toBe(1)
    expect(of([left('2025-03-16'), back('2025-04-15')])).toBe(0)
  })

  it('are those of reasons that the rule names, within the months served and until today', () => {
    expect(of([left('2025-03-01', '6'), back('2025-09-01')])).toBe(0)
    expect(of([left('2024-01-01'), back('2024-11-01')])).toBe(2)
    expect(of([left('2026-09-10')], '2026-11-14')).toBe(2)
    expect(of([left('2026-09-10')], '2027-11-14')).toBe(4)
    // Whoever retires out of an absence is paused no longer.
    expect(of([left('2025-01-01'), { kind: '1', reason: null, on: '2025-03-01' }])).toBe(2)
    expect(of([])).toBe(0)
  })
})

describe('whatever is posted', () => {
  /** Numbers that look random and are the same for a seed. */
  function randomEntries(seed: number): HourEntry[] {
    let state = seed
    const below = (most: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state % most
    }
    const pick = <T>(list: readonly T[]): T => {
      const one = list[below(list.length)]
      if (one === undefined) throw new Error('nothing to pick')
      return one
    }
    return Array.from({ length: 1 + below(14) }, () => {
      const from = below(4) === 0 ? null : `2026-05-${String(1 + below(8)).padStart(2, '0')}`
      return entry(5 * below(60), {
        category: pick(categories),
        source: pick(['project', 'online', 'registration', 'publication', 'degree'] as const),
        from,
        to: from === null || below(2) === 0 ? null : `2026-05-${String(8 + below(4)).padStart(2, '0')}`,
      })
    })
  }
  const seeds = Array.from({ length: 300 }, (_, seed) => seed + 1)

  it('counts the same in any order, and never more than it says', () => {
    for (const seed of seeds) {
      const entries = randomEntries(seed)
      const { raw, counted, byCategory } = countHours(entries, rule)
      expect(countHours(entries.toReversed(), rule)).toEqual(countHours(entries, rule))
      expect(counted).toBeLessThanOrEqual(raw)
      expect(byCategory['4']).toBe(0)
    }
  })

  it('counts as if what was taken back had never been', () => {
    for (const seed of seeds) {
      const entries = randomEntries(seed)
      const [gone, ...others] = entries
      if (gone)
        expect(countHours([...entries, counter(gone)], rule).counted).toBe(countHours(others, rule).counted)
    }
  })

  it('counts whole where nothing is capped', () => {
    const free: HourRule = { ...rule, into: [], sourceCaps: {}, dayCap: 99_999 }
    for (const seed of seeds) {
      const { raw, counted } = countHours(randomEntries(seed), free)
      expect(counted).toBe(raw)
    }
  })
})
