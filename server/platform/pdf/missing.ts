import { lettersOf } from './letters.ts'
import type { Cell, Part, Sheet } from './sheet.ts'

/** Letters of a sheet that the font lacks: printed without them a name would be another one. */
export function missingIn(sheet: Sheet): string[] {
  const font = lettersOf('regular')
  const texts = [
    sheet.heading,
    ...sheet.above,
    ...sheet.foot,
    sheet.watermark ?? '',
    ...sheet.parts.flatMap(textsOf),
  ]
  return [...new Set(texts.flatMap((text) => [...text]))].filter((letter) => !font.has(letter))
}

const ofCell = ({ text, sign = [] }: Cell) => [text, ...sign]

function textsOf(part: Part): string[] {
  if (part.part === 'text') return [part.text]
  if (part.part === 'grid') return part.rows.flat().flatMap(ofCell)
  if (part.part === 'table') return [part.title, ...[...part.head, ...part.rows.flat()].flatMap(ofCell)]
  return []
}
