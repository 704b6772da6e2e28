import { escapedText } from '../../../catalogue/markup/letters.ts'
import { splitTex } from '../../../catalogue/contents/tex.ts'
import { asMarkup } from '../../../catalogue/kinds/rich-text.ts'
import { always, isBlankText, withTexts } from '../../../catalogue/questions/texts.ts'
import { questionValue, type QuestionPart, type QuestionValue } from '../../../catalogue/questions/value.ts'
import { ommlOfTex, texOfOmml } from '../../platform/office-math/index.ts'
import { rewritten, written } from '../kinds/index.ts'
import { isSameText } from '../sharing/index.ts'

/** A formula after it went to Word and back; the same where Word cannot say it. */
function settledTex(tex: string): string {
  const { omml, failed } = ommlOfTex(tex)
  return failed.length > 0 ? tex.trim() : texOfOmml(omml).tex
}

const settledLine = (text: string): string =>
  splitTex(text, always)
    .map((piece) =>
      'tex' in piece ? `$${settledTex(piece.tex)}$` : piece.text.replace(/\\blank\b|_{2,}/g, '____'),
    )
    .join('')

const settledRich = (html: string, pictureOf: (id: string) => string): string =>
  isBlankText(html)
    ? ''
    : rewritten(
        asMarkup(html),
        ({ name, attribs }, inner) =>
          name === 'img'
            ? written(name, { ...attribs, 'data-file': pictureOf(attribs['data-file'] ?? '') }, '')
            : written(name, attribs, inner),
        (text) => escapedText(settledLine(text)),
      )

function settledAnswer<T extends QuestionValue | QuestionPart>(one: T): T {
  const { answer } = one
  if (answer === '') return { ...one, answer: null }
  if (!Array.isArray(answer)) return one
  const blanks = answer.map((ways) => (typeof ways === 'string' ? ways : ways.map(settledLine)))
  return { ...one, answer: blanks }
}

/**
 * Whether two questions say the same, however their formulas are written and under whatever ids their pictures
 * are kept. `pictureOf` answers what is the same for equal pictures.
 */
export function isSameQuestion(
  one: QuestionValue,
  other: QuestionValue,
  pictureOf: (id: string) => string,
): boolean {
  const settled = (value: QuestionValue): QuestionValue => {
    const texts = withTexts(questionValue.parse(value), (html) => settledRich(html, pictureOf))
    return { ...settledAnswer(texts), parts: texts.parts.map(settledAnswer) }
  }
  return isSameText(settled(one), settled(other))
}
