import type { LegendEntry } from './legend.tsx'

/** One panel on a sheet: its words, and its picture or its lines. */
export interface Sketch {
  readonly title: string
  readonly note: string
  readonly names: readonly LegendEntry[]
  readonly svg: SVGSVGElement | null
  readonly lines: readonly (readonly [name: string, figure: string])[]
}

/** Head and foot of a sheet. */
export interface SheetWords {
  readonly title: string
  readonly notes: readonly string[]
}

const scale = 2
const pad = 24
const column = 560
const lineHeight = 22
const mostLines = 14
const font = (size: number, weight = 400) =>
  `${weight} ${size}px ${getComputedStyle(document.documentElement).getPropertyValue('--font-sans')}`
const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** The picture as a file of its own: the colours by name become those that are in force. */
async function imageOf(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const text = new XMLSerializer().serializeToString(svg)
  const coloured = text.replaceAll(/var\((--[a-z0-9-]+)\)/g, (_, name: string) => token(name))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(coloured)}`
  await image.decode()
  return image
}

interface SketchLayout {
  readonly sketch: Sketch
  readonly image: HTMLImageElement | null
  readonly height: number
  readonly x: number
  readonly y: number
  readonly width: number
}

const shownHeight = (image: HTMLImageElement | null, { lines }: Sketch, width: number): number =>
  image
    ? image.naturalHeight * Math.min(1, (width - 2 * pad) / image.naturalWidth)
    : Math.min(lines.length, mostLines) * lineHeight

/** Puts the panels below one another, each into the shorter of the columns. */
async function laidOut(sketches: readonly Sketch[], top: number, count: number): Promise<SketchLayout[]> {
  const ends = Array.from({ length: count }, () => top)
  const laid: SketchLayout[] = []
  for (const sketch of sketches) {
    const image = sketch.svg ? await imageOf(sketch.svg) : null
    const isWide = (image?.naturalWidth ?? 0) > column * 1.3
    const width = isWide ? column * count : column
    const height = shownHeight(image, sketch, width) + (sketch.names.length > 0 ? 108 : 84)
    const y = isWide ? Math.max(...ends) : Math.min(...ends)
    const at = isWide ? 0 : ends.indexOf(y)
    laid.push({ sketch, image, height, x: at * column, y, width })
    if (isWide) ends.fill(y + height)
    else ends[at] = y + height
  }
  return laid
}

/** Writes one line; what is too long ends in an ellipsis. */
function write(pen: CanvasRenderingContext2D, text: string, at: { x: number; y: number; width: number }) {
  let shown = text
  while (shown.length > 1 && pen.measureText(shown).width > at.width) shown = `${shown.slice(0, -2)}…`
  pen.fillText(shown, at.x, at.y)
}

/** The colours of a picture with their names, in one line. */
function writeNames(
  pen: CanvasRenderingContext2D,
  names: readonly LegendEntry[],
  at: { x: number; y: number },
) {
  let { x } = at
  for (const { label, step } of names) {
    pen.fillStyle = token(`--chart-${step}`)
    pen.fillRect(x, at.y - 10, 10, 10)
    pen.fillStyle = token('--color-text-soft')
    pen.fillText(label, x + 15, at.y)
    x += pen.measureText(label).width + 30
  }
}

function drawOne(
  pen: CanvasRenderingContext2D,
  { sketch, image, x, y, height, width: room }: SketchLayout,
): void {
  const width = room - 2 * pad
  const top = y + (sketch.names.length > 0 ? 82 : 58)
  pen.textAlign = 'left'
  pen.fillStyle = token('--color-text')
  pen.font = font(16, 600)
  write(pen, sketch.title, { x: x + pad, y: y + 24, width })
  pen.fillStyle = token('--color-text-soft')
  pen.font = font(13)
  write(pen, sketch.note, { x: x + pad, y: y + 46, width })
  if (image) {
    writeNames(pen, sketch.names, { x: x + pad, y: y + 70 })
    const shrunk = Math.min(1, width / image.naturalWidth)
    pen.drawImage(image, x + pad, top, image.naturalWidth * shrunk, image.naturalHeight * shrunk)
  } else {
    sketch.lines.slice(0, mostLines).forEach(([name, figure], index) => {
      const line = y + 74 + index * lineHeight
      pen.textAlign = 'left'
      pen.fillText(name, x + pad, line, width * 0.7)
      pen.textAlign = 'right'
      pen.fillText(figure, x + pad + width, line, width * 0.3)
    })
  }
  pen.strokeStyle = token('--color-line')
  pen.strokeRect(x + 8, y + 2, room - 16, height - 8)
}

/**
 * Draws panels on one sheet, with the words that say whose figures they are, of which day and counted how.
 * Rejects where the browser cannot draw.
 */
export async function pngOf(words: SheetWords, sketches: readonly Sketch[]): Promise<Blob> {
  const count = sketches.length > 1 ? 2 : 1
  const top = 56 + words.notes.length * 20
  const laid = await laidOut(sketches, top, count)
  const canvas = document.createElement('canvas')
  const height = Math.max(top, ...laid.map((one) => one.y + one.height)) + pad
  canvas.width = column * count * scale
  canvas.height = height * scale
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.scale(scale, scale)
  pen.fillStyle = token('--color-surface')
  pen.fillRect(0, 0, column * count, height)
  pen.fillStyle = token('--color-text')
  pen.font = font(20, 600)
  pen.fillText(words.title, pad, 36)
  pen.font = font(13)
  pen.fillStyle = token('--color-text-soft')
  words.notes.forEach((note, index) => pen.fillText(note, pad, 60 + index * 20, column * count - 2 * pad))
  for (const one of laid) drawOne(pen, one)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}
