/** Comparisons of field values that several parts of the engine need. */
export type Values = Readonly<Record<string, unknown>>

/** Whether the value is empty. 否 and 0 are answers, not empty. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Whether two values are the same to a reader; null, an empty text and an empty list are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (isEmpty(a) && isEmpty(b)) return true
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Keys of `keys` whose values differ between two rows. */
export function differing(keys: readonly string[], before: Values, after: Values): string[] {
  return keys.filter((key) => !isSame(before[key], after[key]))
}

/** The members of a value: none, one, or those of a multiple field. */
export function members(value: unknown): unknown[] {
  if (isEmpty(value)) return []
  return Array.isArray(value) ? value : [value]
}

/** Waits until nothing happened for a while before following a value. */
export const quietMs = 1200
