import {
  mm,
  papers,
  type Cell,
  type Grid,
  type Paragraph,
  type Part,
  type Sheet,
  type Table,
} from './sheet.ts'
import { bandsOf, placeBand, type Band } from './bands.ts'
import type { Box, Page } from './placed.ts'
import { lettersOf, lineWidth, wrap } from './letters.ts'

/** Height of the foot of the last page: the QR code, or lines of notes. */
const markHeight = 25 * mm
const noteLead = 12

/** Pages in the making: where the next row stands, and the frame around the rows that touch. */
class Pages {
  readonly pages: Page[] = []
  readonly anchors = new Map<string, number>()
  readonly area: Box
  private y = 0
  private frameFrom: number | null = null
  readonly unit: number

  constructor(sheet: Sheet) {
    const { width, height, left, right, top, bottom } = papers[sheet.paper]
    this.area = { x: left, y: top, width: width - left - right, height: height - top - bottom }
    this.unit = this.area.width / sheet.units
    this.turn()
  }

  get page(): Page {
    const last = this.pages.at(-1)
    if (!last) throw new Error('no page')
    return last
  }
  get room(): number {
    return this.area.y + this.area.height - this.y
  }
  get top(): number {
    return this.y
  }
  get isFresh(): boolean {
    return this.y === this.area.y
  }
  turn(): void {
    this.closeFrame()
    this.pages.push({ rows: [], boxes: [], frames: [] })
    this.y = this.area.y
  }
  closeFrame(): void {
    if (this.frameFrom === null) return
    const { x, width } = this.area
    this.page.frames.push({ x, width, y: this.frameFrom, height: this.y - this.frameFrom })
    this.frameFrom = null
  }
  /** Moves below the last item; framed rows share the frame line above them. */
  advance(height: number, framed: boolean): void {
    if (framed) this.frameFrom ??= this.y
    else this.closeFrame()
    this.y += height
  }
}

/**
 * Lays a sheet out on pages. Surplus rows of tables with a fixed number follow on continuation pages. Where
 * cells name pages, it is laid out twice: the first time to learn the numbers.
 */
export function layOut(sheet: Sheet): Page[] {
  const first = layOutOnce(sheet)
  return first.anchors.size === 0 ? first.pages : layOutOnce(numbered(sheet, first.anchors)).pages
}

function numbered(sheet: Sheet, anchors: ReadonlyMap<string, number>): Sheet {
  const ofCell = (cell: Cell): Cell =>
    cell.pageOf === undefined ? cell : { ...cell, text: String(anchors.get(cell.pageOf) ?? '') }
  const ofPart = (part: Part): Part =>
    part.part === 'table' || part.part === 'grid'
      ? { ...part, rows: part.rows.map((row) => row.map(ofCell)) }
      : part
  return { ...sheet, parts: sheet.parts.map(ofPart) }
}

function layOutOnce(sheet: Sheet): { readonly pages: Page[]; readonly anchors: ReadonlyMap<string, number> } {
  const pages = new Pages(sheet)
  headOf(pages, sheet)
  for (const part of sheet.parts) placePart(pages, part)
  const further = sheet.parts.flatMap((part) => (part.part === 'table' ? surplusOf(part) : []))
  if (further.length > 0) pages.turn()
  for (const table of further) placeTable(pages, table)
  pages.closeFrame()
  const needed = sheet.mark ? markHeight : sheet.foot.length * noteLead + 6
  if (pages.room < needed && (sheet.mark || sheet.foot.length > 0)) pages.turn()
  pages.closeFrame()
  return { pages: pages.pages, anchors: pages.anchors }
}

/** The heading, and the small line between it and the table. */
function headOf(pages: Pages, sheet: Sheet): void {
  if (sheet.heading !== '')
    placeText(
      pages,
      {
        part: 'text',
        text: sheet.heading,
        size: sheet.paper === 'landscape' ? 18 : 22,
        align: 'center',
        bold: true,
      },
      'H1',
    )
  const [left, right] = sheet.above
  if (left === '' && right === '') return
  const size = 10.5
  const letters = lettersOf('regular')
  const at = pages.top + 4
  const { x, width } = pages.area
  const line = (text: string, from: number) => ({ text, x: from, y: at, size, weight: 'regular' as const })
  const lines = [
    ...(left === '' ? [] : [line(left, x)]),
    ...(right === '' ? [] : [line(right, x + width - lineWidth(letters, right, size))]),
  ]
  pages.page.rows.push({
    table: false,
    pieces: lines.map((one) => ({ role: 'P', lines: [one], pictures: [] })),
  })
  pages.advance(20, false)
}

function placePart(pages: Pages, part: Part): void {
  if (part.part === 'page') pages.turn()
  else if (part.part === 'anchor') pages.anchors.set(part.name, pages.pages.length)
  else if (part.part === 'text') placeText(pages, part, 'P')
  else if (part.part === 'table') placeTable(pages, firstOf(part))
  else placeRows(pages, part)
}

/** The rows of a table that stand where it is, filled up with empty ones. */
function firstOf(table: Table): Table {
  const shown = table.most === null ? table.rows : table.rows.slice(0, table.most)
  const empty = Array.from({ length: Math.max(0, table.least - shown.length) }, () =>
    table.head.map(({ span }): Cell => ({ text: '', span, look: 'value' })),
  )
  return { ...table, head: headOfFirst(table), rows: [...shown, ...empty] }
}

/** The head says where the rest is, in its widest cell. */
function headOfFirst({ head, rows, most }: Table): readonly Cell[] {
  if (most === null || rows.length <= most) return head
  const widest = head.reduce((best, cell) => (cell.span > best.span ? cell : best))
  return head.map((cell) =>
    cell === widest ? { ...cell, text: `${cell.text}（共 ${rows.length} 条，余见续表）` } : cell,
  )
}

/** Rows of a table that did not fit, as tables for continuation pages. */
function surplusOf(table: Table): Table[] {
  const { most, rows, title } = table
  if (most === null || rows.length <= most) return []
  const heading: Cell = {
    text: `（续表）${title}　共 ${rows.length} 条，第 ${most + 1} 至 ${rows.length} 条`,
    span: table.head.reduce((sum, { span }) => sum + span, 0),
    look: 'label',
  }
  return [{ ...table, title: heading.text, head: table.head, rows: rows.slice(most), least: 0, most: null }]
}

const gridOf = (rows: Grid['rows']): Grid => ({ part: 'grid', rows })

function placeTable(pages: Pages, table: Table): void {
  const continued = table.title.startsWith('（续表）')
  const across = table.head.reduce((sum, { span }) => sum + span, 0)
  const titled = (title: string): readonly (readonly Cell[])[] =>
    continued ? [[{ text: title, span: across, look: 'label' }]] : []
  let count = 0
  const begin = (again: boolean) => {
    const name = again ? table.title.replace('（续表）', '（续表，接上页）') : table.title
    placeRows(pages, gridOf([...titled(name), table.head]), true)
    count = 0
  }
  const [first] = table.rows
  const firstHeight = first ? heightOf(pages, gridOf([first])) : 0
  if (pages.room < heightOf(pages, gridOf([...titled(table.title), table.head])) + firstHeight) pages.turn()
  begin(false)
  for (const row of table.rows) {
    const band = bandsOf(gridOf([row]), pages.unit, pages.area.height)
    const height = band.reduce((sum, one) => sum + one.height, 0)
    if (height > pages.room || (table.perPage !== undefined && count === table.perPage)) {
      pages.turn()
      begin(true)
    }
    for (const one of band) placeOne(pages, one)
    count += 1
  }
}

const heightOf = (pages: Pages, grid: Grid): number =>
  bandsOf(grid, pages.unit, pages.area.height).reduce((sum, { height }) => sum + height, 0)

function placeRows(pages: Pages, grid: Grid, isHead = false): void {
  for (const band of bandsOf(grid, pages.unit, pages.area.height))
    placeOne(pages, band, { isHead, isBare: grid.bare === true })
}

function placeOne(pages: Pages, band: Band, look: { isHead?: boolean; isBare?: boolean } = {}): void {
  const { isHead = false, isBare = false } = look
  if (band.height > pages.room && !pages.isFresh) pages.turn()
  placeBand(pages.page, band, { x: pages.area.x, y: pages.top, unit: pages.unit, isHead, isBare })
  pages.advance(band.height, !isBare)
}

/** A paragraph without lines around it; it goes on with the next page where it is long. */
function placeText(
  pages: Pages,
  { text, size, align = 'left', bold, above = 0, keep = 0 }: Paragraph,
  role: 'H1' | 'P',
): void {
  const weight = bold ? 'bold' : 'regular'
  const letters = lettersOf(weight)
  const lead = size * (role === 'H1' ? 1.35 : 1.75)
  const { x, width } = pages.area
  if (keep > 0 && pages.room < above * mm + lead + keep * mm) pages.turn()
  if (above > 0 && !pages.isFresh) pages.advance(Math.min(above * mm, pages.room), false)
  for (const line of wrap(letters, text, size, width)) {
    if (lead > pages.room) pages.turn()
    const spare = width - lineWidth(letters, line, size)
    const from = align === 'left' ? x : align === 'center' ? x + spare / 2 : x + spare
    pages.page.rows.push({
      table: false,
      pieces: [{ role, lines: [{ text: line, x: from, y: pages.top, size, weight }], pictures: [] }],
    })
    pages.advance(lead, false)
  }
  pages.advance(role === 'H1' ? 4 : 0, false)
}
