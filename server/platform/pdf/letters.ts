import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { fallbackFor } from './fallback.ts'

const require = createRequire(import.meta.url)
const fileOf = (name: string) => require.resolve(`@expo-google-fonts/noto-serif-sc/${name}.ttf`)

/** The two weights that sheets are printed in. */
export const weights = {
  regular: '400Regular/NotoSerifSC_400Regular',
  bold: '700Bold/NotoSerifSC_700Bold',
} as const
export type Weight = keyof typeof weights

/** Widths of letters in one weight, and which letters there are. */
export interface Letters {
  readonly bytes: Buffer
  /** Height of the font's own box above the line that letters stand on, at one point. */
  readonly ascent: number
  /** Width of one letter at one point. */
  widthOf(letter: string): number
  /** Whether the printing font itself has the letter. */
  has(letter: string): boolean
}

const known = new Map<Weight, Letters>()

/** The letters of a weight; the font is read once per thread. */
export function lettersOf(weight: Weight): Letters {
  const before = known.get(weight)
  if (before) return before
  const bytes = readFileSync(fileOf(weights[weight]))
  const font = create(bytes) as Font
  const widths = new Map<string, number>()
  const made: Letters = {
    bytes,
    ascent: font.ascent / font.unitsPerEm,
    widthOf(letter) {
      const found = widths.get(letter)
      if (found !== undefined) return found
      const drawn = made.has(letter) ? font : (fallbackFor(letter)?.font ?? font)
      const width = drawn.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth / drawn.unitsPerEm
      widths.set(letter, width)
      return width
    },
    has: (letter) => letter === '\n' || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  }
  known.set(weight, made)
  return made
}

/** The width of a line in points. */
export function lineWidth(letters: Letters, text: string, size: number): number {
  let width = 0
  for (const letter of text) width += letters.widthOf(letter)
  return width * size
}

/** Signs that begin no line, and signs that end none (GB/T 15834). */
const notFirst = /^[，。、；：？！）》」』】”’％%…—～·.,;:?!)\]}]/u
const notLast = /[（《「『【“‘([{]$/u
/** Latin letters and digits that must not be broken within a word. */
const inWord = /[\p{Script=Latin}\p{N}@._/:+*'&-]/u

/** Pieces of a line between which it may break. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (const letter of text) {
    const last = pieces.at(-1)
    const joins =
      last !== undefined &&
      ((inWord.test(letter) && inWord.test([...last].at(-1) ?? '')) ||
        notFirst.test(letter) ||
        notLast.test(last))
    if (joins) pieces[pieces.length - 1] = last + letter
    else pieces.push(letter)
  }
  return pieces
}

/** The letters of a word, each with the signs that must not begin a line. */
function partsOf(word: string): string[] {
  const parts: string[] = []
  for (const letter of word) {
    if (parts.length > 0 && notFirst.test(letter)) parts[parts.length - 1] += letter
    else parts.push(letter)
  }
  return parts
}

/** Breaks a text into lines of a width; a word that is longer than a line is broken anywhere. */
export function wrap(letters: Letters, text: string, size: number, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(letters, line, size, width))
}

function wrapLine(letters: Letters, text: string, size: number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const put = (piece: string, wide: number) => {
    if (line !== '' && used + wide > width) {
      lines.push(line.trimEnd())
      line = ''
      used = 0
      if (piece === ' ') return
    }
    line += piece
    used += wide
  }
  for (const piece of piecesOf(text)) {
    const wide = lineWidth(letters, piece, size)
    if (wide <= width) put(piece, wide)
    else for (const part of partsOf(piece)) put(part, lineWidth(letters, part, size))
  }
  return [...lines, line]
}
