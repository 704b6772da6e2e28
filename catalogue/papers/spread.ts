import { least } from './statistics.ts'

/** Schools below which nothing is said over schools: one of few could be told by who knows the others (6.7). */
export const leastSchools = 5

/** Pupils of one school with the rate of each item, 0 to 1; null where none was given it. */
export interface SchoolRates {
  readonly n: number
  readonly rates: readonly (number | null)[]
}

/** A rate of all pupils together, and the quartiles of the schools, each school counting once. */
export interface RateQuartiles {
  readonly p: number
  readonly low: number
  readonly middle: number
  readonly high: number
}

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0)

/** The value below which a share of a sorted list lies, between neighbours by their distance. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const [low, high] = [Math.floor(at), Math.ceil(at)]
  const [a = 0, b = 0] = [sorted[low], sorted[high]]
  return a + (b - a) * (at - low)
}

/** To hundredths: a finer rate of few pupils would tell how many there were. */
const shown = (rate: number): number => Math.round(rate * 100) / 100

/**
 * What several schools come to, item by item; null below five schools with thirty pupils each. Schools have no
 * names and no order.
 */
export function spreadOf(
  schools: readonly SchoolRates[],
): { readonly schools: number; readonly pupils: number; readonly items: readonly RateQuartiles[] } | null {
  const counted = schools.filter(({ n }) => n >= least)
  const [first] = counted
  if (!first || counted.length < leastSchools) return null
  return {
    schools: counted.length,
    pupils: sum(counted.map(({ n }) => n)),
    items: first.rates.map((_, at) => {
      const given = counted.flatMap(({ n, rates }) => {
        const rate = rates[at] ?? null
        return rate === null ? [] : [{ n, rate }]
      })
      const sorted = given.map(({ rate }) => rate).toSorted((a, b) => a - b)
      const pupils = sum(given.map(({ n }) => n))
      return {
        p: shown(pupils === 0 ? 0 : sum(given.map(({ n, rate }) => n * rate)) / pupils),
        low: shown(quantile(sorted, 0.25)),
        middle: shown(quantile(sorted, 0.5)),
        high: shown(quantile(sorted, 0.75)),
      }
    }),
  }
}
