import { z } from 'zod'
import type { BareField } from '../define.ts'

/** Comparisons a list filter may ask of a field of this kind. */
export type Operator = 'equals' | 'in' | 'range' | 'contains'

/** A sample value and the field options it needs to be judged with. */
export interface Example {
  readonly value: unknown
  readonly options?: Partial<BareField>
}

/**
 * The pure half of a field kind: what a value is, how it reads as text, what may be asked of it.
 * The server half (column, storage) and the client half (input, display) stand in their engines; all three
 * tables are written `satisfies Record<KindName, …>`, so a kind that lacks a half does not compile.
 */
export interface Kind<V> {
  /**
   * Schema of one filled value (never null; emptiness is the record's business). Messages are Chinese
   * sentences.
   */
  schema(field: BareField): z.ZodType<V>
  /** Spreadsheet and plain-text form. */
  toText(value: V, field: BareField): string
  /** Reads the spreadsheet form; returns a sentence when it cannot. */
  fromText(text: string, field: BareField): { value: V } | { fault: string }
  /** What a reader without the right to the full value sees. */
  mask(value: V): string
  readonly operators: readonly Operator[]
  readonly good: readonly Example[]
  readonly bad: readonly Example[]
}

/** Counts code points, so that a rare character outside the BMP is one letter of a name (GB 18030-2022). */
export function codePoints(text: string): number {
  return [...text].length
}

/** One line of text: trimmed, NFC, no control characters (NUL cannot be stored in PostgreSQL). */
export function cleanLine(text: string): string {
  return text.normalize('NFC').trim()
}

const control = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/u

/**
 * Whether a text can be stored and shown: no control characters but line ends and tabs, no half of a
 * surrogate pair.
 */
export function isStorable(text: string): boolean {
  return !control.test(text) && text.isWellFormed()
}

/** Hides all but the outer letters: 138****1234, 440***********1234, 李*. */
export function maskMiddle(text: string, head: number, tail: number): string {
  const letters = [...text]
  if (letters.length <= head + tail) return letters.map((letter, i) => (i === 0 ? letter : '*')).join('')
  return letters.map((letter, i) => (i < head || i >= letters.length - tail ? letter : '*')).join('')
}

/** Wraps a schema's parse as the reader of the text form, for kinds whose text is the value itself. */
export function readAsIs<V>(schema: z.ZodType<V>, text: unknown): { value: V } | { fault: string } {
  const outcome = schema.safeParse(text)
  return outcome.success ? { value: outcome.data } : { fault: outcome.error.issues[0]?.message ?? '格式不对' }
}
