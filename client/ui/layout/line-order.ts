/**
 * Lines that are all in the browser in the order of a column: its key, with a minus in front for falling. By
 * a key that no column has they stay as they came.
 */
export function inOrder<T>(
  lines: readonly T[],
  sort: string,
  orders: Readonly<Record<string, (a: T, b: T) => number>>,
): readonly T[] {
  const key = sort.replace(/^-/, '')
  const order = Object.hasOwn(orders, key) ? orders[key] : undefined
  if (!order) return lines
  return lines.toSorted(sort === key ? order : (a, b) => order(b, a))
}
