/** Numbers drawn by a seed: the same on every machine, as they are made of integers (mulberry32). */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, below)
  }
}

/** A list in an order drawn by `draw`. */
export function shuffled<T>(list: readonly T[], draw: (below: number) => number): T[] {
  const out = [...list]
  for (let last = out.length - 1; last > 0; last -= 1) {
    const other = draw(last + 1)
    const [one, two] = [out[last], out[other]]
    if (one === undefined || two === undefined) continue
    out[last] = two
    out[other] = one
  }
  return out
}

/** A short hash of numbers and texts, for telling whether two pools are the same; no secret. */
export function hashOf(list: readonly (string | number)[]): string {
  let one = 0x811c9dc5
  let two = 0x1000193
  for (const char of list.join('|')) {
    const point = char.codePointAt(0) ?? 0
    one = Math.imul(one ^ point, 0x01000193) >>> 0
    two = Math.imul(two + point, 0x85ebca6b) >>> 0
  }
  return one.toString(16).padStart(8, '0') + two.toString(16).padStart(8, '0')
}
