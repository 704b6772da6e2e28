import type { Highs } from 'highs'
import type { FigureCell, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { noneKey } from '../../../catalogue/figures/dimensions.ts'
import type { Indicator } from '../../../catalogue/figures/indicator.ts'
import { indicatorOf, indicators } from '../../../catalogue/figures/indicators.ts'
import { joint } from '../../../catalogue/figures/merging.ts'
import {
  believed,
  fewest,
  isFew,
  isTellable,
  printed,
  roundings,
  type PublicPrecision,
} from '../../../catalogue/figures/telling.ts'
import { rounded } from '../../../catalogue/figures/rounding.ts'
import type { CountedMoment, TreePlace } from '../../engine/figures/index.ts'
import { panelOf } from './panel.ts'
import { foundOf } from './persons.ts'

/**
 * Somebody who reads every public page of a region and knows the rules: `<5` is one to four, a rounded number
 * lies within its step, what is not on a page is nobody. Which people a number is of is read from the lists
 * behind the figures, not from what the suppression believes of them. What a number can still be is found by
 * linear programming over kinds of people, also of kinds whom nobody of the region is of: whoever reads the
 * pages does not know who is there.
 */

/** People by their rows, and the least and the most of them that a reader can believe. */
export interface Fact {
  readonly people: readonly number[]
  readonly least: number
  readonly most: number
}

/** A small number of people that must not be known. */
export interface Target {
  readonly name: string
  readonly people: readonly number[]
  readonly count: number
}

/** Indicators that count people, or a part of them. */
export const countingKeys = indicators.flatMap(({ key, visible, counting }) =>
  visible === 'public' && ['persons', 'share', 'parts'].includes(counting.by) ? [key] : [],
)

/** The people of whom a share is counted, as an indicator of its own. */
function wholeOf(indicator: Indicator): Indicator | undefined {
  const { counting } = indicator
  if (counting.by === 'parts')
    return Object.assign({}, indicator, {
      columns: null,
      counting: { by: 'persons', of: counting.among },
    })
  if (counting.by !== 'share') return undefined
  const and = counting.known === undefined ? {} : { and: counting.known }
  return Object.assign({}, indicator, { counting: Object.assign({ by: 'persons', of: counting.among }, and) })
}

const steps: readonly PublicPrecision[] = ['exact', ...roundings]
const pairs = steps.flatMap((part) => steps.map((all) => [part, all] as const))

type Range = readonly [number, number]
const widest = (ranges: readonly Range[]): Range => [
  Math.min(...ranges.map(([least]) => least)),
  Math.max(...ranges.map(([, most]) => most)),
]
const canBe = (count: number, step: PublicPrecision): boolean =>
  isTellable(count, step) || isFew(count) || count === 0

/** What a share says of both its numbers: a page does not say how coarsely either was rounded. */
function rangesOf(cell: FigureCell, count: number, whole: number): readonly [Range, Range] {
  const told = pairs.filter(([part, all]) => {
    if (!cell.few && (part === 'exact' && all === 'exact') === (cell.about === true)) return false
    if (!canBe(count, part) || !isTellable(whole, all)) return false
    const [n, of] = [printed(count, part), printed(whole, all)]
    const value = rounded(Math.min(cell.few ? fewest : n, of), of, { factor: 100 })
    if (!cell.few) return value === cell.value
    return cell.under === undefined || Math.abs((value ?? 0) - cell.under) < 0.11
  })
  if (told.length === 0) throw new Error(`no rounding prints ${cell.value ?? cell.under ?? 'it'}`)
  return [
    widest(told.map(([part]) => believed(count, part))),
    widest(told.map(([, all]) => believed(whole, all))),
  ]
}

/** What a count says. */
const rangeOf = (cell: FigureCell, count: number): Range =>
  cell.about === true
    ? widest(
        roundings
          .filter((step) => canBe(count, step) && printed(count, step) === cell.value)
          .map((step) => believed(count, step)),
      )
    : believed(count, 'exact')

interface AttackerView {
  /** The same people, and others who might be there. */
  readonly everybody: CountedMoment
  readonly isReal: (row: number) => boolean
}

/** What the public panels of a place say. */
export function factsOf(
  { everybody, isReal }: AttackerView,
  place: TreePlace,
  panels: readonly Panel[],
): Fact[] {
  const asked = { counted: everybody, place, basis: 'personnel', stage: undefined } as const
  const size = (people: readonly number[]) => people.filter(isReal).length
  return panels.flatMap((panel) => {
    const indicator = indicatorOf(panel.key)
    if (!indicator) return []
    const whole = wholeOf(indicator)
    const all = panelOf(asked, indicator, null)
    const peopleOf = (of: Indicator, row: string, column: string) =>
      row
        .split(joint)
        .flatMap((r) =>
          column
            .split(joint)
            .flatMap((c) =>
              all.cells.some((one) => one.row === r && (one.column === c || of !== indicator))
                ? foundOf(asked, of, { row: r, column: c }).rows
                : [],
            ),
        )
    const facts = panel.cells.flatMap((cell): Fact[] => {
      if (cell.hidden) return []
      const people = peopleOf(indicator, cell.row, cell.column)
      const count = size(people)
      const fact = (own: readonly number[], [least, most]: Range): Fact => ({ people: own, least, most })
      if (!whole) return [fact(people, rangeOf(cell, count))]
      const among = peopleOf(whole, cell.row, whole.columns === null ? 'all' : cell.column)
      if (size(among) === 0) return [fact(among, [0, 0])]
      const [part, of] = rangesOf(cell, count, size(among))
      return [fact(people, part), fact(among, of)]
    })
    const shown = new Set(
      panel.cells.flatMap(({ row, column }) =>
        row.split(joint).flatMap((r) => column.split(joint).map((c) => `${r}/${c}`)),
      ),
    )
    const nobody = all.cells.flatMap(({ row, column }): Fact[] => {
      // Who said nothing is not drawn, whether anybody did or not.
      if (shown.has(`${row}/${column}`) || [row, column].includes(noneKey)) return []
      return [{ people: foundOf(asked, indicator, { row, column }).rows, least: 0, most: 0 }]
    })
    return [...facts, ...nobody]
  })
}

/** The small numbers of a place, whatever its pages merge, and of shares those on the other side. */
export function targetsOf(
  { everybody, isReal }: AttackerView,
  place: TreePlace,
  keys: readonly string[] = countingKeys,
): Target[] {
  const asked = { counted: everybody, place, basis: 'personnel', stage: undefined } as const
  return keys.flatMap((key) => {
    const indicator = indicatorOf(key)
    if (!indicator) return []
    const whole = wholeOf(indicator)
    return panelOf(asked, indicator, null).cells.flatMap(({ row, column }): Target[] => {
      // Who said nothing is no class of people.
      if ([row, column].includes(noneKey)) return []
      const { rows: people } = foundOf(asked, indicator, { row, column })
      const among = whole
        ? foundOf(asked, whole, { row, column: whole.columns === null ? 'all' : column }).rows
        : people
      const inside = new Set(people)
      const rest = among.filter((one) => !inside.has(one))
      return [people, rest].flatMap((own, side) => {
        const count = own.filter(isReal).length
        const name = `${place.name} ${key} ${row}/${column}${side === 1 ? ' 以外' : ''}`
        return isFew(count) ? [{ name, people: own, count }] : []
      })
    })
  })
}

/** People of one kind are in the same facts and targets; one column each. */
function kindsOf(sets: readonly (readonly number[])[]) {
  const held = new Map<number, number[]>()
  sets.forEach((people, index) => {
    for (const row of new Set(people)) held.set(row, [...(held.get(row) ?? []), index])
  })
  const kinds = new Map([...held.values()].map((list) => [list.join(), list]))
  const columns = sets.map((): number[] => [])
  let at = 0
  for (const list of kinds.values()) {
    for (const index of list) columns[index]?.push(at)
    at += 1
  }
  return columns
}

const sum = (columns: readonly number[]): string => columns.map((at) => `x${at}`).join(' + ')

/** What a reader can work out of facts, by linear programming over kinds of people. */
export function attackerOf(solver: Highs, facts: readonly Fact[], targets: readonly Target[]) {
  const keyOf = ({ people, least, most }: Fact) =>
    `${people.toSorted((a, b) => a - b).join()}/${least}/${most}`
  const known = [...new Map(facts.map((fact) => [keyOf(fact), fact])).values()]
  const columns = kindsOf([...known, ...targets].map(({ people }) => people))
  const rows = known.flatMap(({ least, most }, index) => {
    const text = sum(columns[index] ?? [])
    if (text === '' || most === Infinity) return []
    return least === most ? [` ${text} = ${least}`] : [` ${text} >= ${least}`, ` ${text} <= ${most}`]
  })
  const kindsIn = (target: number) => columns[known.length + target] ?? []
  /**
   * A region that reads the same and in which what is weighed is as much, or as little, as it can be: the
   * size of each target.
   */
  function farthest(weights: ReadonlyMap<number, number>): number[] {
    const cost = new Map<number, number>()
    for (const [target, weight] of weights)
      for (const kind of kindsIn(target)) cost.set(kind, (cost.get(kind) ?? 0) + weight)
    const objective = [...cost]
      .map(([kind, by]) => `${by < 0 ? '-' : '+'} ${Math.abs(by)} x${kind}`)
      .join(' ')
    // A bound, so that nothing is without end.
    const found = solver.solve(
      `Maximize\n obj: ${objective}\nSubject To\n${rows.join('\n')}\nBounds\n${bounds}\nEnd\n`,
    )
    if (found.Status !== 'Optimal') throw new Error(`the pages contradict each other: ${found.Status}`)
    const sizes = found.Columns
    return targets.map((_, target) =>
      kindsIn(target).reduce((all, kind) => all + (sizes[`x${kind}`]?.Primal ?? 0), 0),
    )
  }
  const all = new Set(columns.flat())
  const bounds = [...all].map((kind) => ` x${kind} <= 1000`).join('\n')
  return { farthest }
}

/**
 * The targets that a reader knows: of each other one there is a region that reads the same and has one person
 * more or less in it.
 */
export function knownOf(
  solver: Highs,
  facts: readonly Fact[],
  targets: readonly Target[],
  signs: () => 1 | -1,
): Target[] {
  const { farthest } = attackerOf(solver, facts, targets)
  const left = new Set(targets.keys())
  const drop = (sizes: readonly number[]) => {
    for (const at of left)
      if (Math.abs((sizes[at] ?? 0) - (targets[at]?.count ?? 0)) > 1 - 1e-6) left.delete(at)
  }
  // Many at once, in random directions; then those that are left, one by one.
  for (let round = 0; round < 3 && left.size > 0; round += 1)
    drop(farthest(new Map([...left].map((at) => [at, signs()]))))
  return [...left].flatMap((at) => {
    if (!left.has(at)) return []
    for (const sign of [1, -1]) drop(farthest(new Map([[at, sign]])))
    return left.has(at) ? (targets[at] ?? []) : []
  })
}
