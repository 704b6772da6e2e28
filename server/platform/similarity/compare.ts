import type { Work } from './bands.ts'
import { gramLength, gramsOf, likeness } from './grams.ts'
import { lettersOf } from './letters.ts'

/** Likeness of two works, in per cent. */
export interface Likeness {
  readonly title: number
  readonly text: number
}

/** From these hundredths on a work is near; measured on planted pairs (similarity.test.ts). */
export const nearFrom = { title: 78, text: 42 } as const

/** A work prepared to be compared with many. */
export interface PreparedWork {
  readonly title: ReadonlySet<number>
  readonly text: ReadonlySet<number>
}

export const prepared = ({ title, abstract }: Work): PreparedWork => ({
  title: gramsOf(title, gramLength.title),
  text: gramsOf(abstract, gramLength.text),
})

export const compared = (a: PreparedWork, b: PreparedWork): Likeness => ({
  title: Math.round(100 * likeness(a.title, b.title)),
  text: Math.round(100 * likeness(a.text, b.text)),
})

export const isNear = ({ title, text }: Likeness): boolean => title >= nearFrom.title || text >= nearFrom.text

/** A stretch that two texts have in common, by its places in both: from, up to but not including. */
export interface SharedStretch {
  readonly a: readonly [from: number, to: number]
  readonly b: readonly [from: number, to: number]
}

/** Fewest letters of a stretch that is worth showing, and letters by which its beginning is looked up. */
const shortest = 7
const seed = 5

/**
 * The stretches of a text that another one has, too, in the order of the first; punctuation does not part
 * them.
 */
export function sharedPassages(a: string, b: string): SharedStretch[] {
  const [one, other] = [lettersOf(a), lettersOf(b)]
  const starts = new Map<string, number[]>()
  for (let at = 0; at + seed <= other.text.length; at += 1) {
    const key = other.text.slice(at, at + seed)
    const list = starts.get(key)
    if (list) list.push(at)
    else starts.set(key, [at])
  }
  const found: SharedStretch[] = []
  for (let at = 0; at + shortest <= one.text.length;) {
    const [length, start] = longest(one.text, at, other.text, starts.get(one.text.slice(at, at + seed)) ?? [])
    if (length < shortest) {
      at += 1
      continue
    }
    found.push({ a: span(one.from, at, length), b: span(other.from, start, length) })
    at += length
  }
  return found
}

/** Most places at which one beginning is tried: a text that repeats itself has thousands. */
const mostStarts = 50

function longest(one: string, at: number, other: string, starts: readonly number[]): [number, number] {
  let best: [number, number] = [0, 0]
  for (const start of starts.slice(0, mostStarts)) {
    let length = seed
    while (
      at + length < one.length &&
      start + length < other.length &&
      one[at + length] === other[start + length]
    )
      length += 1
    if (length > best[0]) best = [length, start]
  }
  return best
}

const span = (from: readonly number[], at: number, length: number): readonly [number, number] => [
  from[at] ?? 0,
  (from[at + length - 1] ?? 0) + 1,
]
