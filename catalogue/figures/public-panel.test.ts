import { describe, expect, it } from 'vitest'
import type { Panel } from '../contract/analysis/figures.ts'
import { indicatorOf } from './indicators.ts'
import type { CountedPanel } from './page-numbers.ts'
import { atOnce } from './page-twins.ts'
import { publicPages, publicPanel } from './public-panel.ts'

/** Counts by row; `all` is the sum. */
function panelOf(key: string, values: Readonly<Record<string, number>>): Panel {
  return {
    key,
    title: key,
    form: 'bars',
    unit: '人',
    definition: '口径',
    denominator: '分母',
    excluded: [{ reason: '未填', persons: 3 }],
    rows: Object.keys(values).map((row) => ({ key: row, label: row })),
    columns: [{ key: 'all', label: '人数' }],
    cells: Object.entries(values).map(([row, value]) => ({ row, column: 'all', value, opens: true })),
  }
}

const told = ({ cells }: Panel) =>
  Object.fromEntries(
    cells.map(({ row, value, few, hidden, about }) => [
      row,
      few ? '<5' : hidden ? '—' : about ? `约${value ?? ''}` : value,
    ]),
  )

describe('a panel that stands alone in public', () => {
  it('merges rows of few people, and has neither lists nor who was left out', () => {
    const panel = publicPanel(panelOf('training.kinds', { a: 40, b: 3, c: 4, all: 47 }))
    expect(told(panel)).toMatchObject({ 'b+c': 7 })
    expect(panel.excluded).toEqual([])
    expect(panel.cells.some(({ opens }) => opens)).toBe(false)
    expect(panel.merged).toEqual([{ label: '其他', of: ['b', 'c'] }])
  })

  it('says <5 of one to four people, and nothing beside says how many', () => {
    // One small class alone: 47 − 40 would be 3, so one of the two is rounded.
    const { a, b, all } = told(publicPanel(panelOf('training.kinds', { a: 44, b: 3, all: 47 })))
    expect(b).toBe('<5')
    expect([a, all].filter((one) => String(one).startsWith('约')).length).toBeGreaterThan(0)
  })

  it('says of nobody that it is nobody, and nothing of what is not known', () => {
    const panel = panelOf('training.months', { a: 12, b: 0 })
    const unknown = { ...panel, form: 'lines' as const, cells: [...panel.cells] }
    unknown.cells[1] = { row: 'b', column: 'all', value: null, opens: false }
    expect(told(publicPanel(panel))).toMatchObject({ b: 0 })
    expect(told(publicPanel(unknown))).toMatchObject({ b: null })
  })
})

describe('a page in public', () => {
  it('tells headcounts although a handful of staff are no full-time teachers', () => {
    const counted = (key: 'staff' | 'fulltime', p1: number, p2: number): CountedPanel => {
      const indicator = indicatorOf(key)
      if (!indicator) throw new Error(key)
      return { indicator, panel: panelOf(key, { p1, p2, all: p1 + p2 }) }
    }
    const panels = [counted('staff', 224, 194), counted('fulltime', 223, 192)]
    const [page] = atOnce(publicPages([{ key: 'p9', panels }]))
    const [staff, fulltime] = page?.panels ?? []
    for (const panel of [staff, fulltime])
      for (const { value } of panel?.cells ?? []) expect(value).not.toBeNull()
    // Who knows both would know who is no teacher: three people. So one of them is rounded.
    const difference = (row: string) => {
      const [one, other] = [staff, fulltime].map((panel) => panel?.cells.find((cell) => cell.row === row))
      return one?.about || other?.about
    }
    expect(['p1', 'p2', 'all'].map(difference)).toEqual([true, true, true])
  })
})
