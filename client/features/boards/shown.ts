import {
  regions,
  showOf,
  type BoardLayout,
  type LayoutItem,
  type Region,
} from '../../../catalogue/boards/layout.ts'
import { placeWord } from '../../../catalogue/boards/board.ts'
import type { Screen } from '../../../catalogue/contract/analysis/boards.ts'
import type { FigureCell, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { allRow, cellsOf, numberText, rowsDrawn } from '../../ui/charts/cells.ts'

type Figure = Pick<FigureCell, 'value' | 'few' | 'under' | 'about' | 'hidden'>

/** A figure as a board writes it: few people are `<5`, nothing known is 暂无. */
export function boardText(cell: Figure | undefined, unit: string): string {
  if (cell?.few) return cell.under === undefined ? '<5' : `<${numberText(cell.under, unit)}`
  if (cell?.hidden) return '—'
  if (!cell || cell.value === null) return '暂无'
  return numberText(cell.value, unit)
}

/** The same where it stands alone, or in a table: a rounded figure says so. */
export const aboutText = (cell: Figure | undefined, unit: string): string =>
  `${cell?.about && cell.value !== null ? '约' : ''}${boardText(cell, unit)}`

/** Whether a unit stands behind what is written: not behind words. */
export const hasUnit = (cell: Figure | undefined): boolean =>
  cell !== undefined && (cell.value !== null || cell.under !== undefined)

/** The same with what people say instead of a dash. */
export const spokenText = (cell: Figure | undefined, unit: string): string => {
  if (cell?.few)
    return cell.under === undefined ? '不足 5 人' : `不足 5 人，低于 ${numberText(cell.under, unit)}${unit}`
  if (cell?.hidden) return '为保护个人信息不显示'
  return !cell || cell.value === null ? '暂无' : `${aboutText(cell, unit)}${unit}`
}

export const isEmpty = ({ cells }: Panel): boolean =>
  cells.every(({ value, hidden, few }) => (value === null || value === 0) && !hidden && !few)

/** A share of which nobody anywhere has a part: nothing was registered for it yet. */
export const hasNothing = (panel: Panel): boolean => panel.unit === '%' && isEmpty(panel)

/** The one number of a panel: that of the row of everything, else of its only cell. */
export function wholeOf({ cells, rows }: Panel): FigureCell | undefined {
  return cells.find(({ row }) => row === allRow) ?? (rows.length === 1 ? cells[0] : undefined)
}

export interface Bar {
  readonly key: string
  readonly label: string
  readonly cell: FigureCell | undefined
}

/**
 * Rows that there is room for: of bars the greatest first, of other forms the greatest in their own order.
 */
export function rowsFor(panel: Panel, most: number): Panel['rows'] {
  const chosen = rowsDrawn(panel, most)
  if (panel.form === 'bars' || panel.form === 'bullet') return chosen
  return panel.rows.filter((row) => chosen.includes(row))
}

/** The beginning that all names of places share, which says nothing on the board of that place: 江城区. */
function sharedBeginning(labels: readonly string[]): string {
  const [first = '', ...others] = labels
  let end = others.length === 0 ? 0 : first.length
  while (end > 0 && !others.every((label) => label.startsWith(first.slice(0, end)))) end -= 1
  // A name is not cut within: 江城区第一小学 and 江城区第二小学 share the area, not its ordinal.
  const at = Math.max(...['县', '区', '市'].map((letter) => first.slice(0, end).lastIndexOf(letter)))
  return first.slice(0, at + 1)
}

/** Rows of a panel with one series, as many as there is room for; places in the order of their figures. */
export function barsOf(panel: Panel, most: number): Bar[] {
  const cell = cellsOf(panel)
  const column = panel.columns[0]?.key ?? ''
  const rows = rowsFor(panel, most)
  const isPlaces = rows.every(({ key }) => /^p\d+$/.test(key))
  const shared = isPlaces ? sharedBeginning(rows.map(({ label }) => label)).length : 0
  return rows.map(({ key, label }) => ({
    key,
    label: label.slice(shared) || label,
    cell: cell(key, column),
  }))
}

export const greatest = (cells: readonly (FigureCell | undefined)[]): number =>
  Math.max(0, ...cells.map((cell) => cell?.value ?? 0))

/** The title with the name of the place in it. */
export const titleOf = ({ title }: BoardLayout, { place }: Screen): string =>
  title.replaceAll(placeWord, place.area)

export interface PlacedPanel {
  readonly item: LayoutItem
  readonly show: ReturnType<typeof showOf>
  readonly title: string
  readonly shown: Screen['panels'][string] | undefined
}

/** What stands in a region of a page, in its order. */
export const placedIn = (screen: Screen, page: number, region: Region): PlacedPanel[] =>
  (screen.layout.pages[page]?.[region] ?? []).slice(0, regions[region].most).map((item) => {
    const shown = screen.panels[item.panel]
    return {
      item,
      show: showOf(region, item),
      title: item.title ?? shown?.panel?.title ?? item.panel,
      shown,
    }
  })

/** Rows that a picture has room for, by how many panels share a column of the wall. */
export function roomFor(
  panels: number,
  { hasBottom, legend }: { hasBottom: boolean; legend: boolean },
): number {
  const body = hasBottom ? 520 : 760
  const each = (body - (panels - 1) * 26) / Math.max(1, panels) - 46 - (legend ? 34 : 0)
  return Math.max(3, Math.min(18, Math.floor(each / 31)))
}
