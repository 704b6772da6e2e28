import { levels, roleOfLevel } from '../flows/review.ts'
import { stepsAbove } from '../flows/way.ts'
import { holds } from '../rules/condition.ts'
import type { Level, Step } from '../define.ts'
import type { AnyContent } from './define.ts'

/** The role that writes contents for itself instead of for its institution. */
export const teacher = 2

/** Whether people of a role are authors of what they write of a type. */
export const writesForSelf = ({ writers }: Pick<AnyContent, 'writers'>, role: number): boolean =>
  role === teacher && writers.includes(teacher)

/**
 * Whether somebody has to agree before an office of this role publishes such a value, as the type declares
 * it. Chains that people published later stand in the place of the declared one; only the server knows them.
 */
export function agreesFor(
  { approval }: Pick<AnyContent, 'approval'>,
  role: number,
  value: Readonly<Record<string, unknown>>,
): boolean {
  if (!approval) return false
  if (approval.second) return true
  return stepsFor(approval.chain, role).some(({ when }) => !when || holds(when, value, true))
}

/**
 * The steps that what a role writes passes: every step for a teacher, for an office those above its own
 * level.
 */
export function stepsFor(chain: readonly Step[], role: number): readonly Step[] {
  if (role === teacher) return chain
  return stepsAbove(chain, levels.find((level) => roleOfLevel[level] === role) ?? 'province')
}

/**
 * Codes of `shareScope` by the office whose people they reach; "everybody" reaches at least the level above a
 * school.
 */
const officeOfReach: Readonly<Record<string, Level>> = {
  1: 'school',
  2: 'area',
  3: 'city',
  4: 'province',
  9: 'area',
}

/**
 * Whether the school and the office whose people will read it are among the levels that are asked for a
 * teacher's value. What he keeps for himself needs nobody.
 */
export function agreesToReach(
  { sharing }: Pick<AnyContent, 'sharing'>,
  value: Readonly<Record<string, unknown>>,
  asked: readonly Level[],
): boolean {
  const reach = sharing === undefined ? null : value[sharing]
  if (reach === '0') return true
  const office = typeof reach === 'string' ? officeOfReach[reach] : undefined
  return office !== undefined && asked.includes('school') && asked.includes(office)
}

/** Levels whose step of a chain a value asks for. */
export const levelsAsked = (
  chain: readonly Step[],
  value: Readonly<Record<string, unknown>>,
  whenEmpty: boolean,
): Level[] => chain.filter(({ when }) => !when || holds(when, value, whenEmpty)).map(({ level }) => level)

/**
 * Reaches for which a chain leaves out the school, or the office whose people would read what a teacher
 * wrote.
 */
export function unagreedReaches(
  definition: Pick<AnyContent, 'sharing'>,
  chain: readonly Step[],
): readonly string[] {
  return Object.keys(officeOfReach).filter((code) => {
    const value = definition.sharing === undefined ? {} : { [definition.sharing]: code }
    return !agreesToReach(definition, value, levelsAsked(chain, value, false))
  })
}

/** What makes a value one that everybody may read, visitors without an account among them. */
export const forEverybody = ({
  audience,
  sharing,
}: Pick<AnyContent, 'audience' | 'sharing'>): Readonly<Record<string, unknown>> => ({
  ...(audience && { [audience.visibility]: '2' }),
  ...(sharing !== undefined && { [sharing]: '9' }),
})
