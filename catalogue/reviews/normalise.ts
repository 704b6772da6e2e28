import { halfUp, wholeRoot } from './rounding.ts'

/** Fewest scores of an expert that tell how strict the expert is. With fewer they stay as they are. */
const fewest = 3
/** Decimals that the roots are worked out to, far beyond the two that count. */
const scale = 10n ** 20n

/** `n` times the sum and `n²` times the variance of integers: exact, without a division. */
function spreadOf(values: readonly number[]) {
  const count = BigInt(values.length)
  let sum = 0n
  let squares = 0n
  for (const value of values) {
    sum += BigInt(value)
    squares += BigInt(value) ** 2n
  }
  return { count, sum, variance: count * squares - sum * sum }
}

/**
 * Totals as they would be if every expert were as strict and as decided as all together: M + S · (t − m) / s,
 * with mean and standard deviation (of the population) of all scores of the round (M, S) and of the expert
 * (m, s), rounded half up to hundredths and kept between 0 and 100 points. Who gave all items the same total
 * says M.
 */
export function adjustedTotals(
  scores: readonly { readonly expert: number; readonly total: number }[],
): number[] {
  const all = spreadOf(scores.map(({ total }) => total))
  const rootAll = wholeRoot(all.variance * scale * scale)
  const byExpert = new Map(
    [...Map.groupBy(scores, ({ expert }) => expert)].map(
      ([expert, own]) => [expert, spreadOf(own.map(({ total }) => total))] as const,
    ),
  )
  return scores.map(({ expert, total }) => {
    const own = byExpert.get(expert)
    if (!own || own.count < BigInt(fewest)) return total
    const mean = (all.sum * scale) / all.count
    // With N·S and n·s instead of S and s the divisions wait until the end.
    const rootOwn = wholeRoot(own.variance * scale * scale)
    const away = own.count * BigInt(total) - own.sum
    const shift = rootOwn === 0n ? 0n : (away * rootAll * scale) / (rootOwn * all.count)
    return Math.min(10_000, Math.max(0, Number(halfUp(mean + shift, scale))))
  })
}
