import { createHash } from 'node:crypto'

/** A seeded source of chance: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** 32 random bits. */
  bits(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the values, by weight. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T
  /** One of the codes, by weight. */
  code(weights: Readonly<Record<string, number>>): string
  /** A new list in another order. */
  shuffled<T>(list: readonly T[]): T[]
  /** An independent source, so that a change in one part of the region leaves the other parts as they are. */
  fork(label: string): Random
}

/** Builds a source from a text, with the generator sfc32 (public domain, PractRand). */
export function randomFrom(seed: string): Random {
  const state = createHash('sha256').update(seed).digest()
  let a = state.readUInt32LE(0)
  let b = state.readUInt32LE(4)
  let c = state.readUInt32LE(8)
  let d = 1
  const bits = () => {
    const t = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    c |= 0
    return t >>> 0
  }
  for (let i = 0; i < 12; i += 1) bits()
  const next = () => bits() / 2 ** 32
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(list: readonly T[]): T => {
    const found = list[int(0, list.length - 1)]
    if (found === undefined) throw new RangeError('pick: empty list')
    return found
  }
  const weighted = <T>(choices: readonly (readonly [T, number])[]): T => {
    let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
    const found = choices.find(([, weight]) => (left -= weight) < 0) ?? choices.at(-1)
    if (!found) throw new RangeError('weighted: no choices')
    return found[0]
  }
  return {
    next,
    bits,
    int,
    pick,
    chance: (probability) => next() < probability,
    weighted,
    code: (weights) => weighted(Object.entries(weights)),
    shuffled: (list) => {
      const out = [...list]
      for (let i = out.length - 1; i > 0; i -= 1) {
        const j = int(0, i)
        ;[out[i], out[j]] = [out[j] as (typeof out)[number], out[i] as (typeof out)[number]]
      }
      return out
    },
    fork: (label) => randomFrom(`${seed}/${label}`),
  }
}
