import { roleOfLevel } from '../flows/review.ts'
import type { Level } from '../define.ts'

/**
 * Record types that a school registers with effect at once and an office above confirms. A record is marked
 * 待确认 until then. The level is the lowest that confirms; where it has no account, the next above confirms.
 * Records that an office above registers itself need no confirmation.
 */
export const confirmed: Readonly<Record<string, Level>> = { punishment: 'area' }

/** Names of all types that are confirmed. */
export const confirmedTypes: readonly string[] = Object.keys(confirmed)

/** The lowest role that confirms records of a type; null where nobody does. */
export function confirmingFrom(type: string): number | null {
  const level = Object.hasOwn(confirmed, type) ? confirmed[type] : undefined
  return level === undefined ? null : roleOfLevel[level]
}
