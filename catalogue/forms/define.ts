import type { Role } from '../access/roles.ts'
import type { Condition } from '../rules/condition.ts'

/**
 * Where a form's values come from: records in force of one type, chosen and ordered. Its first row is the
 * single one.
 */
export interface Source {
  readonly type: string
  readonly where?: Condition
  /** Field that orders the rows; ascending without `newest`. */
  readonly order?: string
  readonly newest?: true
  /** Which of the rows comes first; the first unless given. */
  readonly nth?: number
  /** The source is left empty unless the paper is made for this purpose. */
  readonly only?: PurposeCode
}

/**
 * Fields every form knows beside its records: who it is about, which day it is, who issues it, and what the
 * rules made of hours; of a case what it says; of a certificate its number, the office that decided and the
 * day, its holder and who worked along.
 */
export const given = {
  about: ['name', 'institution', 'idTail', 'staffNo'],
  issue: ['day', 'issuer', 'institution', 'scope'],
  hours: ['counted'],
  result: ['number', 'host', 'day', 'holder', 'team'],
} as const

/**
 * How a value is written: a month as 2019.09, two of them as 2019.09—2023.06, two days as
 * 2026-09-01—2027-07-31.
 */
export type ValueNotation = 'plain' | 'month' | 'months' | 'days'

/** A cell of a form: words that stand there, or fields of a source, `source.field`, joined by a space. */
export interface FormCell {
  readonly span: number
  readonly words?: string
  readonly fields?: readonly string[]
  readonly as?: ValueNotation
  readonly look: 'label' | 'value' | 'note'
  readonly down?: number
  /** Height in millimetres the row has at least. */
  readonly height?: number
  readonly align?: 'left' | 'center'
  /** Lines for signature and date at the lower right. */
  readonly sign?: readonly string[]
  /** The seal of this party, or of the issuer, stands over the signature once the way is complete. */
  readonly seal?: string
  /** The field holds a portrait. */
  readonly portrait?: true
}

export interface FormTable {
  readonly part: 'table'
  readonly title: string
  readonly source: string
  readonly columns: readonly {
    readonly head: string
    readonly span: number
    readonly fields: readonly string[]
    readonly as?: ValueNotation
  }[]
  readonly least: number
  readonly most: number | null
}

/**
 * Numbers of a source added up: a row for each year of `by`, a column for each choice of `across`, and their
 * sum.
 */
export interface FormSums {
  readonly part: 'sums'
  readonly title: string
  readonly source: string
  readonly by: string
  readonly across: string
  readonly add: string
  /** So many years up to this one, the latest first; a year without a row has 0. */
  readonly years: number
}

export type FormPart =
  | FormSums
  | { readonly part: 'grid'; readonly rows: readonly (readonly FormCell[])[]; readonly bare?: true }
  | FormTable
  | { readonly part: 'page' }
  | {
      readonly part: 'text'
      /** `{source.field}` stands for a value. */
      readonly text: string
      readonly size: number
      readonly align?: 'left' | 'center' | 'right'
      readonly above?: number
    }

/** What a paper is made for, which opens parts that are closed otherwise. */
export const purposes = {
  personnel: { label: '人事办理', opens: '完整证件号、联系方式与家庭成员', roles: [2, 3, 4, 5, 6] },
  organization: { label: '组织审查', opens: '完整证件号、联系方式与处分', roles: [4, 5, 6] },
} as const satisfies Record<string, { label: string; opens: string; roles: readonly Role[] }>
export type PurposeCode = keyof typeof purposes

/**
 * A case; of a certificate the states in which it is given, and what a stranger reads behind its code, by
 * label.
 */
export interface AboutCase {
  readonly is: 'case'
  readonly process: string
  readonly certifies?: Certifies
}
interface Certifies {
  readonly states: readonly string[]
  /** `{source.field}` stands for a value. */
  readonly says: Readonly<Record<string, string>>
}

/** What one paper is about: a teacher, one record of a teacher, a case of a process, or a list of people. */
export type About = { readonly is: 'teacher' } | { readonly is: 'record'; readonly type: string } | AboutCase

/** A printed form. A change of grid or fields is a new version. */
export interface FormDefinition {
  readonly name: string
  readonly title: string
  /** What it is used for. */
  readonly note?: string
  readonly version: string
  readonly about: About
  readonly roles: readonly Role[]
  readonly purposes: readonly PurposeCode[]
  readonly paper: 'portrait' | 'landscape' | 'letter'
  /** The heading with `{source.field}`; the title where it is not given. */
  readonly heading?: string
  readonly above?: readonly [left: string, right: string]
  readonly sources: Readonly<Record<string, Source>>
  readonly parts: readonly FormPart[]
  /** Values of the 31 December of the year that this field of the record names. */
  readonly asOfYear?: string
}

/** A form that says that a case has come to its end well. */
export type CertificateForm = FormDefinition & {
  readonly about: AboutCase & { readonly certifies: Certifies }
}
export const isCertificate = (form: FormDefinition): form is CertificateForm =>
  form.about.is === 'case' && form.about.certifies !== undefined

/**
 * Whether a form shows the end of its holder's identity number, which with the birth date nearly tells the
 * whole.
 */
export const showsNumber = ({ parts }: Pick<FormDefinition, 'parts'>): boolean =>
  parts.some((part) => part.part === 'text' && part.text.includes('{about.idTail}'))

/** Whether a form says what the rules of the years made of its holder's hours. */
export const showsHours = ({ parts }: Pick<FormDefinition, 'parts'>): boolean =>
  parts.some((part) => part.part === 'text' && part.text.includes('{hours.'))

/** Declares a form. */
export const defineForm = <const N extends string>(form: FormDefinition & { readonly name: N }) => form

/** Columns across the text block. */
export const columns = 12

export const label = (words: string, span = 1, more: Partial<FormCell> = {}): FormCell => ({
  words,
  span,
  look: 'label',
  ...more,
})
export const value = (
  span: number,
  fields: string | readonly string[],
  more: Partial<FormCell> = {},
): FormCell => ({
  fields: [fields].flat(),
  span,
  look: 'value',
  ...more,
})
export const note = (span: number, words: string, more: Partial<FormCell> = {}): FormCell => ({
  words,
  span,
  look: 'note',
  ...more,
})
