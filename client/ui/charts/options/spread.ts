import type { FigureCell, Panel } from '../../../../catalogue/contract/analysis/figures.ts'
import { cellsOf, columnsDrawn, numberText, rowsDrawn } from '../cells.ts'
import type { Series } from '../drawing.ts'
import { numberOrWord } from './bars.ts'
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
  type Picture,
  type Sheet,
} from './parts.ts'

/** Steps of the wash of a heat table, from the lightest. */
const washes = [3, 2, 1, 0] as const

/** The wash of a value: null for none, else a step of the ramp; a quarter of the greatest is one step. */
export function washOf(value: number, greatest: number): number | null {
  if (value <= 0 || greatest <= 0) return null
  const quarter = Math.min(washes.length - 1, Math.floor((value / greatest) * washes.length))
  return washes[quarter] ?? null
}

interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A cell of a heat table: its wash, and its figure in the middle. */
function heatMark(shape: Rect, text: string, { wash, letter }: { wash: number | null; letter: number }) {
  return {
    type: 'rect' as const,
    shape,
    style: { fill: wash === null ? 'var(--color-sunken)' : ink(wash), stroke: colour.edge, lineWidth: 1 },
    emphasis: { style: { stroke: colour.text, lineWidth: 2 } },
    textContent: {
      type: 'text' as const,
      style: {
        text,
        fill: wash === null ? colour.soft : onInk(wash),
        fontSize: letter,
        align: 'center' as const,
        verticalAlign: 'middle' as const,
      },
    },
    textConfig: { position: 'inside' as const },
  }
}

function heatSeries({ letter }: Sheet, cells: readonly HeatCell[], wide: number): Series {
  const greatest = Math.max(0, ...cells.map(({ cell }) => cell.value ?? 0))
  const height = letter + 13
  return {
    type: 'custom',
    renderItem: ({ dataIndex }, api) => {
      const at = cells[dataIndex]
      const [x = 0, y = 0] = api.coord([at?.x ?? 0, at?.y ?? 0])
      const shape = { x: x - wide / 2 + 1, y: y - height / 2, width: wide - 2, height }
      return heatMark(shape, at?.text ?? '', { wash: washOf(at?.cell.value ?? 0, greatest), letter })
    },
    data: cells.map(({ x, y }) => [x, y]),
  }
}

interface HeatCell {
  readonly x: number
  readonly y: number
  readonly cell: FigureCell
  readonly text: string
}

/** A table whose cells are the darker the more stand in them. */
export function heat(sheet: Sheet): Picture {
  const { panel, letter } = sheet
  const rows = rowsDrawn(panel, 16)
  const labels = rows.map(({ label }) => label)
  const cell = cellsOf(panel)
  const across = columnsDrawn(panel)
  const cells = rows.flatMap(({ key }, y) =>
    across.flatMap((column, x): HeatCell[] => {
      const at = cell(key, column.key)
      return at ? [{ x, y, cell: at, text: at.value === null ? '' : numberText(at.value, panel.unit) }] : []
    }),
  )
  const left = roomFor(labels, sheet) + 12
  const wide = (sheet.width - left) / Math.max(1, across.length)
  const lineCount = Math.max(
    1,
    ...across.map(({ label }) =>
      Math.ceil((lettersOf(briefly(label)) * letter) / Math.max(letter, wide - 4)),
    ),
  )
  const top = lineCount * (letter + 3) + 8
  return {
    drawing: {
      animation: false,
      grid: { left, right: 2, top, bottom: 2, outerBoundsMode: 'none' },
      xAxis: {
        type: 'category',
        position: 'top',
        data: across.map(({ label }) => briefly(label)),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: {
          color: colour.text,
          fontSize: letter,
          interval: 0,
          width: wide - 4,
          overflow: 'break',
          lineHeight: letter + 3,
        },
      },
      yAxis: { ...namesDown(labels, sheet), axisLine: { show: false } },
      series: [heatSeries(sheet, cells, Math.max(4, wide))],
    },
    height: rows.length * (letter + 15) + top + 2,
    marks: [cells.map((at) => placeOf(at.cell))],
    labels: rows.map(({ key }) => key),
  }
}

/** Lines of dots: each row with its one series, or each series with all rows. */
function linesOf(panel: Panel): readonly { readonly label: string; readonly cells: readonly FigureCell[] }[] {
  const cell = cellsOf(panel)
  const rows = panel.rows.filter(({ key }) => key !== 'all')
  if (panel.columns.length > 1)
    return panel.columns.map(({ key, label }) => ({
      label,
      cells: rows.flatMap((row) => cell(row.key, key) ?? []),
    }))
  const column = panel.columns[0]?.key ?? ''
  return rows.map(({ key, label }) => {
    const at = cell(key, column)
    return { label, cells: at ? [at] : [] }
  })
}

interface Dot {
  readonly y: number
  readonly cell: FigureCell
  readonly value: number
}

function beforeSeries(dotsShown: readonly Dot[]): Series {
  return {
    type: 'scatter',
    silent: true,
    z: 2,
    symbolSize: 8,
    itemStyle: { color: colour.surface, borderColor: ink(1), borderWidth: 1.6 },
    data: dotsShown.flatMap(({ y, cell: { before } }) =>
      before === undefined || before === null ? [] : [[before, y]],
    ),
  }
}

function nowSeries({ panel, letter }: Sheet, dotsShown: readonly Dot[]): Series {
  const single = panel.columns.length === 1
  return {
    type: 'scatter',
    symbolSize: 10,
    emphasis: pointed,
    z: 3,
    data: dotsShown.map(({ y, cell, value }) => ({
      value: [value, y],
      itemStyle: { color: ink(single ? 0 : 1), opacity: single ? 1 : 0.65 },
      label: {
        show: single,
        position: 'right' as const,
        formatter: numberOrWord(cell, panel.unit),
        color: colour.text,
        fontSize: letter,
      },
    })),
  }
}

const dotsAxis = (letter: number) => ({
  ...quietAxis,
  scale: true,
  splitNumber: 4,
  axisLabel: { color: colour.faint, fontSize: letter, hideOverlap: true },
})

/**
 * Dots on a line for each row, or for each series with a dot for each row: how far apart they lie. A hollow
 * dot is the compared date.
 */
export function dots(sheet: Sheet): Picture {
  const { panel, letter } = sheet
  const strips = linesOf(panel).slice(0, 16)
  const labels = strips.map(({ label }) => label)
  const shown = strips.flatMap(({ cells }, y) =>
    cells.flatMap((cell): Dot[] => (cell.value === null ? [] : [{ y, cell, value: cell.value }])),
  )
  return {
    drawing: {
      animation: false,
      grid: {
        left: roomFor(labels, sheet) + 12,
        right: letter * 4,
        top: 4,
        bottom: letter + 12,
        outerBoundsMode: 'none',
      },
      xAxis: dotsAxis(letter),
      yAxis: {
        ...namesDown(labels, sheet),
        axisLine: { show: false },
        splitLine: { show: true, lineStyle: { color: colour.line } },
      },
      // Beside many dots of one line hollow ones would belong to nobody.
      series: [nowSeries(sheet, shown), ...(panel.columns.length === 1 ? [beforeSeries(shown)] : [])],
    },
    height: strips.length * Math.max(24, letter * 1.8) + letter + 16,
    marks: [shown.map(({ cell }) => placeOf(cell))],
    labels: [],
  }
}
