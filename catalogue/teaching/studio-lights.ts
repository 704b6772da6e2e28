import { yearsLater } from '../processes/studio.ts'

/** How a yearly task stands against the time that has gone (teaching-research.md, 7). */
export type Light = 'done' | 'onTime' | 'slow' | 'behind' | 'overdue'

export const lightLabels: Readonly<Record<Light, string>> = {
  done: '达成',
  onTime: '正常',
  slow: '偏慢',
  behind: '落后',
  overdue: '逾期',
}

/** Lights that a studio has to catch up on. */
export const lateLights: readonly Light[] = ['slow', 'behind', 'overdue']

/** A year of a studio: its number from 1, its first and its last day. */
export interface StudioYear {
  readonly no: number
  readonly from: string
  readonly to: string
}

/** The years of a term, which begin on the day of its start; the last one ends with the term. */
export function yearsOf(periodStart: string, periodEnd: string): StudioYear[] {
  const years: StudioYear[] = []
  for (let no = 1; no <= 9; no += 1) {
    const from = yearsLater(periodStart, no - 1)
    if (from > periodEnd) break
    const to = daysLater(yearsLater(periodStart, no), -1)
    years.push({ no, from, to: to > periodEnd ? periodEnd : to })
  }
  return years
}

/** The year that a day falls into; before the term the first, after it the last one. */
export function yearAt(years: readonly StudioYear[], day: string): StudioYear | undefined {
  return years.findLast(({ from }) => from <= day) ?? years[0]
}

const dayMs = 86_400_000
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const daysLater = (day: string, days: number): string =>
  new Date(at(day) + days * dayMs).toISOString().slice(0, 10)

/** Whole days from one day to another; 0 for the same. */
export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / dayMs)

/** The share of a year that has gone at the end of a day: 0 to 1. The first day counts as one day gone. */
export function elapsedShare({ from, to }: Pick<StudioYear, 'from' | 'to'>, today: string): number {
  const all = daysBetween(from, to) + 1
  return Math.min(1, Math.max(0, (daysBetween(from, today) + 1) / all))
}

/** How far behind the time a task may be and still be on time, or only slow. */
const [slack, limit] = [0.15, 0.35] as const
/** 0.5 − 0.35 is a little more than 0.15 in binary: exactly at the limit is not beyond it. */
const rounding = 1e-9

/**
 * The light of a task.
 * @param gone share of the year that has gone, 0 to 1
 * @param dueOn the task's own last day; null for the end of the year
 */
export function lightOf(
  { target, done, dueOn }: { readonly target: number; readonly done: number; readonly dueOn: string | null },
  gone: number,
  today: string,
): Light {
  const share = done / target
  if (share >= 1) return 'done'
  if (dueOn !== null && today > dueOn) return 'overdue'
  if (share + rounding >= gone - slack) return 'onTime'
  return share + rounding >= gone - limit ? 'slow' : 'behind'
}
