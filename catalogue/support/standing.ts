import { daysBetween, elapsedShare, lightOf, type Light } from '../teaching/studio-lights.ts'
import { yearsLater } from '../processes/studio.ts'
import { progressOf } from './goals.ts'

/** The days of an agreement on which its goals are read beside the first one and the end. */
export interface ReadingDay {
  readonly kind: 'baseline' | 'september' | 'midterm'
  readonly day: string
}

const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The middle day of a term. */
export const midtermOf = (from: string, until: string): string =>
  daysLater(from, Math.floor(daysBetween(from, until) / 2))

/** The first day, the middle one, and each 1 September between the first day and the last one. */
export function readingDays(from: string, until: string): ReadingDay[] {
  const days: ReadingDay[] = [{ kind: 'baseline', day: from }]
  const opening = `${from.slice(0, 4)}-09-01`
  for (let years = 0; years <= 6; years += 1) {
    const day = yearsLater(opening, years)
    if (day > from && day <= until) days.push({ kind: 'september', day })
  }
  return [...days, { kind: 'midterm', day: midtermOf(from, until) }]
}

/** Numbers of a goal, worked out from its counts and therefore not rounded. */
interface GoalNumbers {
  readonly baseline: number | null
  readonly now: number | null
  readonly target: number
  readonly dueOn: string | null
}

export interface GoalStanding {
  /** Share of the way, unclipped; null without a baseline or a number of now. */
  readonly progress: number | null
  /** Share of the term that has gone. */
  readonly expected: number
  /** By the rule of the tasks of studios; null where there is no progress. */
  readonly light: Light | null
}

/** How a goal stands on a day of the agreement's term. */
export function goalStanding(
  { baseline, now, target, dueOn }: GoalNumbers,
  term: { readonly from: string; readonly to: string },
  day: string,
): GoalStanding {
  const expected = elapsedShare(term, day)
  const progress = baseline === null || now === null ? null : progressOf(baseline, now, target)
  const light = progress === null ? null : lightOf({ target: 1, done: progress, dueOn }, expected, day)
  return { progress, expected, light }
}
