import { describe, expect, it } from 'vitest'
import type { Panel } from '../contract/analysis/figures.ts'
import { merged, mergesOf, type Merge } from './merging.ts'

const counts = (values: Readonly<Record<string, number>>, form: Panel['form'] = 'bars'): Panel => ({
  key: 'p',
  title: '面板',
  form,
  unit: '人',
  definition: '',
  excluded: [],
  rows: Object.keys(values).map((key) => ({ key, label: `类${key}` })),
  columns: [{ key: 'all', label: '人数' }],
  cells: Object.entries(values).map(([row, value]) => ({ row, column: 'all', value, opens: false })),
})
const persons = { by: 'persons', of: 'fulltime' } as const
const drawn = (panel: Panel, merges: readonly Merge[]) =>
  merged(panel, { counting: persons, merges }).panel.cells.map(({ row, value }) => [row, value])

describe('small classes of a public panel', () => {
  it('are drawn as one where they are named, the sum where the last of them stood', () => {
    const oldest: Merge = { side: 'rows', label: '55岁及以上', keys: ['c', 'd'] }
    expect(drawn(counts({ a: 40, b: 30, c: 6, d: 2 }), [oldest])).toEqual([
      ['a', 40],
      ['b', 30],
      ['c+d', 8],
    ])
  })

  it('are drawn as one where they are few, with the next smallest while all of them are few', () => {
    const small: Merge = { side: 'rows', label: '其他', below: 10 }
    expect(drawn(counts({ a: 40, b: 2, c: 12, d: 3 }), [small])).toEqual([
      ['a', 40],
      ['b+c+d', 17],
    ])
    // A class of twenty stands by itself, however few the others are.
    expect(drawn(counts({ a: 40, b: 2, c: 25, d: 3 }), [small])).toEqual([
      ['a', 40],
      ['c', 25],
      ['b+d', 5],
    ])
    // One small class alone is not renamed: `<5` says as much of it.
    expect(drawn(counts({ a: 40, b: 2, c: 25 }), [small])).toEqual([
      ['a', 40],
      ['b', 2],
      ['c', 25],
    ])
  })

  it('leave out who said nothing, and tell the maker what became of the others', () => {
    const panel = counts({ a: 40, b: 2, c: 1, none: 7 })
    const one = merged(panel, { counting: persons, merges: [{ side: 'rows', label: '其他', below: 3 }] })
    expect(one.panel.rows.map(({ key }) => key)).toEqual(['a', 'b+c'])
    expect(mergesOf(one, panel)).toEqual([{ label: '其他', of: ['类b', '类c'] }])
  })

  it('of shares have one part and one whole', () => {
    const share = (row: string, numerator: number, denominator: number) => ({
      row,
      column: 'all',
      numerator,
      denominator,
      opens: false,
      value: Math.round((1_000 * numerator) / denominator) / 10,
    })
    const panel: Panel = {
      ...counts({ a: 0, b: 0, c: 0 }, 'bars'),
      unit: '%',
      cells: [share('a', 30, 90), share('b', 4, 10), share('c', 2, 10)],
    }
    const { panel: shown } = merged(panel, {
      counting: { by: 'share', of: 'senior', among: 'fulltime' },
      merges: [{ side: 'rows', label: '其他单位', below: 60 }],
    })
    expect(
      shown.cells.map(({ row, value, numerator, denominator }) => [row, value, numerator, denominator]),
    ).toEqual([
      ['a', 33.3, 30, 90],
      ['b+c', 30, 6, 20],
    ])
  })
})
