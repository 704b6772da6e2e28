import type { Cell } from './sheet.ts'
import { mm } from './sheet.ts'
import { lettersOf, lineWidth, wrap, type Weight } from './letters.ts'

/** Sizes of letters in a cell: what does not fit shrinks, then its row grows. Nothing is cut. */
const sizes = [10.5, 9, 7.5] as const
export const leastRow = 8 * mm
const beside = 2.2
const above = 1.2

/** A cell's text, broken into lines. */
export interface FittedText {
  readonly lines: readonly string[]
  readonly size: number
  readonly lead: number
  readonly height: number
}

const leadOf = (look: Cell['look'], size: number) => size * (look === 'label' || size < 10 ? 1.1 : 1.18)

/** A short label of more lines than one is divided evenly: 政治 / 面貌. */
function balanced(text: string, lines: readonly string[]): readonly string[] {
  const letters = [...text]
  if (lines.length < 2 || letters.length > 12 || /[^\p{Script=Han}（）、]/u.test(text)) return lines
  const each = Math.ceil(letters.length / lines.length)
  return lines.map((_, i) => letters.slice(i * each, (i + 1) * each).join(''))
}

/** A label in a narrow cell that runs down several rows is written from top to bottom. */
function upright(text: string, width: number, height: number): FittedText | null {
  const letters = [...text]
  if (width > 42 || letters.length < 4 || letters.length * 12.5 > height) return null
  return { lines: letters, size: 10.5, lead: 12.5, height: letters.length * 12.5 }
}

/** The lines of a cell of this width, as small as it has to be to stay within the height. */
export function fit(
  cell: Pick<Cell, 'text' | 'look'>,
  width: number,
  height: number,
  weight: Weight = 'regular',
): FittedText {
  const { text, look } = cell
  if (text === '') return { lines: [], size: sizes[0], lead: 0, height: 0 }
  const letters = lettersOf(weight)
  const room = width - 2 * beside
  const down = look === 'label' && height > 2.5 * leastRow ? upright(text, width, height) : null
  if (down) return down
  const tried = sizes.map((size): FittedText => {
    const broken = wrap(letters, text, size, room)
    const lines = look === 'label' ? balanced(text, broken) : broken
    const lead = leadOf(look, size)
    return { lines, size, lead, height: lines.length * lead + 2 * above }
  })
  const fits = tried.find((one) => one.height <= height)
  if (fits) return fits
  // A text of many lines is read more easily in a taller row than in the smallest letters.
  const last = tried.at(-1)
  const middle = tried[1]
  if (!last || !middle) throw new Error('no size to try')
  return last.lines.length > 4 ? middle : last
}

export const cellPadding = { beside, above }

/** Left edge of a line within its cell. */
export function startOf(
  align: 'left' | 'center',
  text: string,
  size: number,
  box: { x: number; width: number },
): number {
  if (align === 'left') return box.x + beside
  return box.x + Math.max(beside / 2, (box.width - lineWidth(lettersOf('regular'), text, size)) / 2)
}
