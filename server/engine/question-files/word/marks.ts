import { z } from 'zod'
import { restOf } from '../../../../catalogue/questions/fields.ts'
import { questionValue } from '../../../../catalogue/questions/value.ts'
import type { FiledQuestion } from '../filed.ts'

/**
 * Marks stand in hidden letters of a document, so that what this portal wrote is read again as it was,
 * whatever its words look like. `⟦3:stem⟧` begins a stretch of the third question, `⟦.⟧` ends it, `⟦=3 …⟧` has
 * everything of it that is not shown, `⟦<p>⟧` is an element of its markup, `⟦T⟧` stands around a formula that
 * Word cannot say, and `⟦#⟧` in a line that belongs to no question.
 */
export const mark = (inner: string): string => `⟦${inner.replaceAll('⟧', '&#10215;')}⟧`

export const decoration = mark('#')
export const fieldEnd = mark('.')
export const texMark = mark('T')

const restShape = z.object({ id: z.int(), no: z.int(), rest: questionValue })

/** What is not shown of a question, as one word. */
export const restMark = (place: number, { id, no, value }: FiledQuestion): string =>
  mark(`=${place} ${Buffer.from(JSON.stringify({ id, no, rest: restOf(value) })).toString('base64url')}`)

/** What such a word says; null where somebody changed it. */
export function restIn(word: string): z.infer<typeof restShape> | null {
  try {
    const found = restShape.safeParse(JSON.parse(Buffer.from(word, 'base64url').toString('utf8')))
    return found.success ? found.data : null
  } catch {
    return null
  }
}

/** The marks of hidden letters, in their order; other hidden letters are nobody's. */
export const marksIn = (hidden: string): string[] =>
  [...hidden.matchAll(/⟦([^⟧]*)⟧/g)].map(([, inner = '']) => inner)
