import { z } from 'zod'
import type { FieldFault } from '../errors.ts'

/** The five kinds of question, with the word for people. */
export const questionKinds = {
  choice: '单选',
  choices: '多选',
  scale: '评分（1–5）',
  number: '数字',
  words: '文字',
} as const

export type QuestionKind = keyof typeof questionKinds

const most = { questions: 40, options: 20, text: 500 }
const key = z.string().regex(/^q\d{1,2}$/, '题号不对')

/** A question of a set. Only choices have options; an answer names them by their place. */
export const question = z
  .strictObject({
    key,
    kind: z.enum(Object.keys(questionKinds) as [QuestionKind], { error: '没有这种题型' }),
    title: z.string({ error: '请填写题目' }).trim().min(1, '请填写题目').max(100, '题目不超过 100 字'),
    required: z.boolean(),
    options: z
      .array(z.string().trim().min(1, '选项不能为空').max(60, '选项不超过 60 字'))
      .max(most.options, `最多 ${most.options} 个选项`),
  })
  .refine(({ kind, options }) => !hasOptions(kind) || options.length >= 2, {
    path: ['options'],
    message: '选择题至少要有两个选项',
  })
  .refine(({ kind, options }) => hasOptions(kind) || options.length === 0, {
    path: ['options'],
    message: '这种题没有选项',
  })
  .refine(({ options }) => new Set(options).size === options.length, {
    path: ['options'],
    message: '有重复的选项',
  })

export type Question = Readonly<z.infer<typeof question>>

export const hasOptions = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'choices'

export const questions = z
  .array(question)
  .min(1, '请至少写一道题')
  .max(most.questions, `最多 ${most.questions} 道题`)
  .refine((list) => new Set(list.map((one) => one.key)).size === list.length, '有重复的题号')

/** An answer to one question: the place of an option, several of them, a mark, a number or a text. */
export const answerValue = z.union([z.number(), z.array(z.number()).max(most.options), z.string().max(2_000)])
export type AnswerValue = z.infer<typeof answerValue>

/** Answers by the key of the question. */
export type Answers = Readonly<Record<string, AnswerValue>>

const isPlace = (value: AnswerValue, count: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count

/** What is wrong with the answer to a question; undefined where nothing is. */
function faultOf({ kind, options }: Question, value: AnswerValue): string | undefined {
  if (kind === 'choice') return isPlace(value, options.length) ? undefined : '请选择一项'
  if (kind === 'choices') {
    const isRight =
      Array.isArray(value) &&
      new Set(value).size === value.length &&
      value.every((one) => isPlace(one, options.length))
    return isRight ? undefined : '请从选项中选择'
  }
  if (kind === 'scale') return isPlace(value, 6) && value !== 0 ? undefined : '请选 1 到 5'
  if (kind === 'number') return typeof value === 'number' && Math.abs(value) <= 1e9 ? undefined : '请填数字'
  return typeof value === 'string' && value.trim().length <= most.text ? undefined : `不超过 ${most.text} 字`
}

const isBlank = (value: AnswerValue | undefined): boolean =>
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Reads answers against the questions: those left blank fall out, every wrong one is named. */
export function readAnswers(
  list: readonly Question[],
  given: Answers,
): { readonly answers: Answers; readonly faults: readonly FieldFault[] } {
  const faults: FieldFault[] = []
  const answers: Record<string, AnswerValue> = {}
  for (const one of list) {
    const value = given[one.key]
    if (value === undefined || isBlank(value)) {
      if (one.required) faults.push({ field: one.key, message: '该题要填写' })
      continue
    }
    const message = faultOf(one, value)
    if (message !== undefined) faults.push({ field: one.key, message })
    else answers[one.key] = typeof value === 'string' ? value.trim() : value
  }
  const known = new Set(list.map((one) => one.key))
  for (const field of Object.keys(given)) if (!known.has(field)) faults.push({ field, message: '没有该题' })
  return { answers, faults }
}
