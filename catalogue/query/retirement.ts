/** One group of the forecast: when its postponement begins and how it grows (figures, section 4). */
export interface RetirementGroup {
  /** Birth month with which the postponement begins. */
  readonly start: string
  /** Months of age without it. */
  readonly base: number
  /** Births of so many months are postponed by one month more. */
  readonly step: number
  /** Most months of postponement. */
  readonly cap: number
}

export const retirementGroups = {
  man: { start: '1965-01', base: 720, step: 4, cap: 36 },
  cadre: { start: '1970-01', base: 660, step: 4, cap: 36 },
  worker: { start: '1975-01', base: 600, step: 2, cap: 60 },
} as const satisfies Readonly<Record<string, RetirementGroup>>

/** A month as a number that grows by one. */
export const monthNumber = (month: string): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
