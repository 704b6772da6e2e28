import { AppError } from '../errors.ts'
import type { Level, Step } from '../define.ts'
import { levels, roleOfLevel, undoMinutes, type RouteStep, type Station } from './review.ts'

/**
 * Where an item stands on its way up the institution tree. Revisions of records and contents travel like this
 * (decision 0037); the functions below are every decision on that way.
 */
export interface Way {
  /** The steps as frozen when the item was submitted; empty before that. */
  readonly route: readonly RouteStep[]
  /** The step that the item waits at, or waited at last; null before it was submitted. */
  readonly step: number | null
  /** Whether the item waits at that step now. */
  readonly waiting: boolean
  /** The person who submitted the item. */
  readonly submitter: number | null
  /** The step that returned the item and wants it straight back; null for the first step. */
  readonly returnStep: number | null
  /** The identity that rejected the item, when the appeal went to its own office. */
  readonly notBy: number | null
}

/** The step of a route at which an item waits after a verb. */
export interface StepStop {
  readonly at: 'step'
  readonly index: number
  readonly step: RouteStep
  readonly route: readonly RouteStep[]
}

/** Where a verb takes an item. */
export type Stop =
  | StepStop
  | { readonly at: 'arrived' }
  | { readonly at: 'returned'; readonly returnStep: number | null }
  | { readonly at: 'rejected' }
  | { readonly at: 'withdrawn' }

/** What a decision needs to know of the actor. */
interface Decider {
  readonly personId: number
  readonly identityId: number
  readonly role: number
  readonly institutionId: number
}
type Holder = Pick<RouteStep, 'institutionId' | 'role'>

/** Verbs of a way. */
export type WayVerb = 'submit' | 'withdraw' | 'approve' | 'return' | 'reject' | 'appeal' | 'undo'

/** The step an item waits at; undefined where it waits for nobody. */
export const stepOf = (way: Pick<Way, 'route' | 'step' | 'waiting'>): RouteStep | undefined =>
  way.waiting ? way.route[way.step ?? 0] : undefined

/** The step an item waits at or waited at last, for the timeline. */
export const lastStepOf = (way: Pick<Way, 'route' | 'step'>): RouteStep | undefined =>
  way.route[way.step ?? 0]

/**
 * Whether the actor's office holds a step.
 * @param beside roles that act at the institution beside the step's own
 */
export const holds = (
  actor: Pick<Decider, 'institutionId' | 'role'>,
  holder: Partial<{ [K in keyof Holder]: Holder[K] | null }> | undefined,
  beside: readonly number[] = [],
): boolean =>
  holder !== undefined &&
  holder.institutionId === actor.institutionId &&
  (holder.role === actor.role || beside.includes(actor.role))

/** Whether the actor's office holds any step of a route. Such an office may learn that the item exists. */
export const onRoute = (
  actor: Pick<Decider, 'institutionId' | 'role'>,
  route: readonly RouteStep[],
): boolean => route.some((step) => holds(actor, step))

/**
 * Whose turn it is: `theirs` when the actor decides now, `own` when the actor submitted the item, `other`
 * when another office holds it, `nobody` when it waits for nobody.
 */
export function turnOf(
  actor: Decider,
  way: Pick<Way, 'route' | 'step' | 'waiting' | 'submitter'>,
  beside: readonly number[] = [],
): 'theirs' | 'own' | 'other' | 'nobody' {
  const step = stepOf(way)
  if (!step) return 'nobody'
  if (way.submitter === actor.personId) return 'own'
  return holds(actor, step, beside) ? 'theirs' : 'other'
}

/** Refuses the officer who rejected an item: another one of the office decides about the appeal. */
export function requireOther(actor: Pick<Decider, 'identityId'>, way: Pick<Way, 'notBy'>): void {
  if (way.notBy === actor.identityId) throw new AppError('forbidden', { message: '申诉须由另一位审核人复核' })
}

/** Whether a verb asks for a reason. A step of the chain may ask for words on approval too. */
export const asksReason = (verb: WayVerb, step: Pick<RouteStep, 'reasonRequired'> | undefined): boolean =>
  verb === 'return' ||
  verb === 'reject' ||
  verb === 'appeal' ||
  (verb === 'approve' && step?.reasonRequired === true)

const stopAt = (route: readonly RouteStep[], index: number): Stop => {
  const step = route[index]
  return step ? { at: 'step', index, step, route } : { at: 'arrived' }
}

/**
 * Where a submission goes: to the first step of its fresh route, or straight back to the step that returned
 * it. It goes straight back only while the mended value still takes the same route, so that no office is
 * passed over. A route without steps arrives at once.
 */
export function submitTo(way: Pick<Way, 'route' | 'returnStep'>, fresh: readonly RouteStep[]): Stop {
  const offices = (route: readonly RouteStep[]) => route.map((step) => step.institutionId).join()
  const straight = way.returnStep !== null && offices(way.route) === offices(fresh)
  const index = straight ? (way.returnStep ?? 0) : 0
  return stopAt(index > 0 ? way.route : fresh, index)
}

/** Where an approval goes: to the next step, or to the end. */
export const approveTo = (way: Pick<Way, 'route' | 'step'>): Stop => stopAt(way.route, (way.step ?? 0) + 1)

/**
 * Where a return goes: to the submitter, or to an earlier step whose office looks again.
 * @param comeBack whether the mended item comes straight back to this step
 */
export function returnTo(
  way: Pick<Way, 'route' | 'step'>,
  { toStep, comeBack }: { readonly toStep?: number | undefined; readonly comeBack?: boolean | undefined },
): Stop {
  const index = way.step ?? 0
  if (toStep === undefined) return { at: 'returned', returnStep: comeBack ? index : null }
  if (toStep < index && way.route[toStep]) return stopAt(way.route, toStep)
  const message = '只能退回到前面的一步'
  throw new AppError('invalid', { errors: [{ field: 'toStep', message }], message })
}

/**
 * Where an appeal goes: to the nearest staffed level above the one that rejected; where there is none, to the
 * same step again, for another officer (modules.json, lifecycles.review).
 */
export function appealTo(way: Pick<Way, 'route' | 'step'>, stations: readonly Station[]): StepStop {
  const rejected = lastStepOf(way)
  const above = levels
    .slice(rejected ? levels.indexOf(rejected.level) + 1 : 0)
    .map((level) => stations.find((station) => station.level === level && station.staffed))
    .find((station) => station !== undefined)
  const step: RouteStep | undefined = above
    ? {
        level: above.level,
        institutionId: above.institutionId,
        institution: above.institution,
        role: roleOfLevel[above.level],
        standsFor: [],
      }
    : rejected
  if (!step) throw new AppError('noHolder')
  const index = (way.step ?? 0) + 1
  return { at: 'step', index, step, route: [...way.route.slice(0, index), step] }
}

/** Where an undone approval goes: back to the step that gave it. */
export function undoTo({ route }: Pick<Way, 'route'>, index: number): StepStop {
  const step = route[index]
  if (!step) throw new AppError('wrongState')
  return { at: 'step', index, step, route }
}

/** The identity that may still undo its approval: it acted last, within the time for undoing; else null. */
export function undoableBy(
  last: { readonly action: string; readonly at: string; readonly by_identity: number } | undefined,
  now = Date.now(),
): number | null {
  if (!last || (last.action !== 'approve' && last.action !== 'forward')) return null
  return now - Date.parse(last.at) < undoMinutes * 60_000 ? last.by_identity : null
}

/** The steps above a level: an office's own work is reviewed above it. */
export const stepsAbove = (chain: readonly Step[], level: Level): Step[] =>
  chain.filter((step) => levels.indexOf(step.level) > levels.indexOf(level))
