import { holds } from '../rules/condition.ts'
import type { Level, Step } from '../define.ts'

/** States of a revision (dictionary approvalStatus). */
export const states = [
  'draft',
  'inReview',
  'returned',
  'approved',
  'rejected',
  'withdrawn',
  'voided',
] as const
export type State = (typeof states)[number]

/** States of a revision that is not settled yet. A record has at most one such revision. */
export const pendingStates = ['draft', 'inReview', 'returned', 'rejected', 'withdrawn'] as const

/** What may be done to a record beside reading it. */
export const verbs = [
  'create',
  'edit',
  'delete',
  'submit',
  'withdraw',
  'urge',
  'remark',
  'approve',
  'return',
  'reject',
  'appeal',
  'void',
  'undo',
] as const
export type Verb = (typeof verbs)[number]

/** Levels from the school upwards, and the role that acts on each (specification, section 6). */
export const levels = ['school', 'area', 'city', 'province'] as const satisfies readonly Level[]
export const roleOfLevel = { school: 3, area: 4, city: 5, province: 6 } as const satisfies Record<
  Level,
  number
>
export const levelLabels = {
  school: '学校',
  area: '县区',
  city: '市',
  province: '省',
} as const satisfies Record<Level, string>

/**
 * Days after the owner heard of a rejection in which they may appeal, once (lifecycle review, working days).
 */
export const appealWorkingDays = 15

/** Remarks that owner and offices may write about one revision. */
export const mostRemarks = 20

/** Acts that decide nothing: whoever asks for the last decision passes over them. */
export const asides = ['urge', 'remark'] as const satisfies readonly Verb[]

/** Minutes in which a reviewer may undo an approval, while no later change builds on it. */
export const undoMinutes = 10

/** The institution that stands on a level above the owner, if it exists and somebody works there. */
export interface Station {
  readonly level: Level
  readonly institutionId: number
  readonly institution: string
  /** Whether somebody with the level's role can act there. */
  readonly staffed: boolean
}

/** A step as frozen with a submission. */
export interface RouteStep {
  readonly level: Level
  readonly institutionId: number
  readonly institution: string
  readonly role: number
  /**
   * Levels of the chain this step stands for because they do not exist or nobody works there, with the
   * reason.
   */
  readonly standsFor: readonly { readonly level: Level; readonly why: 'absent' | 'unstaffed' }[]
  /**
   * As the chain's step says. A step that stands for another has the longer time, and asks for words if
   * either did.
   */
  readonly days?: number
  readonly reasonRequired?: true
}

/** The route of a submission: its steps, or the first level that nobody can act for. */
export type Route = { readonly steps: readonly RouteStep[] } | { readonly noHolderFor: Level }

/**
 * Works out who reviews a submission. A step whose level is missing above the owner's institution, or
 * unstaffed, moves up to the nearest staffed level; moved steps that meet become one (modules.json,
 * lifecycles.review.chain).
 * @param chain the declared steps; `when` is judged on the submitted values, an empty field counts as holding
 * @param stations the institutions above the owner, by level
 */
export function routeOf(
  chain: readonly Step[],
  row: Readonly<Record<string, unknown>>,
  stations: readonly Station[],
): Route {
  const steps: RouteStep[] = []
  for (const step of chain) {
    if (step.when && !holds(step.when, row, true)) continue
    const from = levels.indexOf(step.level)
    const station = levels
      .slice(from)
      .map((level) => stations.find((s) => s.level === level && s.staffed))
      .find((s) => s !== undefined)
    if (!station) return { noHolderFor: step.level }
    const moved = station.level === step.level ? [] : [missing(step.level, stations)]
    const same = steps.findIndex((s) => s.institutionId === station.institutionId)
    const known = steps[same]
    if (known) steps[same] = { ...known, ...stricter(known, step), standsFor: [...known.standsFor, ...moved] }
    else
      steps.push({
        level: station.level,
        institutionId: station.institutionId,
        institution: station.institution,
        role: roleOfLevel[station.level],
        standsFor: moved,
        ...stricter(step, {}),
      })
  }
  return { steps }
}

function stricter(
  one: Pick<Step, 'days' | 'reasonRequired'>,
  other: Pick<Step, 'days' | 'reasonRequired'>,
): Pick<Step, 'days' | 'reasonRequired'> {
  const days = Math.max(one.days ?? 0, other.days ?? 0)
  return {
    ...(days > 0 && { days }),
    ...((one.reasonRequired ?? other.reasonRequired) && { reasonRequired: true }),
  }
}

function missing(level: Level, stations: readonly Station[]) {
  return {
    level,
    why: stations.some((s) => s.level === level) ? ('unstaffed' as const) : ('absent' as const),
  }
}

/**
 * The Chinese name of a state; a revision under review is named after the level that holds it: 待县区审核.
 */
export function stateLabel(state: State, level?: Level | null): string {
  if (state === 'inReview') return level ? `待${levelLabels[level]}审核` : '审核中'
  return {
    draft: '草稿',
    returned: '已退回',
    approved: '已通过',
    rejected: '不通过',
    withdrawn: '已撤回',
    voided: '已作废',
  }[state]
}
