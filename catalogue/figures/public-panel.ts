import type { FigureCell, Panel } from '../contract/analysis/figures.ts'
import type { Telling } from './beliefs.ts'
import {
  cellName,
  newGround,
  pageNumbers,
  type Counted,
  type Ground,
  type PageNumbers,
} from './page-numbers.ts'
import { nameOf, ofPlaceBelow, type People } from './people-sets.ts'
import { fewestBelowLine, isFew, isShareTold, suppressing, atOnce, type InSteps } from './suppress.ts'

/** A number of people that stands behind a cell. */
type Reading = (cell: FigureCell) => number

const isCount = ({ cells }: Panel): boolean => cells.every(({ denominator }) => denominator === undefined)

/**
 * The numbers of people that the cells of a panel give away: of counts themselves; of shares those above the line, and the others
 * among those below it, who of parts of a whole stand in the other columns; of means and of figures per student the people, who are
 * the smaller of both.
 */
function readingsOf(panel: Panel): readonly Reading[] {
  if (isCount(panel)) return [({ value }) => value ?? 0]
  if (panel.unit !== '%') return [({ numerator = 0, denominator = 0 }) => Math.min(numerator, denominator)]
  return [({ numerator = 0 }) => numerator, ({ numerator = 0, denominator = 0 }) => denominator - numerator]
}

const bare = ({ row, column, value }: FigureCell): FigureCell => ({ row, column, value, opens: false })
const hiddenOf = ({ row, column }: FigureCell): FigureCell => ({
  row,
  column,
  value: null,
  hidden: true,
  opens: false,
})

/** Whether a share or a mean is of enough people to be told at all. */
function isEnough(panel: Panel, cell: FigureCell): boolean {
  const { numerator = 0, denominator = 0 } = cell
  return panel.unit === '%'
    ? isShareTold(numerator, denominator)
    : denominator >= fewestBelowLine && readingsOf(panel).every((reading) => !isFew(reading(cell)))
}

/** A cell as it may stand in public: `tellings` are those of the numbers it tells. */
function publicCell(panel: Panel, cell: FigureCell, tellings: readonly Telling[]): FigureCell {
  const isTold = tellings.every((one) => one === 'told' || one === 'unsaid')
  if (!isCount(panel)) return isTold && isEnough(panel, cell) ? bare(cell) : hiddenOf(cell)
  if (isTold) return bare(cell)
  return tellings.includes('few') ? { ...hiddenOf(cell), few: true as const } : hiddenOf(cell)
}

/** A page as it may stand in public, and what was decided of its numbers: the pages of the places below have to keep to it. */
export interface PublicPage {
  readonly panels: readonly Panel[]
  /** By name. */
  readonly decided: ReadonlyMap<
    string,
    { readonly people: People; readonly value: number; readonly telling: Telling }
  >
}

/** The panels of one place. */
export interface PlacePage {
  /** The key of its row in panels of the place above. */
  readonly key: string
  readonly panels: readonly Counted[]
}

/** What is settled before pages are looked at: what the page above tells and hides. */
interface Settled {
  readonly before: Set<number>
  readonly fixed: Set<number>
  readonly unsaid: Set<number>
}

/** What the page above says of a number stands. A nought that it hides protects nobody. */
function keepTo(settled: Settled, at: number, value: number, telling: Telling): void {
  settled.fixed.add(at)
  if (telling === 'hidden' || telling === 'few') (value > 0 ? settled.before : settled.unsaid).add(at)
  if (telling === 'unsaid') settled.unsaid.add(at)
  if (telling === 'told') settled.unsaid.delete(at)
}

/**
 * Joins the pages of places to that of the place above: what they have in common adds up to its number there, and the row of a place
 * in the page above says the same as the sum in its own page.
 */
function join(
  ground: Ground,
  places: readonly PlacePage[],
  pages: readonly PageNumbers[],
  above: PublicPage,
) {
  const settled: Settled = { before: new Set(), fixed: new Set(), unsaid: ground.unsaid }
  const { values, lines } = ground
  for (const [name, { people, value, telling }] of above.decided) {
    const row = ofPlaceBelow(people)
    if (row) {
      const page = pages[places.findIndex(({ key }) => key === row.place)]
      const at = page?.byName.get(nameOf(row.people))?.at
      if (at !== undefined && values[at] === value) keepTo(settled, at, value, telling)
      continue
    }
    const parts = pages.flatMap(({ byName }) => byName.get(name)?.at ?? [])
    // Who belongs to the place itself is its part, too.
    const own = value - parts.reduce((sum, at) => sum + (values[at] ?? 0), 0)
    if (parts.length === 0 || own < 0) continue
    values.push(own, value)
    const [ownAt, whole] = [values.length - 2, values.length - 1]
    lines.push([...parts, ownAt, whole])
    keepTo(settled, whole, value, telling)
  }
  return settled
}

const noNumbers: PageNumbers = { cells: new Map(), byName: new Map() }

function shownOf(panel: Panel, cells: FigureCell[]): Panel {
  const { key, title, form, unit, definition, denominator, rows, columns, norm } = panel
  return { key, title, form, unit, definition, denominator, excluded: [], rows, columns, cells, norm }
}

/**
 * The pages of the places below one as they may stand where nobody signs in, and in views across regions: small numbers are hidden,
 * what they could be worked out from, in the same panel, another one, the page of a neighbour or of the place above, too, and no list
 * opens. Numerators, excluded people and sentences stay out: they would say what the cells do not.
 * @param above the page of the place above; none for a page that stands alone
 */
export function* publicPages(places: readonly PlacePage[], above?: PublicPage): InSteps<PublicPage[]> {
  const ground = newGround()
  const pages = places.map(({ panels }) => pageNumbers(ground, panels))
  const settled = above && join(ground, places, pages, above)
  const told = yield* suppressing(ground, { ...ground, ...settled })
  return places.map(({ panels }, index) => {
    const { cells, byName } = pages[index] ?? noNumbers
    const tellingsOf = (panel: string, cell: FigureCell): Telling[] =>
      (cells.get(cellName(panel, cell)) ?? []).map((at) => told[at] ?? 'hidden')
    return {
      panels: panels.map(({ panel }) =>
        shownOf(
          panel,
          panel.cells.map((cell) => publicCell(panel, cell, tellingsOf(panel.key, cell))),
        ),
      ),
      decided: new Map(
        [...byName].map(([name, { people, at }]) => [
          name,
          { people, value: ground.values[at] ?? 0, telling: told[at] ?? 'hidden' },
        ]),
      ),
    }
  })
}

/** A panel that stands alone, over records or by itself. */
export function publicPanel(panel: Panel): Panel {
  const [page] = atOnce(publicPages([{ key: '', panels: [{ panel }] }]))
  const [shown] = page?.panels ?? []
  if (!shown) throw new Error('figures: a page without panels')
  return shown
}
