import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  freshSecret,
  isLoopback,
  signOnClient,
  signOnClientBody,
  signOnClients,
  type SignOnClient,
  type SignOnClientBody,
} from '../../../catalogue/contract/administration/sign-on-clients.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { clientIdOf } from './clients.ts'
import { issuerFor, type SignOnNeeds } from './options.ts'
import { secretHashOf } from './provider.ts'

const url = '/api/v1/signOnClients'
const tag = '应用接入'
const administrator = [1]
const params = z.object({ app: z.string().max(10) })

interface Row extends Pick<SignOnClient, 'app' | 'name' | 'appEnabled'> {
  readonly client: NonNullable<SignOnClient['client']> | null
}

async function clientsWhere(db: Queryable, which: Sql): Promise<SignOnClient[]> {
  const rows = await db.query<Row>(sql`
    select p.id as app, p.name, p.enabled as "appEnabled",
      case when c.app_id is not null then jsonb_build_object(
        'authMethod', c.auth_method, 'redirectUris', c.redirect_uris, 'postLogoutUris', c.post_logout_uris,
        'backchannelUri', c.backchannel_uri, 'initiateUri', c.initiate_uri, 'jwks', c.jwks, 'scopes', c.scopes, 'services', c.services,
        'serviceLogout', c.service_logout,
        'enabled', c.enabled, 'version', c.version, 'secretMadeAt', c.secret_made_at,
        'lastUsedAt', c.last_used_at,
        'people', (select count(*) from sign_on_consent k where k.app_id = c.app_id and k.until > now())
      ) end as client
    from app p
    left join sign_on_client c on c.app_id = p.id
    where ${which}
    order by p.sort_no, p.id
    limit 500`)
  return rows.map((row) => ({ ...row, clientId: clientIdOf(row.app) }))
}

/** Rules among the fields. Throws invalid with the field. */
function check({ nodeEnv }: SignOnNeeds['config'], body: SignOnClientBody): void {
  const { redirectUris, postLogoutUris, backchannelUri, initiateUri, services } = body
  const { authMethod, jwks, scopes } = body
  if (redirectUris.length === 0 && services.length === 0)
    throw invalid('redirectUris', '请填写登录后的返回地址')
  const hosts = new Set(redirectUris.map((address) => new URL(address).host))
  // The number of a person is for one app, and an app is one host.
  if (hosts.size > 1) throw invalid('redirectUris', '返回地址应在同一个域名下；另一个域名请登记为另一个应用')
  // The portal's own people are sent there: an app begins its sign-in where it also ends it.
  if (initiateUri !== null && !hosts.has(new URL(initiateUri).host))
    throw invalid('initiateUri', '应用内登录地址应与登录后的返回地址在同一个域名下')
  const single = [backchannelUri, initiateUri].filter((address) => address !== null)
  const all = [...redirectUris, ...postLogoutUris, ...services, ...single]
  if (nodeEnv === 'production' && all.some(isLoopback))
    throw invalid('redirectUris', '正式环境不能登记本机地址')
  if (authMethod === 'private_key_jwt' && jwks === null) throw invalid('jwks', '请填写应用的公钥')
  if (new Set(scopes.map(({ scope }) => scope)).size < scopes.length)
    throw invalid('scopes', '同一项资料只能登记一次')
}

async function keepClient(
  { db, config }: SignOnNeeds,
  app: string,
  body: SignOnClientBody,
  by: number,
): Promise<SignOnClient> {
  check(config, body)
  return db.transaction(async (tx) => {
    const there = await tx.maybeOne<{ version: number | null }>(sql`
      select c.version from app p left join sign_on_client c on c.app_id = p.id where p.id = ${app}`)
    if (there === undefined) throw new AppError('missing')
    if ((body.version ?? null) !== there.version) throw new AppError('stale')
    const kept = await tx.execute(sql`
      insert into sign_on_client as c (app_id, auth_method, jwks, redirect_uris, post_logout_uris,
        backchannel_uri, initiate_uri, scopes, services, service_logout, enabled)
      values (${app}, ${body.authMethod}, ${body.jwks === null ? null : sql.json(body.jwks)}::jsonb,
        ${[...body.redirectUris]}, ${[...body.postLogoutUris]}, ${body.backchannelUri},
        ${body.initiateUri}, ${sql.json(body.scopes)}::jsonb, ${[...body.services]}, ${body.serviceLogout}, ${body.enabled})
      on conflict (app_id) do update
      set auth_method = excluded.auth_method, jwks = excluded.jwks, redirect_uris = excluded.redirect_uris,
        post_logout_uris = excluded.post_logout_uris, backchannel_uri = excluded.backchannel_uri,
        initiate_uri = excluded.initiate_uri, scopes = excluded.scopes, services = excluded.services, service_logout = excluded.service_logout, enabled = excluded.enabled,
        version = c.version + 1, updated_at = excluded.updated_at
      where c.version = ${body.version ?? 0}`)
    if (kept === 0) throw new AppError('stale')
    await note(tx, {
      by,
      action: there.version === null ? 'signOn.registered' : 'signOn.changed',
      facts: { app, enabled: body.enabled, scopes: body.scopes.map(({ scope }) => scope) },
    })
    const [client] = await clientsWhere(tx, sql`p.id = ${app}`)
    if (!client) throw new AppError('missing')
    return client
  })
}

/** Makes a secret; the one before ends at once. */
async function makeSecret(needs: SignOnNeeds, app: string, by: number): Promise<{ secret: string }> {
  const secret = randomBytes(32).toString('base64url')
  await needs.db.transaction(async (tx) => {
    const made = await tx.execute(sql`
      update sign_on_client
      set secret_hash = ${secretHashOf(needs, secret)}, secret_made_at = now()
      where app_id = ${app} and auth_method in ('client_secret_basic', 'client_secret_post')`)
    if (made === 0) throw new AppError('missing')
    await note(tx, { by, action: 'signOn.secret', facts: { app } })
  })
  return { secret }
}

/** Administrators' calls for apps that sign people in through the portal. */
export function clientRoutes(server: Server, needs: SignOnNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url,
    access: administrator,
    tag,
    summary: '应用及其登录接入',
    answer: signOnClients,
    handle: async (_, request) => ({
      issuer: issuerFor(needs.config, request),
      list: await clientsWhere(needs.db, sql`true`),
    }),
  })
  register(server, {
    method: 'PUT',
    url: `${url}/:app`,
    access: administrator,
    tag,
    summary: '登记或修改应用的登录接入',
    params,
    body: signOnClientBody,
    answer: signOnClient,
    handle: ({ params: { app }, body }, request) => keepClient(needs, app, body, actorOn(request).identityId),
  })
  register(server, {
    method: 'POST',
    url: `${url}/:app/secret`,
    access: administrator,
    tag,
    summary: '生成新密钥，只显示这一次；原来的立刻作废',
    params,
    answer: freshSecret,
    handle: ({ params: { app } }, request) => makeSecret(needs, app, actorOn(request).identityId),
  })
}
