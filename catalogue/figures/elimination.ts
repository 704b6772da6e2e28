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

/** The unknown numbers of each line, with their coefficients. In a line the last number is the sum of the others. */
function rowsOf(lines: readonly (readonly number[])[], isUnknown: (at: number) => boolean): Row[] {
  return lines.map((line) => {
    const row: Row = new Map()
    line.forEach((at, index) => {
      if (isUnknown(at))
        row.set(at, ((row.get(at) ?? 0) + (index === line.length - 1 ? prime - 1 : 1)) % prime)
    })
    return row
  })
}

/** A line of which one number, its lead, stands in no line after it. */
interface Leaf {
  readonly lead: number
  readonly row: Row
}

/**
 * Lines of which a number stands in no other line: whatever the others say, it can be whatever they ask for. Once they are taken
 * away, others become such lines; most lines of a page go like this. What hangs together in circles is left.
 */
function leavesOf(rows: readonly Row[]): { readonly leaves: Leaf[]; readonly left: ReadonlySet<Row> } {
  const standing = new Map<number, Set<Row>>()
  for (const row of rows)
    for (const at of row.keys()) {
      const own = standing.get(at) ?? new Set<Row>()
      own.add(row)
      standing.set(at, own)
    }
  const left = new Set(rows)
  const leaves: Leaf[] = []
  const alone = [...standing].flatMap(([at, own]) => (own.size === 1 ? [at] : []))
  for (const lead of alone) {
    const [row] = standing.get(lead) ?? []
    if (!row) continue
    left.delete(row)
    leaves.push({ lead, row })
    for (const other of row.keys()) {
      const own = standing.get(other)
      own?.delete(row)
      if (own?.size === 1) alone.push(other)
    }
  }
  return { leaves, left }
}

/** Takes numbers out of a line that other lines say by others. */
function reduce(row: Row, pivots: ReadonlyMap<number, Row>): void {
  for (const at of Array.from(row.keys())) {
    const pivot = pivots.get(at)
    const factor = row.get(at) ?? 0
    if (pivot && factor !== 0) subtract(row, pivot, factor)
  }
}

/** Scales a line so that it says its lead by the other numbers. */
function lead(row: Row, at: number): void {
  const scale = inverse(row.get(at) ?? 1)
  for (const [other, value] of row) row.set(other, product(value, scale))
}

/**
 * The unknown numbers that several lines say together, though none says it alone: solving the lines as equations. Lines in circles
 * first, then the others from the last that was taken away to the first, so that nothing has to be put into a line a second time.
 */
export function solvedBy(
  lines: readonly (readonly number[])[],
  isUnknown: (at: number) => boolean,
): readonly number[] {
  const pivots = new Map<number, Row>()
  const { leaves, left } = leavesOf(rowsOf(lines, isUnknown))
  for (const row of left) {
    reduce(row, pivots)
    const [first] = row.keys()
    if (first === undefined) continue
    lead(row, first)
    for (const other of pivots.values()) {
      const factor = other.get(first)
      if (factor !== undefined) subtract(other, row, factor)
    }
    pivots.set(first, row)
  }
  for (const leaf of leaves.toReversed()) {
    reduce(leaf.row, pivots)
    lead(leaf.row, leaf.lead)
    pivots.set(leaf.lead, leaf.row)
  }
  return [...pivots].flatMap(([at, row]) => (row.size === 1 ? [at] : []))
}
