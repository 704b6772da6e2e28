import { z } from 'zod'
import {
  agreedApp,
  factScopes,
  type AgreedApp,
  type FactScope,
} from '../../../catalogue/contract/account/sign-on.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { revokeConsent } from './consents.ts'
import type { SignOnNeeds } from './options.ts'

const tag = '个人中心'
const url = '/api/v1/user/apps'

interface Row extends Omit<AgreedApp, 'identity' | 'facts' | 'host'> {
  readonly identity_id: number
  readonly role: number
  readonly organization: string
  readonly scopes: readonly FactScope[]
  readonly address: string | null
}

async function agreedApps({ db }: SignOnNeeds, personId: number): Promise<AgreedApp[]> {
  const rows = await db.query<Row>(sql`
    select c.app_id as app, p.name, k.redirect_uris[1] as address, c.scopes, c.granted_at as "agreedAt", c.until,
      c.last_used_at as "lastUsedAt", a.id as identity_id, a.role, i.name as organization,
      exists (select 1 from sign_on_item o where o.model = 'RefreshToken' and o.grant_hash =
        rtrim(translate(encode(sha256(convert_to(c.grant_id, 'UTF8')), 'base64'), '+/', '-_'), '=')
        and o.expires_at > now() and o.consumed_at is null) as open
    from sign_on_consent c
    join app p on p.id = c.app_id
    join identity a on a.id = c.identity_id
    join institution i on i.id = a.institution_id
    left join sign_on_client k on k.app_id = c.app_id
    where c.person_id = ${personId} and c.until > now()
    order by c.last_used_at desc nulls last, c.granted_at desc, c.app_id
    limit 100`)
  return rows.map(({ identity_id: id, role, organization, scopes, address, ...row }) => ({
    ...row,
    host: URL.parse(address ?? '')?.host ?? '',
    identity: { id, role, organization },
    facts: scopes.map((scope) => factScopes[scope].label),
  }))
}

/** The apps that a person agreed to. */
export function ownAppRoutes(server: Server, needs: SignOnNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url,
    access: 'signedIn',
    tag,
    summary: '本人授权过的应用',
    answer: z.array(agreedApp),
    handle: (_, request) => agreedApps(needs, actorOn(request).personId),
  })
  register(server, {
    method: 'DELETE',
    url: `${url}/:app`,
    access: 'signedIn',
    tag,
    summary: '撤销对一个应用的授权，它立刻不能再取得资料',
    params: z.object({ app: z.string().max(10) }),
    answer: z.boolean(),
    handle: async ({ params: { app } }, request) => {
      const { personId, identityId } = actorOn(request)
      const gone = await needs.db.transaction((tx) => revokeConsent(tx, { app, personId, by: identityId }))
      if (!gone) throw new AppError('missing')
      return true
    },
  })
}
