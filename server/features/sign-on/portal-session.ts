import type { FastifyRequest } from 'fastify'
import { usable } from '../../engine/access/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { bindingIn } from '../../platform/session/browser.ts'
import { liveSession } from '../../platform/session/session.ts'

/**
 * The live session of a browser, known by its cookie alone: the provider is visited by navigation, without a
 * token.
 */
export interface PortalSession {
  readonly family: string
  readonly personId: number
  readonly identityId: number
  /** When the person last showed who they are, in seconds since 1970. */
  readonly shownAt: number
}

/**
 * The session of the browser that asks. Undefined where it is not signed in, has to change its password
 * first, or an administrator looks through somebody's eyes in it.
 */
export async function portalSession(
  db: Database,
  keys: Keys,
  request: FastifyRequest,
): Promise<PortalSession | undefined> {
  const binding = bindingIn(keys, request)
  if (binding === null) return undefined
  return db.maybeOne<PortalSession>(sql`
    select s.family, a.person_id as "personId", s.identity_id as "identityId",
      floor(extract(epoch from greatest(s.proved_at,
        (select min(f.created_at) from session f where f.family = s.family))))::float8 as "shownAt"
    from session s
    join identity a on a.id = s.identity_id
    join person p on p.id = a.person_id
    where s.binding = ${binding} and ${liveSession} and ${usable}
      and not p.password_simple and not p.must_change
      and coalesce(p.password_changed_at > now() - interval '183 days', true)
      and coalesce(s.viewed_until < now(), true)
    order by s.created_at desc
    limit 1`)
}
