/** Coefficients are reckoned modulo a prime: sums of few numbers never meet it by chance, and nothing is rounded. */
const prime = 67_108_859

const product = (a: number, b: number): number => (a * b) % prime

function inverse(of: number): number {
  let [result, square, left] = [1, of, prime - 2]
  while (left > 0) {
    if (left % 2 === 1) result = product(result, square)
    square = product(square, square)
    left = Math.floor(left / 2)
  }
  return result
}

/** A line with its unknown numbers only, each with its coefficient. */
type Row = Map<number, number>

function subtract(from: Row, row: Row, factor: number): void {
  for (const [at, value] of row) {
    const left = ((from.get(at) ?? 0) + product(prime - factor, value)) % prime
    if (left === 0) from.delete(at)
    else from.set(at, left)
  }
}

/**
 * The unknown numbers that several lines say together, though none says it alone: solving the lines as equations. In each line the
 * last number is the sum of the others.
 */
export function solvedBy(
  lines: readonly (readonly number[])[],
  isUnknown: (at: number) => boolean,
): readonly number[] {
  const pivots = new Map<number, Row>()
  for (const line of lines) {
    const row: Row = new Map()
    for (const at of line)
      if (isUnknown(at)) row.set(at, ((row.get(at) ?? 0) + (at === line.at(-1) ? prime - 1 : 1)) % prime)
    for (const at of Array.from(row.keys())) {
      const pivot = pivots.get(at)
      const factor = row.get(at) ?? 0
      if (pivot && factor !== 0) subtract(row, pivot, factor)
    }
    const [lead] = row.keys()
    if (lead === undefined) continue
    const scale = inverse(row.get(lead) ?? 1)
    for (const [at, value] of row) row.set(at, product(value, scale))
    for (const other of pivots.values()) {
      const factor = other.get(lead)
      if (factor !== undefined) subtract(other, row, factor)
    }
    pivots.set(lead, row)
  }
  return [...pivots].flatMap(([at, row]) => (row.size === 1 ? [at] : []))
}
