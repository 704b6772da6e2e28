import { escapedText, escapedValue } from '../../../catalogue/markup/letters.ts'
import { splitTex } from '../../../catalogue/contents/tex.ts'
import { asMarkup } from '../../../catalogue/kinds/rich-text.ts'
import { always } from '../../../catalogue/questions/texts.ts'
import { changedMarkup } from './markup.ts'

/** How another program writes formulas and pictures. */
export interface ForeignWriting {
  readonly formula: (tex: string) => string
  /** An element for a picture; null where the file has none. */
  readonly picture: (id: string, alt: string) => string | null
  /** What stands for a blank, `____`; the blank itself where nothing is said. */
  readonly blank?: () => string
}

/** A plain text with formulas as markup. */
export const foreignLine = (text: string, { formula, blank }: ForeignWriting): string =>
  splitTex(text, always)
    .map((piece) => {
      if ('tex' in piece) return formula(piece.tex)
      const words = escapedText(piece.text.replaceAll('\\$', '$'))
      return blank ? words.replaceAll(/_{2,}/g, blank) : words
    })
    .join('')

/** A rich text as well-formed HTML of another program. */
export const foreignRich = (html: string, writing: ForeignWriting): string =>
  html === ''
    ? ''
    : changedMarkup(asMarkup(html), {
        text: (text) => foreignLine(text, writing),
        element: ({ name, attribs }) => {
          if (name === 'br' || name === 'hr') return `<${name}/>`
          return name === 'img'
            ? (writing.picture(attribs['data-file'] ?? '', attribs['alt'] ?? '') ?? '〔图〕')
            : null
        },
      })

export const attribute = (text: string): string => escapedValue(text)

/** The ending of a picture by its first bytes. */
export const endingOfPicture = (bytes: Buffer): string =>
  bytes.toString('hex', 0, 4) === '89504e47'
    ? 'png'
    : bytes.toString('latin1', 0, 3) === 'GIF'
      ? 'gif'
      : 'jpg'
