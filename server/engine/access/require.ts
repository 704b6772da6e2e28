import { can, refusal, type Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Verb } from '../../../catalogue/flows/review.ts'
import type { Loaded } from '../records/index.ts'

/** Refuses a verb the actor may not use on this record: 403 by right, 409 by state. */
export function requireVerb(actor: Actor, verb: Verb, loaded: Loaded): void {
  if (can(actor, verb, loaded.standing)) return
  // An office on the item's route comes too late or too early; only one that is not on it has no business
  // there.
  const reviews = verb === 'approve' || verb === 'return' || verb === 'reject'
  const onRoute =
    reviews &&
    (loaded.pending?.route.some((s) => s.institutionId === actor.institutionId && s.role === actor.role) ??
      false)
  throw new AppError(
    onRoute || refusal(actor, verb, loaded.standing) === 'state' ? 'wrongState' : 'forbidden',
  )
}

/** Refuses a version the record has moved on from. */
export function requireVersion(loaded: Loaded, version: number | undefined): void {
  if (version !== undefined && version !== loaded.version) throw new AppError('stale')
}
