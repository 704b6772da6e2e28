import { gramLength, gramsOf, mixed } from './grams.ts'

/**
 * Two texts with a share J of their grams in common meet in at least one of `bands` with the probability 1 −
 * (1 − J^rows)^bands (Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, 3.4). Texts: 99 % at J = 0.41,
 * 0.8 % at 0.05. Titles: 99 % at J = 0.6, 0.3 % at 0.1.
 */
const shapes = {
  text: { bands: 64, rows: 3, seed: 0x51ed270b },
  title: { bands: 32, rows: 4, seed: 0x2545f491 },
} as const

/** Fewest grams that say anything of a text: a line of a few words is like many others. */
const fewest = { text: 20, title: 3 }

/** The smallest of all grams, each mixed by another number. */
function smallest(grams: ReadonlySet<number>, salt: number): number {
  let least = 0xffffffff
  for (const gram of grams) {
    const hash = mixed(gram ^ salt)
    if (hash < least) least = hash
  }
  return least
}

/** The keys under which a text is found again by another one that is like it: signed numbers of 32 bits. */
function keysOf(kind: keyof typeof shapes, text: string): number[] {
  const grams = gramsOf(text, gramLength[kind])
  if (grams.size < fewest[kind]) return []
  const { bands, rows, seed } = shapes[kind]
  return Array.from({ length: bands }, (_, band) => {
    let key = mixed(seed + band)
    for (let row = 0; row < rows; row += 1)
      key = mixed(Math.imul(key, 31) ^ smallest(grams, mixed(seed + 1 + band * rows + row)))
    return key | 0
  })
}

/** A work by what it is compared by. */
export interface Work {
  readonly title: string
  readonly abstract: string
}

/** The keys of a work by its title and by its text. */
export const bandsOf = ({ title, abstract }: Work): number[] => [
  ...keysOf('title', title),
  ...keysOf('text', abstract),
]
