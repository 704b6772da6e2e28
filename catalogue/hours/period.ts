import type { HourRule } from './rule.ts'

/** What several years come to, in tenths: whether the line is met, or still can be. */
export interface PeriodCount {
  readonly from: number
  readonly to: number
  readonly line: number
  readonly counted: number
  /** Hours of trainings that are under way or confirmed. */
  readonly underWay: number
  readonly gap: number
  readonly state: 'met' | 'inReach' | 'short' | 'tooLate'
}

/** Months from a month (YYYY-MM) to another, both included; 0 where the first comes later. */
const monthsFrom = (first: string, last: string): number => {
  const [at, to] = [first, last].map((month) => 12 * Number(month.slice(0, 4)) + Number(month.slice(5, 7)))
  return Math.max(0, (to ?? 0) - (at ?? 0) + 1)
}

/**
 * The line of a person who served a part of a period, in tenths: by the months served, without those of a
 * pause (病假, 产假 …), rounded up.
 * @param servedFrom the month of joining, YYYY-MM; null for the whole period
 */
export function lineFor(
  { period: { from, to, line } }: Pick<HourRule, 'period'>,
  servedFrom: string | null,
  pausedMonths = 0,
): number {
  const months = 12 * (to - from + 1)
  const first = servedFrom !== null && servedFrom > `${from}-01` ? servedFrom : `${from}-01`
  const served = Math.max(0, monthsFrom(first, `${to}-12`) - pausedMonths)
  return Math.ceil((line * served) / months)
}

/** Days of which the hours are counted until a period ends, both included; 0 after it. */
const daysLeft = (today: string, last: string): number =>
  Math.max(0, Math.round((Date.parse(last) - Date.parse(today)) / 86_400_000) + 1)

/** Compares what was counted in a period with its line, on a day (YYYY-MM-DD). */
export function countPeriod(
  rule: Pick<HourRule, 'period' | 'dayCap'>,
  { counted, underWay, line, today }: { counted: number; underWay: number; line: number; today: string },
): PeriodCount {
  const { from, to } = rule.period
  const gap = Math.max(0, line - counted)
  const left = Math.max(0, gap - underWay)
  const state =
    gap === 0
      ? 'met'
      : left === 0
        ? 'inReach'
        : left > rule.dayCap * daysLeft(today, `${to}-12-31`)
          ? 'tooLate'
          : 'short'
  return { from, to, line, counted, underWay, gap, state }
}
