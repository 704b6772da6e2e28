import type { Level } from '../../../../catalogue/define.ts'
import type { RouteStep } from '../../../../catalogue/flows/review.ts'

/** The step of a route that holds a revision. */
export const stepOf = (route: readonly RouteStep[] | null, step: number | null): RouteStep | undefined =>
  route?.[step ?? 0]

/** Level of the step that holds a revision. */
export function levelOfStep(route: readonly RouteStep[] | null, step: number | null): Level | null {
  return stepOf(route, step)?.level ?? null
}

/** Whole days since an instant; null when there is none. */
export function daysSince(at: string | null): number | null {
  return at === null ? null : Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 86_400_000))
}
