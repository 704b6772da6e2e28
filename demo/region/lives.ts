import { checkDigit } from '../../catalogue/kinds/id-card.ts'
import { monthsLater } from '../../catalogue/rules/compare.ts'
import type { Random } from '../writing/random.ts'
import { inventEthnicity, inventName } from './names.ts'

/** Nothing in a life lies after this day, whatever day the region is loaded on. */
export const LIVES_END = '2025-09-30'
const END_YEAR = 2025

/** How somebody came to teach. `first` is the first full-time education. */
export type FirstEducation = 'normalSchool' | 'college' | 'university' | 'master'

/** What is true of a teacher, wherever it is recorded. */
export interface Life {
  readonly name: string
  readonly gender: '1' | '2'
  readonly birthDate: string
  readonly idNo: string
  readonly mobile: string
  readonly ethnicity: string
  readonly stage: string
  readonly subject: string
  readonly first: FirstEducation
  /** Month in which the first full-time education ended. */
  readonly graduated: string
  readonly workStart: string
  readonly orgEntry: string
  readonly transferred: boolean
}

/** What may be fixed beforehand. */
export type FixedTraits = Partial<
  Pick<Life, 'name' | 'gender' | 'ethnicity' | 'subject' | 'first' | 'birthDate'>
> & {
  readonly age?: number
}

const femaleShare: Readonly<Record<string, number>> = { 1: 0.96, 2: 0.76, 3: 0.62, 4: 0.53, 6: 0.5, A: 0.8 }

type Choices = readonly (readonly [string, number])[]
const subjects: Readonly<Record<string, Choices>> = {
  1: [
    ['85', 60],
    ['81', 10],
    ['84', 14],
    ['80', 8],
    ['83', 4],
    ['82', 4],
  ],
  2: [
    ['13', 34],
    ['14', 26],
    ['41', 12],
    ['11', 5],
    ['15', 6],
    ['22', 7],
    ['24', 4],
    ['25', 4],
    ['26', 3],
  ],
  3: [
    ['13', 18],
    ['14', 18],
    ['41', 17],
    ['16', 8],
    ['17', 6],
    ['18', 5],
    ['21', 6],
    ['20', 5],
    ['11', 6],
    ['22', 5],
    ['26', 3],
    ['71', 2],
  ],
  4: [
    ['13', 16],
    ['14', 16],
    ['41', 16],
    ['16', 10],
    ['17', 9],
    ['18', 8],
    ['21', 6],
    ['20', 6],
    ['12', 7],
    ['22', 4],
    ['26', 2],
    ['71', 1],
  ],
  6: [
    ['91', 50],
    ['92', 12],
    ['13', 10],
    ['14', 8],
    ['41', 8],
    ['22', 5],
    ['12', 4],
    ['26', 5],
  ],
  A: [
    ['95', 60],
    ['93', 25],
    ['94', 15],
  ],
}

/** A pyramid that bulges between 35 and 50, women leaving at 55, men at 60; kindergartens are younger. */
function ageOf(random: Random, stage: string, gender: '1' | '2'): number {
  const band = random.weighted(
    stage === '1'
      ? ([
          [[22, 27], 30],
          [[28, 34], 34],
          [[35, 44], 27],
          [[45, 54], 9],
        ] as const)
      : ([
          [[23, 27], 10],
          [[28, 34], 17],
          [[35, 41], 24],
          [[42, 50], 32],
          [[51, 54], 11],
          [[55, 59], gender === '1' ? 12 : 0.6],
        ] as const),
  )
  return random.int(band[0], band[1])
}

/** Normal schools ended about 2000; colleges carried primary and pre-school until 2015; then degrees. */
function firstOf(random: Random, stage: string, age: number): FirstEducation {
  const upper = stage === '3' || stage === '4' || stage === '6'
  if (age >= 46) {
    return upper
      ? random.weighted([
          ['college', 62],
          ['university', 36],
          ['normalSchool', 2],
        ] as const)
      : random.weighted([
          ['normalSchool', 58],
          ['college', 40],
          ['university', 2],
        ] as const)
  }
  if (age >= 32) {
    return upper
      ? random.weighted([
          ['university', 82],
          ['college', 14],
          ['master', 4],
        ] as const)
      : random.weighted([
          ['college', 52],
          ['university', 48],
        ] as const)
  }
  if (stage === '1')
    return random.weighted([
      ['college', 68],
      ['university', 32],
    ] as const)
  return stage === '4'
    ? random.weighted([
        ['university', 64],
        ['master', 36],
      ] as const)
    : random.weighted([
        ['university', 86],
        ['college', 8],
        ['master', 6],
      ] as const)
}

const graduationAge: Readonly<Record<FirstEducation, number>> = {
  normalSchool: 19,
  college: 21,
  university: 22,
  master: 25,
}

const two = (n: number) => String(n).padStart(2, '0')

/** The order number of an identity number holds this many people of a gender. */
const ORDERS = 500
/** Up to this index, days of birth are drawn by chance. */
export const DRAWN_BIRTHDAYS = 3_000

/**
 * Month and day of birth. People with the same order number get days apart by their index; beyond the drawn
 * ones the day goes on with the index, so that 168 000 people born in one year would still have numbers of
 * their own.
 */
function birthDayOf(random: Random, index: number): string {
  const round = Math.floor(index / ORDERS)
  const rounds = DRAWN_BIRTHDAYS / ORDERS
  const day = index < DRAWN_BIRTHDAYS ? random.int(0, 336 / rounds - 1) * rounds + round : round % 336
  return `${two(Math.floor(day / 28) + 1)}-${two((day % 28) + 1)}`
}

/**
 * A teacher's life. `index` makes identity number and mobile unique; the area code 449999 does not exist.
 */
export function liveOf(
  random: Random,
  index: number,
  stage: string,
  openedYear: number,
  fixed: FixedTraits = {},
): Life {
  const gender = fixed.gender ?? (random.chance(femaleShare[stage] ?? 0.6) ? '2' : '1')
  const first = fixed.first
  const youngest = first ? graduationAge[first] + 1 : 22
  const age = Math.max(fixed.age ?? ageOf(random, stage, gender), youngest)
  const education = first ?? firstOf(random, stage, age)
  const drawn = `${END_YEAR - Math.max(age, graduationAge[education])}-${birthDayOf(random, index)}`
  const birthDate = fixed.birthDate ?? drawn
  const birthYear = Number(birthDate.slice(0, 4))
  const order = String(((index * 2) % 1000) + (gender === '1' ? 1 : 0)).padStart(3, '0')
  const first17 = `449999${birthDate.replaceAll('-', '')}${order}`
  const graduated = `${birthYear + graduationAge[education]}-${education === 'normalSchool' ? '07' : '06'}`
  const workStart =
    monthsLater(
      graduated,
      random.weighted([
        [2, 7],
        [3, 2],
        [1, 1],
      ] as const),
    ) ?? graduated
  const opened = `${openedYear}-09`
  const years = END_YEAR - Number(workStart.slice(0, 4))
  const later = `${END_YEAR - random.int(0, Math.max(0, years))}-09`
  const transferred = years > 4 && random.chance(0.4)
  const entry = [transferred ? later : workStart, opened, workStart].reduce((a, b) => (a > b ? a : b))
  return {
    name: fixed.name ?? inventName(random, gender, birthYear),
    gender,
    birthDate,
    idNo: first17 + checkDigit(first17),
    mobile: String(19_900_000_000 + index),
    ethnicity: fixed.ethnicity ?? inventEthnicity(random),
    stage,
    subject: fixed.subject ?? random.weighted(subjects[stage] ?? [['99', 1]]),
    first: education,
    graduated,
    workStart,
    orgEntry: entry > LIVES_END.slice(0, 7) ? LIVES_END.slice(0, 7) : entry,
    transferred: entry > workStart,
  }
}
