import type { Level, Step } from '../define.ts'
import { levels, roleOfLevel, routeOf, type RouteStep, type Station } from './review.ts'

/** An item under review whose owner came to another place of the tree. */
export interface DisplacedItem {
  readonly route: readonly RouteStep[]
  readonly step: number | null
  /** It waits for the answer to an appeal, at a step that no chain has. */
  readonly appealed: boolean
  /** The chain it was frozen from; null where nobody knows it any more. */
  readonly chain: readonly Step[] | null
  readonly values: Readonly<Record<string, unknown>>
}

const rank = (level: Level): number => levels.indexOf(level)

/** The lowest level that a step decides for, itself or one it stands for. */
const lowestOf = ({ level, standsFor }: RouteStep): Level =>
  standsFor.reduce<Level>((low, { level: one }) => (rank(one) < rank(low) ? one : low), level)

const stepAt = ({ level, institutionId, institution }: Station): RouteStep => ({
  level,
  institutionId,
  institution,
  role: roleOfLevel[level],
  standsFor: [],
})

/**
 * Who holds a level where nobody above it works: the nearest institution there is, staffed as soon as it can.
 */
function nearest(level: Level, stations: readonly Station[]): RouteStep | undefined {
  const above = levels.slice(rank(level)).map((one) => stations.find((station) => station.level === one))
  const below = levels
    .slice(0, rank(level))
    .toReversed()
    .map((one) => stations.find((s) => s.level === one))
  const found = [...above, ...below].find((station) => station !== undefined)
  return found && stepAt(found)
}

/** The steps from a level on, on another chain of institutions. */
function stepsFrom(level: Level, item: DisplacedItem, stations: readonly Station[]): readonly RouteStep[] {
  const rest = item.route.slice(item.step ?? 0).flatMap((step): Step[] =>
    [...step.standsFor.map((one) => one.level), step.level].map((one) => ({
      level: one,
      ...(step.days && { days: step.days }),
      ...(step.reasonRequired && { reasonRequired: true }),
    })),
  )
  const chain = (item.appealed ? null : item.chain)?.filter((step) => rank(step.level) >= rank(level)) ?? rest
  const route = routeOf(chain.length > 0 ? chain : rest, item.values, stations)
  return 'steps' in route ? route.steps : []
}

/**
 * The route of an item that goes on under other offices: the steps behind it stay as they were decided, the
 * one it waits at keeps its level, or goes to the next staffed level above where there is none, and so do
 * those after it. Null where nothing changes.
 */
export function reroute(
  item: DisplacedItem,
  stations: readonly Station[],
): { readonly route: readonly RouteStep[]; readonly step: number } | null {
  const step = item.step ?? 0
  const current = item.route[step]
  if (!current) return null
  const level = lowestOf(current)
  const rest = stepsFrom(level, item, stations)
  const fallback = nearest(current.level, stations)
  const next = rest.length > 0 ? rest : fallback ? [fallback] : []
  const offices = (steps: readonly RouteStep[]) => steps.map(({ institutionId }) => institutionId).join()
  if (next.length === 0 || offices(next) === offices(item.route.slice(step))) return null
  return { route: [...item.route.slice(0, step), ...next], step }
}
