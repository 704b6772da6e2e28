import { setImmediate as turn } from 'node:timers/promises'
import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { indicators } from '../../../catalogue/figures/indicators.ts'
import { noneKey } from '../../../catalogue/figures/dimensions.ts'
import type { Surroundings } from '../../../catalogue/figures/page-numbers.ts'
import type { InSteps, PlacePage, PublicPage } from '../../../catalogue/figures/page-twins.ts'
import { publicPages } from '../../../catalogue/figures/public-panel.ts'
import type { CountedMoment, TreePlace } from '../../engine/figures/index.ts'
import { placeKey } from './axes.ts'
import { panelOf } from './panel.ts'

/**
 * Places whose pages below are kept until somebody changes: every authority of a province that has some below
 * it.
 */
const mostKept = 100

/** Everything that boards can show of people. A reader may look at all of it, whatever one board shows. */
const shownPublicly = indicators.filter(
  ({ visible, counting }) => visible === 'public' && counting.by !== 'spread',
)

/** Authorities have pages; schools have none. */
const hasBoard = ({ level }: TreePlace): boolean => ['province', 'city', 'district'].includes(level)

/** What everybody may read of a place, with its panels by indicator. */
interface PageOfPlace {
  /** When the figures were last brought up to date, ISO 8601. */
  readonly at: string
  readonly panels: ReadonlyMap<string, Panel>
  readonly page: PublicPage
}
type Pages = ReadonlyMap<number, PageOfPlace>

interface PagesMemory {
  readonly version: number
  isRunning: boolean
  readonly pages: Promise<Pages>
}

/** The place of which no other one is above. */
const topKey = 0

/** Goes through steps; others are served between them. */
async function turning<T>(steps: InSteps<T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await turn()
  }
}

/** Kinds of surroundings of the institutions that stand in each row of panels by place. */
function surroundingsOf({ tree }: CountedMoment, place: TreePlace): Surroundings {
  const own = { ...place, to: place.from + 1 }
  return new Map(
    [...tree.below(place), own].map(({ id, from, to }) => [
      placeKey(id),
      [...new Set(tree.places.slice(from, to).map(({ urban }) => urban ?? noneKey))],
    ]),
  )
}

/** The pages of places that stand beside each other. */
async function worked(
  counted: CountedMoment,
  places: readonly TreePlace[],
  { parent, above }: { readonly parent?: TreePlace; readonly above?: PublicPage } = {},
): Promise<Pages> {
  const pages: PlacePage[] = []
  // Who belongs to the place above itself has no page, but is part of its sums.
  const own = above && parent ? [{ ...parent, to: parent.from + 1 }] : []
  for (const place of [...places, ...own]) {
    const panels = []
    for (const indicator of shownPublicly) {
      const panel = panelOf({ counted, place, basis: 'personnel', stage: undefined }, indicator, null)
      panels.push({ indicator, panel })
      // Others are served between two panels.
      await turn()
    }
    pages.push({
      key: placeKey(place.id),
      panels,
      surroundings: surroundingsOf(counted, place),
      ...((own.includes(place) || !hasBoard(place)) && { isUnread: true as const }),
    })
  }
  const made = await turning(publicPages(pages, above))
  return new Map(
    places.flatMap(({ id }, index) => {
      const page = made[index]
      if (!page) return []
      return [[id, { at: counted.at, page, panels: new Map(page.panels.map((panel) => [panel.key, panel])) }]]
    }),
  )
}

/**
 * Works out what everybody may read of a place (figures.md, 1.5). All public indicators are one page, and the
 * pages of the places below one are looked at together with what the page above tells: none of them says what
 * another one hides.
 */
export function publicPagesBy() {
  const trees = new WeakMap<CountedMoment['tree'], Map<number, PagesMemory>>()

  function kept(counted: CountedMoment, key: number, work: () => Promise<Pages>): Promise<Pages> {
    const tree = trees.get(counted.tree) ?? new Map<number, PagesMemory>()
    trees.set(counted.tree, tree)
    const known = tree.get(key)
    // Where people change faster than pages are worked out, readers wait for the pages that are under way,
    // not each for its own.
    if (known && (known.isRunning || known.version === counted.version)) return known.pages
    const pages = work()
    const made: PagesMemory = { version: counted.version, isRunning: true, pages }
    tree.delete(key)
    tree.set(key, made)
    pages.then(
      () => (made.isRunning = false),
      () => tree.delete(key),
    )
    const oldest = tree.keys().next().value
    if (tree.size > mostKept && oldest !== undefined) tree.delete(oldest)
    return pages
  }

  return async function pageOf(counted: CountedMoment, place: TreePlace): Promise<PageOfPlace> {
    const parent = counted.tree.placeOf(place.parentId)
    const pages = await (parent
      ? kept(counted, parent.id, async () =>
          worked(counted, counted.tree.below(parent), {
            parent,
            above: (await pageOf(counted, parent)).page,
          }),
        )
      : kept(counted, topKey - place.id, () => worked(counted, [place])))
    const page = pages.get(place.id)
    if (!page) throw new Error('figures: a place that is not below the one above it')
    return page
  }
}
