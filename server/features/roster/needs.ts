import type { Ground } from '../../engine/feature.ts'
import type { OutgoingRequest } from '../../platform/http/outgoing.ts'

/** What the roster is given by `app`. */
export interface RosterNeeds extends Pick<Ground, 'config' | 'db' | 'keys' | 'log' | 'actorOn' | 'tell'> {
  readonly outgoing: OutgoingRequest
  /** The number of a person within an app: the same as an app of sign-on gets. */
  readonly subjectOf: (app: string, personId: number) => string
}
