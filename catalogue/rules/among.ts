import type { Among, FieldMap, Sibling } from '../define.ts'
import { notBefore } from './compare.ts'
import { holds, type Condition } from './condition.ts'

type Row = Readonly<Record<string, unknown>>
type Says = Pick<Among<FieldMap>, 'message' | 'level'>

/** A value as text; null when it is empty. */
export const textOf = (row: Row, key: string): string | null =>
  row[key] === undefined || row[key] === null ? null : String(row[key])

/** The number of months since year 0 of 'YYYY', 'YYYY-MM' or 'YYYY-MM-DD'. */
function monthOf(text: string): number {
  const [year = 0, month = 1] = text.split('-').map(Number)
  return year * 12 + month
}

/**
 * Whether two periods share more than `tolerance` months. A period without end goes on; one without beginning
 * shares nothing.
 */
function overlap(a: Row, b: Row, from: string, to: string, tolerance: number): boolean {
  const [a1, a2, b1, b2] = [
    textOf(a, from),
    textOf(a, to) ?? '9999-12-31',
    textOf(b, from),
    textOf(b, to) ?? '9999-12-31',
  ]
  if (a1 === null || b1 === null) return false
  const start = a1 > b1 ? a1 : b1
  const end = a2 < b2 ? a2 : b2
  if (tolerance === 0) return start < end
  return monthOf(end) - monthOf(start) > tolerance
}

/**
 * The period `from`–`to` does not overlap that of another record of the same type. Periods that only touch do
 * not overlap.
 * @param tolerance months that may be shared
 */
export function noOverlap<K extends string>(
  type: string,
  from: K,
  to: K,
  says: Says,
  tolerance = 0,
): Among<FieldMap, K> {
  return {
    form: 'among',
    types: [type],
    holds: (row, siblings) => !siblings(type).some((other) => overlap(row, other, from, to, tolerance)),
    fields: [from, to],
    ...says,
  }
}

/** At most one record for which `when` holds, among those with the same values of `per`. */
export function atMostOne<const K extends string>(
  type: string,
  when: Condition,
  fields: readonly K[],
  says: Says,
  per: readonly K[] = [],
): Among<FieldMap, K> {
  return {
    form: 'among',
    types: [type],
    holds: (row, siblings) =>
      !holds(when, row) ||
      !siblings(type).some((other) => holds(when, other) && per.every((key) => other[key] === row[key])),
    fields,
    ...says,
  }
}

/**
 * `field` is not before the earliest `than` ('type.field') of the owner's records of that type.
 * @param fits which of those records count; all unless given
 */
export function notBeforeOf<K extends string>(
  field: K,
  than: string,
  says: Says,
  fits: (row: Row, other: Sibling) => boolean = () => true,
): Among<FieldMap, K> {
  const [type = '', key = ''] = than.split('.')
  return {
    form: 'among',
    types: [type],
    holds: (row, siblings) => {
      const dates = siblings(type)
        .filter((other) => fits(row, other))
        .flatMap((other) => textOf(other, key) ?? [])
      const earliest = dates.sort()[0]
      return earliest === undefined || notBefore(textOf(row, field), earliest)
    },
    fields: [field],
    ...says,
  }
}
