import type { Indicator } from '../../../catalogue/figures/indicator.ts'
import type { MarkKey } from '../../../catalogue/figures/marks.ts'
import { tally, type Axis } from '../../engine/figures/index.ts'
import { sideOf, type Side } from './axes.ts'
import { rounded } from '../../../catalogue/figures/rounding.ts'
import { laidOut, marksBehind, selectionOf, withTotal, type TableRequest, type Table } from './table.ts'

/**
 * Buckets of the schools that told their numbers of a stage; the people of others are left out, as their
 * students are.
 */
export function reportingAxis({ counted }: TableRequest, side: Side, stage: string): Axis {
  const size = side.names.length
  const buckets = new Int32Array(counted.tree.places.length).fill(-1)
  for (const one of counted.students) {
    if (one.stage !== stage || one.students === 0) continue
    buckets[one.at] = side.axis.of === 'place' ? (side.axis.buckets[one.at] ?? -1) : 0
  }
  return { of: 'place', buckets, size }
}

interface Sums {
  readonly persons: readonly number[]
  readonly students: readonly number[]
  readonly classes: readonly number[]
}

/** Persons, students and classes of one stage by the rows of the panel, and of everything behind them. */
function sumsOf(asked: TableRequest, side: Side, stage: number, marks: readonly MarkKey[]): Sums {
  const { counted, place } = asked
  const code = counted.columns.buckets.stage.keys[stage] ?? ''
  const axis = reportingAxis(asked, side, code)
  const selection = { ...selectionOf(asked, marks), stage }
  const persons = tally(counted.columns, selection, { rows: axis, columns: { of: 'all' } })
  const students = new Float64Array(side.names.length)
  const classes = new Float64Array(side.names.length)
  for (const one of counted.students) {
    if (one.stage !== code || one.at < place.from || one.at >= place.to || axis.of !== 'place') continue
    const row = axis.buckets[one.at] ?? -1
    if (row < 0) continue
    students[row] = (students[row] ?? 0) + one.students
    classes[row] = (classes[row] ?? 0) + one.classes
  }
  return {
    persons: withTotal(persons, 1),
    students: withTotal(students, 1),
    classes: withTotal(classes, 1),
  }
}

type Students = Extract<Indicator['counting'], { by: 'students' }>

function reckoned({ as }: Students, persons: number, students: number, classes: number) {
  const opens = persons > 0
  if (as === 'perPerson')
    return { value: rounded(students, persons), numerator: students, denominator: persons, opens }
  if (as === 'perClass')
    return {
      value: rounded(persons, classes, { decimals: 2 }),
      numerator: persons,
      denominator: classes,
      opens,
    }
  return {
    value: rounded(persons, students, { factor: 100, decimals: 2 }),
    numerator: persons,
    denominator: students,
    opens,
  }
}

/** Stages that some school of the place told its numbers of, as buckets of the dimension. */
function stagesOf({ counted, place, stage }: TableRequest, { stages }: Indicator): number[] {
  const { keys } = counted.columns.buckets.stage
  const told = new Set(
    counted.students.flatMap(({ at, stage: code, students }) =>
      at >= place.from && at < place.to && students > 0 ? [code] : [],
    ),
  )
  return keys.flatMap((key, bucket) =>
    told.has(key) && (stages?.includes(key) ?? true) && (stage === undefined || stage === bucket)
      ? [bucket]
      : [],
  )
}

/** Students per person, or persons per hundred students or class, by place and stage. */
export function studentsTable(asked: TableRequest, indicator: Indicator, counting: Students): Table {
  const side = sideOf(asked.counted, asked.place, indicator.rows)
  const { labels, keys } = asked.counted.columns.buckets.stage
  const stages = stagesOf(asked, indicator)
  const sums = stages.map((stage) => sumsOf(asked, side, stage, marksBehind(indicator)))
  const columns: Side = {
    axis: { of: 'all' },
    names: stages.map((stage) => ({ key: keys[stage] ?? '', label: labels[stage] ?? '' })),
    sparse: false,
  }
  return laidOut(
    { rows: side, columns },
    (cell) => {
      const own = sums[cell % stages.length]
      const row = Math.floor(cell / stages.length)
      return reckoned(counting, own?.persons[row] ?? 0, own?.students[row] ?? 0, own?.classes[row] ?? 0)
    },
    indicator.rows === 'place',
  )
}

/**
 * √(Σnᵢ(xᵢ−x̄)²/Σnᵢ)/x̄ of the schools, n their students and x persons per hundred of them (figures.md, cv).
 */
function spread(schools: readonly { readonly persons: number; readonly students: number }[]): number | null {
  const students = schools.reduce((sum, one) => sum + one.students, 0)
  const mean = schools.reduce((sum, one) => sum + one.persons * 100, 0) / students
  if (students === 0 || mean === 0) return null
  const square = schools.reduce(
    (sum, one) => sum + one.students * ((one.persons * 100) / one.students - mean) ** 2,
    0,
  )
  return Math.round((Math.sqrt(square / students) / mean) * 1000) / 1000
}

/** How unlike the schools of a county are, by stage. */
export function spreadTable(asked: TableRequest, indicator: Indicator): Table {
  const { counted, place } = asked
  const { keys, labels } = counted.columns.buckets.stage
  const stages = stagesOf(asked, indicator)
  const positions = Int32Array.from({ length: counted.tree.places.length }, (_, at) => at)
  const every: Axis = { of: 'place', buckets: positions, size: positions.length }
  const cells = stages.map((stage) => {
    const code = keys[stage] ?? ''
    const selection = { ...selectionOf(asked, marksBehind(indicator)), stage }
    const persons = tally(counted.columns, selection, { rows: every, columns: { of: 'all' } })
    const schools = counted.students.flatMap(({ at, stage: own, students }) =>
      own === code && students > 0 && at >= place.from && at < place.to
        ? [{ persons: persons[at] ?? 0, students }]
        : [],
    )
    return { row: 'all', column: code, value: spread(schools), denominator: schools.length, opens: false }
  })
  return {
    rows: [{ key: 'all', label: place.name }],
    columns: stages.map((stage) => ({ key: keys[stage] ?? '', label: labels[stage] ?? '' })),
    cells,
  }
}
