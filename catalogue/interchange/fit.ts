import type { AnyRecord, Field } from '../define.ts'
import { kindOf, textOf } from '../kinds/kinds.ts'
import { hasCode, wordOfCode } from './codes.ts'
import type { Layout, LayoutColumn, LayoutSheet } from './layout.ts'

/** Why a value does not go over whole, as the report calls it, and what was done. */
export const misfits = {
  noColumn: { label: '无对应栏目', done: '未写' },
  noCode: { label: '代码无对应', done: '照写本平台的名称' },
  coarser: { label: '精度变粗', done: '只写到年或月' },
  tooLong: { label: '超长或格式', done: '未写' },
  masked: { label: '按用途或权限脱敏', done: '未写' },
} as const
export type Misfit = keyof typeof misfits

export interface ReportedField {
  readonly key: string
  readonly label: string
  readonly why: Misfit
}

export interface FittedRow {
  /** Texts by field, of values that are written otherwise than the portal shows them; null: not written. */
  readonly cells: Readonly<Record<string, string | null>>
  readonly filled: number
  readonly carried: number
  readonly reported: readonly ReportedField[]
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The fields of a record that somebody filled. Derived ones follow from others, which are carried. */
export const filledFields = (
  { fields }: Pick<AnyRecord, 'fields'>,
  values: Readonly<Record<string, unknown>>,
): [string, Field][] =>
  Object.entries(fields).filter(([key, field]) => !field.derived && !isEmpty(values[key]))

/** Letters of a day that the other system takes. */
const lettersOf = { year: 4, month: 7 } as const

function fitCodes(layout: Layout, field: Field, value: unknown): { text: string; why: Misfit | null } {
  const { dict } = field
  if (dict === undefined) return { text: textOf(field, value), why: null }
  const codes = [value].flat().map(String)
  const text = codes.map((code) => wordOfCode(layout, dict, code)).join('、')
  return { text, why: codes.every((code) => hasCode(layout, dict, code)) ? null : 'noCode' }
}

/** One value for its column: the text that is written, null for none, and what is said of it. */
function fitValue(
  layout: Layout,
  column: LayoutColumn,
  field: Field,
  value: unknown,
): { text: string | null; why: Misfit | null } {
  const { text, why } = fitCodes(layout, field, value)
  const { maxLength, precision } = column
  if (maxLength !== undefined && [...text].length > maxLength) return { text: null, why: 'tooLong' }
  if (precision !== undefined && kindOf(field).day && text.length > lettersOf[precision])
    return { text: text.slice(0, lettersOf[precision]), why: 'coarser' }
  return { text, why }
}

/**
 * Fits one record into its sheet. Each filled field is either carried or reported with one reason, so that
 * `carried + reported = filled`.
 * @param sheet undefined for a type that the layout does not have
 * @param masked keys of values that this reader does not see in full
 */
export function fitRow(
  layout: Layout,
  sheet: LayoutSheet | undefined,
  definition: Pick<AnyRecord, 'fields'>,
  {
    values,
    masked,
  }: { readonly values: Readonly<Record<string, unknown>>; readonly masked: readonly string[] },
): FittedRow {
  const columns = new Map(sheet?.columns.map((one) => [one.says ?? one.field, one]))
  const cells: Record<string, string | null> = {}
  const reported: ReportedField[] = []
  const filled = filledFields(definition, values)
  for (const [key, field] of filled) {
    const column = columns.get(key)
    const report = (why: Misfit) => reported.push({ key, label: field.label, why })
    if (!column) {
      report('noColumn')
      continue
    }
    const { text, why } = masked.includes(key)
      ? ({ text: null, why: 'masked' } as const)
      : fitValue(layout, column, field, values[key])
    if (why !== null) report(why)
    if (text === null || text !== textOf(field, values[key])) cells[key] = text
  }
  return { cells, filled: filled.length, carried: filled.length - reported.length, reported }
}
