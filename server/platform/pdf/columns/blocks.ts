import { lettersOf, lineWidth, type Weight } from '../letters.ts'
import { mm } from '../sheet.ts'
import type { Block, Run } from './column-sheet.ts'
import type { Mark, MathBox } from './math-box.ts'
import { mathBox } from './math.ts'

/** A laid out stretch that is never parted: its height, and what is drawn from its upper left corner. */
export interface Slab {
  readonly height: number
  readonly marks: readonly Mark[]
  readonly pictures: readonly {
    readonly bytes: Uint8Array
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }[]
}

export const usualSize = 10.5
const lead = 1.55

/** A word of a line, and whether a line may break before it. */
interface Word extends MathBox {
  readonly breaks: boolean
  readonly isSpace: boolean
}

const noStart = /^[，。、；：？！）》」』】”’％…·.,;:?!)\]}]/u
const latin = /[A-Za-z0-9.]/

function wordsOf(text: string, size: number, weight: Weight, dy = 0): Word[] {
  const letters = lettersOf(weight)
  const pieces: string[] = []
  for (const letter of text) {
    const last = pieces.at(-1)
    const isJoined =
      last !== undefined &&
      (noStart.test(letter) ||
        (latin.test(letter) && latin.test(last.at(-1) ?? '')) ||
        (letter === '_' && last.endsWith('_')))
    if (isJoined) pieces[pieces.length - 1] = last + letter
    else pieces.push(letter)
  }
  return pieces.map((piece) => ({
    width: lineWidth(letters, piece, size),
    ascent: 0.86 * size - dy,
    descent: 0.16 * size + Math.max(0, dy),
    marks: piece.trim() === '' ? [] : [{ mark: 'text', font: weight, text: piece, x: 0, y: dy, size }],
    breaks: true,
    isSpace: piece.trim() === '',
  }))
}

function wordsOfRun(run: Run, size: number, isBold: boolean): Word[] {
  const weight: Weight = isBold || ('bold' in run && run.bold === true) ? 'bold' : 'regular'
  if ('tex' in run) {
    const box = mathBox(run.tex, size * 1.05)
    return box ? [{ ...box, breaks: true, isSpace: false }] : wordsOf(run.source, size, weight)
  }
  if (run.script === undefined) return wordsOf(run.text, size, weight)
  return wordsOf(run.text, size * 0.7, weight, run.script === 'sup' ? -0.35 * size : 0.15 * size)
}

/** The width of runs in one line. */
const widthOf = (runs: readonly Run[], size: number): number =>
  runs.flatMap((run) => wordsOfRun(run, size, false)).reduce((sum, one) => sum + one.width, 0)

interface LineSetting {
  readonly width: number
  readonly size: number
  readonly isBold: boolean
  readonly align: 'left' | 'center'
  readonly indent: number
  readonly hang: number
}

const moved = (marks: readonly Mark[], dx: number, dy: number): Mark[] =>
  marks.map((one) =>
    one.mark === 'path'
      ? { ...one, points: one.points.map(([x, y]) => [x + dx, y + dy] as const) }
      : { ...one, x: one.x + dx, y: one.y + dy },
  )

function linesOf(runs: readonly Run[], setting: LineSetting): Slab[] {
  const { width, size, isBold, align, indent, hang } = setting
  const lines: Word[][] = [[]]
  const startOf = (line: number) => indent + (line === 0 ? 0 : hang)
  let used = startOf(0)
  for (const word of runs.flatMap((run) => wordsOfRun(run, size, isBold))) {
    const current = lines.at(-1) ?? []
    if (used + word.width > width && current.length > 0) {
      lines.push([])
      used = startOf(lines.length - 1)
      if (word.isSpace) continue
    }
    lines.at(-1)?.push(word)
    used += word.width
  }
  return lines.map((words, i) => {
    const ascent = Math.max(0.86 * size, ...words.map((one) => one.ascent))
    const descent = Math.max(0.16 * size, ...words.map((one) => one.descent))
    const height = Math.max(size * lead, ascent + descent + 0.35 * size)
    const base = (height - ascent - descent) / 2 + ascent
    const wide = words.reduce((sum, one) => sum + one.width, 0)
    let x = align === 'center' ? (width - wide) / 2 : startOf(i)
    const marks = words.flatMap((one) => {
      const own = moved(one.marks, x, base)
      x += one.width
      return own
    })
    return { height, marks, pictures: [] }
  })
}

const gap = (height: number): Slab => ({ height, marks: [], pictures: [] })

/** Slabs below one another as one. */
export function joinedSlabs(slabs: readonly Slab[]): Slab {
  let y = 0
  const marks: Mark[] = []
  const pictures: Slab['pictures'][number][] = []
  for (const slab of slabs) {
    marks.push(...moved(slab.marks, 0, y))
    pictures.push(...slab.pictures.map((one) => ({ ...one, y: one.y + y })))
    y += slab.height
  }
  return { height: y, marks, pictures }
}

function beside(cells: readonly Slab[], width: number, from: number): Slab {
  return {
    height: Math.max(...cells.map(({ height }) => height)),
    marks: cells.flatMap(({ marks }, i) => moved(marks, from + i * width, 0)),
    pictures: [],
  }
}

function choices(cells: readonly (readonly Run[])[], width: number, indent: number): Slab[] {
  const room = width - indent
  const widest = Math.max(...cells.map((runs) => widthOf(runs, usualSize))) + 8
  const columns = [4, 2, 1].find((count) => widest <= room / count) ?? 1
  const each = room / columns
  const rows = Math.ceil(cells.length / columns)
  return Array.from({ length: rows }, (_, row) => {
    const own = cells.slice(row * columns, (row + 1) * columns)
    const slabs = own.map((runs) =>
      joinedSlabs(
        linesOf(runs, {
          width: each - 6,
          size: usualSize,
          isBold: false,
          align: 'left',
          indent: 0,
          hang: 14,
        }),
      ),
    )
    return beside(slabs, each, indent)
  })
}

/** Width and height of a PNG or JPEG in pixels; a square where they cannot be read. */
export function pixelsOf(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes[0] === 0x89 && bytes.length > 24) return { width: view.getUint32(16), height: view.getUint32(20) }
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc3)
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return { width: 200, height: 200 }
}

function picture(bytes: Uint8Array, width: number, indent: number): Slab {
  const pixels = pixelsOf(bytes)
  const room = Math.min(width - indent, 75 * mm)
  const scale = Math.min(0.6, room / pixels.width, (60 * mm) / pixels.height)
  const [wide, high] = [pixels.width * scale, pixels.height * scale]
  return { height: high + 6, marks: [], pictures: [{ bytes, x: indent, y: 3, width: wide, height: high }] }
}

function tableOf(rows: readonly (readonly string[])[], width: number): Slab[] {
  const count = Math.max(1, ...rows.map((cells) => cells.length))
  const each = width / (count + 1)
  return rows.map((cells) => {
    const slabs = cells.map((text, i) =>
      joinedSlabs(
        linesOf([{ text }], {
          width: (i === 0 ? 2 : 1) * each - 6,
          size: 9.5,
          isBold: false,
          align: 'left',
          indent: 0,
          hang: 0,
        }),
      ),
    )
    const height = Math.max(16, ...slabs.map((one) => one.height))
    const x = (i: number) => (i === 0 ? 0 : (i + 1) * each)
    const rules: Mark[] = [
      { mark: 'rule', x: 0, y: 0, width, height: 0.5 },
      { mark: 'rule', x: 0, y: height, width, height: 0.5 },
      ...[...slabs.map((_, i) => x(i)), width].map((at): Mark => ({
        mark: 'rule',
        x: at,
        y: 0,
        width: 0.5,
        height,
      })),
    ]
    return {
      height,
      marks: [...slabs.flatMap(({ marks }, i) => moved(marks, x(i) + 3, 0)), ...rules],
      pictures: [],
    }
  })
}

/** The slabs of a block in a column of this width in points. */
export function slabsOf(block: Block, width: number): Slab[] {
  switch (block.block) {
    case 'space':
      return [gap(block.height * mm)]
    case 'picture':
      return [picture(block.bytes, width, block.indent * mm)]
    case 'choices':
      return choices(block.cells, width, block.indent * mm)
    case 'table':
      return tableOf(block.rows, width)
    case 'together':
      return [joinedSlabs(block.blocks.flatMap((one) => slabsOf(one, width)))]
    default: {
      const { runs, size = usualSize, bold, align = 'left', indent = 0, hang = 0, above = 0 } = block
      const lines = linesOf(runs, {
        width,
        size,
        isBold: bold === true,
        align,
        indent: indent * mm,
        hang: hang * mm,
      })
      return above > 0 ? [gap(above * mm), ...lines] : lines
    }
  }
}
