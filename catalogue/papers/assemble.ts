import { isWithin, type Reach } from '../flows/reach.ts'
import { fillCells } from './capacity.ts'
import type { ItemFacts } from './facts.ts'
import { relaxations, relaxed, type Relaxation } from './relax.ts'
import { hashOf, seeded, shuffled } from './seeded.ts'
import { tenths, type Blueprint, type BlueprintRow } from './value.ts'

/** A question that could be chosen. */
export interface Candidate extends ItemFacts {
  /** Points and chapters with those above them. */
  readonly under: { readonly points: readonly number[]; readonly nodes: readonly number[] }
  /** How far it is shared. */
  readonly reach: Reach
  /** Whether the own school used it within the months of the blueprint. */
  readonly isRecent: boolean
  readonly uses: number
}

/** A question that stays: which row of the blueprint it fills. */
export interface KeptItem {
  readonly row: number
  readonly candidate: Candidate
}

/** A row that the pool cannot fill: how many there are, and how many more each relaxation would bring. */
export interface Shortfall {
  readonly row: number
  readonly wanted: number
  readonly found: number
  readonly relaxations: readonly {
    readonly how: Relaxation
    readonly more: number
  }[]
}

/** What was asked for and what was reached; scores in points, rates in thousandths. */
export interface Target {
  readonly kind: 'rate' | 'cognitive' | 'point'
  readonly key: string
  readonly wanted: number
  readonly reached: number
}

export type Assembly =
  | { readonly short: readonly Shortfall[]; readonly pool: number; readonly hash: string }
  | {
      readonly chosen: readonly (readonly Candidate[])[]
      readonly targets: readonly Target[]
      readonly pool: number
      readonly hash: string
      readonly seed: number
    }

const exchanges = 20_000

/** Whether a candidate fits a row. */
const fits = (row: BlueprintRow, { within, unusedMonths, excluded }: Blueprint, one: Candidate): boolean =>
  isOfKind(row, one) &&
  isHardAsAsked(row, one) &&
  isAbout(row, one) &&
  isWithin(one.reach, within) &&
  (unusedMonths === 0 || !one.isRecent) &&
  !excluded.includes(one.question)

const isOfKind = ({ form, structure }: BlueprintRow, one: Candidate): boolean =>
  (form === null || one.form === form) && (structure === null || one.structure === structure)

function isHardAsAsked({ easiest, hardest }: BlueprintRow, { difficulty }: Candidate): boolean {
  const level = Number(difficulty ?? '3')
  return (easiest === null || level >= Number(easiest)) && (hardest === null || level <= Number(hardest))
}

const isAbout = ({ points, nodes }: BlueprintRow, { under }: Candidate): boolean =>
  (points.length === 0 || points.some((point) => under.points.includes(point))) &&
  (nodes.length === 0 || nodes.some((node) => under.nodes.includes(node)))

/**
 * Chooses questions for a blueprint: first whether the pool suffices, then a filling drawn by the seed, then
 * exchanges within rows towards the targets (resources.md, 6.3). The same pool and seed give the same paper on
 * every machine: candidates are sorted, and everything compared is an integer.
 */
export function assemble(
  blueprint: Blueprint,
  given: readonly Candidate[],
  kept: readonly KeptItem[] = [],
): Assembly {
  const pool = given.toSorted((a, b) => a.question - b.question)
  const hash = hashOf(pool.flatMap(({ question, no, rate }) => [question, no, rate]))
  const facts = { pool: pool.length, hash }
  const taken = new Set(kept.flatMap(({ candidate }) => [candidate.family]))
  const variants = new Set(kept.map(({ candidate }) => candidate.variant))
  const free = pool.filter(({ family, variant }) => !taken.has(family) && !variants.has(variant))
  const wanted = blueprint.rows.map(({ count }, row) =>
    Math.max(0, count - kept.filter((one) => one.row === row).length),
  )
  const draw = seeded(blueprint.seed)
  const byRow = blueprint.rows.map((row) => free.filter((one) => fits(row, blueprint, one)))
  const { filled, isEnough } = fillCells(wanted, cellsOfFamilies(byRow, draw))
  if (!isEnough) return { ...facts, short: shortfalls(blueprint, free, wanted, filled) }
  const state = begun(blueprint, { byRow, filled, kept, draw })
  improve(state, draw)
  return { ...facts, chosen: state.chosen, targets: targetsOf(blueprint, state.chosen), seed: blueprint.seed }
}

/** Which rows each family fits, families in an order drawn by the seed. */
function cellsOfFamilies(
  byRow: readonly (readonly Candidate[])[],
  draw: (below: number) => number,
): Map<number, number[]> {
  const cells = new Map<number, number[]>()
  for (const [row, list] of byRow.entries())
    for (const { family } of list) {
      const own = cells.get(family) ?? []
      if (own.at(-1) !== row) own.push(row)
      cells.set(family, own)
    }
  const sorted = [...cells].toSorted(([a], [b]) => a - b)
  return new Map(shuffled(sorted, draw))
}

function shortfalls(
  blueprint: Blueprint,
  free: readonly Candidate[],
  wanted: readonly number[],
  filled: readonly (readonly number[])[],
): Shortfall[] {
  const families = (plan: Blueprint, at: number) => {
    const row = plan.rows[at]
    return new Set(free.filter((one) => row && fits(row, plan, one)).map(({ family }) => family)).size
  }
  return blueprint.rows.flatMap((_, at): Shortfall[] => {
    const found = filled[at]?.length ?? 0
    const asked = wanted[at] ?? 0
    if (found >= asked) return []
    const now = families(blueprint, at)
    const ways = relaxations
      .map((how) => ({ how, more: families(relaxed(blueprint, at, how), at) - now }))
      .filter(({ more }) => more > 0)
    return [{ row: at, wanted: asked, found, relaxations: ways }]
  })
}

interface FillState {
  readonly blueprint: Blueprint
  readonly byRow: readonly (readonly Candidate[])[]
  /** The questions of each row: those that stay first. */
  readonly chosen: Candidate[][]
  /** How many of each row stay. */
  readonly fixed: readonly number[]
  readonly families: Set<number>
  readonly variants: Map<string, number>
}

function begun(
  blueprint: Blueprint,
  {
    byRow,
    filled,
    kept,
    draw,
  }: {
    readonly byRow: readonly (readonly Candidate[])[]
    readonly filled: readonly (readonly number[])[]
    readonly kept: readonly KeptItem[]
    readonly draw: (below: number) => number
  },
): FillState {
  const fixed = blueprint.rows.map((_, row) => kept.filter((one) => one.row === row).length)
  const chosen = blueprint.rows.map((_, row) => [
    ...kept.filter((one) => one.row === row).map(({ candidate }) => candidate),
    ...(filled[row] ?? []).flatMap((family) => {
      const members = byRow[row]?.filter((one) => one.family === family) ?? []
      const member = members[draw(members.length)]
      return member ? [member] : []
    }),
  ])
  const all = chosen.flat()
  const variants = new Map<string, number>()
  for (const { variant } of all) variants.set(variant, (variants.get(variant) ?? 0) + 1)
  return { blueprint, byRow, chosen, fixed, families: new Set(all.map(({ family }) => family)), variants }
}

/** Exchanges questions within their rows; a worse paper is taken by a threshold that falls to nothing. */
function improve(state: FillState, draw: (below: number) => number): void {
  const { chosen, byRow, fixed } = state
  const slots = chosen.flatMap((list, row) =>
    list.map((_, at) => ({ row, at })).filter(({ at }) => at >= (fixed[row] ?? 0)),
  )
  let cost = costOf(state)
  for (let turn = 0; turn < exchanges && slots.length > 0; turn += 1) {
    const { row, at } = slots[draw(slots.length)] ?? { row: 0, at: 0 }
    const pool = byRow[row] ?? []
    const list = chosen[row]
    const before = list?.[at]
    const after = pool[draw(pool.length)]
    if (!list || !before || !after || !mayReplace(state, before, after)) continue
    list[at] = after
    const next = costOf(state)
    const threshold = Math.max(0, Math.floor((200 * (exchanges - turn)) / exchanges) - 20)
    if (next > cost + threshold) list[at] = before
    else {
      cost = next
      replace(state, before, after)
    }
  }
}

/** Whether a question may take the place of another one: nothing akin to it is in the paper. */
function mayReplace({ families, variants }: FillState, before: Candidate, after: Candidate): boolean {
  if (after.question === before.question) return false
  if (after.family !== before.family && families.has(after.family)) return false
  return (variants.get(after.variant) ?? 0) - (after.variant === before.variant ? 1 : 0) === 0
}

function replace({ families, variants }: FillState, before: Candidate, after: Candidate): void {
  families.delete(before.family)
  families.add(after.family)
  variants.set(before.variant, (variants.get(before.variant) ?? 1) - 1)
  variants.set(after.variant, (variants.get(after.variant) ?? 0) + 1)
}

/** Distance from the targets as an integer, with a little for each earlier use. */
function costOf({ blueprint, chosen, variants }: FillState): number {
  let [all, weighted, uses] = [0, 0, 0]
  const levels = new Map<string, number>()
  const points = new Map<number, number>()
  for (const [row, list] of chosen.entries()) {
    const score = tenths(blueprint.rows[row]?.score ?? 0)
    for (const { rate, cognitive, under, uses: used } of list) {
      all += score
      weighted += score * rate
      uses += Math.min(used, 20)
      levels.set(cognitive ?? '', (levels.get(cognitive ?? '') ?? 0) + score)
      for (const { point } of blueprint.points)
        if (under.points.includes(point)) points.set(point, (points.get(point) ?? 0) + score)
    }
  }
  const off = blueprint.rate === null || all === 0 ? 0 : Math.abs(Math.round(weighted / all) - blueprint.rate)
  const far = Object.entries(blueprint.cognitive).reduce(
    (sum, [level, score]) => sum + Math.abs((levels.get(level) ?? 0) - tenths(score)),
    0,
  )
  const away = blueprint.points.reduce(
    (sum, { point, score }) => sum + Math.abs((points.get(point) ?? 0) - tenths(score)),
    0,
  )
  const twins = [...variants.values()].reduce((sum, count) => sum + Math.max(0, count - 1), 0)
  return Math.max(0, off - blueprint.tolerance) * 20 + off + far * 4 + away * 4 + uses + twins * 10_000
}

function targetsOf(blueprint: Blueprint, chosen: readonly (readonly Candidate[])[]): Target[] {
  const scored = chosen.flatMap((list, row) =>
    list.map((one) => ({ one, score: tenths(blueprint.rows[row]?.score ?? 0) })),
  )
  const sum = (is: (one: Candidate) => boolean) =>
    scored.reduce((all, { one, score }) => all + (is(one) ? score : 0), 0)
  const all = sum(() => true)
  const weighted = scored.reduce((total, { one, score }) => total + one.rate * score, 0)
  return [
    ...(blueprint.rate === null
      ? []
      : [
          {
            kind: 'rate' as const,
            key: '',
            wanted: blueprint.rate,
            reached: all === 0 ? 0 : Math.round(weighted / all),
          },
        ]),
    ...Object.entries(blueprint.cognitive).map(([key, wanted]) => ({
      kind: 'cognitive' as const,
      key,
      wanted,
      reached: sum(({ cognitive }) => cognitive === key) / 10,
    })),
    ...blueprint.points.map(({ point, score }) => ({
      kind: 'point' as const,
      key: String(point),
      wanted: score,
      reached: sum(({ under }) => under.points.includes(point)) / 10,
    })),
  ]
}
