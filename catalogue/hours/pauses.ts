import type { HourRule } from './rule.ts'

/** A change of status of one person, as the office carried it out. */
export interface StatusStep {
  /** Code of the dictionary statusChangeKind. */
  readonly kind: string
  /** Code of the dictionary absenceReason, of an absence alone. */
  readonly reason: string | null
  /** The first day of the new status, YYYY-MM-DD. */
  readonly on: string
}

const absence = '4'

/** The day by which a month belongs to whoever was absent on it. */
const middle = '15'

const nextMonth = (month: string): string => {
  const at = 12 * Number(month.slice(0, 4)) + Number(month.slice(5, 7))
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}

/**
 * Months of a period in which somebody was away from the post for a reason that the rule names: absent on the 15th. An
 * absence ends with whatever change of status comes next; one that has not ended counts until today.
 * @param steps in the order of their days
 * @param servedFrom the month of joining, YYYY-MM; null where nothing says it
 */
export function pausedMonths(
  { period: { from, to }, pauses }: Pick<HourRule, 'period' | 'pauses'>,
  steps: readonly StatusStep[],
  { servedFrom, today }: { readonly servedFrom: string | null; readonly today: string },
): number {
  const first = servedFrom !== null && servedFrom > `${from}-01` ? servedFrom : `${from}-01`
  const last = `${to}-12`
  let many = 0
  for (let month = first; month <= last && `${month}-${middle}` <= today; month = nextMonth(month)) {
    const step = steps.findLast(({ on }) => on <= `${month}-${middle}`)
    if (step?.kind === absence && step.reason !== null && pauses.includes(step.reason)) many += 1
  }
  return many
}
