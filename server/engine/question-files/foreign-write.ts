import { escapedText, xmlElement } from '../../../catalogue/markup/letters.ts'
import { splitTex } from '../../../catalogue/contents/tex.ts'
import { asMarkup } from '../../../catalogue/kinds/rich-text.ts'
import type { QuestionField } from '../../../catalogue/questions/fields.ts'
import { always, blanksIn } from '../../../catalogue/questions/texts.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { pictureKindOf } from '../../platform/documents/index.ts'
import { rewritten, written } from '../kinds/index.ts'
import { pictureLoss } from './filed.ts'

/** How another program writes formulas and pictures. */
export interface ForeignWriting {
  readonly formula: (tex: string) => string
  /** The address of a picture; null where the file has none. */
  readonly addressOf: (id: string) => string | null
  /** What stands for a blank, `____`; the blank itself where nothing is said. */
  readonly blank?: () => string
  /** Told what the file cannot hold. */
  readonly lose: (what: string) => void
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
export function foreignRich(html: string, writing: ForeignWriting): string {
  if (html === '') return ''
  return rewritten(
    asMarkup(html),
    ({ name, attribs }, inner) => {
      if (name === 'img') return pictureMarkup(attribs['data-file'] ?? '', attribs['alt'] ?? '', writing)
      return name === 'br' || name === 'hr' ? `<${name}/>` : written(name, attribs, inner)
    },
    (text) => foreignLine(text, writing),
  )
}

function pictureMarkup(id: string, alt: string, { addressOf, lose }: ForeignWriting): string {
  const address = addressOf(id)
  if (address !== null) return xmlElement('img', { src: address, alt })
  lose(pictureLoss(alt))
  return '〔图〕'
}

/** A stretch under its name, by which this portal finds it again; other readers see its words. */
export const fieldMarkup = ({ field, isRich, text }: QuestionField, writing: ForeignWriting): string =>
  written('div', { 'data-field': field }, isRich ? foreignRich(text, writing) : foreignLine(text, writing))

/** Whether each blank of an answer is a `____` of the stem, so that it can be filled in there. */
export const standInStem = (blanks: readonly (readonly string[])[], stem: string): boolean =>
  blanks.every((ways) => ways.length > 0) && blanksIn(stem) === blanks.length && !stem.includes('\\blank')

/** The points of knowledge that a question names, each by itself. */
export const pointsNamed = ({ knowledgePoints }: Pick<QuestionValue, 'knowledgePoints'>): string[] =>
  knowledgePoints
    .split(/[；;、]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** The name of the file of a picture. */
export const pictureName = (id: string, bytes: Buffer): string => `${id}.${pictureKindOf(bytes) ?? 'jpeg'}`
