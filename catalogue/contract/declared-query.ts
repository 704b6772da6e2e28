import { z } from 'zod'
import type { FieldMap } from '../field.ts'
import { kindOf } from '../kinds/kinds.ts'

/** The fields of a list by whose choices it is narrowed, those without choices left out. */
export const choiceFilters = (fields: FieldMap, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => {
    const field = fields[key]
    return field !== undefined && kindOf(field).choices?.(field) !== undefined
  })

/** What a list is asked with, by its declared filters: each takes a code of its dictionary. */
export function filterShape(fields: FieldMap, keys: readonly string[]): Readonly<Record<never, never>> {
  return Object.fromEntries(
    choiceFilters(fields, keys).map((key) => {
      const field = fields[key]
      const codes = new Set(
        field &&
          kindOf(field)
            .choices?.(field)
            .map(({ value }) => String(value)),
      )
      const code = z.string().max(20)
      return [key, code.refine((one) => codes.has(one), `没有这种${field?.label ?? key}`).optional()]
    }),
  )
}

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
