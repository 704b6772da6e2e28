import { z } from 'zod'
import type { BareField } from '../field.ts'

/** Comparisons a list filter may ask of a field of this kind. */
export type Operator = 'equals' | 'in' | 'range' | 'contains'

/** Comparisons that a custom query may ask of a field (spec of the call DataAdvancedSearch). */
export const queryOperators = [
  'eq',
  'ne',
  'in',
  'nin',
  'gt',
  'ge',
  'lt',
  'le',
  'between',
  'like',
  'null',
  'notnull',
] as const
export type QueryOperator = (typeof queryOperators)[number]

/** What a query asks of values that have an order. */
export const ordered: readonly QueryOperator[] = [
  'eq',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'between',
  'null',
  'notnull',
]

/** A value that a person can choose, with its label. */
export interface Choice {
  readonly value: string | boolean
  readonly label: string
}

/** A sample value and the field options it needs to be judged with. */
export interface Example {
  readonly value: unknown
  readonly options?: Partial<BareField>
}

/** Why a text cannot be read, with the texts that were probably meant, where they are known. */
export interface TextFault {
  readonly fault: string
  readonly suggestions?: readonly string[]
}

/**
 * The pure half of a field kind: what a value is, how it reads as text, which filters it allows.
 * The server half (server/engine/kinds) has column and storage, the client half (client/engine/kinds) input
 * and display. All three tables are written `satisfies Record<KindName, …>`: a missing half does not compile.
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
  fromText(text: string, field: BareField): { value: V } | TextFault
  /**
   * The text that is meant by a cell that holds a number, for kinds whose number may mean two things: a sheet
   * keeps 2008.10 as 2008.1.
   * @param shown the number as the sheet shows it, where that is not `number`
   */
  fromNumber?(number: string, shown: string | undefined): { readonly text: string } | TextFault
  /** What a reader without the right to the full value sees. */
  mask(value: V): string
  readonly operators: readonly Operator[]
  /** Comparisons that a custom query may ask; absent where a query asks nothing. */
  readonly asked?: readonly QueryOperator[]
  /** The value that many whole years before a day, for queries that say 近 3 年. */
  yearsBefore?(day: string, years: number): V
  /** JSON type of one value in an answer. Absent for text. */
  readonly json?: z.ZodType
  /** What a value is the id or code of. Absent when a value stands for itself. */
  readonly names?: 'file' | 'area' | 'teacher' | 'institution' | 'record' | 'curriculum'
  /** The closed set of values, for kinds that have one. A review step may depend on such a field. */
  choices?(field: BareField): readonly Choice[]
  /** What the filter of a list offers in a year, for kinds whose values are no closed set. */
  offered?(thisYear: number): readonly Choice[]
  /** Whether a field may hold several values (`multiple`). */
  readonly several?: true
  /** Whether a value is HTML, which is cleaned before it is stored and again before it is shown. */
  readonly markup?: true
  /** Whether a value is several lines of plain text, which readers see with its formulas typeset. */
  readonly prose?: true
  /** Whether a value takes more than a line, so that it is no column of a list and no part of a summary. */
  readonly block?: true
  /** Why a value that may be kept in a draft may not be submitted yet; null when it may. */
  incomplete?(value: V, field: BareField): string | null
  /** Code of import-templates.md, section 4, for a cell that cannot be read; E108 without it. */
  readonly faultCode?: `E${number}`
  /** Whether a value is a day, so that the owner can be told before it comes (`expires`). */
  readonly day?: true
  /** Whether a value is a figure, which a spreadsheet can sum. */
  readonly figure?: true
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

/** Reads the text form of kinds whose text is the value itself. */
export function readAsIs<V>(schema: z.ZodType<V>, text: unknown): { value: V } | TextFault {
  const outcome = schema.safeParse(text)
  return outcome.success ? { value: outcome.data } : { fault: outcome.error.issues[0]?.message ?? '格式不对' }
}

/** Builds the schema of a field once: a workbook asks for it a million times. */
export function once<V>(schema: (field: BareField) => z.ZodType<V>): (field: BareField) => z.ZodType<V> {
  const built = new WeakMap<BareField, z.ZodType<V>>()
  return (field) => {
    const known = built.get(field) ?? schema(field)
    built.set(field, known)
    return known
  }
}
