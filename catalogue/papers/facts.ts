import type { Reach } from '../flows/reach.ts'
import type { Structure } from '../questions/structure.ts'

/** What papers need to know of a version of a question. */
export interface ItemFacts {
  readonly question: number
  readonly no: number
  /** Questions that are adaptations of one another have one family. */
  readonly family: number
  /** Equal for questions that differ in numbers only, of which one gives the other away. */
  readonly variant: string
  readonly structure: Structure
  readonly form: string | null
  readonly difficulty: string | null
  /** Expected rate of scoring, in thousandths. */
  readonly rate: number
  readonly cognitive: string | null
  /** Knowledge points; the first is the main one. */
  readonly points: readonly number[]
  readonly nodes: readonly number[]
  readonly score: number | null
  /** How far it is read; null where nobody reads it any more. */
  readonly reach: Reach | null
  /** Of a draft: what it still lacks, null for a whole one. Versions have none. */
  readonly draft?: { readonly lacks: string | null }
}

/** Rate of scoring that a declared difficulty stands for, in thousandths (resources.md, 5.1 and 6.7). */
const rates: Readonly<Record<string, number>> = { '1': 920, '2': 780, '3': 650, '4': 480, '5': 300 }
export const rateOfDifficulty = (difficulty: string | null): number => rates[difficulty ?? '3'] ?? 650

/** The difficulty that a rate of scoring lies in: ≥ .85, .70, .55, .40, below. */
export function difficultyOfRate(rate: number): string {
  const limits = [850, 700, 550, 400]
  const at = limits.findIndex((limit) => rate >= limit)
  return String(at < 0 ? 5 : at + 1)
}

/** A rate as it is printed: .652. */
export const rateText = (rate: number): string =>
  rate >= 1000 ? '1.00' : `.${String(Math.round(rate)).padStart(3, '0')}`

/**
 * The rate of scoring after `n` pupils scored `rate` on average: what was declared counts as fifty pupils
 * (resources.md, 6.7).
 */
export const measuredRate = (n: number, rate: number, declared: number): number =>
  Math.round((n * rate + 50 * declared) / (n + 50))

/** Pupils, and thousandths between measured and declared, from which another difficulty is proposed (6.7). */
export const driftFrom = { pupils: 100, gap: 150 } as const

/**
 * The difficulty that results speak for in the place of the declared one; null while they do not. It is
 * proposed, and never changed by the program.
 * @param rate what the pupils scored, and `declared` what the question says, in thousandths
 */
export function proposedDifficulty(n: number, rate: number | null, declared: number): string | null {
  if (rate === null || n < driftFrom.pupils) return null
  const measured = measuredRate(n, rate, declared)
  return Math.abs(measured - declared) > driftFrom.gap ? difficultyOfRate(measured) : null
}
