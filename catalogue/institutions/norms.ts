/**
 * Pupils for each of the staff, by stage (dictionary schoolStage): the norms of 国办发〔2001〕74号 for
 * cities, since 中央编办发〔2014〕72号 for town and country alike. Other stages have none.
 */
export const pupilsPerStaff: Readonly<Record<string, number>> = { '2': 19, '3': 13.5, '4': 12.5 }

/** The school year of a day, by its first calendar year: it begins on the first of September. */
export const schoolYearOf = (day: string): number =>
  Number(day.slice(0, 4)) - (day.slice(5, 7) < '09' ? 1 : 0)

/** A school year as people write it: 2026—2027 学年. */
export const schoolYearText = (year: number): string => `${year}—${year + 1} 学年`

interface OfStage {
  readonly stage: string
  readonly students: number
}

/** The staff that the norms grant for these pupils; null where a stage with pupils has no norm. */
export function staffDue(stages: readonly OfStage[]): number | null {
  const taught = stages.filter(({ students }) => students > 0)
  const parts = taught.map(({ stage, students }) => students / (pupilsPerStaff[stage] ?? NaN))
  const sum = parts.reduce((all, part) => all + part, 0)
  return parts.length === 0 || Number.isNaN(sum) ? null : Math.round(sum)
}
