import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginResult } from '../../../catalogue/contract/account.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { openSession } from '../../platform/session/session.ts'
import { infoOf } from './info.ts'
import { rememberDevice } from './known-device.ts'
import { auditSignIn, identitiesOf, noteSuccess } from './store.ts'

/** What the sign-in feature is given to let people in. */
export interface EnterOptions {
  readonly db: Database
  readonly keys: Keys
  /** Where a photo can be fetched for a day; empty for none. */
  readonly photoAddress: (fileId: string | null) => string
}

/** Somebody who has shown who they are. */
export interface Entering {
  readonly personId: number
  /** The identity they chose, where they have several. */
  readonly accountId?: number | undefined
  /** What has to be done, or fail, before anything is opened: using up what they showed. */
  readonly before?: () => Promise<void>
}

export const originOf = (request: FastifyRequest) => ({ ip: request.ip, agent: request.headers['user-agent'] ?? '' })

/**
 * Lets somebody in who has shown who they are: a session, or the choice among several identities, in which case they come again with
 * one. Null: no identity of theirs is enabled.
 */
export async function enter(o: EnterOptions, request: FastifyRequest, reply: FastifyReply, { personId, accountId, before }: Entering): Promise<LoginResult | null> {
  const identities = await identitiesOf(o.db, { personId })
  const [first] = identities
  if (!first) return null
  rememberDevice(o.keys, request, reply, { id: personId, password_changed_at: first.password_changed_at })
  const chosen = identities.length === 1 ? first : identities.find((row) => row.id === accountId)
  if (!chosen) return { accounts: identities.map((r) => ({ id: r.id, role: r.role, organization: r.institution, truename: r.name })) }
  await before?.()
  const lastLogin = await noteSuccess(o.db, personId)
  const token = await openSession(o.db, chosen.id, originOf(request))
  await auditSignIn(o.db, 'login', { identityId: chosen.id, personId }, originOf(request))
  return infoOf(o, chosen, token, lastLogin)
}
