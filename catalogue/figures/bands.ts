import { rankOf } from '../dictionaries/dictionaries.ts'

/** Full years from a day to another one; a birthday on the day counts (figures.md, 5). */
export function fullYears(from: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(from.slice(0, 4))
  return on.slice(5) < from.slice(5, 10) ? years - 1 : years
}

/** Whole months from a month to the month of a day. */
export const monthsTo = (month: string, on: string): number =>
  (Number(on.slice(0, 4)) - Number(month.slice(0, 4))) * 12 +
  Number(on.slice(5, 7)) -
  Number(month.slice(5, 7))

export interface Band {
  readonly key: string
  readonly label: string
}

interface AgeBand extends Band {
  /** Oldest of the band. */
  readonly upTo: number
}

const ages = (rows: readonly (readonly [upTo: number, label: string])[]): readonly AgeBand[] =>
  rows.map(([upTo, label]) => ({ upTo, label, key: upTo === Infinity ? 'over' : `to${upTo}` }))

/** Bands of the yearly report (figures.md, 5). Never mixed with the local ones in one table. */
export const officialAges = ages([
  [24, '24岁及以下'],
  [29, '25—29岁'],
  [34, '30—34岁'],
  [39, '35—39岁'],
  [44, '40—44岁'],
  [49, '45—49岁'],
  [54, '50—54岁'],
  [59, '55—59岁'],
  [Infinity, '60岁及以上'],
])
export const localAges = ages([
  [25, '25岁及以下'],
  [30, '26—30岁'],
  [35, '31—35岁'],
  [40, '36—40岁'],
  [45, '41—45岁'],
  [50, '46—50岁'],
  [55, '51—55岁'],
  [60, '56—60岁'],
  [63, '61—63岁'],
  [Infinity, '64岁及以上'],
])
export const teachingYearBands = ages([
  [3, '3年及以下'],
  [10, '4—10年'],
  [20, '11—20年'],
  [30, '21—30年'],
  [Infinity, '31年及以上'],
])

/** The key of the band that a number of years falls into. */
export const bandOf = (bands: readonly AgeBand[], years: number): string =>
  bands.find(({ upTo }) => years <= upTo)?.key ?? 'none'

/** Bands of education, the highest first; `unclear`: no graduation, or a code that says nothing. */
export const educationBands = [
  { key: 'graduate', label: '研究生', codes: ['11', '14', '17'] },
  { key: 'bachelor', label: '本科', codes: ['21'] },
  { key: 'college', label: '专科', codes: ['28', '31'] },
  { key: 'secondary', label: '高中阶段', codes: ['41', '44', '47', '61'] },
  { key: 'below', label: '高中阶段以下', codes: ['71', '81'] },
] as const
export type EducationBand = (typeof educationBands)[number]['key'] | 'unclear'

/** The band of an educationLevel; 结业, 肄业 and 其他 belong to none. */
export const educationBand = (code: string): EducationBand =>
  educationBands.find(({ codes }) => codes.some((one) => one === code))?.key ?? 'unclear'

/** Whether an education is at least a band. */
export function isAtLeast(code: string, least: (typeof educationBands)[number]['key']): boolean {
  const place = (key: string) => educationBands.findIndex((band) => band.key === key)
  const own = place(educationBand(code))
  return own >= 0 && own <= place(least)
}

/**
 * The least education that the law asks for at a stage (教师法 art. 11); undefined where it asks for none.
 */
export const legalMinimum: Readonly<Record<string, 'secondary' | 'college' | 'bachelor'>> = {
  '1': 'secondary',
  '2': 'secondary',
  '3': 'college',
  '4': 'bachelor',
  '5': 'college',
  '6': 'bachelor',
  '7': 'bachelor',
}

/** The education one step above it, as the yearly bulletin counts it (figures.md, sources §9). */
export const oneStepHigher: Readonly<Record<string, 'college' | 'bachelor' | 'graduate'>> = {
  '1': 'college',
  '2': 'bachelor',
  '3': 'bachelor',
  '4': 'graduate',
  '5': 'bachelor',
}

/** What the evaluation of balance calls higher than asked for (教督〔2017〕6号). */
export const aboveMinimum: Readonly<Record<string, 'college' | 'bachelor'>> = {
  '2': 'college',
  '3': 'bachelor',
}

/** Kinds of certificate (qualificationKind) with which one may teach at a stage. */
export const fittingCertificates: Readonly<Record<string, readonly string[]>> = {
  '1': ['1'],
  '2': ['2', '3', '4', '5', '7'],
  '3': ['3', '4', '5', '7'],
  '4': ['4', '5', '7'],
  '5': ['3', '4', '5', '7'],
  '6': ['4', '5', '6', '7'],
  '7': ['4', '5', '6', '7'],
}

/** Talent projects (talentProject) by which somebody is a backbone teacher of a county or higher. */
export const backboneProjects: readonly string[] = '22 23 24 25 26 27 28 31 32 33 34 35 41 42'.split(' ')

/** Whether a level of titles is higher than another one. */
export function isHigherTitle(level: string, than: string | null): boolean {
  const rank = rankOf('titleLevel', level)
  if (rank === undefined) return false
  return rank < (than === null ? Infinity : (rankOf('titleLevel', than) ?? Infinity))
}
