/** The quotient of two integers, the lower one positive, rounded half up. */
export function halfUp(upper: bigint, lower: bigint): bigint {
  const doubled = 2n * upper + lower
  const twice = 2n * lower
  const quotient = doubled / twice
  return doubled < 0n && doubled % twice !== 0n ? quotient - 1n : quotient
}

/** The largest integer whose square is not above `value`, by Newton’s method. */
export function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
