import { lettersOf } from './letters.ts'
import type { Cell, Part, Sheet } from './sheet.ts'

/** A letter that the font lacks, and the first text it stands in. */
export interface Missing {
  readonly letter: string
  readonly text: string
}

/** Letters of a sheet that the font lacks: printed without them a name would be another one. */
export function missingIn(sheet: Sheet): Missing[] {
  const font = lettersOf('regular')
  const texts = [
    sheet.heading,
    ...sheet.above,
    ...sheet.foot,
    sheet.watermark ?? '',
    ...sheet.parts.flatMap(textsOf),
  ]
  const found = new Map<string, string>()
  for (const text of texts)
    for (const letter of text) if (!found.has(letter) && !font.has(letter)) found.set(letter, text)
  return [...found].map(([letter, text]) => ({ letter, text }))
}

const ofCell = ({ text, sign = [] }: Cell) => [text, ...sign]

function textsOf(part: Part): string[] {
  if (part.part === 'text') return [part.text]
  if (part.part === 'grid') return part.rows.flat().flatMap(ofCell)
  if (part.part === 'table') return [part.title, ...[...part.head, ...part.rows.flat()].flatMap(ofCell)]
  return []
}
