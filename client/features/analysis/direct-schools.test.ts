import { expect, it } from 'vitest'
import type { FigureCell, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { withSchoolsFolded } from './direct-schools.ts'

const rows = [
  { key: 'p1', label: '江城区' },
  { key: 'p2', label: '市一中', direct: true as const },
  { key: 'p3', label: '市二中', direct: true as const },
  { key: 'all', label: '合计' },
]
const cell = (row: string, value: number | null, more: Partial<FigureCell> = {}): FigureCell => ({
  row,
  column: 'all',
  value,
  opens: true,
  ...more,
})
const panel = (unit: string, cells: readonly FigureCell[], given: Panel['rows'] = rows): Panel => ({
  key: 'k',
  title: '教职工数',
  form: 'bars',
  unit,
  definition: '',
  excluded: [],
  rows: given,
  columns: [{ key: 'all', label: '' }],
  cells: [...cells],
})
const folded = (of: Panel) => withSchoolsFolded(of)?.cells.find(({ row }) => row === 'direct')

it('schools under a city itself are one bar beside its districts', () => {
  const one = withSchoolsFolded(
    panel('人', [cell('p1', 418), cell('p2', 90), cell('p3', 22), cell('all', 530)]),
  )
  expect(one?.rows.map(({ label }) => label)).toEqual(['江城区', '合计', '直属学校 2 所'])
  expect(one?.cells.map(({ row, value }) => [row, value])).toEqual([
    ['p1', 418],
    ['all', 530],
    ['direct', 112],
  ])
})

it('their rates and means are worked out from their sums, not from each other', () => {
  const rate = [
    cell('p2', 50, { numerator: 45, denominator: 90 }),
    cell('p3', 100, { numerator: 10, denominator: 10 }),
  ]
  expect(folded(panel('%', rate))).toMatchObject({ value: 55, numerator: 55, denominator: 100 })
  const mean = [
    cell('p2', 40, { numerator: 3600, denominator: 90 }),
    cell('p3', 30, { numerator: 300, denominator: 10 }),
  ]
  expect(folded(panel('岁', mean))?.value).toBe(39)
})

it('stay apart where they do not add up, are protected, or are alone', () => {
  expect(folded(panel('%', [cell('p2', 50), cell('p3', 100)]))).toBe(undefined)
  expect(folded(panel('人', [cell('p2', null, { few: true }), cell('p3', 22)]))).toBe(undefined)
  expect(folded(panel('人/班', [cell('p2', 2), cell('p3', 3)]))).toBe(undefined)
  expect(withSchoolsFolded(panel('人', [], rows.slice(0, 2)))).toBe(null)
})
