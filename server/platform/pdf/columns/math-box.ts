import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { lettersOf } from '../letters.ts'

const require = createRequire(import.meta.url)

/** Fonts of formulas, by the names under which they are drawn; words of Chinese are drawn in `regular`. */
export const mathFonts = { main: 'Main-Regular', italic: 'Math-Italic', ams: 'AMS-Regular' } as const
export type MathFont = keyof typeof mathFonts
export const mathFontFile = (font: MathFont): Buffer =>
  readFileSync(require.resolve(`katex/dist/fonts/KaTeX_${mathFonts[font]}.ttf`))

/** What is drawn, at places relative to the beginning of the base line; y grows downwards. */
export type Mark =
  | {
      readonly mark: 'text'
      readonly font: MathFont | 'regular' | 'bold'
      readonly text: string
      readonly x: number
      readonly y: number
      readonly size: number
    }
  | {
      readonly mark: 'rule'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
    }
  | {
      readonly mark: 'path'
      readonly points: readonly (readonly [x: number, y: number])[]
      readonly width: number
    }

/** A laid out formula or word. */
export interface MathBox {
  readonly width: number
  readonly ascent: number
  readonly descent: number
  readonly marks: readonly Mark[]
}

const fonts = new Map<MathFont, Font>()
function fontOf(name: MathFont): Font {
  const known = fonts.get(name)
  if (known) return known
  const made = create(mathFontFile(name)) as Font
  fonts.set(name, made)
  return made
}

export const nothing: MathBox = { width: 0, ascent: 0, descent: 0, marks: [] }

export const shifted = (marks: readonly Mark[], dx: number, dy: number): Mark[] =>
  marks.map((one) =>
    one.mark === 'path'
      ? { ...one, points: one.points.map(([x, y]) => [x + dx, y + dy] as const) }
      : { ...one, x: one.x + dx, y: one.y + dy },
  )

/** Boxes one after the other. */
export function row(boxes: readonly MathBox[]): MathBox {
  let width = 0
  const marks: Mark[] = []
  for (const box of boxes) {
    marks.push(...shifted(box.marks, width, 0))
    width += box.width
  }
  return {
    width,
    ascent: Math.max(0, ...boxes.map(({ ascent }) => ascent)),
    descent: Math.max(0, ...boxes.map(({ descent }) => descent)),
    marks,
  }
}

export const space = (width: number): MathBox => ({ ...nothing, width })

/** A word letter by letter, each in the first font that has it. */
export function glyphs(text: string, size: number, order: readonly MathFont[]): MathBox {
  const serif = lettersOf('regular')
  return row(
    Array.from(text, (letter): MathBox => {
      const point = letter.codePointAt(0) ?? 0
      const font = order.find((name) => fontOf(name).hasGlyphForCodePoint(point))
      if (font === undefined) {
        const width = serif.widthOf(letter) * size
        return {
          width,
          ascent: 0.86 * size,
          descent: 0.14 * size,
          marks: [{ mark: 'text', font: 'regular', text: letter, x: 0, y: 0, size }],
        }
      }
      const glyph = fontOf(font).glyphForCodePoint(point)
      const unit = size / fontOf(font).unitsPerEm
      const { maxY, minY } = glyph.bbox
      return {
        width: glyph.advanceWidth * unit,
        ascent: Math.max(0.45 * size, maxY * unit),
        descent: Math.max(0, -minY * unit),
        marks: [{ mark: 'text', font, text: letter, x: 0, y: 0, size }],
      }
    }),
  )
}

export const roman: readonly MathFont[] = ['main', 'ams', 'italic']
export const slanted: readonly MathFont[] = ['italic', 'main', 'ams']
