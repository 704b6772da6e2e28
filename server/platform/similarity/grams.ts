import { lettersOf } from './letters.ts'

/** Length of a gram in characters, for titles (short) and for texts. */
export const gramLength = { title: 2, text: 3 } as const

/** Mixes the bits of a number so that neighbours lie far apart (the finaliser of MurmurHash3). */
export function mixed(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The grams of a text as a set of numbers of 32 bits. */
export function gramsOf(text: string, length: number): ReadonlySet<number> {
  const letters = lettersOf(text).text
  const grams = new Set<number>()
  for (let at = 0; at + length <= letters.length; at += 1) {
    let hash = 0x811c9dc5
    for (let i = at; i < at + length; i += 1) hash = Math.imul(hash ^ letters.charCodeAt(i), 0x01000193)
    grams.add(mixed(hash))
  }
  return grams
}

/** Dice coefficient of two sets, 0 to 1: twice the shared members over the members of both. */
export function likeness(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  if (a.size === 0 || b.size === 0) return 0
  let shared = 0
  for (const gram of a) if (b.has(gram)) shared += 1
  return (2 * shared) / (a.size + b.size)
}
