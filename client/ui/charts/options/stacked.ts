import type { Panel } from '../../../../catalogue/contract/analysis/figures.ts'
import { cellsOf, mostRows, numberText, rowsDrawn } from '../cells.ts'
import type { Series } from '../drawing.ts'
import {
  briefly,
  colour,
  ink,
  lettersOf,
  namesDown,
  onInk,
  placeOf,
  pointed,
  quietAxis,
  roomFor,
  valuesAxis,
  type Picture,
  type Sheet,
} from './parts.ts'

type Rows = Panel['rows']

/** Bars of one length, cut into the parts of each row. */
export function stacked(sheet: Sheet): Picture {
  const { panel, letter } = sheet
  const rows = rowsDrawn(panel, mostRows)
  const labels = rows.map(({ label }) => label)
  const cell = cellsOf(panel)
  const whole = (row: string) => panel.columns.reduce((sum, one) => sum + (cell(row, one.key)?.value ?? 0), 0)
  const part = (row: string, column: string) => {
    const sum = whole(row)
    return sum === 0 ? 0 : ((cell(row, column)?.value ?? 0) / sum) * 100
  }
  const left = roomFor(labels, sheet) + 12
  const room = (sheet.width - left) / 100
  const series = panel.columns.map((column, step): Series => ({
    type: 'bar',
    stack: 'parts',
    barWidth: letter + 8,
    emphasis: pointed,
    itemStyle: { color: ink(step), borderColor: colour.edge, borderWidth: 1 },
    data: rows.map(({ key }) => {
      const share = part(key, column.key)
      const text = `${Math.round(share)}%`
      return {
        value: share,
        label: {
          show: share * room > lettersOf(text) * letter + 6,
          formatter: text,
          color: onInk(step),
          fontSize: letter,
        },
      }
    }),
  }))
  return {
    drawing: {
      animation: false,
      grid: { left, right: 2, top: 2, bottom: 2, outerBoundsMode: 'none' },
      xAxis: { ...quietAxis, max: 100 },
      yAxis: { ...namesDown(labels, sheet), axisLine: { show: false } },
      series,
    },
    height: rows.length * (letter + 16) + 4,
    marks: panel.columns.map((column) => rows.map(({ key }) => placeOf(cell(key, column.key)))),
    labels: rows.map(({ key }) => key),
  }
}

/** One side of a pyramid: the first series to the left, the others to the right. */
function sideOf(sheet: Sheet, rows: Rows, step: number): Series {
  const { panel, letter } = sheet
  const cell = cellsOf(panel)
  const column = panel.columns[step]?.key ?? ''
  const sign = step === 0 ? -1 : 1
  return {
    type: 'bar',
    stack: 'sides',
    barCategoryGap: '22%',
    emphasis: pointed,
    itemStyle: { color: ink(step) },
    label: {
      show: true,
      position: step === 0 ? 'left' : 'right',
      color: colour.text,
      fontSize: letter,
    },
    data: rows.map(({ key }) => {
      const value = cell(key, column)?.value ?? 0
      return { value: value * sign, label: { formatter: value === 0 ? '' : numberText(value, panel.unit) } }
    }),
  }
}

/** Two series back to back, the oldest on top. People without sex or age are in the table only. */
export function pyramid(sheet: Sheet): Picture {
  const { panel, letter } = sheet
  const rows = rowsDrawn(panel, panel.rows.length).toReversed()
  const labels = rows.map(({ label }) => label)
  const cell = cellsOf(panel)
  const sides = panel.columns.slice(0, 2)
  const values = sides.flatMap((side) => rows.map(({ key }) => cell(key, side.key)?.value ?? 0))
  const highest = Math.max(1, ...values)
  const side = lettersOf(numberText(highest, panel.unit)) * letter + 8
  return {
    drawing: {
      animation: false,
      grid: {
        left: roomFor(labels, sheet) + 12 + side,
        right: side,
        top: 2,
        bottom: 2,
        outerBoundsMode: 'none',
      },
      xAxis: { ...quietAxis, min: -highest, max: highest },
      yAxis: {
        ...namesDown(labels, sheet),
        axisLine: { show: false },
        offset: side,
      },
      series: sides.map((_, step) => sideOf(sheet, rows, step)),
    },
    height: rows.length * (letter + 14) + 4,
    marks: sides.map((one) => rows.map(({ key }) => placeOf(cell(key, one.key)))),
    labels: rows.map(({ key }) => key),
  }
}

/** The axis of names below columns and lines; long names stand in two lines. */
const namesAlong = (rows: Rows, { letter, width }: Sheet) => ({
  type: 'category' as const,
  data: rows.map(({ label }) => briefly(label)),
  axisTick: { show: false },
  axisLine: { lineStyle: { color: colour.axis } },
  axisLabel: {
    color: colour.text,
    fontSize: letter,
    interval: 0,
    width: Math.max(letter * 2, (width - 48) / Math.max(1, rows.length) - 4),
    overflow: 'break' as const,
    lineHeight: letter + 3,
  },
})

function columnSeries(sheet: Sheet, rows: Rows, step: number): Series {
  const { panel, letter } = sheet
  const cell = cellsOf(panel)
  const column = panel.columns[step]?.key ?? ''
  const single = panel.columns.length === 1
  const text = (key: string) => numberText(cell(key, column)?.value ?? 0, panel.unit)
  return {
    type: 'bar',
    stack: 'all',
    barMaxWidth: 34,
    emphasis: pointed,
    itemStyle: {
      color: ink(step),
      borderColor: colour.edge,
      borderWidth: panel.columns.length > 1 ? 0.5 : 0,
    },
    data: rows.map(({ key, label }) => ({
      value: cell(key, column)?.value ?? null,
      itemStyle: {
        color: single && (panel.sentence ?? '').startsWith(label) ? colour.accent : ink(step),
      },
      label: {
        show: single,
        position: 'top' as const,
        formatter: text(key),
        color: colour.text,
        fontSize: letter,
      },
    })),
  }
}

/** Columns side by side along an order, the series of each on top of one another. */
export function columns(sheet: Sheet): Picture {
  const { panel, letter } = sheet
  const rows = rowsDrawn(panel, Math.max(mostRows, panel.rows.length))
  const cell = cellsOf(panel)
  return {
    drawing: {
      animation: false,
      grid: { left: 44, right: 4, top: letter + 8, bottom: letter * 3 + 4, outerBoundsMode: 'none' },
      xAxis: namesAlong(rows, sheet),
      yAxis: valuesAxis(sheet),
      series: panel.columns.map((_, step) => columnSeries(sheet, rows, step)),
    },
    height: 240,
    marks: panel.columns.map((column) => rows.map(({ key }) => placeOf(cell(key, column.key)))),
    labels: [],
  }
}

/** Marks of lines, so that colour alone need not tell them apart. */
const marksOfLines = ['circle', 'rect', 'triangle', 'diamond'] as const

/** Lines along an order; their names stand above. */
export function lines(sheet: Sheet): Picture {
  const { panel, letter } = sheet
  const { rows } = panel
  const cell = cellsOf(panel)
  const series = panel.columns.map((column, step): Series => ({
    type: 'line',
    symbol: marksOfLines[step % marksOfLines.length] ?? 'circle',
    symbolSize: 8,
    emphasis: pointed,
    itemStyle: { color: ink(step) },
    lineStyle: { color: ink(step), width: 2 },
    data: rows.map(({ key }) => cell(key, column.key)?.value ?? null),
  }))
  return {
    drawing: {
      animation: false,
      grid: { left: 44, right: 24, top: letter, bottom: letter * 3, outerBoundsMode: 'none' },
      xAxis: namesAlong(rows, sheet),
      yAxis: valuesAxis(sheet),
      series,
    },
    height: 240,
    marks: panel.columns.map((column) => rows.map(({ key }) => placeOf(cell(key, column.key)))),
    labels: [],
  }
}
