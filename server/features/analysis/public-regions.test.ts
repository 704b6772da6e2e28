import type { Highs } from 'highs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FigureCell, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import type { Person } from '../../../catalogue/figures/attributes.ts'
import { indicatorOf } from '../../../catalogue/figures/indicators.ts'
import { isFew } from '../../../catalogue/figures/telling.ts'
import { countedOf, lookalikes, randomRegion, seeded } from '../../engine/figures/test-counted.ts'
import type { CountedMoment, TreePlace } from '../../engine/figures/index.ts'
import { everything } from '../../platform/testing/test-extent.ts'
import { panelOf } from './panel.ts'
import { publicPagesBy } from './public-pages.ts'
import { countingKeys, factsOf, knownOf, targetsOf, type Target } from './test-attacker.ts'
import { openSolver } from './test-solver.ts'

/** Regions that are read; 200 were by hand (docs/second-look.md). */
const regions = Number(process.env['REGIONS'] ?? (everything ? 6 : 1))
const first = Number(process.env['SEED'] ?? 1)
/** Panels that are read of each region, beside how many work there; and small numbers that are attacked. */
const read = 3
const attacked = 8
/**
 * People like those attacked, of whom nobody knows that they are not there; so many more where a number seems
 * to be known.
 */
const others = 300
const more = 6_000

interface Page {
  readonly place: TreePlace
  readonly panels: readonly Panel[]
}

interface RegionPages {
  readonly institutions: Parameters<typeof countedOf>[0]
  readonly people: readonly Person[]
  readonly real: CountedMoment
  readonly pages: readonly Page[]
}

async function publishedOf(seed: number): Promise<RegionPages> {
  const { institutions, people } = randomRegion(seed, 200 + ((seed * 37) % 300))
  const real = countedOf(institutions, people)
  const pageOf = publicPagesBy()
  const { pick } = seeded(seed + 7)
  const keys = [...new Set(['staff', 'fulltime', ...Array.from({ length: read }, () => pick(countingKeys))])]
  const pages: Page[] = []
  for (const place of real.tree.places.filter(({ level }) => level !== 'school')) {
    const { panels } = await pageOf(real, place)
    pages.push({ place, panels: keys.flatMap((key) => panels.get(key) ?? []) })
  }
  return { institutions, people, real, pages }
}

const smallIn = (
  pages: readonly Page[],
  everybody: CountedMoment,
  isReal: (row: number) => boolean,
): Target[] =>
  pages.flatMap(({ place, panels }) =>
    targetsOf(
      { everybody, isReal },
      place,
      panels.map(({ key }) => key),
    ),
  )

/** The small numbers, of those with these names, that somebody knows who reads the pages. */
function attackedIn(
  solver: Highs,
  seed: number,
  { institutions, people, real, pages }: RegionPages,
  { names, count }: { names: ReadonlySet<string>; count: number },
): Target[] {
  const small = smallIn(pages, real, () => true).filter(({ name }) => names.has(name))
  const ids = new Set(small.flatMap((one) => one.people.map((row) => real.columns.teacher[row] ?? 0)))
  const like = people.filter(({ teacherId }) => ids.has(teacherId))
  const everybody = countedOf(institutions, [...people, ...lookalikes(seed, people, like, count)])
  const isReal = (row: number) => (everybody.columns.teacher[row] ?? 0) <= people.length
  const targets = smallIn(pages, everybody, isReal).filter(({ name }) => names.has(name))
  const facts = pages.flatMap(({ place, panels }) => factsOf({ everybody, isReal }, place, panels))
  const { pick } = seeded(seed)
  return knownOf(solver, facts, targets, () => pick([1, -1] as const))
}

/** A page on which only the small numbers are kept back: what stands beside them gives them away. */
const naive = (counted: CountedMoment, { place, panels }: Page): Page => ({
  place,
  panels: panels.flatMap(({ key }) => {
    const indicator = indicatorOf(key)
    if (!indicator) return []
    const panel = panelOf({ counted, place, basis: 'personnel', stage: undefined }, indicator, null)
    const cells = panel.cells.map((cell): FigureCell => {
      const few = isFew(cell.numerator ?? cell.value ?? 0)
      return few ? { ...cell, value: null, few: true } : cell
    })
    return [{ ...panel, cells }]
  }),
})

let solver: Highs
beforeAll(async () => void (solver = await openSolver()))

/**
 * What somebody knows of a region: what seems to be known is looked at again, with more people who might be
 * there.
 */
function knownIn(seed: number, published: RegionPages): { looked: number; known: Target[] } {
  const { pick } = seeded(seed)
  const small = smallIn(published.pages, published.real, () => true)
  const names = new Set(Array.from({ length: Math.min(attacked, small.length) }, () => pick(small).name))
  const suspected = attackedIn(solver, seed, published, { names, count: others })
  const known = suspected.flatMap(({ name }) =>
    attackedIn(solver, seed, published, { names: new Set([name]), count: more }),
  )
  return { looked: names.size, known }
}

describe(`public pages of ${regions} random regions`, () => {
  it('let nobody know a number of one to four people who knows the rules', async () => {
    const found: string[] = []
    let looked = 0
    for (let seed = first; seed < first + regions; seed += 1) {
      const { looked: own, known } = knownIn(seed, await publishedOf(seed))
      looked += own
      found.push(...known.map(({ name, count }) => `${seed} ${name}: ${count}`))
    }
    expect(looked).toBeGreaterThan(regions * 2)
    expect(found).toEqual([])
  }, 900_000)

  it('are looked at by somebody who finds what a page gives away', async () => {
    const published = await publishedOf(first)
    const pages = published.pages.map((page) => naive(published.real, page))
    const small = smallIn(pages, published.real, () => true)
    const names = new Set(small.slice(0, attacked).map(({ name }) => name))
    expect(
      attackedIn(solver, first, { ...published, pages }, { names, count: others }).length,
    ).toBeGreaterThan(0)
  })
})
