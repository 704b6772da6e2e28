import { encode } from 'uqr'
import { openDocument, type Document } from './document.ts'
import { fallbackFor, type Fallback } from './fallback.ts'
import { lettersOf, lineWidth, type Letters } from './letters.ts'
import type { Box, Line, Page, Piece } from './placed.ts'
import { mm, papers, type Sheet } from './sheet.ts'

type Structure = PDFKit.PDFStructureElement

const ink = '#000000'
const faint = '#c9c9c9'

/** Draws laid out pages as a tagged PDF with the letters it uses embedded. */
export async function draw(sheet: Sheet, pages: readonly Page[]): Promise<Buffer> {
  const { width, height } = papers[sheet.paper]
  const { document, end } = openDocument({ title: sheet.title, size: [width, height], tagged: true })
  const whole = document.struct('Document')
  document.addStructure(whole)
  pages.forEach((page, i) => {
    document.addPage()
    drawPage(document, whole, page)
    const isLast = i === pages.length - 1
    if (isLast) drawFoot(document, whole, sheet)
    drawFurniture(document, sheet, { no: i + 1, of: pages.length })
  })
  whole.end()
  return end()
}

function drawPage(document: Document, whole: Structure, page: Page): void {
  asArtifact(document, () => {
    document.lineWidth(0.5).strokeColor(ink)
    for (const { x, y, width, height } of page.boxes) document.rect(x, y, width, height).stroke()
    document.lineWidth(1)
    for (const { x, y, width, height } of page.frames) document.rect(x, y, width, height).stroke()
  })
  let table: Structure | null = null
  for (const row of page.rows) {
    if (!row.table) {
      table?.end()
      table = null
      for (const piece of row.pieces)
        whole.add(document.struct(piece.role, {}, () => drawPiece(document, piece)))
      continue
    }
    if (table === null) {
      table = document.struct('Table')
      whole.add(table)
    }
    const line = document.struct('TR')
    table.add(line)
    for (const piece of row.pieces)
      line.add(document.struct(piece.role, {}, () => drawPiece(document, piece)))
    line.end()
  }
  table?.end()
}

function drawPiece(document: Document, { lines, pictures }: Piece): void {
  document.fillColor(ink)
  for (const line of lines) drawLine(document, line)
  for (const { bytes, box, fill } of pictures) drawPicture(document, bytes, box, fill)
}

function drawLine(document: Document, { text, x, y, size, weight }: Line): void {
  const letters = lettersOf(weight)
  // The font's own box is taller than its letters; the line is placed by its letters.
  const top = y - size * 0.22
  let from = x
  for (const { run, fallback } of runsOf(letters, text)) {
    if (fallback) {
      document.registerFont(fallback.name, fallback.bytes)
      document
        .font(fallback.name)
        .fontSize(size)
        .text(run, from, top + letters.ascent * size, { lineBreak: false, baseline: 'alphabetic' })
    } else document.font(weight).fontSize(size).text(run, from, top, { lineBreak: false })
    from += lineWidth(letters, run, size)
  }
}

interface Run {
  readonly run: string
  readonly fallback: Fallback | null
}

/** Divides a line by the files that draw its letters. */
function runsOf(letters: Letters, text: string): Run[] {
  const runs: Run[] = []
  for (const letter of text) {
    const fallback = letters.has(letter) ? null : fallbackFor(letter)
    const last = runs.at(-1)
    if (last?.fallback === fallback) runs[runs.length - 1] = { run: last.run + letter, fallback }
    else runs.push({ run: letter, fallback })
  }
  return runs
}

function drawPicture(
  document: Document,
  bytes: Uint8Array,
  { x, y, width, height }: Box,
  fill: boolean,
): void {
  const inset = fill ? 2 : 0
  document.image(Buffer.from(bytes), x + inset, y + inset, {
    fit: [width - 2 * inset, height - 2 * inset],
    align: 'center',
    valign: 'center',
  })
}

function asArtifact(document: Document, drawing: () => void): void {
  document.markContent('Artifact', { type: 'Layout' })
  drawing()
  document.endMarkedContent()
}

/** Notes at the left of the last page's foot, the QR code with its letters at the right. */
function drawFoot(document: Document, whole: Structure, { paper, foot, mark }: Sheet): void {
  const { width, height, left, right, bottom } = papers[paper]
  const y = height - bottom
  const side = 20 * mm
  const notes = mark ? [...foot, `验证码 ${mark.code}`] : [...foot]
  if (mark?.address) {
    const { address } = mark
    asArtifact(document, () =>
      drawCode(document, address, { x: width - right - side, y: y - side, width: side, height: side }),
    )
    notes.push(`扫码或打开 ${address} 查验`)
  }
  const size = 8
  const lead = 11.5
  notes.forEach((text, i) => {
    const line: Line = { text, x: left, y: y - (notes.length - i) * lead, size, weight: 'regular' }
    whole.add(document.struct('P', {}, () => drawPiece(document, { role: 'P', lines: [line], pictures: [] })))
  })
}

function drawCode(document: Document, address: string, box: Box): void {
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const module = box.width / size
  document.fillColor(ink)
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) document.rect(box.x + x * module, box.y + y * module, module + 0.02, module + 0.02)
    })
  })
  document.fill()
}

/** Page number and watermark: no part of what is read aloud. */
function drawFurniture(
  document: Document,
  { paper, watermark }: Sheet,
  page: { no: number; of: number },
): void {
  const { width, height } = papers[paper]
  asArtifact(document, () => {
    if (watermark !== null) drawWatermark(document, watermark, { width, height })
    const text = `第 ${page.no} 页 共 ${page.of} 页`
    const size = 9
    const x = (width - lineWidth(lettersOf('regular'), text, size)) / 2
    document.fillColor(ink)
    drawLine(document, { text, x, y: height - 11 * mm, size, weight: 'regular' })
  })
}

function drawWatermark(document: Document, text: string, page: { width: number; height: number }): void {
  const size = 64
  const wide = lineWidth(lettersOf('bold'), text, size)
  document.save().fillColor(faint).fillOpacity(0.45)
  for (const share of [0.3, 0.7]) {
    const [x, y] = [page.width / 2, page.height * share]
    document.rotate(-35, { origin: [x, y] })
    drawLine(document, { text, x: x - wide / 2, y: y - size / 2, size, weight: 'bold' })
    document.rotate(35, { origin: [x, y] })
  }
  document.restore()
}
