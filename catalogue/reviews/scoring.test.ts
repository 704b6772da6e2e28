import { describe, expect, it } from 'vitest'
import { usualRules, type RoundRules } from '../contract/review/rules.ts'
import { halfUp, wholeRoot } from './rounding.ts'
import { needsArbitration, resultsOf, totalOf, type HandedInScore } from './scoring.ts'

const rubric: RoundRules['rubric'] = [
  { key: 'a', label: '甲', max: 3000, weight: 50, text: '', bands: [] },
  { key: 'b', label: '乙', max: 7000, weight: 50, text: '', bands: [] },
]
const rules: RoundRules = { ...usualRules, rubric, dropFrom: null, least: 1, ties: ['a', 'spread'] }
const one = (item: string, expert: number, a: number, b: number, kind: HandedInScore['kind'] = 'main') => ({
  item,
  expert,
  kind,
  scores: { a, b },
})
/** A score whose weighted total is so many hundredths, all from item b. */
const total = (item: string, expert: number, hundredths: number, kind: HandedInScore['kind'] = 'main') => ({
  item,
  expert,
  kind,
  scores: { t: hundredths },
})
const plain: RoundRules = {
  ...rules,
  rubric: [{ key: 't', label: '总', max: 10_000, weight: 100, text: '', bands: [] }],
  ties: ['spread'],
}

describe('the scores of a round', () => {
  it('are weighted exactly and rounded half up once', () => {
    // 17/30·50 + 33.33/70·50 = 28.3333… + 23.8071… = 52.1404…
    expect(totalOf(rules, { a: 1700, b: 3333 })).toBe(5214)
    expect(totalOf(rules, { a: 3000, b: 7000 })).toBe(10_000)
    // 0.005 points round up: 0.07/70·5000 hundredths = 5 hundredths; 0.007 would be half a hundredth.
    expect([halfUp(5n, 10n), halfUp(4n, 10n), halfUp(-5n, 10n), halfUp(-6n, 10n)]).toEqual([1n, 0n, 0n, -1n])
    expect([wholeRoot(0n), wholeRoot(15n), wholeRoot(16n), wholeRoot(10n ** 40n)]).toEqual([
      0n,
      3n,
      4n,
      10n ** 20n,
    ])
  })

  it('drop one highest and one lowest, of equal ones a single one', () => {
    const scores = [9100, 9100, 9300, 9100, 9400].map((value, at) => total('x', at + 1, value))
    const [result] = resultsOf({ ...plain, dropFrom: 5 }, ['x'], scores)
    expect(result?.scores.map(({ dropped }) => dropped)).toEqual([true, false, false, false, true])
    expect([result?.score, result?.spread]).toEqual([9167, 300])
    const [few] = resultsOf({ ...plain, dropFrom: 6 }, ['x'], scores)
    expect(few?.score).toBe(9200)
  })

  it('ask for one more expert above the spread, not at it, and only once', () => {
    const asked = { ...plain, arbitrationAbove: 2000 }
    const scores = [total('x', 1, 6000), total('x', 2, 8000)]
    expect(needsArbitration(asked, scores)).toBe(false)
    const wide = [...scores, total('x', 3, 8001)]
    expect(needsArbitration(asked, wide)).toBe(true)
    expect(needsArbitration(asked, [...wide, total('x', 4, 7000, 'arbitration')])).toBe(false)
    expect(needsArbitration({ ...plain, arbitrationAbove: null }, wide)).toBe(false)
    // The further score counts, and the spread stays that of the first experts.
    const [result] = resultsOf(asked, ['x'], [...wide, total('x', 4, 9000, 'arbitration')])
    expect([result?.score, result?.spread]).toEqual([7750, 2001])
  })

  it('take away how strict an expert is, for those who scored three or more', () => {
    const strict = [5000, 6000, 7000].map((value, at) => total(`i${at}`, 1, value))
    const mild = [8000, 8500, 9000].map((value, at) => total(`i${at}`, 2, value))
    const results = resultsOf({ ...plain, normalise: 'z' }, ['i0', 'i1', 'i2'], [...strict, ...mild])
    // Both experts order the items alike: after normalisation they say the same of each.
    for (const { scores } of results) expect(new Set(scores.map(({ adjusted }) => adjusted)).size).toBe(1)
    // Mean 7250, deviation √1 979 166.67 = 1406.83; the middle stays, the ends are √1.5 deviations away.
    expect(results.map(({ score }) => score)).toEqual([8973, 7250, 5527])
    const same = resultsOf(
      { ...plain, normalise: 'z' },
      ['i0', 'i1', 'i2'],
      [...strict, ...[7000, 7000, 7000].map((value, at) => total(`i${at}`, 3, value)), total('i0', 4, 1000)],
    )
    const said = (expert: number) =>
      same
        .flatMap(({ scores }) => scores.filter((own) => own.expert === expert))
        .map(({ adjusted }) => adjusted)
    expect(new Set(said(3)).size).toBe(1)
    expect(said(4)).toEqual([1000])
  })

  it('rank by score, then by the tie rules, and share what nothing parts', () => {
    const scores = [
      one('x', 1, 1500, 3500),
      one('y', 1, 1800, 2800),
      one('z', 1, 1500, 3500),
      one('w', 1, 300, 700),
    ]
    const ranked = resultsOf(rules, ['v', 'w', 'x', 'y', 'z'], scores)
    expect(ranked.map(({ item, rank, score }) => [item, rank, score])).toEqual([
      ['y', 1, 5000],
      ['x', 2, 5000],
      ['z', 2, 5000],
      ['w', 4, 1000],
      ['v', null, null],
    ])
  })
})
