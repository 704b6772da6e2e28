import type { FigureCell, Panel } from '../../../../catalogue/contract/analysis/figures.ts'
import type { Place } from '../cells.ts'
import type { Drawing } from '../drawing.ts'

/** Which cell each mark of a series stands for; null for marks that stand for none. */
export type Marks = readonly (readonly (Place | null)[])[]

/** A chart ready to be drawn: options, height, and the cell of each mark. */
export interface Picture {
  readonly drawing: Drawing
  /** In pixels. */
  readonly height: number
  readonly marks: Marks
  /** Places of the labels beside the picture, by which one steps down; in the order of the axis. */
  readonly labels: readonly string[]
}

/** The panel, and how large letters and picture are. */
export interface Sheet {
  readonly panel: Panel
  /** Pixels of a letter. */
  readonly letter: number
  /** Pixels from edge to edge. */
  readonly width: number
}

export const ink = (step: number): string => `var(--chart-${Math.min(step, 5) + 1})`
export const onInk = (step: number): string => `var(--chart-on-${Math.min(step, 5) + 1})`
export const colour = {
  text: 'var(--color-text)',
  soft: 'var(--color-text-soft)',
  faint: 'var(--color-text-faint)',
  line: 'var(--chart-grid)',
  axis: 'var(--color-line-strong)',
  accent: 'var(--color-accent)',
  before: 'var(--color-control)',
  fill: 'var(--color-fill)',
  surface: 'var(--color-surface)',
  /** Line between adjacent marks; visible in 高对比度. */
  edge: 'var(--chart-edge)',
} as const

/** Style of the mark that is hovered or focused. */
export const pointed = {
  itemStyle: { color: 'inherit', borderColor: 'var(--color-text)', borderWidth: 2 },
} as const

const isWide = (letter: string): boolean => letter.charCodeAt(0) > 0x2e7f

/** A school year as it is written below a narrow column: 2026—27. */
export const briefly = (label: string): string => label.replace(/^(\d{4})—\d{2}(\d{2})学年$/, '$1—$2')

/** About how wide a text is, in letters. */
export const lettersOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (isWide(letter) ? 1 : 0.56), 0)

/** Room for the labels beside an axis: at most a third of the width, then they end in an ellipsis. */
export function roomFor(labels: readonly string[], { letter, width }: Sheet): number {
  const longest = Math.max(0, ...labels.map(lettersOf)) * letter + 4
  return Math.ceil(Math.min(longest, width / 3))
}

/** An axis of names, read from the top down. */
export const namesDown = (labels: readonly string[], sheet: Sheet) => ({
  type: 'category' as const,
  inverse: true,
  data: [...labels],
  triggerEvent: true,
  axisTick: { show: false },
  axisLine: { lineStyle: { color: colour.axis } },
  axisLabel: {
    color: colour.text,
    fontSize: sheet.letter,
    interval: 0,
    width: roomFor(labels, sheet),
    overflow: 'truncate' as const,
    margin: 10,
  },
})

/** An axis of values with quiet lines. */
export const valuesAxis = ({ letter }: Sheet) => ({
  type: 'value' as const,
  axisLine: { show: false },
  axisTick: { show: false },
  splitNumber: 4,
  splitLine: { lineStyle: { color: colour.line } },
  axisLabel: { color: colour.faint, fontSize: letter, hideOverlap: true },
})

/** An axis of values that is not drawn: the marks have their figures beside them. */
export const quietAxis = {
  type: 'value' as const,
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: { show: false },
  splitLine: { show: false },
}

export const placeOf = (cell: FigureCell | undefined): Place | null =>
  cell === undefined ? null : { row: cell.row, column: cell.column }
