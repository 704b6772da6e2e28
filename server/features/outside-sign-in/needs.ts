import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginResult } from '../../../catalogue/contract/account/account.ts'
import type { DoorName } from '../../../catalogue/contract/account/outside-sign-in.ts'
import type { AppError } from '../../../catalogue/errors.ts'
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
    /** The password that was sent, opened. */
    openPassword(
      sent: { readonly password: string; readonly kid?: string | undefined },
      request: FastifyRequest,
    ): Promise<string>
    /** Counts a password that another system is going to judge. */
    counted(
      request: FastifyRequest,
      tried: {
        readonly door: DoorName
        readonly label: string
        readonly typed: string
        readonly captcha_id?: string | undefined
        readonly captcha?: string | undefined
      },
    ): Promise<{
      readonly countFor: (subject: string) => Promise<void>
      readonly failed: () => Promise<AppError>
      readonly passed: () => Promise<void>
    }>
  }
}
