import { mm, type Cell, type Grid } from './sheet.ts'
import { cellPadding, fit, leastRow, startOf, type FittedText } from './fit.ts'
import { lettersOf, lineWidth } from './letters.ts'
import type { Box, Line, Page, Piece } from './placed.ts'

/** A cell with its place in the grid and its text in lines. */
interface PlacedCell {
  readonly cell: Cell
  readonly column: number
  readonly row: number
  readonly down: number
  readonly fitted: FittedText
}

/** Rows that stay together, because a cell runs down them. Heights in points, from the band's top. */
export interface Band {
  readonly cells: readonly PlacedCell[]
  readonly heights: readonly number[]
  readonly height: number
}

const signLead = 15
const heightOfSign = ({ sign }: Cell) => (sign ? sign.length * signLead + 6 : 0)
const leastOf = ({ height }: Cell) => (height === undefined ? leastRow : height * mm)

/** Divides a grid into bands. A single row that is longer than a page is divided by its lines. */
export function bandsOf(grid: Grid, unit: number, page: number): Band[] {
  const bands: Band[] = []
  let waiting: { cell: Cell; column: number; row: number; down: number }[] = []
  let covered: { column: number; span: number; until: number }[] = []
  let first = 0
  grid.rows.forEach((cells, row) => {
    covered = covered.filter(({ until }) => until > row)
    if (covered.length === 0 && waiting.length > 0) {
      bands.push(...split(bandOf(waiting, row - first, unit), page))
      waiting = []
      first = row
    }
    let column = 0
    for (const cell of cells) {
      column = pastCovered(covered, column)
      const down = cell.down ?? 1
      waiting.push({ cell, column, row: row - first, down })
      if (down > 1) covered.push({ column, span: cell.span, until: row + down })
      column += cell.span
    }
  })
  if (waiting.length > 0) bands.push(...split(bandOf(waiting, grid.rows.length - first, unit), page))
  return bands
}

function pastCovered(covered: readonly { column: number; span: number }[], from: number): number {
  const over = covered.find(({ column, span }) => from >= column && from < column + span)
  return over ? pastCovered(covered, over.column + over.span) : from
}

type WaitingCell = Omit<PlacedCell, 'fitted'>

function bandOf(waiting: readonly WaitingCell[], rows: number, unit: number): Band {
  const heights = Array.from({ length: rows }, (_, row) =>
    highest(waiting.filter((one) => one.row === row && one.down === 1).map(({ cell }) => leastOf(cell))),
  )
  const fits = (one: WaitingCell): PlacedCell => {
    const height = sum(heights.slice(one.row, one.row + one.down))
    return { ...one, fitted: fit(one.cell, one.cell.span * unit, height - heightOfSign(one.cell)) }
  }
  const cells = waiting.map(fits)
  for (const { cell, row, down, fitted } of [...cells].sort((a, b) => a.down - b.down)) {
    const missing =
      Math.max(down === 1 ? leastOf(cell) : 0, fitted.height + heightOfSign(cell)) -
      sum(heights.slice(row, row + down))
    const last = row + down - 1
    if (missing > 0.01) heights[last] = (heights[last] ?? 0) + missing
  }
  return { cells, heights, height: sum(heights) }
}

const highest = (heights: readonly number[]) => (heights.length === 0 ? leastRow : Math.max(...heights))
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Rows of one page each, of a row whose text is longer than a page. */
function split(band: Band, page: number): Band[] {
  if (band.height <= page || band.heights.length > 1) return [band]
  const longest = Math.max(...band.cells.map(({ fitted }) => fitted.lines.length))
  const lead = Math.max(...band.cells.map(({ fitted }) => fitted.lead))
  const each = Math.max(1, Math.floor((page - 20) / lead) - 4)
  return Array.from({ length: Math.ceil(longest / each) }, (_, i) => {
    const isLast = (i + 1) * each >= longest
    const cells = band.cells.map(({ cell, ...one }): PlacedCell => {
      const lines = one.fitted.lines.slice(i * each, (i + 1) * each)
      const { sign: _sign, seal: _seal, ...bare } = cell
      const part = isLast ? cell : bare
      const height = lines.length * one.fitted.lead + 2 * cellPadding.above + heightOfSign(part)
      return { ...one, cell: part, fitted: { ...one.fitted, lines, height } }
    })
    const height = Math.max(leastRow, ...cells.map(({ fitted }) => fitted.height))
    return { cells, heights: [height], height }
  })
}

interface At {
  readonly x: number
  readonly y: number
  readonly unit: number
  readonly isHead: boolean
  readonly isBare: boolean
}

/** Puts a band on a page: boxes, and the pieces of each of its rows in reading order. */
export function placeBand(page: Page, { cells, heights }: Band, at: At): void {
  heights.forEach((_, row) => {
    const pieces = cells
      .filter((one) => one.row === row)
      .map((one) => {
        const box: Box = {
          x: at.x + one.column * at.unit,
          y: at.y + sum(heights.slice(0, row)),
          width: one.cell.span * at.unit,
          height: sum(heights.slice(row, row + one.down)),
        }
        if (!at.isBare) page.boxes.push(box)
        return pieceOf(one, box, at.isHead)
      })
    page.rows.push({ table: true, pieces })
  })
}

function pieceOf({ cell, fitted }: PlacedCell, box: Box, isHead: boolean): Piece {
  const centred = cell.align ?? (cell.look === 'note' || fitted.lines.length > 2 ? 'left' : 'center')
  const align = cell.look === 'label' ? 'center' : centred
  const { lines, size, lead } = fitted
  const free = box.height - heightOfSign(cell) - lines.length * lead
  const from = box.y + (cell.sign || cell.look === 'note' ? Math.min(6, free / 2) : free / 2)
  const written = lines.map((text, i): Line => ({
    text,
    x: startOf(align, text, size, box),
    y: from + i * lead,
    size,
    weight: 'regular',
  }))
  return {
    role: cell.look === 'label' || isHead ? 'TH' : 'TD',
    lines: [...written, ...signLines(cell, box)],
    pictures: [
      ...(cell.picture ? [{ bytes: cell.picture, box, fill: true }] : []),
      ...(cell.seal ? [{ bytes: cell.seal, box: sealBox(box), fill: false }] : []),
    ],
  }
}

/** The lines for signature, seal and date, at the lower right of their box. */
function signLines({ sign = [] }: Cell, box: Box): Line[] {
  const size = 10.5
  const width = Math.max(0, ...sign.map((text) => lineWidth(lettersOf('regular'), text, size)))
  const x = Math.max(box.x + cellPadding.beside, box.x + box.width - width - 10)
  return sign.map((text, i) => ({
    text,
    x,
    y: box.y + box.height - 4 - (sign.length - i) * signLead,
    size,
    weight: 'regular',
  }))
}

/** A seal lies over the date, at most 40 mm wide. */
function sealBox({ x, y, width, height }: Box): Box {
  const side = Math.min(40 * mm, width - 6, height - 4)
  return { x: x + width - side - 6, y: y + height - side - 2, width: side, height: side }
}
