import type { FigureCell, Panel } from '../../../../catalogue/contract/analysis/figures.ts'
import { cellsOf, figureText, isCompared, mostRows, numberText, rowsDrawn } from '../cells.ts'
import type { Series } from '../drawing.ts'
import {
  colour,
  ink,
  lettersOf,
  namesDown,
  placeOf,
  pointed,
  quietAxis,
  roomFor,
  type Picture,
  type Sheet,
} from './parts.ts'

const barWidth = 12

/** The row whose bar a sentence begins with: it is the subject of the picture. */
function isSubject({ sentence = '' }: Panel, label: string): boolean {
  return sentence.startsWith(label)
}

const greatestOf = (values: readonly (FigureCell | undefined)[]): number =>
  Math.max(0, ...values.map((cell) => cell?.value ?? 0))

const beforeOf = (cell: FigureCell | undefined): number | null => cell?.before ?? null

function mainSeries(
  { panel, letter }: Sheet,
  rows: Panel['rows'],
  values: readonly (FigureCell | undefined)[],
) {
  const { norm } = panel
  const series: Series = {
    type: 'bar',
    barWidth,
    emphasis: pointed,
    itemStyle: { color: ink(0) },
    data: values.map((cell, index) => ({
      value: cell?.value ?? null,
      itemStyle: { color: isSubject(panel, rows[index]?.label ?? '\0') ? colour.accent : ink(0) },
      label: {
        show: true,
        position: (cell?.value ?? 0) < 0 ? ('left' as const) : ('right' as const),
        formatter: cell ? numberOrWord(cell, panel.unit) : '',
        color: colour.text,
        fontSize: letter,
      },
    })),
    ...(norm && {
      markLine: {
        silent: true,
        symbol: 'none',
        lineStyle: { color: colour.text, type: 'solid' as const, width: 2 },
        label: {
          formatter: `${norm.label} ${numberText(norm.value, panel.unit)}`,
          color: colour.soft,
          fontSize: letter,
          position: 'end' as const,
          // Near the edge it would be cut off.
          align: norm.value > greatestOf(values) * 0.7 ? ('right' as const) : ('center' as const),
        },
        data: [{ xAxis: norm.value }],
      },
    }),
  }
  return series
}

/** In pictures a percentage keeps its mark; other units stand in the head of the panel. */
export function numberOrWord(cell: FigureCell, unit: string): string {
  if (cell.value === null) return figureText(cell, unit)
  return unit === '%' ? `${numberText(cell.value, unit)}%` : numberText(cell.value, unit)
}

/**
 * Bars from left to right, one for each row of the first series, with the value of the compared date in grey
 * below, and a line for what is aimed at.
 */
export function bars(sheet: Sheet): Picture {
  const { panel, letter } = sheet
  const cell = cellsOf(panel)
  const column = panel.columns[0]?.key ?? ''
  const rows = rowsDrawn(panel, mostRows)
  const values = rows.map(({ key }) => cell(key, column))
  const labels = rows.map(({ label }) => label)
  const compared = isCompared(panel)
  const texts = values.map((one) => (one ? numberOrWord(one, panel.unit) : ''))
  const side = Math.ceil(Math.max(0, ...texts.map(lettersOf)) * letter) + 10
  const negative = values.some((one) => (one?.value ?? 0) < 0)
  const highest = Math.max(panel.norm?.value ?? 0, greatestOf(values))
  const before: Series = {
    type: 'bar',
    barWidth: 5,
    silent: true,
    itemStyle: { color: colour.before },
    data: values.map(beforeOf),
  }
  const names = namesDown(labels, sheet)
  const foot = panel.norm ? letter + 10 : 4
  const line = Math.max(compared ? 34 : 28, letter * 1.9)
  return {
    drawing: {
      animation: false,
      grid: {
        left: roomFor(labels, sheet) + 12 + (negative ? side : 0),
        right: side,
        top: 4,
        bottom: foot,
        outerBoundsMode: 'none',
      },
      xAxis: highest > 0 ? { ...quietAxis, max: highest } : quietAxis,
      yAxis: { ...names, axisLine: { ...names.axisLine, onZero: true } },
      series: [mainSeries(sheet, rows, values), ...(compared ? [before] : [])],
    },
    height: rows.length * line + foot + 4,
    marks: [values.map(placeOf)],
    labels: rows.map(({ key }) => key),
  }
}
