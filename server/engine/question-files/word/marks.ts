import type { FiledQuestion } from '../filed.ts'
import { wordOfRest } from '../rest.ts'

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

/** What is not shown of a question, as one word. */
export const restMark = (place: number, question: FiledQuestion): string =>
  mark(`=${place} ${wordOfRest(question)}`)

/** The marks of hidden letters, in their order; other hidden letters are nobody's. */
export const marksIn = (hidden: string): string[] =>
  [...hidden.matchAll(/⟦([^⟧]*)⟧/g)].map(([, inner = '']) => inner)
