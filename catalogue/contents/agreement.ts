import { levels, roleOfLevel } from '../flows/review.ts'
import { stepsAbove } from '../flows/way.ts'
import { holds } from '../rules/condition.ts'
import type { AnyContent } from './define.ts'

/**
 * Whether somebody has to agree before an office of this role publishes such a value, as the type declares it.
 * Chains that people published later stand in the place of the declared one; only the server knows them.
 */
export function agreesFor(
  { approval }: Pick<AnyContent, 'approval'>,
  role: number,
  value: Readonly<Record<string, unknown>>,
): boolean {
  if (!approval) return false
  if (approval.second) return true
  const own = levels.find((level) => roleOfLevel[level] === role) ?? 'province'
  return stepsAbove(approval.chain, own).some(({ when }) => !when || holds(when, value, true))
}

/** What makes a value one that everybody may read, visitors without an account among them. */
export const forEverybody = ({
  audience,
  sharing,
}: Pick<AnyContent, 'audience' | 'sharing'>): Readonly<Record<string, unknown>> => ({
  ...(audience && { [audience.visibility]: '2' }),
  ...(sharing !== undefined && { [sharing]: '9' }),
})
