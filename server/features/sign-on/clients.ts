import type { AdapterPayload } from 'oidc-provider'
import type {
  SignOnRelease,
  SignOnClientBody,
} from '../../../catalogue/contract/administration/sign-on-clients.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** An app's name towards the provider follows from its number in the application centre. */
export const clientIdOf = (app: string): string => `app-${app}`
export const appOf = (clientId: string): string => clientId.replace(/^app-/, '')

/** A registered app. */
export interface Client {
  readonly app: string
  readonly name: string
  readonly description: string
  readonly domain: string
  readonly entryPath: string
  readonly iconFile: string | null
  readonly authMethod: SignOnClientBody['authMethod']
  readonly secretHash: string | null
  readonly jwks: SignOnClientBody['jwks']
  readonly redirectUris: readonly string[]
  readonly postLogoutUris: readonly string[]
  readonly backchannelUri: string | null
  readonly initiateUri: string | null
  readonly scopes: readonly SignOnRelease[]
  readonly services: readonly string[]
  readonly serviceLogout: boolean
  readonly enabled: boolean
  readonly version: number
}

const columns = sql`p.id as app, p.name, p.description, p.domain, p.entry_path as "entryPath",
  p.icon_file as "iconFile", c.auth_method as "authMethod", c.secret_hash as "secretHash", c.jwks,
  c.redirect_uris as "redirectUris", c.post_logout_uris as "postLogoutUris",
  c.backchannel_uri as "backchannelUri", c.initiate_uri as "initiateUri", c.scopes, c.services,
  c.service_logout as "serviceLogout", c.version,
  c.enabled and p.enabled as enabled`

/** The registered app with this number, where it may be used now. */
export const clientOf = (db: Queryable, app: string): Promise<Client | undefined> =>
  db.maybeOne<Client>(sql`
    select ${columns}
    from sign_on_client c
    join app p on p.id = c.app_id
    where c.app_id = ${app} and c.enabled and p.enabled`)

/** Every registered app that older systems' tickets may be sent to. */
export const serviceClients = (db: Queryable): Promise<Client[]> =>
  db.query<Client>(sql`
    select ${columns}
    from sign_on_client c
    join app p on p.id = c.app_id
    where c.enabled and p.enabled and c.services <> '{}'`)

/** An app as the library reads a client; undefined for one that may not be used. */
export async function metadataOf(db: Queryable, clientId: string): Promise<AdapterPayload | undefined> {
  const client = await clientOf(db, appOf(clientId))
  if (client === undefined || client.redirectUris.length === 0) return undefined
  return {
    client_id: clientIdOf(client.app),
    client_name: client.name,
    // The hash: the provider compares hashes, so the secret itself is kept nowhere.
    ...(client.secretHash !== null && { client_secret: client.secretHash }),
    ...(client.jwks !== null && { jwks: client.jwks }),
    token_endpoint_auth_method: client.authMethod,
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutUris],
    ...(client.backchannelUri !== null && {
      backchannel_logout_uri: client.backchannelUri,
      backchannel_logout_session_required: true,
    }),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: ['openid', ...client.scopes.map(({ scope }) => scope)].join(' '),
    subject_type: 'pairwise',
    id_token_signed_response_alg: 'RS256',
    require_auth_time: true,
  }
}
