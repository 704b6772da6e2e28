import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginResult } from '../../../catalogue/contract/account/account.ts'
import type { Ground } from '../../engine/feature.ts'
import type { OutgoingRequest } from '../../platform/http/outgoing.ts'

/** Dependencies of signing in from outside, from `app`. */
export interface OutsideNeeds extends Pick<Ground, 'config' | 'db' | 'keys' | 'log' | 'actorOn' | 'tell'> {
  readonly outgoing: OutgoingRequest
  /** The address that this portal may say it has; null where it must not name any. */
  readonly originOf: (request: FastifyRequest) => Promise<string | null>
  readonly signingIn: {
    enter(
      request: FastifyRequest,
      reply: FastifyReply,
      who: { readonly personId: number; readonly accountId?: number | undefined },
    ): Promise<LoginResult | null>
    failed(request: FastifyRequest, typed: string): Promise<void>
  }
}
