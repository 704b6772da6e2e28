import type { FigureCell, Panel } from '../contract/analysis/figures.ts'
import {
  cellName,
  newGround,
  pageNumbers,
  type CountedPanel,
  type Ground,
  type PageNumbers,
} from './page-numbers.ts'
import {
  atOnce,
  inPage,
  keepPromises,
  ownTwins,
  type InSteps,
  type PlacePage,
  type PublicPage,
  type Together,
} from './page-twins.ts'
import { allKey, nameOf, ofPlaceBelow } from './people-sets.ts'
import { jointsOf, numbersAbove } from './numbers-above.ts'
import { isCount, isEnough, panelsOf } from './public-cells.ts'
import { isFew, isTellable, type PublicPrecision } from './telling.ts'
import { headcount, type PrecisionSearch, type Twin } from './twins.ts'

/** The cells of a page that are told, with the numbers behind them. */
function toldCells(page: PageNumbers, { panels }: PlacePage) {
  return page.drawn.flatMap(({ panel }, index) => {
    const counting = panels[index]?.indicator?.counting
    return panel.cells.flatMap((cell) => {
      const behind = page.cells.get(cellName(panel.key, cell))
      if (!behind || !(isCount(panel) || isEnough(counting, cell))) return []
      const indicator = panels[index]?.indicator
      const counted: CountedPanel = indicator ? { panel, indicator } : { panel }
      return [{ counted, cell, behind }]
    })
  })
}

/**
 * Panels of everybody, and of everybody by place: their numbers are told exactly as long as none of them is
 * small.
 */
const isHeadcount = ({ panel, indicator }: CountedPanel): boolean => {
  const rows = indicator?.rows ?? null
  return panel.columns.length === 1 && isCount(panel) && (rows === null || rows === 'place')
}

const isTotal = ({ panel }: CountedPanel, { row }: FigureCell): boolean =>
  row === allKey || panel.rows.length === 1

/** How dear it is to round a number: totals most, then those of places. */
function weightOf(counted: CountedPanel, cell: FigureCell, value: number): number {
  const dear = !isHeadcount(counted) ? 1 : isTotal(counted, cell) ? 3 * headcount : headcount
  return dear * (1 + 20 / Math.max(1, value))
}

/** Whether a number stands beside a small one of the same panel. */
const hasFew = ({ panel }: CountedPanel): boolean => panel.cells.some(({ value }) => isFew(value ?? 0))

/**
 * How a number is told where no twin asks for more: headcounts exactly, but more coarsely than others where a
 * place has a few people only, who are all that is missing to the sum of three or four other places.
 */
function wantedFor(counted: CountedPanel, value: number): PublicPrecision {
  const steps = !isHeadcount(counted) ? ([5] as const) : hasFew(counted) ? ([10, 5] as const) : []
  return steps.find((step) => isTellable(value, step)) ?? 'exact'
}

/** The telling of a number that stands on two panels: exactly where one of them says it so. */
const ofBoth = (one: PublicPrecision, other: PublicPrecision): PublicPrecision =>
  one === 'exact' || other === 'exact' ? 'exact' : one === 10 ? one : other

/** Numbers of so many people, and shares of so many, are always told. */
const alwaysTold = 20

/** How all numbers of pages are told at first, and how dear it is to round them more. */
function beginning(ground: Ground, places: readonly PlacePage[], pages: readonly PageNumbers[]) {
  const told = ground.values.map((): PublicPrecision => 'unsaid')
  const weights: number[] = ground.values.map(() => 0)
  const wanted = new Map<number, PublicPrecision>()
  const mute = new Set<number>()
  const spoken = new Set<number>()
  places.forEach((place, index) => {
    const page = pages[index]
    if (!page || place.isUnread) return
    for (const { counted, cell, behind } of toldCells(page, place)) {
      const people = ground.values[behind.whole ?? behind.count] ?? 0
      const isMute = people < alwaysTold && !isHeadcount(counted)
      ;(isMute ? mute : spoken).add(behind.count)
      for (const at of [behind.count, behind.whole]) {
        if (at === undefined) continue
        const value = ground.values[at] ?? 0
        const own = wantedFor(counted, value)
        wanted.set(at, ofBoth(wanted.get(at) ?? own, own))
        weights[at] = Math.max(weights[at] ?? 0, weightOf(counted, cell, value))
      }
    }
  })
  for (const [at, telling] of wanted) told[at] = telling
  for (const at of spoken) mute.delete(at)
  return { told, weights, mute }
}

/** What the page above says of the totals of the places below stands in their own pages, too. */
function keepTo(
  work: { told: PublicPrecision[]; values: readonly number[] },
  places: readonly PlacePage[],
  pages: readonly PageNumbers[],
  above: PublicPage | undefined,
): Set<number> {
  const fixed = new Set<number>()
  for (const { people, value, telling } of above?.decided.values() ?? []) {
    const row = ofPlaceBelow(people)
    const page = row && pages[places.findIndex(({ key }) => key === row.place)]
    const at = row && page?.byName.get(nameOf(row.people))?.at
    if (typeof at !== 'number' || work.values[at] !== value || telling === 'unsaid') continue
    work.told[at] = telling
    fixed.add(at)
  }
  return fixed
}

/**
 * The pages of the places below one as they may stand where nobody signs in. Small classes are merged, one to
 * four people are `<5`, and for each small number there is another region, with one person more or less in
 * it, that reads the same: where there is none, numbers beside it are rounded, in the same panel, another
 * one, or the page of a neighbour. No list opens. Numerators, excluded people and sentences stay out: they
 * would say what the cells do not.
 * @param above the page of the place above; none for a page that stands alone
 */
export function* publicPages(places: readonly PlacePage[], above?: PublicPage): InSteps<PublicPage[]> {
  const ground = newGround()
  const pages = places.map(({ panels, surroundings }) => pageNumbers(ground, panels, surroundings))
  const { told, weights, mute } = beginning(ground, places, pages)
  const fixed = keepTo({ told, values: ground.values }, places, pages, above)
  const settled = { ground, told, weights, fixed }
  const numbersOf = pages.map((page, index) => numbersAbove(settled, page, places[index]?.key ?? '', above))
  const work: PrecisionSearch = { values: ground.values, told, weights, fixed, mute }
  const all: Together = { work, ground, places, pages, above: numbersOf }
  const twins: Twin[] = []
  if (above) yield* keepPromises(all, above, twins)
  for (const page of pages.keys())
    if (!places[page]?.isUnread) yield* ownTwins(all, page, above !== undefined, twins)
  return places.map((place, index) => {
    const page = pages[index] ?? pageNumbers(newGround(), [])
    return {
      key: place.key,
      above: above ?? null,
      panels: place.isUnread ? [] : panelsOf(page, place, work),
      decided: new Map(
        [...page.byName].map(([name, { people, at }]) => [
          name,
          { people, value: ground.values[at] ?? 0, telling: told[at] ?? 'unsaid' },
        ]),
      ),
      twins: inPage(page, twins),
      joints: jointsOf(ground, page),
    }
  })
}

/** A panel of counts that stands alone, over records or by itself. */
export function publicPanel(panel: Panel): Panel {
  if (!isCount(panel)) throw new Error(`figures: ${panel.key} is no panel of counts`)
  const [page] = atOnce(publicPages([{ key: '', panels: [{ panel }] }]))
  const [shown] = page?.panels ?? []
  if (!shown) throw new Error('figures: a page without panels')
  return shown
}
