/** A value a condition compares with: a code, an answer or a number. */
export type Scalar = string | number | boolean

/**
 * A condition on one row as data, so that it can stand in a chain that is edited at run time and be shown in
 * words. `in`: the field's value, or one of its values, is among these. `notIn`: it is filled and not among
 * these. `filled`: whether it has a value, the one condition an empty field can fulfil by itself.
 */
export type Condition =
  | { readonly field: string; readonly in: readonly Scalar[] }
  | { readonly field: string; readonly notIn: readonly Scalar[] }
  | { readonly field: string; readonly filled: boolean }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }

/** `is('degreeLevel', '2', '3')`: the field has one of these values. */
export const is = (field: string, ...values: Scalar[]): Condition => ({ field, in: values })

/** `isNot('degreeLevel', '0')`: the field is filled and has none of these values. */
export const isNot = (field: string, ...values: Scalar[]): Condition => ({ field, notIn: values })

/** `isFilled('revokeDate')`: the field has a value. */
export const isFilled = (field: string): Condition => ({ field, filled: true })

/** `isEmpty('endMonth')`: the field has none, as in "until now". */
export const isEmpty = (field: string): Condition => ({ field, filled: false })

function valuesOf(value: unknown): unknown[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

/**
 * Judges a condition on a row.
 * @param whenEmpty the answer for an empty field: false hides a field until its trigger is chosen; a review
 * step uses true, because a step must never vanish for want of an answer.
 */
export function holds(
  condition: Condition,
  row: Readonly<Record<string, unknown>>,
  whenEmpty = false,
): boolean {
  if ('all' in condition) return condition.all.every((c) => holds(c, row, whenEmpty))
  if ('any' in condition) return condition.any.some((c) => holds(c, row, whenEmpty))
  const values = valuesOf(row[condition.field])
  if ('filled' in condition) return values.length > 0 === condition.filled
  if (values.length === 0) return whenEmpty
  if ('in' in condition) return values.some((v) => condition.in.includes(v as Scalar))
  return values.every((v) => !condition.notIn.includes(v as Scalar))
}

/** Every field a condition reads, for the start-up checks. */
export function fieldsOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsOf)
  if ('any' in condition) return condition.any.flatMap(fieldsOf)
  return [condition.field]
}
