import { createHash } from 'node:crypto'

/**
 * The order that a seed gives to numbers: ascending by SHA-256 of `seed|number`, in hexadecimal. Whoever has
 * seed and numbers can draw again and finds the same order, with any tool.
 */
export function drawn(seed: string, numbers: readonly number[]): number[] {
  return numbers
    .map((number) => ({ number, hash: createHash('sha256').update(`${seed}|${number}`).digest('hex') }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ number }) => number)
}
