import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import type { Indicator } from '../../../catalogue/figures/indicator.ts'
import { readingsOf, type CellKeys, type Reading } from '../../../catalogue/figures/public-panel.ts'
import { suppressed, withSums } from '../../../catalogue/figures/suppress.ts'
import type { Counted, TreePlace } from '../../engine/figures/index.ts'
import { allKey } from './axes.ts'
import { panelOf } from './panel.ts'

/** Tables of places that are kept until somebody changes. */
const mostKept = 2_000

const none: CellKeys = new Set()

interface Kept {
  readonly version: number
  readonly hidden: ReadonlyMap<number, CellKeys>
}

/** Cells that the panels of a place and of those below it have in common: rows by place differ. */
const commonCells = ({ rows }: Indicator, { cells }: Panel) =>
  rows === 'place' ? cells.filter(({ row }) => row === allKey) : cells

type Numbers = ReadonlyMap<string, number>

const numbersOf = (indicator: Indicator, panel: Panel, reading: Reading): Numbers =>
  new Map(commonCells(indicator, panel).map((cell) => [`${cell.row}/${cell.column}`, reading(cell)]))

/** Cells to be hidden in each place below, by one number of people behind them. */
function hiddenBy(whole: Numbers, below: readonly Numbers[], hidden: CellKeys): CellKeys[] {
  const keys = [...whole.keys()]
  const rows = below.map((numbers) => keys.map((key) => numbers.get(key) ?? 0))
  // Who belongs to the place itself is its part, too.
  const own = keys.map((key, column) =>
    Math.max(0, (whole.get(key) ?? 0) - rows.reduce((sum, line) => sum + (line[column] ?? 0), 0)),
  )
  const last = rows.length + 1
  const told = suppressed(
    withSums([...rows, own]),
    (row, column) => row === last && hidden.has(keys[column] ?? ''),
  )
  return rows.map((_, row) => new Set(keys.filter((_key, column) => told[row]?.[column] !== 'told')))
}

/**
 * Says of a place which figures have to stay hidden because the views of the places above and beside it would otherwise give
 * small numbers away by subtraction (figures.md, 1.5): each place above is a table of its places below with their sum.
 */
export function hiddenFromAbove() {
  const tables = new WeakMap<Counted['tree'], Map<string, Kept>>()

  const worked = (counted: Counted, place: TreePlace, indicator: Indicator): Kept['hidden'] => {
    const asked = (of: TreePlace) =>
      panelOf({ counted, place: of, basis: 'personnel', stage: undefined }, indicator, null)
    const whole = asked(place)
    const children = counted.tree.below(place)
    const panels = children.map(asked)
    const above = hiddenOf(counted, place, indicator)
    const found = readingsOf(whole).map((reading) =>
      hiddenBy(
        numbersOf(indicator, whole, reading),
        panels.map((panel) => numbersOf(indicator, panel, reading)),
        above,
      ),
    )
    return new Map(
      children.map(({ id }, index) => [id, new Set(found.flatMap((sets) => [...(sets[index] ?? [])]))]),
    )
  }

  const tableOf = (counted: Counted, place: TreePlace, indicator: Indicator): Kept['hidden'] => {
    const kept = tables.get(counted.tree) ?? new Map<string, Kept>()
    tables.set(counted.tree, kept)
    const name = `${place.id}/${indicator.key}`
    const known = kept.get(name)
    if (known?.version === counted.version) return known.hidden
    const hidden = worked(counted, place, indicator)
    kept.delete(name)
    kept.set(name, { version: counted.version, hidden })
    const oldest = kept.keys().next().value
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return hidden
  }

  function hiddenOf(counted: Counted, place: TreePlace, indicator: Indicator): CellKeys {
    const parent = counted.tree.placeOf(place.parentId)
    return parent ? (tableOf(counted, parent, indicator).get(place.id) ?? none) : none
  }
  return hiddenOf
}
