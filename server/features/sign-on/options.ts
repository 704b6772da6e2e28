import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Ground } from '../../engine/feature.ts'
import type { OutgoingRequest } from '../../platform/http/outgoing.ts'

/** Dependencies of the sign-on feature, from `app`. */
export interface SignOnNeeds extends Pick<Ground, 'config' | 'db' | 'keys' | 'log' | 'photoAddress'> {
  readonly outgoing: OutgoingRequest
  /** Whether an app is for an identity, as the application centre says. */
  readonly maySee: (app: string, actor: Actor) => Promise<boolean>
}

const onThisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * The issuer: `PUBLIC_ORIGIN`; without it, while developing, the address of this machine by which it was
 * asked. The host of a request is whatever the caller says, so no other name is repeated. Null where there is
 * no issuer.
 */
export function issuerFor(
  { publicOrigin }: Pick<Ground['config'], 'publicOrigin'>,
  { host, protocol }: Pick<FastifyRequest, 'host' | 'protocol'>,
): string | null {
  if (publicOrigin !== undefined) return publicOrigin
  return onThisMachine.test(host) ? `${protocol}://${host.toLowerCase()}` : null
}
