import { noneKey, urbanGroups } from '../../../catalogue/figures/dimensions.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import {
  placesBelow,
  schoolsIn,
  type Axis,
  type FigureRow,
  type FigureRows,
} from '../../engine/figures/index.ts'
import type { FigureRequest, TrainingFigureNeeds } from './asked.ts'
import { countPeople, peopleCells, schoolCells } from './people.ts'

/** The key of the row of everything. */
export const allKey = 'all'
export const all: Axis = { of: 'all' }

interface Bucket extends Omit<FigureRow, 'cells'> {
  readonly always: boolean
}

/** Rows of a table over people: how they are put into buckets, and what the buckets are called. */
export interface PeopleSide {
  readonly axis: Axis
  readonly buckets: readonly Bucket[]
}

/** 城区, 镇区, 乡村: where the institution stands. */
function byUrban({ day: { counted } }: FigureRequest): PeopleSide {
  const { places } = counted.tree
  const groupOf = new Map<string | null, number>(urbanGroups.map(({ key }, index) => [key, index]))
  const positions = Int32Array.from(places, ({ urban }) => groupOf.get(urban) ?? urbanGroups.length)
  return {
    axis: { of: 'place', buckets: positions, size: urbanGroups.length + 1 },
    buckets: [...urbanGroups, { key: noneKey, label: '未填' }].map(({ key, label }) => ({
      key,
      name: label,
      level: '',
      drill: null,
      always: false,
    })),
  }
}

function byDimension({ day }: FigureRequest, key: 'stage' | 'subject' | 'officialAge'): PeopleSide {
  const { keys, labels } = day.counted.columns.buckets[key]
  return {
    axis: { of: 'dimension', key },
    buckets: keys.map((own, index) => ({
      key: own,
      name: labels[index] ?? own,
      level: '',
      drill: null,
      always: false,
    })),
  }
}

/** The rows of a table over people; without a group that is none of them, AppError `invalid`. */
export async function sideOf(needs: TrainingFigureNeeds, asked: FigureRequest): Promise<PeopleSide> {
  const { group_by: group } = asked.query
  const { tree } = asked.day.counted
  if (group === 'area') return placesBelow(needs.engine.db, tree, asked.place)
  if (group === 'school') return schoolsIn(tree, asked.place)
  if (group === 'urban') return byUrban(asked)
  if (group === 'age') return byDimension(asked, 'officialAge')
  if (group === 'stage' || group === 'subject') return byDimension(asked, group)
  throw new AppError('internal')
}

/** People by area, school, stage or what else: all rows at once, they are counted in one pass. */
export async function peopleRows(needs: TrainingFigureNeeds, asked: FigureRequest): Promise<FigureRows> {
  const side = await sideOf(needs, asked)
  const counts = await countPeople(needs.numbers, asked, side.axis)
  const rows = side.buckets.flatMap(({ always, ...bucket }, index) => {
    const count = counts[index]
    if (!count || (!always && count.staff === 0)) return []
    const { key, name, level, drill } = bucket
    return [{ key, name, level, drill, cells: cellsFor(asked)(count) }]
  })
  return { whole: await wholeRow(needs, asked), rows, total: rows.length }
}

/** Everybody of the place, in one row. */
export async function wholeRow({ numbers }: TrainingFigureNeeds, asked: FigureRequest): Promise<FigureRow> {
  const [count] = await countPeople(numbers, asked, all)
  if (!count) throw new AppError('internal')
  const { name, level } = asked.place
  // What stands above every table is told of people, whatever its rows are.
  return {
    key: allKey,
    name,
    level,
    drill: null,
    cells: { ...peopleCells(count), ...cellsFor(asked)(count) },
  }
}

const cellsFor = ({ query }: FigureRequest) => (query.group_by === 'school' ? schoolCells : peopleCells)

/** The bucket of a row of a table over people, with the axis in which it is one. */
export async function bucketOf(
  needs: TrainingFigureNeeds,
  asked: FigureRequest,
  row: string,
): Promise<{ readonly rows: Axis; readonly bucket: number; readonly name: string }> {
  if (row === allKey) return { rows: all, bucket: 0, name: asked.place.name }
  const { axis, buckets } = await sideOf(needs, asked)
  const bucket = buckets.findIndex(({ key }) => key === row)
  const found = buckets[bucket]
  if (!found) throw invalid('row', '没有这一行')
  return { rows: axis, bucket, name: found.key === noneKey ? '未填' : found.name }
}
