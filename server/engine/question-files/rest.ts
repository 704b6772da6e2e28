import { z } from 'zod'
import { restOf } from '../../../catalogue/questions/fields.ts'
import { questionValue, type QuestionValue } from '../../../catalogue/questions/value.ts'
import type { FiledQuestion } from './filed.ts'

/** A number of the database: a greater one that somebody wrote into a file would break the statement. */
const number = z.int().min(0).max(2_147_483_647)
const shape = z.object({ id: number, no: number, rest: questionValue })
export type FiledRest = z.infer<typeof shape>

/** Everything of a question that a file does not show, as one word. */
export const wordOfRest = ({ id, no, value }: FiledQuestion): string =>
  Buffer.from(JSON.stringify({ id, no, rest: restOf(value) })).toString('base64url')

/** What such a word says; null where somebody changed it. */
export function restOfWord(word: string): FiledRest | null {
  try {
    const found = shape.safeParse(JSON.parse(Buffer.from(word, 'base64url').toString('utf8')))
    return found.success ? found.data : null
  } catch {
    return null
  }
}

/** A value that was read; where it breaks the rules of questions, `low` is told which, and `spare` stands for it. */
export function valueOr(spare: QuestionValue, value: unknown, low: string[], at = ''): QuestionValue {
  const parsed = questionValue.safeParse(value)
  if (parsed.success) return parsed.data
  low.push(`${at}${parsed.error.issues[0]?.message ?? '内容不合要求'}`)
  return spare
}

/** A question of which only its words could be read. */
export const onlyWords = (words: string): QuestionValue =>
  questionValue.parse({ questionKind: 'essay', stem: words.slice(0, 6_000), licence: '2' })
