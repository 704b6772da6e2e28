import { fallbackFor } from '../fallback.ts'
import { lettersOf, lineWidth } from '../letters.ts'
import type { PrintedSheet } from '../print-worker.ts'
import { mm } from '../sheet.ts'
import { slabsOf, type Slab } from './blocks.ts'
import { columnPapers, type ColumnSheet } from './column-sheet.ts'
import { mathFontFile, mathFonts, type Mark } from './math-box.ts'
import type { PlacedSheet } from './placed-sheet.ts'
import { openDocument, type Document } from '../document.ts'

interface Column {
  readonly slabs: { readonly slab: Slab; readonly y: number }[]
}

const margin = { top: 18 * mm, bottom: 18 * mm, side: 15 * mm, seal: 32 * mm, between: 14 * mm }

/** Width and height of a column, and where the columns of a page begin. */
function gridOf({ size, seal }: ColumnSheet) {
  const { width, height, columns } = columnPapers[size]
  const left = seal.length > 0 ? margin.seal : margin.side
  const each = (width - left - margin.side - (columns - 1) * margin.between) / columns
  return {
    each,
    high: height - margin.top - margin.bottom,
    starts: Array.from({ length: columns }, (_, i) => left + i * (each + margin.between)),
  }
}

/** Blocks one below another; what does not fit goes to the next column whole. */
function columnsOf(sheet: ColumnSheet): Column[] {
  const { each, high } = gridOf(sheet)
  const columns: Column[] = [{ slabs: [] }]
  let y = 0
  for (const slab of sheet.blocks.flatMap((block) => slabsOf(block, each))) {
    if (y > 0 && y + slab.height > high) {
      columns.push({ slabs: [] })
      y = 0
    }
    columns.at(-1)?.slabs.push({ slab, y })
    y += slab.height
  }
  return columns
}

function drawText(document: Document, one: Extract<Mark, { mark: 'text' }>, dx: number, dy: number): void {
  const { font, text, size, x, y } = one
  const place = [x + dx, y + dy] as const
  const how = { lineBreak: false, baseline: 'alphabetic' } as const
  if (font in mathFonts) {
    document
      .font(font)
      .fontSize(size)
      .text(text, ...place, how)
    return
  }
  const weight = font === 'bold' ? 'bold' : 'regular'
  const letters = lettersOf(weight)
  let at = place[0]
  for (const run of text.split(/(?<=.)/u)) {
    const fallback = letters.has(run) ? null : fallbackFor(run)
    if (fallback) document.registerFont(fallback.name, fallback.bytes)
    document
      .font(fallback?.name ?? weight)
      .fontSize(size)
      .text(run, at, place[1], how)
    at += lineWidth(letters, run, size)
  }
}

function drawMark(document: Document, one: Mark, dx: number, dy: number): void {
  if (one.mark === 'text') return drawText(document, one, dx, dy)
  if (one.mark === 'rule') {
    document.rect(one.x + dx, one.y + dy, one.width, one.height).fill()
    return
  }
  const [first, ...rest] = one.points
  if (!first) return
  document.moveTo(first[0] + dx, first[1] + dy)
  for (const [x, y] of rest) document.lineTo(x + dx, y + dy)
  document.lineWidth(one.width).stroke()
}

/** The line at which a booklet is sealed, with what a pupil writes beside it. */
function drawSeal(document: Document, { size, seal }: ColumnSheet): void {
  const { height } = columnPapers[size]
  const x = 24 * mm
  document
    .save()
    .dash(4, { space: 3 })
    .moveTo(x, 12 * mm)
    .lineTo(x, height - 12 * mm)
    .lineWidth(0.8)
    .stroke()
    .undash()
  document.rotate(-90, { origin: [0, 0] })
  const along = (i: number, of: number): number => -height + 24 * mm + (i * (height - 44 * mm)) / of
  for (const [i, letter] of [...'密封线内不要答题'].entries()) {
    // The line stops where a letter stands on it.
    document.rect(along(i, 8) - 3, x - 6, 15, 12).fill('#ffffff')
    document.fillColor('#000000')
    drawWord(document, letter, 9, [along(i, 8), x + 3])
  }
  for (const [i, label] of seal.entries())
    drawWord(document, `${label} ______________`, 10, [along(i, seal.length), x - 9])
  document.restore()
}

/** A document with the fonts of words and formulas. */
function begun(title: string, width: number, height: number) {
  const opened = openDocument({ title, size: [width, height] })
  for (const font of ['main', 'italic', 'ams'] as const)
    opened.document.registerFont(font, mathFontFile(font))
  return opened
}

/** Prints blocks in columns: A4 in one, B4 and A3 in two, formulas as vectors of their fonts. */
export async function printColumns(sheet: ColumnSheet): Promise<PrintedSheet> {
  const { width, height, columns: perPage } = columnPapers[sheet.size]
  const { document, end } = begun(sheet.title, width, height)
  const columns = columnsOf(sheet)
  const { each, starts } = gridOf(sheet)
  const pages = Math.ceil(columns.length / perPage)
  for (let page = 0; page < pages; page += 1) {
    document.addPage()
    if (sheet.seal.length > 0 && page === 0) drawSeal(document, sheet)
    for (const [i, left] of starts.entries()) {
      const no = page * perPage + i
      const column = columns[no]
      if (!column) continue
      drawColumn(document, column, left)
      const text = `${sheet.foot}　第 ${no + 1} 页（共 ${columns.length} 页）`
      const from = left + (each - lineWidth(lettersOf('regular'), text, 9)) / 2
      drawWord(document, text, 9, [from, height - 9 * mm])
    }
    if (sheet.trace !== null) drawWord(document, sheet.trace, 7, [margin.side, 8 * mm])
  }
  return { bytes: await end(), pages }
}

function drawColumn(document: Document, { slabs }: Column, left: number): void {
  for (const { slab, y } of slabs) {
    for (const mark of slab.marks) drawMark(document, mark, left, margin.top + y)
    for (const { bytes, x, y: down, width, height } of slab.pictures)
      document.image(Buffer.from(bytes), left + x, margin.top + y + down, { width, height })
  }
}

const drawWord = (
  document: Document,
  text: string,
  size: number,
  [x, y]: readonly [x: number, y: number],
): void => drawText(document, { mark: 'text', font: 'regular', text, x: 0, y: 0, size }, x, y)

/** Prints marks at their places. */
export async function printPlaced({ title, width, height, pages }: PlacedSheet): Promise<PrintedSheet> {
  const { document, end } = begun(title, width, height)
  for (const marks of pages) {
    document.addPage()
    for (const mark of marks) drawMark(document, mark, 0, 0)
  }
  return { bytes: await end(), pages: pages.length }
}
