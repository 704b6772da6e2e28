import { escapedValue } from '../../../catalogue/markup/letters.ts'

/** A piece of HTML that may stand in a page as it is. */
export interface Html {
  readonly html: string
}

/** Text as it stands in HTML, within an element or a quoted attribute. */
export const escaped = (text: string): string => escapedValue(text).replaceAll("'", '&#39;')

/** HTML that was cleaned before (engine/kinds/rich). */
export const cleaned = (text: string): Html => ({ html: text })

type Piece = Html | string | null | readonly Html[]

const pieceOf = (piece: Piece): string => {
  if (piece === null) return ''
  if (typeof piece === 'string') return escaped(piece)
  return 'html' in piece ? piece.html : piece.map(({ html: text }) => text).join('')
}

/** HTML with values in it: text stays text, null is nothing. */
export const html = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Html => ({
  html: texts.map((text, at) => text + pieceOf(pieces[at] ?? null)).join(''),
})
