/** Groups of the decision on the later retirement age: men, women as cadres, women as workers. */
export type RetirementGroup = 'men' | 'womenCadres' | 'womenWorkers'

export interface Schedule {
  /** First month of birth that retires later, counted in months since the year 0. */
  readonly start: number
  /** Months of life until retirement before. */
  readonly base: number
  /** Months of birth that share one more month, and the most months more. */
  readonly step: number
  readonly cap: number
}

/** Months since the year 0 up to a month or day. */
export const months = (month: string): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const monthAt = (count: number): string =>
  `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`

/** 全国人大常委会 2024-09-13 决定 and its three tables. */
export const schedules: Readonly<Record<RetirementGroup, Schedule>> = {
  men: { start: months('1965-01'), base: 720, step: 4, cap: 36 },
  womenCadres: { start: months('1970-01'), base: 660, step: 4, cap: 36 },
  womenWorkers: { start: months('1975-01'), base: 600, step: 2, cap: 60 },
}

/** When somebody retires by law. */
export interface Retirement {
  /** Months later than before the decision. */
  readonly delay: number
  /** 'YYYY-MM' */
  readonly month: string
  /** The earliest by choice, and the latest by agreement. */
  readonly earliest: string
  readonly latest: string
}

/**
 * The month in which somebody retires (figures.md, 4): 弹性提前 at most three years and not before the age of
 * old, 延迟 at most three years.
 * @param birth 'YYYY-MM-DD' or 'YYYY-MM'
 */
export function retirementOf(birth: string, group: RetirementGroup): Retirement {
  const { start, base, step, cap } = schedules[group]
  const born = months(birth)
  const late = born - start
  const delay = late < 0 ? 0 : Math.min(cap, Math.floor(late / step) + 1)
  const statutory = born + base + delay
  return {
    delay,
    month: monthAt(statutory),
    earliest: monthAt(Math.max(born + base, statutory - 36)),
    latest: monthAt(statutory + 36),
  }
}

/** The months of birth of a group whose people retire in a month, 'YYYY-MM'. */
export function birthsRetiring(group: RetirementGroup, month: string): string[] {
  const { base, cap } = schedules[group]
  const youngest = months(month) - base
  return Array.from({ length: cap + 1 }, (_, i) => monthAt(youngest - i)).filter(
    (birth) => retirementOf(birth, group).month === month,
  )
}

/** The group of a person; `inferred` where no category of post says it. Null where the sex is unknown. */
export function retirementGroup(person: {
  readonly gender: string | null
  readonly positionCategory: string | null
  readonly staffCategory: string | null
}): { readonly group: RetirementGroup; readonly inferred: boolean } | null {
  if (person.gender === '1') return { group: 'men', inferred: false }
  if (person.gender !== '2') return null
  const { positionCategory, staffCategory } = person
  if (positionCategory !== null)
    return { group: positionCategory === '4' ? 'womenWorkers' : 'womenCadres', inferred: false }
  return { group: staffCategory === '14' ? 'womenWorkers' : 'womenCadres', inferred: true }
}
