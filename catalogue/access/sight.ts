import type { Actor } from './access.ts'
import type { Field } from '../define.ts'

/**
 * Whether an actor sees a masked or sealed field in full (house, section 2):
 * the owner always; the owner's school for fields that are only masked (it enters or verifies them); whoever holds the step
 * of the revision that proposes the value, because it is what they verify. Everybody else reads the mask,
 * an administrator who looks through somebody's eyes too.
 */
export function seesFull(actor: Actor, field: Field, row: { institutionId: number | null }, holdsStep = false): boolean {
  if (!field.masked && !field.sealed) return true
  if (actor.viewedBy !== undefined) return false
  if (actor.role === 2 || holdsStep) return true
  return !field.sealed && actor.role === 3 && row.institutionId === actor.institutionId
}
