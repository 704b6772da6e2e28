/** Whole seconds of a recording, from the first to the one after the last. */
export type Stretch = readonly [from: number, to: number]

/** Stretches in order, without overlaps and without two that touch: one set of seconds has one form. */
export type Stretches = readonly Stretch[]

/** How many seconds there are. */
export const lengthOf = (stretches: Stretches): number =>
  stretches.reduce((sum, [from, to]) => sum + to - from, 0)

/** The seconds of all of them, in order; empty stretches are nothing. */
export function joined(stretches: Stretches): Stretches {
  const result: [number, number][] = []
  for (const [from, to] of stretches.filter((one) => one[0] < one[1]).toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/** The seconds of one stretch that a set has. */
export const within = (set: Stretches, [from, to]: Stretch): Stretches =>
  set.flatMap(([a, b]): Stretches => (a < to && b > from ? [[Math.max(a, from), Math.min(b, to)]] : []))

/** The seconds of one stretch that a set does not have. */
export function outside(set: Stretches, [from, to]: Stretch): Stretches {
  const gaps: Stretch[] = []
  let at = from
  for (const [a, b] of within(set, [from, to])) {
    if (a > at) gaps.push([at, a])
    at = b
  }
  if (at < to) gaps.push([at, to])
  return gaps
}

/** The seconds of a set that another one does not have. */
export const less = (set: Stretches, other: Stretches): Stretches =>
  set.flatMap((stretch) => outside(other, stretch))
