import { hasOptions } from './structure.ts'
import type { Answer, QuestionOption, QuestionPart, QuestionValue } from './value.ts'

/**
 * A stretch of a question that files show: a rich text, or the plain words of an answer. By its place in the
 * value: `stem`, `options.0`, `answer`, `answer.1.0` (second blank, first way of writing), `parts.2.stem`.
 */
export interface QuestionField {
  readonly field: string
  readonly isRich: boolean
  readonly text: string
}

export type OneQuestion = QuestionValue | QuestionPart

/** The ways of filling each blank; of another answer none. */
export const blanksOf = (answer: Answer): string[][] =>
  Array.isArray(answer) ? answer.map((ways) => [ways].flat()) : []

/** The letters of the options that are right. */
export const rightKeysOf = (answer: Answer): string[] =>
  typeof answer === 'string' ? [answer] : blanksOf(answer).flat()

/** The options of a part: its own, or the pool that the parts share. */
export const optionsOfPart = (part: QuestionPart, { options }: QuestionValue): readonly QuestionOption[] =>
  part.options.length > 0 || !hasOptions(part.questionKind) ? part.options : options

function answerFields({ questionKind, answer }: OneQuestion, at: string): QuestionField[] {
  const plain = (field: string, text: string): QuestionField => ({
    field: `${at}${field}`,
    isRich: false,
    text,
  })
  if (answer === null || answer === '') return []
  if (typeof answer === 'boolean') return [plain('answer', answer ? '对' : '错')]
  if (typeof answer === 'string')
    return questionKind === 'essay'
      ? [{ field: `${at}answer`, isRich: true, text: answer }]
      : [plain('answer', answer)]
  const parts: readonly (string | readonly string[])[] = answer
  if (parts.every((one) => typeof one === 'string')) return [plain('answer', parts.join(''))]
  return blanksOf(answer).flatMap((ways, i) => ways.map((text, j) => plain(`answer.${i}.${j}`, text)))
}

/** The stretches of a question or a part, in the order of print. `at` stands before their places. */
export function fieldsOf(one: OneQuestion, at = ''): QuestionField[] {
  const rich = (field: string, text: string): QuestionField => ({
    field: `${at}${field}`,
    isRich: true,
    text,
  })
  return [
    rich('stem', one.stem),
    ...one.options.map(({ content }, i) => rich(`options.${i}`, content)),
    ...answerFields(one, at),
    ...(one.analysis === '' ? [] : [rich('analysis', one.analysis)]),
    ...one.scoringPoints.map(({ text }, i) => rich(`scoringPoints.${i}`, text)),
    ...('parts' in one ? one.parts.flatMap((part, i) => fieldsOf(part, `parts.${i}.`)) : []),
  ]
}

function bare<T extends OneQuestion>(one: T): T {
  return {
    ...one,
    stem: '',
    options: one.options.map((option) => ({ ...option, content: '' })),
    answer: null,
    analysis: '',
    scoringPoints: one.scoringPoints.map(({ score }) => ({ text: '', score })),
  }
}

/** Everything of a question that is no stretch: what it is filed under, its scores, how it is built. */
export const restOf = (value: QuestionValue): QuestionValue => ({
  ...bare(value),
  parts: value.parts.map(bare),
})

/** Finds the text of a stretch by its place; undefined where the file has none. */
export type FieldText = (field: string) => string | undefined

function answerOf({ questionKind }: OneQuestion, at: string, find: FieldText): OneQuestion['answer'] {
  if (questionKind === 'blank') {
    const blanks: string[][] = []
    for (let i = 0; find(`${at}answer.${i}.0`) !== undefined; i += 1) {
      const ways: string[] = []
      for (let j = 0; ; j += 1) {
        const way = find(`${at}answer.${i}.${j}`)
        if (way === undefined) break
        ways.push(way)
      }
      blanks.push(ways)
    }
    return blanks.length > 0 ? blanks : null
  }
  const text = find(`${at}answer`)?.trim() ?? ''
  if (text === '') return null
  if (questionKind === 'judge') return text === '对' ? true : text === '错' ? false : null
  if (questionKind === 'multiple') return text.match(/[A-L]/g) ?? null
  return text
}

function filled<T extends OneQuestion>(one: T, at: string, find: FieldText): T {
  const text = (field: string): string => find(`${at}${field}`) ?? ''
  return {
    ...one,
    stem: text('stem'),
    options: one.options.flatMap((option, i) => {
      const content = find(`${at}options.${i}`)
      return content === undefined ? [] : [{ ...option, content }]
    }),
    answer: answerOf(one, at, find),
    analysis: text('analysis'),
    scoringPoints: one.scoringPoints.map(({ score }, i) => ({ text: text(`scoringPoints.${i}`), score })),
  }
}

/** The question of a rest and its stretches; an option that the file has no longer falls out. */
export const withFields = (rest: QuestionValue, find: FieldText): QuestionValue => ({
  ...filled(rest, '', find),
  parts: rest.parts.map((part, i) => filled(part, `parts.${i}.`, find)),
})
