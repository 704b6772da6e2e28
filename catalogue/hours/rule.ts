import { z } from 'zod'

/** Categories of hours (dictionary creditKind): 1 公需, 2 专业, 3 选修, 4 校本. */
export const categories = ['1', '2', '3', '4'] as const
export type Category = (typeof categories)[number]

/**
 * Where hours come from. `project`: attended here · `teachingResearch`: an activity here · `online`: watched
 * · `import`: from another platform · `registration`: told by the teacher and reviewed · `carry`: carried
 * over to or from another year.
 */
export const sources = [
  'project',
  'teachingResearch',
  'online',
  'import',
  'registration',
  'research',
  'publication',
  'resource',
  'degree',
  'carry',
] as const
export type HourSource = (typeof sources)[number]

/** Hours in tenths: sums of tenths are exact. */
const tenths = z.int().min(0).max(99_999)
const category = z.enum(categories)
const perCategory = z.partialRecord(category, tenths)

/**
 * How hours of one year are counted in a province: a version of it is data, never a constant (training.md,
 * 6). Numbers are tenths of an hour.
 */
export const hourRule = z.strictObject({
  version: z.int().positive(),
  year: z.int().min(2000).max(2100),
  /** What each category asks for in the year; one without a line has none of its own. */
  lines: perCategory,
  /** Hours of one category that count as those of another, up to so many. */
  into: z.array(z.strictObject({ from: category, to: category, most: tenths })),
  /** Most hours that count from one source in the year. */
  sourceCaps: z.partialRecord(z.enum(sources), tenths),
  /** Most hours that count of one day. */
  dayCap: tenths,
  minutesPerHour: z.int().min(30).max(60),
  /** What is left over of a category passes to the next year, up to so many. */
  carry: z.strictObject({ category, most: tenths }).nullable(),
  /** The years that are looked at together, and what each of them asks for, first year to last. */
  period: z.strictObject({ from: z.int(), to: z.int(), line: tenths }),
  /**
   * The last day on which hours of the year may still be posted without the district, MM-DD of the next year.
   */
  closesOn: z.string().regex(/^\d{2}-\d{2}$/),
  /** Whole session hours of a project count in the year in which it ends, or each in its own. */
  hourYear: z.enum(['end', 'session']),
  /**
   * Reasons of an absence (dictionary absenceReason) whose months ask for nothing of the period. Rules that were
   * published before they could say so have the usual ones.
   */
  pauses: z
    .array(z.string().regex(/^\d{1,2}$/))
    .max(20)
    .default(['1', '3', '4']),
})
export type HourRule = z.infer<typeof hourRule>

/**
 * What holds until a province publishes a rule of its own: the practice of Guangdong (公需 30, 专业 42, 选修
 * 18; 校本研修 counts as 专业; 360 hours in five years: 教师〔2011〕1号). To be confirmed by the office that
 * installs it. 出国（境）, 事假 and 病休 pause the period; 进修学习 and 借调 do not: hours go on there.
 */
export const usualRule = (year: number): HourRule => ({
  version: 1,
  year,
  lines: { '1': 300, '2': 420, '3': 180 },
  into: [{ from: '4', to: '2', most: 240 }],
  sourceCaps: { publication: 280, degree: 300 },
  dayCap: 80,
  minutesPerHour: 45,
  carry: null,
  period: periodOf(year),
  closesOn: '03-31',
  hourYear: 'end',
  pauses: ['1', '3', '4'],
})

/** Periods of five years follow 2022–2026. */
function periodOf(year: number): HourRule['period'] {
  const from = 2022 + 5 * Math.floor((year - 2022) / 5)
  return { from, to: from + 4, line: 3_600 }
}

/** Hours of minutes that were watched or taught, in tenths, rounded down. */
export const hoursOfMinutes = (
  minutes: number,
  { minutesPerHour }: Pick<HourRule, 'minutesPerHour'>,
): number => Math.floor((10 * minutes) / minutesPerHour)

/**
 * Whether hours of a year may still be posted on a day (YYYY-MM-DD) without the district: 补记 comes after.
 */
export const isYearOpen = (year: number, day: string, { closesOn }: Pick<HourRule, 'closesOn'>): boolean =>
  day <= `${year + 1}-${closesOn}`

export const isCategory = (code: string): code is Category => categories.some((one) => one === code)
