import { rounded } from '../../../catalogue/figures/rounding.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { wholeRow } from './areas.ts'
import type { FigureRequest, TrainingFigureNeeds } from './asked.ts'
import { seatsOfFiveYears } from './numbers.ts'
import { everybody, type CountedPerson } from './people.ts'
import type { FigureRow, FigureRows } from '../../engine/figures/index.ts'

/** Parts into which people are put, from those who had least. */
const parts = 10

const nameOf = (nth: number): string =>
  nth === 0 ? '最少的一成' : nth === parts - 1 ? '最多的一成' : `第 ${nth + 1} 成`

/** Full-time teachers of the place in the order of their seats of five years, in ten parts of one size. */
async function tenths(needs: TrainingFigureNeeds, asked: FigureRequest): Promise<CountedPerson[][]> {
  const { on } = asked.day.counted.columns.moment
  const seats = await needs.numbers.of(seatsOfFiveYears(on))
  const people = everybody(asked)
    .map((one) => ({ ...one, many: seats[one.teacherId] ?? 0 }))
    .sort((a, b) => a.many - b.many || a.teacherId - b.teacherId)
  const until = (nth: number) => Math.round((nth * people.length) / parts)
  return Array.from({ length: parts }, (_, nth) => people.slice(until(nth), until(nth + 1)))
}

const seatsIn = (people: readonly CountedPerson[]): number => people.reduce((sum, { many }) => sum + many, 0)

/** 公平: what each tenth of the teachers had of the seats of five years. */
export async function fairRows(needs: TrainingFigureNeeds, asked: FigureRequest): Promise<FigureRows> {
  const all = await tenths(needs, asked)
  const total = all.reduce((sum, people) => sum + seatsIn(people), 0)
  const cellsOf = (people: readonly CountedPerson[], seats: number) => ({
    people: people.length,
    seats,
    share: rounded(seats, total, { factor: 100 }),
    each: rounded(seats, people.length, { decimals: 2 }),
  })
  const rows = all.map((people, nth): FigureRow => ({
    key: String(nth),
    name: nameOf(nth),
    level: '',
    drill: null,
    cells: cellsOf(people, seatsIn(people)),
  }))
  const whole = await wholeRow(needs, asked)
  return {
    whole: { ...whole, cells: { ...whole.cells, ...cellsOf(all.flat(), total) } },
    rows,
    total: rows.length,
  }
}

/** The people of one part. */
export async function fairPeople(needs: TrainingFigureNeeds, asked: FigureRequest, row: string) {
  const all = await tenths(needs, asked)
  if (row === 'all') return { name: asked.place.name, people: all.flat() }
  const people = /^\d$/.test(row) ? all[Number(row)] : undefined
  if (!people) throw invalid('row', '没有这一行')
  return { name: nameOf(Number(row)), people }
}
