import type { RoundRules } from '../contract/review/rules.ts'
import { adjustedTotals } from './normalise.ts'
import { halfUp } from './rounding.ts'

/** One expert’s scores of one item, as handed in. All scores are integers of hundredths of a point. */
export interface HandedInScore {
  readonly item: string
  /** The expert’s number in the round. */
  readonly expert: number
  readonly kind: 'main' | 'arbitration'
  readonly scores: Readonly<Record<string, number>>
}

/** A score as the result sheet prints it. */
export interface CountedScore extends HandedInScore {
  /** Weighted total of 100 points, rounded half up to hundredths. */
  readonly total: number
  /** The same after normalisation; equal to `total` without one. */
  readonly adjusted: number
  /** It was the highest or the lowest and does not count. */
  readonly dropped: boolean
}

export interface ItemResult {
  readonly item: string
  readonly scores: readonly CountedScore[]
  /** Highest less lowest total of the experts who scored at first; null with fewer than two. */
  readonly spread: number | null
  /** Mean of the scores that count, rounded half up to hundredths; null with fewer than the least. */
  readonly score: number | null
  /** Items of equal score that no tie rule parts share a rank; null without a score. */
  readonly rank: number | null
}

/** The weighted total of 100 points in hundredths, rounded half up once. */
export function totalOf({ rubric }: Pick<RoundRules, 'rubric'>, scores: HandedInScore['scores']): number {
  let sum = 0n
  let below = 1n
  for (const { key, max, weight } of rubric) {
    const part = BigInt(scores[key] ?? 0) * BigInt(weight) * 100n
    sum = sum * BigInt(max) + part * below
    below *= BigInt(max)
  }
  return Number(halfUp(sum, below))
}

const spreadOf = (scores: readonly { readonly kind: string; readonly total: number }[]): number | null => {
  const totals = scores.filter(({ kind }) => kind === 'main').map(({ total }) => total)
  return totals.length < 2 ? null : Math.max(...totals) - Math.min(...totals)
}

/** Whether the scores of an item lie so far apart that one more expert has to score it. */
export function needsArbitration(
  rules: Pick<RoundRules, 'rubric' | 'arbitrationAbove'>,
  scores: readonly Pick<HandedInScore, 'kind' | 'scores'>[],
): boolean {
  if (rules.arbitrationAbove === null || scores.some(({ kind }) => kind === 'arbitration')) return false
  const spread = spreadOf(scores.map((one) => ({ kind: one.kind, total: totalOf(rules, one.scores) })))
  return spread !== null && spread > rules.arbitrationAbove
}

type ScoreTotal = Omit<CountedScore, 'dropped'>

/** Marks one highest and one lowest score; of equal ones that of the smaller expert’s number. */
function dropExtremes(scores: readonly ScoreTotal[], from: number | null): CountedScore[] {
  const sorted = scores.toSorted((a, b) => a.adjusted - b.adjusted || a.expert - b.expert)
  const lowest = sorted[0]
  const highest = sorted.findLast(({ adjusted }) => adjusted === sorted.at(-1)?.adjusted)
  const drops = from !== null && scores.length >= from
  return scores
    .toSorted((a, b) => a.expert - b.expert)
    .map((one) => ({ ...one, dropped: drops && (one === lowest || one === highest) }))
}

function resultOf(item: string, scores: readonly ScoreTotal[], rules: RoundRules): Omit<ItemResult, 'rank'> {
  const counted = dropExtremes(scores, rules.dropFrom)
  const kept = counted.filter(({ dropped }) => !dropped)
  const sum = kept.reduce((all, { adjusted }) => all + adjusted, 0)
  const enough = scores.length >= rules.least && kept.length > 0
  return {
    item,
    scores: counted,
    spread: spreadOf(counted),
    score: enough ? Number(halfUp(BigInt(sum), BigInt(kept.length))) : null,
  }
}

/** Compares the means of one rubric item over all scores, without rounding; the higher mean comes first. */
function byRubric(key: string, a: Omit<ItemResult, 'rank'>, b: Omit<ItemResult, 'rank'>): number {
  const sumOf = ({ scores }: Omit<ItemResult, 'rank'>) =>
    scores.reduce((all, { scores: own }) => all + (own[key] ?? 0), 0)
  return sumOf(b) * a.scores.length - sumOf(a) * b.scores.length
}

function compare(a: Omit<ItemResult, 'rank'>, b: Omit<ItemResult, 'rank'>, { ties }: RoundRules): number {
  const byScore = (b.score ?? -1) - (a.score ?? -1)
  if (byScore !== 0) return byScore
  for (const tie of ties) {
    const parted = tie === 'spread' ? (a.spread ?? 0) - (b.spread ?? 0) : byRubric(tie, a, b)
    if (parted !== 0) return parted
  }
  return 0
}

/**
 * The results of a round, best first. Items without a score stand at the end without a rank.
 * @param items every item of the round, also those nobody scored
 */
export function resultsOf(
  rules: RoundRules,
  items: readonly string[],
  scores: readonly HandedInScore[],
): ItemResult[] {
  const totalled = scores.map((one) => ({ ...one, total: totalOf(rules, one.scores) }))
  const adjusted = rules.normalise === 'z' ? adjustedTotals(totalled) : totalled.map(({ total }) => total)
  const all = totalled.map((one, place): ScoreTotal => ({ ...one, adjusted: adjusted[place] ?? one.total }))
  const byItem = Map.groupBy(all, ({ item }) => item)
  const results = items
    .map((item) => resultOf(item, byItem.get(item) ?? [], rules))
    .toSorted((a, b) => compare(a, b, rules) || (a.item < b.item ? -1 : 1))
  let rank = 0
  return results.map((one, place) => {
    const before = results[place - 1]
    if (!before || compare(before, one, rules) !== 0) rank = place + 1
    return { ...one, rank: one.score === null ? null : rank }
  })
}
