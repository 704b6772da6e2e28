import type { Ground, PageNumbers } from './page-numbers.ts'
import { joint } from './merging.ts'
import type { PublicPage } from './page-twins.ts'
import { nameOf, within } from './people-sets.ts'
import { believed, type PublicPrecision } from './telling.ts'

/** Numbers of the pages above one that differ with it: those of everybody there, and those of its row. */
export interface NumbersAbove {
  /** Places among the numbers that are looked at, by the name in the page itself. */
  readonly byName: ReadonlyMap<string, readonly number[]>
  /** Whether classes that are merged above read the same where numbers of the page differ. */
  readonly keeps: (by: (name: string) => number) => boolean
}

/** Where numbers of other pages are put: they are told as those pages told them. */
export interface NumberStore {
  readonly ground: Ground
  readonly told: PublicPrecision[]
  readonly weights: number[]
  readonly fixed: Set<number>
}

/** The page above, and those above it, each with the key by which it calls the place below. */
function chainOf(
  key: string,
  above: PublicPage | undefined,
): { readonly page: PublicPage; readonly key: string }[] {
  return above ? [{ page: above, key }, ...chainOf(above.key, above.above ?? undefined)] : []
}

/** The name in a page below of a number of a page above; null for one of another place. */
function nameBelow({ decided }: PublicPage, key: string, name: string): string | null {
  const people = decided.get(name)?.people
  if (!people) return null
  const { place, ...at } = people.at ?? {}
  return place === undefined ? name : place === key ? nameOf({ ...people, at }) : null
}

/** The numbers of the pages above that differ as those of a page do. */
export function numbersAbove(
  { ground, told, weights, fixed }: NumberStore,
  { byName }: PageNumbers,
  key: string,
  above: PublicPage | undefined,
): NumbersAbove {
  const chain = chainOf(key, above)
  const put = (page: PublicPage, name: string): number[] => {
    const known = page.decided.get(name)
    // Nobody reads it: it may differ as it likes, unless nobody were left.
    if (!known || (known.telling === 'unsaid' && known.value > mostDiffering)) return []
    const at = ground.values.push(known.value) - 1
    told.push(known.telling)
    weights.push(0)
    fixed.add(at)
    return [at]
  }
  const numbers = new Map<string, number[]>()
  for (const [name, { people }] of byName) {
    if (people.at?.place !== undefined) continue
    const ats = chain.flatMap(({ page, key: row }) => [
      ...put(page, name),
      ...put(page, nameOf(within(people, 'place', row))),
    ])
    if (ats.length > 0) numbers.set(name, ats)
  }
  const joints = chain.flatMap(({ page, key: row }) =>
    page.joints.flatMap((names) => {
      const whole = page.decided.get(names.at(-1) ?? '')
      const parts = names.slice(0, -1).flatMap((name) => nameBelow(page, row, name) ?? [])
      return whole && whole.telling !== 'unsaid' && parts.length > 0 ? [{ whole, parts }] : []
    }),
  )
  return {
    byName: numbers,
    keeps: (by) =>
      joints.every(({ whole: { value, telling }, parts }) => {
        const [least, most] = believed(value, telling)
        const other = value + parts.reduce((sum, name) => sum + by(name), 0)
        return least <= other && other <= most
      }),
  }
}

/** More than any number differs in a twin. */
const mostDiffering = 50

/** Names of numbers that a page draws as one, with that of their sum at last. */
export function jointsOf({ lines }: Ground, { byName, from, to }: PageNumbers): string[][] {
  const names = new Map([...byName].map(([name, { at }]) => [at, name]))
  return lines
    .slice(from, to)
    .map((line) => line.map((at) => names.get(at) ?? ''))
    .filter((line) => line.at(-1)?.includes(joint))
}
