import type { Analysis, FigureCell, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { allRow, besideOf, cellsOf, figureText, numberText, rowsDrawn } from '../../ui/charts/cells.ts'
import { excludedWords, momentWords, placeWords } from './words.ts'

/** The figures of a page as an office writes them into a report. */
export interface ReportText {
  readonly title: string
  /** The first: whose figures, of which day, and what is one number; then one for each further figure. */
  readonly paragraphs: readonly string[]
  /** Where the figures come from. */
  readonly source: string
}

/** Classes that a sentence counts up; the rest stands in the table. */
const mostClasses = 8

/** 2026年9月1日, as documents write a day. */
function dayWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

/** How a figure changed: 比 2025-09-01 增加 12 人; of shares in percentage points. */
function changeWords(panel: Panel, { value, before }: FigureCell): string {
  if (value === null || before === null || before === undefined) return ''
  const change = Math.round((value - before) * 1000) / 1000
  const beside = `，比${besideOf(panel)}`
  if (change === 0) return `${beside}持平`
  const many = numberText(Math.abs(change), panel.unit)
  const unit = panel.unit === '%' ? ' 个百分点' : panel.unit === '∶1' ? '' : ` ${panel.unit}`
  return `${beside}${change > 0 ? '增加' : '减少'} ${many}${unit}`
}

/** What a share is worked out from: （301 / 418 人）. */
const partsWords = ({ unit }: Panel, { numerator, denominator }: FigureCell): string =>
  unit === '%' && numerator !== undefined && denominator !== undefined
    ? `（${numberText(numerator, '')} / ${numberText(denominator, '')} 人）`
    : ''

const isSaid = (cell: FigureCell | undefined): cell is FigureCell => cell !== undefined && cell.value !== null

/** The one number that a panel sums up to: its only one, or that of everybody. */
function wholeOf({ columns, rows, cells }: Panel): FigureCell | undefined {
  if (columns.length !== 1) return undefined
  return rows.length === 1 ? cells[0] : cells.find(({ row }) => row === allRow)
}

/** Whether the classes of a panel add up to its whole, so that each has a share of it. */
function isDivided({ unit, cells }: Panel, whole: FigureCell | undefined): whole is FigureCell {
  if (unit !== '人' || !isSaid(whole) || whole.value === 0) return false
  const sum = cells.reduce((total, cell) => total + (cell === whole ? 0 : (cell.value ?? 0)), 0)
  return sum === whole.value
}

function wholeWords(panel: Panel): string {
  const whole = wholeOf(panel)
  if (!isSaid(whole)) return ''
  return `${panel.title} ${figureText(whole, panel.unit)}${partsWords(panel, whole)}${changeWords(panel, whole)}`
}

/** The classes of a panel of one series: 本科 256 人，占 61.2%; undefined where there is nothing to count up. */
function classesWords(panel: Panel): string[] {
  const [column] = panel.columns
  if (!column) return []
  const whole = wholeOf(panel)
  const cell = cellsOf(panel)
  const said = rowsDrawn(panel, Number.MAX_SAFE_INTEGER).flatMap(({ key, label }) => {
    const one = cell(key, column.key)
    if (!isSaid(one) || one === whole || one.value === 0) return []
    const share = isDivided(panel, whole)
      ? `，占 ${numberText((100 * (one.value ?? 0)) / (whole.value ?? 1), '%')}%`
      : ''
    return [`${label} ${figureText(one, panel.unit)}${share}`]
  })
  return said.length > mostClasses
    ? [...said.slice(0, mostClasses), `其余 ${said.length - mostClasses} 项见表`]
    : said
}

/** The classes of a panel of several series: 小学：男 12 人、女 30 人. */
function seriesWords(panel: Panel): string[] {
  if (panel.columns.length > mostClasses) return []
  const cell = cellsOf(panel)
  return rowsDrawn(panel, mostClasses).flatMap(({ key, label }) => {
    const said = panel.columns.flatMap((column) => {
      const one = cell(key, column.key)
      return isSaid(one) && one.value !== 0 ? [`${column.label} ${figureText(one, panel.unit)}`] : []
    })
    return said.length === 0 ? [] : [label === '' ? said.join('、') : `${label}：${said.join('、')}`]
  })
}

/** A paragraph of a figure that has classes; empty where nothing can be said of it. */
function paragraphOf(panel: Panel): string {
  const classes = panel.columns.length === 1 ? classesWords(panel) : seriesWords(panel)
  if (classes.length === 0) return ''
  const whole = wholeWords(panel)
  const head = whole === '' ? `${panel.title}：` : `${whole}。其中，`
  const left = panel.excluded.length === 0 ? '' : `（未计入：${excludedWords(panel)}）`
  const stands = panel.sentence === undefined ? '' : `${panel.sentence.replace(/。$/, '')}。`
  return `${head}${classes.join('；')}${left}。${stands}`
}

/** The page of figures as text for a report: what is one number in the first paragraph, then figure by figure. */
export function reportText(data: Analysis): ReportText {
  const long = data.panels.map(paragraphOf)
  const numbers = data.panels
    .flatMap((panel, at) => (long[at] === '' ? [wholeWords(panel)] : []))
    .filter(Boolean)
  const opening = `截至${dayWords(data.on)}，${placeWords(data)}${numbers.length === 0 ? '的情况如下。' : `：${numbers.join('；')}。`}`
  return {
    title: `${data.place.name}${data.title}情况说明`,
    paragraphs: [opening, ...long.filter((text) => text !== '')],
    source: `数据来源：${momentWords(data)}。`,
  }
}
