import { describe, expect, it } from 'vitest'
import { usualRules, type RoundRules } from '../catalogue/contract/review/rules.ts'
import { resultsOf, type HandedInScore } from '../catalogue/reviews/scoring.ts'
import { recompute } from './recompute-scores.ts'

/** Numbers between 0 and 1 that are the same on every run. */
function sequence(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const codeOf = (n: number) => String(n).padStart(3, '0')

function madeUp(rules: RoundRules, seed: number): HandedInScore[] {
  const next = sequence(seed)
  return Array.from({ length: 40 }, (_, item) =>
    Array.from({ length: 3 + Math.floor(next() * 5) }, (__, nth): HandedInScore => {
      const strict = (((item + nth) % 12) - 6) * 120
      return {
        item: codeOf(item),
        expert: ((item * 5 + nth * 7) % 12) + 1,
        kind: nth > 5 ? 'arbitration' : 'main',
        scores: Object.fromEntries(
          rules.rubric.map(({ key, max }) => {
            const score = Math.round(((max * (0.4 + next() * 0.6)) / 50) * 1) * 50 + strict / 4
            return [key, Math.min(max, Math.max(0, Math.round(score)))]
          }),
        ),
      }
    }),
  )
    .flat()
    .filter(
      (one, at, all) =>
        all.findIndex((other) => other.item === one.item && other.expert === one.expert) === at,
    )
}

const csvOf = (rules: RoundRules, scores: readonly HandedInScore[]) =>
  [
    ['编号', '材料', '专家号', '评审', ...rules.rubric.map(({ label }) => label)],
    ...scores.map(({ item, expert, kind, scores: own }) => [
      item,
      '“引号”与逗号，"a,b"',
      expert,
      kind === 'main' ? '初评' : '加评',
      ...rules.rubric.map(({ key }) => (own[key] ?? 0) / 100),
    ]),
  ]
    .map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(','))
    .join('\r\n')

describe('an independent calculation', () => {
  it.each([
    ['means', {}],
    ['dropped extremes', { dropFrom: 5 }],
    ['normalised', { normalise: 'z' }],
    ['everything', { dropFrom: 4, normalise: 'z', least: 4, ties: ['research', 'teaching', 'spread'] }],
  ] as const)('of %s finds the same ranks and scores', (_, more) => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const rules: RoundRules = {
        ...usualRules,
        dropFrom: null,
        ...more,
        ties: [...('ties' in more ? more.ties : usualRules.ties)],
      }
      const scores = madeUp(rules, seed)
      const codes = [...new Set(scores.map(({ item }) => item))]
      const own = resultsOf(rules, codes, scores).map(({ item, rank, score }) => ({
        code: item,
        rank,
        score: score === null ? null : (score / 100).toFixed(2),
      }))
      expect([seed, recompute(csvOf(rules, scores), rules)]).toEqual([seed, own])
    }
  })
})
