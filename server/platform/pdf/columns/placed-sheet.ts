import { mm } from '../sheet.ts'
import type { Mark } from './math-box.ts'

/** A sheet whose marks have their places already, in points. */
export interface PlacedSheet {
  readonly title: string
  readonly width: number
  readonly height: number
  readonly pages: readonly (readonly Mark[])[]
}

interface PlacedBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Marks of a box in millimetres: its outline, or filled. */
export function boxMark({ x, y, width, height }: PlacedBox, isFilled = false): Mark {
  const [a, b, wide, high] = [x * mm, y * mm, width * mm, height * mm]
  return isFilled
    ? { mark: 'rule', x: a, y: b, width: wide, height: high }
    : {
        mark: 'path',
        points: [
          [a, b],
          [a + wide, b],
          [a + wide, b + high],
          [a, b + high],
          [a, b],
        ],
        width: 0.6,
      }
}

/** A word whose base line begins at a place in millimetres; `size` in points. */
export const wordMark = (
  text: string,
  [x, y]: readonly [x: number, y: number],
  size: number,
  font: 'regular' | 'bold' = 'regular',
): Mark => ({ mark: 'text', font, text, x: x * mm, y: y * mm, size })
