import type { TeachingGroup } from '../../../catalogue/figures/teaching.ts'
import { rounded } from '../../../catalogue/figures/rounding.ts'
import { AppError } from '../../../catalogue/errors.ts'
import {
  placesBelow,
  schoolsIn,
  tally,
  type Axis,
  type FigureRow,
  type FigureRows,
} from '../../engine/figures/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { monthAfter, monthsBetween, type ReportNeeds, type ReportRequest } from './asked.ts'
import { counted, countedByRow, countedFacts, personCount, rowCount, type CountTable } from './counting.ts'
import { accountsOf, activitiesOf, begunOf, itemsOf, researchersOf, usesOf } from './sources.ts'
import { kindWords } from './words.ts'

/** The key of the row of everything. */
export const allKey = 'all'
/** Teachers of whom a report tells. */
export const mostTeachers = 20
/** A school with fewer people in post has no rate: one item would put it first. */
const leastStaff = 10

interface Bucket extends Omit<FigureRow, 'cells'> {
  readonly always: boolean
}

/** The rows of a table, and where people in post are counted by them. */
interface Side {
  readonly buckets: readonly Bucket[]
  readonly axis: Axis | null
}

const plain = (key: string, name: string): Bucket => ({ key, name, level: '', drill: null, always: true })

/** The rows of a table before anything is counted. */
export async function sideOf({ engine }: ReportNeeds, asked: ReportRequest): Promise<Side> {
  const { group, day, place } = asked
  const { tree, columns } = day.counted
  if (group === 'area') return placesBelow(engine.db, tree, place)
  if (group === 'school') return schoolsIn(tree, place)
  if (group === 'stage' || group === 'subject') {
    const { keys, labels } = columns.buckets[group]
    return {
      axis: { of: 'dimension', key: group },
      buckets: keys.map((key, index) => ({ ...plain(key, labels[index] ?? key), always: false })),
    }
  }
  if (group === 'kind')
    return { axis: null, buckets: Object.entries(kindWords).map(([key, name]) => plain(key, name)) }
  if (group === 'month')
    return {
      axis: null,
      buckets: Array.from({ length: monthsBetween(asked.start, asked.end) }, (_, index) => {
        const month = monthAfter(asked.end, -index)
        return plain(month, month)
      }),
    }
  return { axis: null, buckets: await busiestTeachers(engine.db, asked) }
}

/** The teachers of the place of whom most was published; never shown to the public (teaching-research.md, 9). */
async function busiestTeachers(db: ReportNeeds['engine']['db'], asked: ReportRequest): Promise<Bucket[]> {
  const { from } = itemsOf(asked)
  const rows = await db.query<{ id: number; name: string; institution: string }>(sql`
    select t.id, t.name, coalesce(i.name, '') as institution
    from (
      select x.teacher_id, count(*) as many ${from} and x.teacher_id is not null
      group by 1 order by 2 desc, 1 limit ${mostTeachers}) b
      join teacher t on t.id = b.teacher_id
      left join institution i on i.id = t.institution_id
    order by b.many desc, t.name_sort, t.id`)
  return rows.map(({ id, name, institution }) => plain(`t${id}`, `${name}（${institution}）`))
}

/** People in post by the rows of a table, and all of them. */
function staffBy(asked: ReportRequest, { axis, buckets }: Side): CountTable<'staff'> {
  const { day, place, stage, subject } = asked
  const { columns } = day.counted
  const { buckets: dimensions } = columns
  const selection = {
    from: place.from,
    to: place.to,
    basis: 'personnel' as const,
    marks: ['staff'] as const,
    stage: stage === undefined ? undefined : dimensions.stage.byKey.get(stage),
  }
  const across: Axis = subject === undefined ? { of: 'all' } : { of: 'dimension', key: 'subject' }
  const column = subject === undefined ? 0 : dimensions.subject.byKey.get(subject)
  const width = subject === undefined ? 1 : dimensions.subject.keys.length
  const cell = (rows: Axis, index: number): number =>
    column === undefined
      ? 0
      : (tally(columns, selection, { rows, columns: across })[index * width + column] ?? 0)
  const counts =
    axis === null || column === undefined
      ? new Int32Array(0)
      : tally(columns, selection, { rows: axis, columns: across })
  return {
    whole: { staff: cell({ of: 'all' }, 0) },
    rows: new Map(
      buckets.map(({ key }, index) => [key, { staff: counts[index * width + (column ?? 0)] ?? 0 }]),
    ),
  }
}

type Cells = FigureRow['cells']
/** What a row says, by its key; null: of everything. */
type CellsBy = (key: string | null) => Cells

const of = <K extends string>({ whole, rows }: CountTable<K>, key: string | null, name: K): number =>
  (key === null ? whole : rows.get(key))?.[name] ?? 0

const percent = (part: number, whole: number): number | null => rounded(part, whole, { factor: 100 })

async function userCells(
  { engine: { db } }: ReportNeeds,
  asked: ReportRequest,
  side: Side,
): Promise<CellsBy> {
  const [accounts, { signIn }, researchers] = await Promise.all([
    counted(db, accountsOf(asked), { n: rowCount }),
    countedFacts(db, asked, ['signIn']),
    counted(db, researchersOf(asked), { n: personCount }),
  ])
  const staff = staffBy(asked, side)
  return (key) => ({
    accounts: of(accounts, key, 'n'),
    active: of(signIn, key, 'people'),
    activeRate: percent(of(signIn, key, 'people'), of(accounts, key, 'n')),
    signIns: of(signIn, key, 'times'),
    staff: of(staff, key, 'staff'),
    researchers: of(researchers, key, 'n'),
    ratio: rounded(of(staff, key, 'staff'), of(researchers, key, 'n')),
  })
}

/** Kinds of facts that the report of learning counts. */
const learningKinds = [
  'present',
  'taught',
  'observed',
  'watched',
  'complete',
  'courseHours',
  'liveSeen',
] as const

async function learningCells(
  { engine: { db } }: ReportNeeds,
  asked: ReportRequest,
  side: Side,
): Promise<CellsBy> {
  const [facts, activities] = await Promise.all([
    countedFacts(db, asked, learningKinds),
    asked.group === 'area' ? countedByRow(db, activitiesOf(asked)) : null,
  ])
  const { present, taught, observed, watched, complete, courseHours, liveSeen } = facts
  const staff = staffBy(asked, side)
  const tenthsOf = (key: string | null) => of(present, key, 'tenths') + of(courseHours, key, 'tenths')
  return (key) => ({
    ...(activities === null ? {} : { activities: of(activities, key, 'n') }),
    times: of(present, key, 'n'),
    people: of(present, key, 'people'),
    taught: of(taught, key, 'n'),
    observed: of(observed, key, 'n'),
    observedEach: rounded(of(observed, key, 'n'), of(staff, key, 'staff'), { decimals: 2 }),
    watchHours: rounded(of(watched, key, 'times') + of(liveSeen, key, 'times'), 3_600),
    liveTimes: of(liveSeen, key, 'n'),
    completeRate: percent(of(complete, key, 'people'), of(watched, key, 'people')),
    hours: tenthsOf(key) / 10,
    hoursEach: rounded(tenthsOf(key), 10 * of(staff, key, 'staff'), { decimals: 2 }),
    staff: of(staff, key, 'staff'),
  })
}

async function resourceCells(
  { engine: { db } }: ReportNeeds,
  asked: ReportRequest,
  side: Side,
): Promise<CellsBy> {
  const hasBegun = asked.group === 'kind' || asked.group === 'month'
  const [items, uses, begun] = await Promise.all([
    counted(db, itemsOf(asked), { n: rowCount }),
    counted(db, usesOf(asked), { n: rowCount, people: sql`count(distinct x.person_id)` }),
    hasBegun ? counted(db, begunOf(asked), { n: rowCount }) : null,
  ])
  const staff = asked.group === 'school' ? staffBy(asked, side) : null
  return (key) => ({
    ...(begun === null ? {} : { uploaded: of(begun, key, 'n') }),
    passed: of(items, key, 'n'),
    used: of(uses, key, 'n'),
    users: of(uses, key, 'people'),
    ...(staff === null
      ? {}
      : { staff: of(staff, key, 'staff'), each: perHundred(of(items, key, 'n'), of(staff, key, 'staff')) }),
  })
}

const perHundred = (many: number, staff: number): number | null =>
  staff < leastStaff ? null : percent(many, staff)

const cellsOf = (needs: ReportNeeds, asked: ReportRequest, side: Side): Promise<CellsBy> => {
  if (asked.report === 'users') return userCells(needs, asked, side)
  return asked.report === 'learning' ? learningCells(needs, asked, side) : resourceCells(needs, asked, side)
}

/** Rows stand in the order of their places or keys; schools by their rate, without one last. */
const ordered = (group: TeachingGroup, rows: readonly FigureRow[]): readonly FigureRow[] =>
  group === 'school'
    ? rows.toSorted((a, b) => Number(b.cells['each'] ?? -1) - Number(a.cells['each'] ?? -1))
    : rows

/** All rows of a table: they are counted in one pass each. */
export async function reportRows(needs: ReportNeeds, asked: ReportRequest): Promise<FigureRows> {
  const side = await sideOf(needs, asked)
  const cells = await cellsOf(needs, asked, side)
  const rows = side.buckets.flatMap(({ always, key, name, level, drill }) => {
    const own = cells(key)
    if (!always && Object.values(own).every((value) => value === null || value === 0)) return []
    return [{ key, name, level, drill, cells: own }]
  })
  const { name, level } = asked.place
  // Of the busiest there is no sum: it would be told of twenty people only.
  const whole =
    asked.group === 'teacher' ? null : { key: allKey, name, level, drill: null, cells: cells(null) }
  return { whole, rows: ordered(asked.group, rows), total: rows.length }
}

/** The name of a row, for the head of a list behind it. AppError `missing` where there is none. */
export async function nameOfRow(needs: ReportNeeds, asked: ReportRequest, row: string): Promise<string> {
  if (row === allKey) return asked.place.name
  const { buckets } = await sideOf(needs, asked)
  const found = buckets.find(({ key }) => key === row)
  if (!found) throw new AppError('missing')
  return found.name
}
