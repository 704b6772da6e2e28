import type { FigureCell, Panel } from '../../../catalogue/contract/analysis/figures.ts'

/** Where a figure stands in its panel. */
export type Place = Pick<FigureCell, 'row' | 'column'>

/** Key of the row of everything, which tables show and pictures leave out. */
export const allRow = 'all'

/** The cells of a panel, found by row and column. */
export function cellsOf({ cells }: Panel): (row: string, column: string) => FigureCell | undefined {
  const found = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]))
  return (row, column) => found.get(`${row} ${column}`)
}

const plain = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 3 })
const oneDecimal = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const twoDecimals = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Units of computed figures, which have a decimal; counts have none. */
const workedOut: readonly string[] = ['%', '岁', '年', '节', '∶1']

/** A number as it is written: 1,208; 86.9; the minus is the minus sign. */
export function numberText(value: number, unit: string): string {
  const format = workedOut.includes(unit) ? oneDecimal : unit === '人/班' ? twoDecimals : plain
  return format.format(value).replace('-', '−')
}

const close: readonly string[] = ['%', '∶1']

/** A figure with its unit: 3,588 人, 86.9%. Suppressed and undefined figures have words of their own. */
export function figureText({ value, hidden }: Pick<FigureCell, 'value' | 'hidden'>, unit: string): string {
  if (hidden) return '为保护个人信息不显示'
  if (value === null) return '暂无'
  const text = numberText(value, unit)
  return unit === '' || close.includes(unit) ? `${text}${unit}` : `${text} ${unit}`
}

/** How a figure changed since the compared date: +61, −0.3, 0; undefined where either is not known. */
export function changeText({ value, before }: FigureCell, unit: string): string | undefined {
  if (value === null || before === null || before === undefined) return undefined
  const change = Math.round((value - before) * 1000) / 1000
  return change > 0 ? `+${numberText(change, unit)}` : numberText(change, unit)
}

/** Label of the compared series: another day, or the name of another place. */
export const besideOf = ({ beside = '对照日' }: Panel): string => beside

/** Whether a panel stands beside another date or place. */
export const isCompared = ({ cells }: Panel): boolean => cells.some(({ before }) => before !== undefined)

/** A cell in words, as it is read out and shown below a picture. */
export function cellText(panel: Panel, cell: FigureCell): string {
  const row = panel.rows.find(({ key }) => key === cell.row)?.label ?? ''
  const column = panel.columns.find(({ key }) => key === cell.column)?.label ?? ''
  const name = [row, panel.columns.length > 1 ? column : ''].filter(Boolean).join('，')
  const { numerator, denominator } = cell
  const parts =
    panel.unit === '%' && numerator !== undefined && denominator !== undefined
      ? `（${numberText(numerator, '')} / ${numberText(denominator, '')}）`
      : ''
  const change = changeText(cell, panel.unit)
  return `${name}：${figureText(cell, panel.unit)}${parts}${change === undefined ? '' : `，比${besideOf(panel)} ${change}`}`
}

/** Open-ended rows and rows without an answer: they are shown in the table and left out of charts. */
const endless: readonly string[] = ['later', 'none']

const isPlaced = (key: string): boolean => /^p\d+$/.test(key)

/** Series of a picture. */
export const columnsDrawn = ({ columns, form }: Panel): Panel['columns'] =>
  form === 'heat' ? columns.filter(({ key }) => !endless.includes(key)) : columns

/**
 * Rows of a picture: without the sum; the longest lists cut to their greatest, places in the order of their
 * figures.
 */
export function rowsDrawn(panel: Panel, most: number): Panel['rows'] {
  const rows = panel.rows.filter(({ key }) => key !== allRow && !endless.includes(key))
  const isOrdered = !rows.some(({ key }) => isPlaced(key))
  if (rows.length <= most && isOrdered) return rows
  const cell = cellsOf(panel)
  const weight = (row: string) =>
    panel.columns.reduce((sum, { key }) => sum + Math.abs(cell(row, key)?.value ?? 0), 0)
  return rows.toSorted((a, b) => weight(b.key) - weight(a.key)).slice(0, most)
}

/** How many rows a picture has place for. */
export const mostRows = 12
