import { roleOfLevel } from '../flows/review.ts'
import type { Level } from '../define.ts'

/**
 * Record types a school registers with effect at once and an office above confirms: marked 待确认 until then.
 * The level is the lowest that confirms; where nobody can act there, the next above does. What an office
 * above registers itself needs nobody.
 */
export const confirmed: Readonly<Record<string, Level>> = { punishment: 'area' }

/** Names of all types that are confirmed. */
export const confirmedTypes: readonly string[] = Object.keys(confirmed)

/** The lowest role that confirms records of a type; null where nobody does. */
export function confirmingFrom(type: string): number | null {
  const level = Object.hasOwn(confirmed, type) ? confirmed[type] : undefined
  return level === undefined ? null : roleOfLevel[level]
}
