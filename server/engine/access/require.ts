import { can, refusal, type Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Verb } from '../../../catalogue/flows/review.ts'
import { onRoute } from '../../../catalogue/flows/way.ts'
import type { LoadedRecord } from '../records/index.ts'

/** Refuses a verb the actor may not use on this record: 403 by right, 409 by state. */
export function requireVerb(actor: Actor, verb: Verb, loaded: LoadedRecord): void {
  if (can(actor, verb, loaded.standing)) return
  // An office on the route gets 409 (not its turn); an office off the route gets 403.
  const reviews = verb === 'approve' || verb === 'return' || verb === 'reject'
  const offTurn = reviews && loaded.pending !== null && onRoute(actor, loaded.pending.route)
  throw new AppError(
    offTurn || refusal(actor, verb, loaded.standing) === 'state' ? 'wrongState' : 'forbidden',
  )
}

/** Refuses a version that is not the record's newest. */
export function requireVersion(loaded: LoadedRecord, version: number | undefined): void {
  if (version !== undefined && version !== loaded.version) throw new AppError('stale')
}
