import { rounded } from '../../../catalogue/figures/rounding.ts'
import type { MarkKey } from '../../../catalogue/figures/marks.ts'
import type { HourRule } from '../../../catalogue/hours/rule.ts'
import { goOver, sizeOf, type Axis, type Day, type TreePlace } from '../../engine/figures/index.ts'
import { hoursIn, lastOfCounty, periodMet, takenIn, towardsLines, type TrainingNumbers } from './numbers.ts'

/** People of a place on a day, perhaps of one stage and subject only. */
export interface PeopleAsked {
  readonly day: Day
  readonly place: TreePlace
  /** Buckets of the dimensions. */
  readonly stage: number | undefined
  readonly subject: number | undefined
  readonly year: number
  readonly level: string | undefined
  readonly rule: HourRule
  /** Whether it is told how far each person is on the way to the lines of the year. */
  readonly far?: boolean
}

const keys = [
  'staff',
  'people',
  'times',
  'qualified',
  'unqualified',
  'tenths',
  'met',
  'experienced',
  'period',
  'untrained',
  'reach',
  'short',
  'late',
  'missing',
] as const
type Key = (typeof keys)[number]
export type PeopleCount = Readonly<Record<Key, number>>

/** What is known of one person, by the number of the teacher. */
interface Numbers {
  readonly taken: Uint16Array
  readonly hours: Uint16Array
  readonly period: Uint16Array
  readonly county: Uint16Array
  /** Empty where it is not asked. */
  readonly towards: Uint16Array
  /** What the lines ask for together, and what may still be earned until the end of the year, in tenths. */
  readonly line: number
  readonly left: number
  /** Whose last training ended on this day or before has none of three years. */
  readonly since: number
}

async function numbersOf(
  numbers: TrainingNumbers,
  { day, year, level, rule, far }: PeopleAsked,
): Promise<Numbers> {
  const { on } = day.counted.columns.moment
  return {
    taken: await numbers.of(takenIn(year, level)),
    hours: await numbers.of(hoursIn(rule)),
    period: await numbers.of(periodMet(rule)),
    county: await numbers.of(lastOfCounty(on)),
    towards: far ? await numbers.of(towardsLines(rule)) : new Uint16Array(),
    line: Object.values(rule.lines).reduce((sum, line) => sum + line, 0),
    left: rule.dayCap * Math.max(0, dayNumber(`${year}-12-31`) - dayNumber(on)),
    since: dayNumber(`${Number(on.slice(0, 4)) - 3}${on.slice(4)}`),
  }
}

/** Days from 1970; of 29 February in a year without one, of the day after it. */
const dayNumber = (on: string): number => Math.round(Date.parse(`${on}T00:00:00Z`) / 86_400_000)

/** Whole years of service from which on training of three years is missed. */
const served = 3

const selectionOf = ({ place: { from, to }, stage }: PeopleAsked, ...marks: readonly MarkKey[]) => ({
  from,
  to,
  basis: 'personnel' as const,
  marks: ['fulltime', ...marks] as const,
  stage,
})

const across: Axis = { of: 'dimension', key: 'subject' }
const all: Axis = { of: 'all' }

/** Counts the full-time teachers of a place in the buckets of an axis, each person once. */
export async function countPeople(
  numbers: TrainingNumbers,
  asked: PeopleAsked,
  rows: Axis,
): Promise<PeopleCount[]> {
  const { columns } = asked.day.counted
  const known = await numbersOf(numbers, asked)
  const size = sizeOf(columns, rows)
  const sums = Object.fromEntries(keys.map((key) => [key, new Float64Array(size)])) as Record<
    Key,
    Float64Array
  >
  const axes = { rows, columns: asked.subject === undefined ? all : across }
  const width = sizeOf(columns, axes.columns)
  const bucketOf = (cell: number): number =>
    asked.subject === undefined ? cell : cell % width === asked.subject ? Math.floor(cell / width) : -1
  const years = columns.numbers.teachingYears
  goOver(columns, selectionOf(asked), axes, (found, cells, count) => {
    for (let index = 0; index < count; index += 1) {
      const bucket = bucketOf(cells[index] ?? 0)
      if (bucket < 0) continue
      const row = found[index] ?? 0
      const id = columns.teacher[row] ?? 0
      addPerson(sums, bucket, known, { id, hasServed: (years[row] ?? 0) >= served })
    }
  })
  goOver(columns, selectionOf(asked, 'experienced'), axes, (found, cells, count) => {
    for (let index = 0; index < count; index += 1) {
      const bucket = bucketOf(cells[index] ?? 0)
      if (bucket < 0) continue
      add(sums.experienced, bucket, 1)
      add(sums.period, bucket, known.period[columns.teacher[found[index] ?? 0] ?? 0] ?? 0)
    }
  })
  return Array.from(
    { length: size },
    (_, bucket) =>
      Object.fromEntries(keys.map((key) => [key, sums[key][bucket] ?? 0])) as Record<Key, number>,
  )
}

const add = (sums: Float64Array, bucket: number, by: number): void => {
  sums[bucket] = (sums[bucket] ?? 0) + by
}

function addPerson(
  sums: Readonly<Record<Key, Float64Array>>,
  bucket: number,
  known: Numbers,
  { id, hasServed }: { readonly id: number; readonly hasServed: boolean },
): void {
  const { taken, hours, county, since, line, towards } = known
  const times = taken[3 * id] ?? 0
  add(sums.staff, bucket, 1)
  if (times > 0) {
    add(sums.people, bucket, 1)
    add(sums.times, bucket, times)
    add(sums.qualified, bucket, taken[3 * id + 1] ?? 0)
    add(sums.unqualified, bucket, taken[3 * id + 2] ?? 0)
  }
  add(sums.tenths, bucket, hours[2 * id] ?? 0)
  add(sums.met, bucket, hours[2 * id + 1] ?? 0)
  if (hasServed && (county[id] ?? 0) <= since) add(sums.untrained, bucket, 1)
  add(sums.missing, bucket, line - (towards[2 * id] ?? 0))
  const far = farOf(known, id)
  if (far !== 'met') add(sums[far], bucket, 1)
}

/** How far somebody is: every line met, met with what is under way, still to be met, or too late for it. */
function farOf({ hours, towards, line, left }: Numbers, id: number): 'met' | 'reach' | 'short' | 'late' {
  if (hours[2 * id + 1]) return 'met'
  const coming = towards[2 * id + 1] ?? 0
  if (coming >= line) return 'reach'
  return line - coming > left ? 'late' : 'short'
}

const percent = (part: number, whole: number): number | null => rounded(part, whole, { factor: 100 })

/** The cells of a row of people, by the keys of catalogue/figures/training. */
export const peopleCells = (count: PeopleCount) => ({
  staff: count.staff,
  people: count.people,
  peopleRate: percent(count.people, count.staff),
  times: count.times,
  qualified: count.qualified,
  passRate: percent(count.qualified, count.qualified + count.unqualified),
  hours: count.tenths / 10,
  hoursEach: rounded(count.tenths, 10 * count.staff),
  met: count.met,
  metRate: percent(count.met, count.staff),
  periodRate: percent(count.period, count.experienced),
  untrained: count.untrained,
})

/** The cells of a row of a school. */
export const schoolCells = (count: PeopleCount) => ({
  staff: count.staff,
  met: count.met,
  reach: count.reach,
  short: count.short,
  late: count.late,
  missing: count.missing / 10,
  metRate: percent(count.met, count.staff),
})

/** A person behind a number, and how many entries the number counts of it. */
export interface CountedPerson {
  readonly row: number
  readonly teacherId: number
  readonly many: number
}

type CountOf = (known: Numbers, person: { readonly id: number; readonly hasServed: boolean }) => number

const isFar =
  (state: ReturnType<typeof farOf>): CountOf =>
  (known, { id }) =>
    farOf(known, id) === state ? 1 : 0

/** How many each column that opens a list counts of one person. */
const countsOf: Readonly<Record<string, CountOf>> = {
  staff: () => 1,
  people: ({ taken }, { id }) => Math.min(1, taken[3 * id] ?? 0),
  times: ({ taken }, { id }) => taken[3 * id] ?? 0,
  qualified: ({ taken }, { id }) => taken[3 * id + 1] ?? 0,
  met: ({ hours }, { id }) => hours[2 * id + 1] ?? 0,
  reach: isFar('reach'),
  short: isFar('short'),
  late: isFar('late'),
  untrained: ({ county, since }, { id, hasServed }) => (hasServed && (county[id] ?? 0) <= since ? 1 : 0),
}

/**
 * The people behind a number of one bucket, in the order of their places; how many entries `times` and
 * `qualified` count of each.
 */
export async function peopleBehind(
  numbers: TrainingNumbers,
  asked: PeopleAsked,
  { rows, bucket, column }: { readonly rows: Axis; readonly bucket: number; readonly column: string },
): Promise<CountedPerson[]> {
  const { columns } = asked.day.counted
  const known = await numbersOf(numbers, asked)
  const years = columns.numbers.teachingYears
  const axes = { rows, columns: asked.subject === undefined ? all : across }
  const width = sizeOf(columns, axes.columns)
  const list: CountedPerson[] = []
  goOver(columns, selectionOf(asked), axes, (found, cells, count) => {
    for (let index = 0; index < count; index += 1) {
      const cell = cells[index] ?? 0
      const isIn = asked.subject === undefined || cell % width === asked.subject
      if (!isIn || Math.floor(cell / width) !== bucket) continue
      const row = found[index] ?? 0
      const teacherId = columns.teacher[row] ?? 0
      const hasServed = (years[row] ?? 0) >= served
      const many = countsOf[column]?.(known, { id: teacherId, hasServed }) ?? 0
      if (many > 0) list.push({ row, teacherId, many })
    }
  })
  const { place } = columns
  return list.sort((a, b) => (place[a.row] ?? 0) - (place[b.row] ?? 0) || a.teacherId - b.teacherId)
}

/** Every full-time teacher of the place. */
export function everybody(asked: PeopleAsked): CountedPerson[] {
  const { columns } = asked.day.counted
  const axes = { rows: all, columns: asked.subject === undefined ? all : across }
  const list: CountedPerson[] = []
  goOver(columns, selectionOf(asked), axes, (found, cells, count) => {
    for (let index = 0; index < count; index += 1) {
      if (asked.subject !== undefined && cells[index] !== asked.subject) continue
      const row = found[index] ?? 0
      list.push({ row, teacherId: columns.teacher[row] ?? 0, many: 1 })
    }
  })
  return list
}
