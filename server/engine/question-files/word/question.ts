import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { fieldsOf, type OneQuestion, type QuestionField } from '../../../../catalogue/questions/fields.ts'
import { plainOf } from '../../../../catalogue/questions/texts.ts'
import type { FiledQuestion } from '../filed.ts'
import type { DocumentText } from './document.ts'
import { decoration, fieldEnd, mark, restMark } from './marks.ts'

/** Millimetres by which the text of a question stands in from its number. */
const indent = 7

/** A question within a document: its place among those of the file, and the number that is printed. */
export interface PrintedQuestion extends FiledQuestion {
  readonly place: number
  readonly number: string
  /** What stands behind the number: （5 分）. */
  readonly note: string
}

const finder = (one: OneQuestion, at: string) => {
  const fields = fieldsOf(one, at)
  return (field: string): QuestionField | undefined => fields.find((found) => found.field === `${at}${field}`)
}

function stretch(text: DocumentText, place: number, field: QuestionField, oneLine = false): void {
  text.hidden(mark(`${place}:${field.field}`))
  if (field.isRich) text.rich(field.text, { oneLine })
  else text.plain(field.text)
  text.ending(fieldEnd)
}

/** The stem, options and parts of a question. */
export function writeBody(text: DocumentText, { place, number, note, ...question }: PrintedQuestion): void {
  const { value } = question
  text.begin({ indent, hang: indent, keepNext: value.options.length > 0 })
  text.hidden(restMark(place, question))
  text.words(`${number}. ${note}`)
  writeOne(text, place, value, { at: '', left: indent })
  for (const [i, part] of value.parts.entries()) {
    const at = `parts.${i}.`
    text.begin({ indent: indent * 2, hang: indent, keepNext: part.options.length > 0 })
    text.words(`（${i + 1}）${part.score === null ? '' : `（${part.score} 分）`}`)
    writeOne(text, place, part, { at, left: indent * 2 })
  }
  text.end()
}

function writeOne(
  text: DocumentText,
  place: number,
  one: OneQuestion,
  { at, left }: { readonly at: string; readonly left: number },
): void {
  const find = finder(one, at)
  const stem = find('stem')
  if (stem) stretch(text, place, stem)
  const options = one.options.flatMap(({ key }, i) => {
    const field = find(`options.${i}`)
    return field ? [{ key, field }] : []
  })
  const columns = columnsOf(options.map(({ field }) => field.text))
  for (const [i, { key, field }] of options.entries()) {
    if (i % columns === 0) text.begin({ indent: left, columns, keepNext: i + columns < options.length })
    else text.words('\t')
    text.words(`${key}. `)
    stretch(text, place, field, columns > 1)
  }
}

/** Options stand in 4 or 2 columns where the longest of them fits; others have a line each. */
function columnsOf(options: readonly string[]): number {
  const widths = options.map((html) => {
    const words = plainOf(html)
    if (words === null || words.includes('\n')) return Infinity
    // A Chinese letter is as wide as two others; commands and braces of a formula have no width.
    const shown = words.replace(/\\[A-Za-z]+/g, 'x').replace(/[{}$^_\\]/g, '')
    return [...shown].reduce((sum, letter) => sum + (/[\u2e80-\uffef]/.test(letter) ? 2 : 1), 4)
  })
  const longest = Math.max(0, ...widths)
  if (options.length > 2 && longest <= 20) return 4
  return options.length > 1 && longest <= 42 ? 2 : 1
}

/** 【答案】, 【解析】 and the scoring points of a question and its parts. `label` names the question in a list at the end. */
export function writeAnswers(text: DocumentText, { place, value }: PrintedQuestion, label: string): void {
  const ones: readonly (readonly [OneQuestion, string, string])[] = [
    ...(value.parts.length === 0 || fieldsOf({ ...value, parts: [] }).some(isAnswering)
      ? [[value, '', ''] as const]
      : []),
    ...value.parts.map((part, i) => [part, `parts.${i}.`, `（${i + 1}）`] as const),
  ]
  for (const [i, [one, at, name]] of ones.entries())
    writeAnswer(text, place, one, { at, name: `${i === 0 ? label : ''}`, part: name })
  const filed = [
    value.knowledgePoints === '' ? '' : `【知识点】${value.knowledgePoints}`,
    value.difficulty === null ? '' : `【难度】${labelOf('difficulty', value.difficulty)}`,
    value.source === '' ? '' : `【来源】${value.source}`,
  ].filter(Boolean)
  for (const line of filed) text.line(line, { indent })
}

const isAnswering = ({ field }: QuestionField): boolean => /^(?:answer|analysis|scoringPoints)/.test(field)

function writeAnswer(
  text: DocumentText,
  place: number,
  one: OneQuestion,
  { at, name, part }: { readonly at: string; readonly name: string; readonly part: string },
): void {
  const fields = fieldsOf({ ...one, parts: [] }, at).filter(({ field }) =>
    isAnswering({ field: field.slice(at.length), isRich: true, text: '' }),
  )
  const of = (key: string) => fields.filter(({ field }) => field.slice(at.length).startsWith(key))
  text.begin({ indent })
  text.words(`${name}【答案】${part}`)
  const answers = of('answer')
  if (answers.length === 0) {
    text.hidden(decoration)
    text.words('（未填）')
    // What somebody writes here in Word is the answer.
    if (one.questionKind !== 'blank')
      stretch(text, place, { field: `${at}answer`, isRich: one.questionKind === 'essay', text: '' })
  }
  for (const [i, field] of answers.entries()) {
    const [, blank, way] = field.field.slice(at.length).split('.')
    if (way === '0' && i > 0) text.words('；')
    if (way !== undefined && way !== '0') text.words(' 或 ')
    if (way === '0' && answers.some((other) => other.field.includes('answer.1.')))
      text.words(`（${Number(blank) + 1}）`)
    stretch(text, place, field)
  }
  for (const field of of('analysis')) {
    text.begin({ indent })
    text.words('【解析】')
    stretch(text, place, field)
  }
  for (const [i, field] of of('scoringPoints').entries()) {
    text.begin({ indent })
    text.words('　· ')
    stretch(text, place, field, true)
    text.words(`（${one.scoringPoints[i]?.score ?? 0} 分）`)
  }
  text.end()
}
