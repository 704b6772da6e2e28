import { splitTex } from '../contents/tex.ts'
import { wordsOfRich } from '../kinds/rich-text.ts'
import { always, stretchesOf } from './texts.ts'
import type { QuestionPart, QuestionValue } from './value.ts'

/** Ways of writing one thing in TeX, and the one that comparisons use. */
const same: readonly (readonly [RegExp, string])[] = [
  [/\\[dt]frac(?![A-Za-z])/g, '\\frac'],
  [/×|\\cross(?![A-Za-z])/g, '\\times'],
  [/÷/g, '\\div'],
  [/·|⋅/g, '\\cdot'],
  [/±/g, '\\pm'],
  [/≤|⩽|\\leqslant(?![A-Za-z])|\\leq(?![A-Za-z])/g, '\\le'],
  [/≥|⩾|\\geqslant(?![A-Za-z])|\\geq(?![A-Za-z])/g, '\\ge'],
  [/≠|\\neq(?![A-Za-z])/g, '\\ne'],
  [/∠/g, '\\angle'],
  [/△|\\bigtriangleup(?![A-Za-z])/g, '\\triangle'],
  [/π/g, '\\pi'],
  [/°|\^\{?\\circ\}?/g, '^\\circ'],
  [/∶/g, ':'],
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/\\(?:left|right|displaystyle|limits|,|;|!|:|quad|qquad)(?![A-Za-z])/g, ''],
  [/\\(?:text|mathrm|mathit|mbox)(?![A-Za-z])/g, ''],
]

/** A formula as it is compared and searched; its source stays as it was typed (resources.md, 5.3). */
export function normalTex(tex: string): string {
  const wide = tex.replace(/[\uff01-\uff5e]/g, (mark) =>
    String.fromCodePoint((mark.codePointAt(0) ?? 0) - 0xfee0),
  )
  const one = same.reduce((text, [pattern, by]) => text.replace(pattern, by), wide)
  return one
    .replace(/(\\[A-Za-z]+)\s+(?=[A-Za-z])/g, '$1 ')
    .replace(/(?<!\\[A-Za-z]+)\s+|\s+(?![A-Za-z])/g, '')
    .replace(/\{([A-Za-z0-9])\}/g, '$1')
}

/** Words as they are compared: half width, small, without spaces and the punctuation that varies. */
const normalWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\\\$/g, '$')
    .replace(/_{2,}|\\blank\b/g, '_')
    .replace(/[\s,.;:!?，。；：！？、“”"'‘’()（）]/g, '')

/** A rich text as it is compared; plain `x²` and `$x^2$` are one. */
export const normalText = (html: string): string =>
  stretchesOf(html)
    .flatMap((piece) => splitTex(piece, always))
    .map((piece) => ('tex' in piece ? normalTex(piece.tex) : normalWords(normalTex(piece.text))))
    .join('')

const bodyOf = ({ stem, options }: QuestionValue | QuestionPart): string =>
  [normalText(stem), ...options.map(({ content }) => normalText(content)).toSorted()].join('|')

/** What two equal questions have in common, whatever the order of their options (resources.md, 4.7). */
export const identityOf = (value: QuestionValue): string =>
  [bodyOf(value), ...value.parts.map(bodyOf)].join('\n')

/** The same with every number as one mark: what variants of one question have in common (变式). */
export const variantOf = (value: QuestionValue): string => identityOf(value).replace(/\d+(?:\.\d+)?/g, '#')

/** The words of a question with its options and parts, formulas as their source: what is searched and compared. */
export const plainTextOf = (value: QuestionValue): string =>
  [value, ...value.parts]
    .flatMap(({ stem, options }) => [stem, ...options.map(({ content }) => content)])
    .map(wordsOfRich)
    .filter((words) => words !== '')
    .join('\n')

/** How a list and a message name a question: the beginning of its stem. */
export function titleOf({ stem }: Pick<QuestionValue, 'stem'>): string {
  const words = wordsOfRich(stem).replaceAll('\n', ' ').trim()
  return words.length > 60 ? `${words.slice(0, 60)}…` : words || '（题干未填）'
}
