import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Ground } from '../../engine/feature.ts'
import type { Tx } from '../../platform/db/database.ts'

/** An identity of somebody, and the account it belongs to. */
export interface KeptIdentity {
  readonly personId: number
  readonly identityId: number
}

/** What provisioning is given by `app`. */
export interface ScimNeeds extends Pick<Ground, 'db' | 'actorOn'> {
  /** The address that the portal may say it has; null where it must name none. */
  readonly originOf: (request: FastifyRequest) => Promise<string | null>
  readonly accounts: {
    /** Switches an identity off as an administrator would: its sessions and deputies end, and it is told. */
    readonly switchOff: (tx: Tx, actor: Actor, identity: KeptIdentity) => Promise<void>
    /** Gives it back; the person is told. */
    readonly switchOn: (tx: Tx, actor: Actor, identity: KeptIdentity) => Promise<void>
  }
}
