import { describe, expect, it } from 'vitest'
import type { FigureCell, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { cellText, changeText, figureText, numberText, rowsDrawn } from './cells.ts'
import { washOf } from './options/spread.ts'

const cell = (row: string, value: number | null, more: Partial<FigureCell> = {}): FigureCell => ({
  row,
  column: 'all',
  value,
  opens: true,
  ...more,
})

const panel = (rows: readonly string[], cells: readonly FigureCell[], unit = '人'): Panel => ({
  key: 'fulltime',
  title: '专任教师数',
  form: 'bars',
  unit,
  definition: '',
  excluded: [],
  rows: rows.map((key) => ({ key, label: `第${key}行` })),
  columns: [{ key: 'all', label: '合计' }],
  cells: [...cells],
})

describe('figures in words', () => {
  it('have thousands, one decimal where they are worked out, and the minus sign', () => {
    expect(numberText(3588, '人')).toBe('3,588')
    expect(numberText(40, '岁')).toBe('40.0')
    expect(numberText(-0.3, '%')).toBe('−0.3')
    expect(numberText(4, '人/班')).toBe('4.00')
    expect(figureText({ value: 86.9 }, '%')).toBe('86.9%')
    expect(figureText({ value: null }, '人')).toBe('暂无')
    expect(figureText({ value: null, hidden: true }, '人')).toBe('为保护个人信息不显示')
  })
  it('say how they changed, and nothing where one of the days is unknown', () => {
    expect(changeText(cell('a', 61, { before: 0 }), '人')).toBe('+61')
    expect(changeText(cell('a', 40.1, { before: 40.4 }), '岁')).toBe('−0.3')
    expect(changeText(cell('a', 61, { before: null }), '人')).toBeUndefined()
    expect(changeText(cell('a', 61), '人')).toBeUndefined()
  })
  it('name row, figure and what it was worked out from', () => {
    const share = cell('a', 66.7, { numerator: 10, denominator: 15, before: 60 })
    expect(cellText(panel(['a'], [share], '%'), share)).toBe('第a行：66.7%（10 / 15），比对照日 +6.7')
  })
})

describe('rows of a picture', () => {
  it('leave out the sum and what has no end, and keep an order of bands', () => {
    const rows = ['young', 'old', 'none', 'later', 'all']
    const cells = rows.map((row, index) => cell(row, index))
    expect(rowsDrawn(panel(rows, cells), 12).map(({ key }) => key)).toEqual(['young', 'old'])
  })
  it('put places in the order of their figures, and keep the greatest', () => {
    const rows = ['p1', 'p2', 'p3', 'all']
    const cells = [cell('p1', 1), cell('p2', 9), cell('p3', 5), cell('all', 15)]
    expect(rowsDrawn(panel(rows, cells), 2).map(({ key }) => key)).toEqual(['p2', 'p3'])
  })
})

it('washes of a heat table begin with none and end with the strongest', () => {
  expect([0, 1, 30, 60, 100].map((value) => washOf(value, 100))).toEqual([null, 3, 2, 1, 0])
})
