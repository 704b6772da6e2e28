import { fallbackFor, loadFallbacks } from './fallback.ts'
import { lettersOf } from './letters.ts'
import type { Cell, Part, Sheet } from './sheet.ts'

/** Placeholders that the note at the foot names; it has one line. */
const named = 3
/** Characters without a glyph: variation selectors, joiners, direction marks. */
const shapeless = /\p{Default_Ignorable_Code_Point}/u

/**
 * A sheet of which every letter can be drawn. Letters that the printing font lacks are drawn from the second
 * font; where that lacks them too, their code point stands instead, as 〔U+31350〕, and the foot says so.
 */
export async function printable(sheet: Sheet): Promise<Sheet> {
  const font = lettersOf('regular')
  const rare = new Set<string>()
  mapTexts(sheet, (text) => {
    for (const letter of text) if (!font.has(letter)) rare.add(letter)
    return text
  })
  if (rare.size === 0) return sheet
  await loadFallbacks(rare)
  const shown = new Map([...rare].map((letter) => [letter, shownAs(letter)]))
  const lacking = [...shown].flatMap(([letter, text]) =>
    text.startsWith('〔') && letter !== text ? [text] : [],
  )
  const made = mapTexts(sheet, (text) => Array.from(text, (letter) => shown.get(letter) ?? letter).join(''))
  return lacking.length === 0 ? made : { ...made, foot: [...made.foot, noteOn(lacking)] }
}

function shownAs(letter: string): string {
  if (letter === '\t') return ' '
  if (letter === '\r' || shapeless.test(letter)) return ''
  if (fallbackFor(letter)) return letter
  return `〔U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}〕`
}

function noteOn(lacking: readonly string[]): string {
  const more = lacking.length > named ? `等 ${lacking.length} 个字` : ''
  return `打印字库没有${lacking.slice(0, named).join('')}${more}，以统一码代替`
}

type Change = (text: string) => string

function mapTexts(sheet: Sheet, change: Change): Sheet {
  const [left, right] = sheet.above
  return {
    ...sheet,
    heading: change(sheet.heading),
    above: [change(left), change(right)],
    foot: sheet.foot.map(change),
    watermark: sheet.watermark === null ? null : change(sheet.watermark),
    parts: sheet.parts.map((part) => mapPart(part, change)),
  }
}

function mapPart(part: Part, change: Change): Part {
  const ofCell = (cell: Cell): Cell => ({
    ...cell,
    text: change(cell.text),
    ...(cell.sign ? { sign: cell.sign.map(change) } : {}),
  })
  const ofRows = (rows: readonly (readonly Cell[])[]) => rows.map((row) => row.map(ofCell))
  if (part.part === 'text') return { ...part, text: change(part.text) }
  if (part.part === 'grid') return { ...part, rows: ofRows(part.rows) }
  if (part.part === 'table')
    return { ...part, title: change(part.title), head: part.head.map(ofCell), rows: ofRows(part.rows) }
  return part
}
