import { escapedText } from '../markup/letters.ts'
import { splitTex, type TexPart } from '../contents/tex.ts'
import { isMarkup, wordsOfRich } from '../kinds/rich-text.ts'
import type { QuestionPart, QuestionValue } from './value.ts'

/** In questions every `$…$` is a formula (resources.md, 5.3). */
export const always = { dollar: 'always' } as const

/** The stretches of words between the elements of a rich text: a formula stands within one of them. */
export const stretchesOf = (html: string): string[] =>
  (isMarkup(html) ? html.split(/<[^>]*>/).map((piece) => wordsOfRich(`<p>${piece}`)) : [html]).filter(
    (piece) => piece !== '',
  )

export const texPartsOf = (html: string): TexPart[] =>
  stretchesOf(html).flatMap((piece) => splitTex(piece, always))

const blank = /_{2,}|\\blank\b/g

/** How many blanks a stem has: runs of `____`, or `\blank` also within formulas. */
export const blanksIn = (html: string): number =>
  texPartsOf(html)
    .map((piece) => ('text' in piece ? piece.text : piece.tex.replace(/_{2,}/g, '')))
    .reduce((sum, text) => sum + (text.match(blank)?.length ?? 0), 0)

/** The words of a rich text as a plain one, a formula between `$`; null where it has more than lines. */
export function plainOf(html: string): string | null {
  if (!isMarkup(html)) return html
  if (/<(?!\/?p>|br\s*\/?>)/.test(html)) return null
  const lines = html.replace(/<\/p>\s*<p>/g, '\n').replace(/<br\s*\/?>/g, '\n')
  return wordsOfRich(`<p>${lines.replace(/<\/?p>/g, '').replaceAll('\n', '<br>')}`)
}

/** A typed text as markup, each line a paragraph; what looks like an element is text. */
export const markupOf = (text: string): string =>
  text.trim() === ''
    ? ''
    : text
        .split('\n')
        .map((line) => `<p>${escapedText(line)}</p>`)
        .join('')

/** Whether a rich text shows nothing. */
export const isBlankText = (html: string): boolean => !/<img\b/.test(html) && wordsOfRich(html).trim() === ''

/** A text of a question with its place in the value and the words for it. */
export interface PlacedText {
  readonly field: string
  readonly label: string
  readonly html: string
}

function textsOfOne(one: QuestionValue | QuestionPart, at: string, name: string): PlacedText[] {
  return [
    { field: `${at}stem`, label: `${name}题干`, html: one.stem },
    ...one.options.map(({ key, content }, i) => ({
      field: `${at}options.${i}`,
      label: `${name}选项 ${key}`,
      html: content,
    })),
    ...(typeof one.answer === 'string' && one.questionKind === 'essay'
      ? [{ field: `${at}answer`, label: `${name}答案`, html: one.answer }]
      : []),
    { field: `${at}analysis`, label: `${name}解析`, html: one.analysis },
    ...one.scoringPoints.map(({ text }, i) => ({
      field: `${at}scoringPoints.${i}`,
      label: `${name}第 ${i + 1} 个采分点`,
      html: text,
    })),
  ]
}

/** Every rich text of a question, those of its parts among them. */
export const textsOf = (value: QuestionValue): PlacedText[] => [
  ...textsOfOne(value, '', ''),
  ...value.parts.flatMap((part, i) => textsOfOne(part, `parts.${i}.`, `第 ${i + 1} 小题的`)),
]

/** The same question with each of its rich texts rewritten. */
export function withTexts(value: QuestionValue, write: (html: string) => string): QuestionValue {
  const one = <T extends QuestionValue | QuestionPart>(given: T): T => ({
    ...given,
    stem: write(given.stem),
    options: given.options.map((option) => ({ ...option, content: write(option.content) })),
    answer:
      typeof given.answer === 'string' && given.questionKind === 'essay' ? write(given.answer) : given.answer,
    analysis: write(given.analysis),
    scoringPoints: given.scoringPoints.map((point) => ({ ...point, text: write(point.text) })),
  })
  return { ...one(value), parts: value.parts.map(one) }
}
