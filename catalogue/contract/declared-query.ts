import { z } from 'zod'
import type { Field, FieldMap } from '../field.ts'
import { isStorable } from '../kinds/kind.ts'
import { kindOf } from '../kinds/kinds.ts'

/** How a list is narrowed by a field: by one of its choices, by its whole value, or by a part of its text. */
type NarrowingWay = 'choice' | 'whole' | 'part'

/** How a list is narrowed by a field; null for fields that narrow nothing: long, sealed or masked ones. */
export function narrowing(field: Field | undefined): NarrowingWay | null {
  if (!field || field.sealed || field.masked) return null
  const { choices, figure, operators, block } = kindOf(field)
  if (choices?.(field)) return 'choice'
  if (figure && operators.includes('equals')) return 'whole'
  return operators.includes('contains') && !block ? 'part' : null
}

/** The keys by which a list is narrowed, those that narrow nothing left out. */
export const narrowingKeys = (fields: FieldMap, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => narrowing(fields[key]) !== null)

/** What a filter asks of a field: this value, or these letters within it. */
export type FilterAsk = { readonly whole: unknown } | { readonly part: string }

/** What the text of a filter asks of its field, or the sentence that says why it asks nothing. */
export function filterAsk(field: Field, text: string): FilterAsk | { readonly fault: string } {
  const none = { fault: `没有这种${field.label}` }
  const { choices, fromText } = kindOf(field)
  switch (narrowing(field)) {
    case 'choice': {
      const chosen = choices?.(field).find(({ value }) => String(value) === text)
      return chosen ? { whole: chosen.value } : none
    }
    case 'whole': {
      const read = fromText(text, field)
      return 'value' in read ? { whole: read.value } : { fault: read.fault }
    }
    case 'part':
      return isStorable(text) ? { part: text.trim() } : { fault: '含有不能保存的字符' }
    case null:
      return none
  }
}

/** What a list is asked with, by its declared filters. */
export const filterShape = (fields: FieldMap, keys: readonly string[]): Readonly<Record<never, never>> =>
  Object.fromEntries(
    narrowingKeys(fields, keys).flatMap((key) => {
      const field = fields[key]
      if (!field) return []
      const text = z
        .string()
        .max(60, '不超过 60 个字')
        .superRefine((typed, { addIssue }) => {
          const asked = filterAsk(field, typed)
          if ('fault' in asked) addIssue({ code: 'custom', message: asked.fault })
        })
      return [[key, text.optional()]]
    }),
  )

/** The filters among what a list is asked with. */
export const filtersAmong = (
  keys: readonly string[],
  query: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const code = query[key]
      return typeof code === 'string' && code !== '' ? [[key, code]] : []
    }),
  )

/** Fields by which a list can be ordered: a reader sees their whole value, and it is no number of something. */
export const orderedFields = (fields: FieldMap, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => {
    const field = fields[key]
    return (
      field !== undefined &&
      !field.masked &&
      !field.sealed &&
      field.lines === undefined &&
      kindOf(field).names === undefined
    )
  })

/** Fields that fit a cell of a table: neither long, nor a list, nor a file, nor the number of something. */
export const cellFields = (fields: FieldMap): readonly string[] =>
  orderedFields(fields, Object.keys(fields)).filter((key) => {
    const field = fields[key]
    return field !== undefined && kindOf(field).block !== true
  })

/** The order of a list: a column, with a minus in front for falling. */
export const orderBy = (orders: readonly string[]) =>
  z
    .string()
    .max(60)
    .refine((one) => one === '' || orders.includes(one.replace(/^-/, '')), '不能按这一列排序')
    .optional()
