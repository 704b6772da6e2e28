type Comparable = string | number | null | undefined

/** Comparisons hold while one side is empty: `required` is a rule of its own. */
const filled = (a: Comparable, b: Comparable): boolean =>
  a !== null && a !== undefined && b !== null && b !== undefined

/**
 * `a` is not before `b`. Months and days mix: '2018-09' against '2018-09-15' is compared by the shorter form,
 * so that a month is not "before" a day within it.
 */
export function notBefore(a: Comparable, b: Comparable): boolean {
  if (!filled(a, b)) return true
  if (typeof a === 'string' && typeof b === 'string') {
    const length = Math.min(a.length, b.length)
    return a.slice(0, length) >= b.slice(0, length)
  }
  return Number(a) >= Number(b)
}

/** `a` is strictly after `b`, in the shorter of the two forms. */
export function after(a: Comparable, b: Comparable): boolean {
  return !filled(a, b) || !notBefore(b, a)
}

/** Moves a month 'YYYY-MM' by whole months; null stays null. */
export function monthsLater(month: string | null, months: number): string | null {
  if (month === null) return null
  const [year = 0, part = 1] = month.split('-').map(Number)
  const index = year * 12 + (part - 1) + months
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** Whole years from a day or month until `today`. */
export function yearsUntil(from: string | null, today: string): number | null {
  if (from === null) return null
  const years = Number(today.slice(0, 4)) - Number(from.slice(0, 4))
  return today.slice(5, 5 + from.length - 5) >= from.slice(5) ? years : years - 1
}
