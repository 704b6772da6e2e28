import { factScope, type FactScope } from '../../../catalogue/contract/account/sign-on.ts'
import {
  signOnClientBody,
  type AuthMethod,
  type SignOnClient,
  type SignOnClientBody,
} from '../../../catalogue/contract/administration/sign-on-clients.ts'

/** Fields that a refusal may name. */
export const fieldsOfClient = [
  'redirectUris',
  'postLogoutUris',
  'backchannelUri',
  'initiateUri',
  'jwks',
  'scopes',
  'services',
] as const

/** One fact as it is typed; `no` where the app is not told of it. */
export interface TypedScope {
  readonly scope: FactScope
  readonly need: 'no' | 'required' | 'optional'
  readonly purpose: string
}

/** A registration as it is typed. */
export interface TypedClient {
  readonly authMethod: AuthMethod
  readonly redirectUris: string
  readonly postLogoutUris: string
  readonly backchannelUri: string
  readonly initiateUri: string
  readonly jwks: string
  readonly scopes: readonly TypedScope[]
  readonly services: string
  readonly serviceLogout: boolean
  readonly enabled: boolean
}

const scopes: readonly FactScope[] = factScope.options

const lines = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Facts as the form opens: all there are, with what the registration says of each. */
const typedScopes = (registered: SignOnClientBody['scopes'] = []): TypedScope[] =>
  scopes.map((scope) => {
    const there = registered.find((one) => one.scope === scope)
    return { scope, need: there?.need ?? 'no', purpose: there?.purpose ?? '' }
  })

const unregistered: TypedClient = {
  authMethod: 'client_secret_basic',
  redirectUris: '',
  postLogoutUris: '',
  backchannelUri: '',
  initiateUri: '',
  jwks: '',
  scopes: typedScopes(),
  services: '',
  serviceLogout: false,
  enabled: true,
}

/** The form as it opens. */
export function typedOf({ client }: SignOnClient): TypedClient {
  if (client === null) return unregistered
  return {
    authMethod: client.authMethod,
    redirectUris: client.redirectUris.join('\n'),
    postLogoutUris: client.postLogoutUris.join('\n'),
    backchannelUri: client.backchannelUri ?? '',
    initiateUri: client.initiateUri ?? '',
    jwks: client.jwks ? JSON.stringify(client.jwks, null, 2) : '',
    scopes: typedScopes(client.scopes),
    services: client.services.join('\n'),
    serviceLogout: client.serviceLogout,
    enabled: client.enabled,
  }
}

/** The keys as they are typed; undefined where that is no set of public keys. */
function keysIn(typed: string): SignOnClientBody['jwks'] | undefined {
  try {
    return signOnClientBody.shape.jwks.safeParse(typed.trim() === '' ? null : JSON.parse(typed)).data
  } catch {
    return undefined
  }
}

/** What is sent, or the sentence of a fault that the server would not see. */
export function bodyOf(
  typed: TypedClient,
  version: number | undefined,
): SignOnClientBody | { readonly fault: string } {
  const { authMethod } = typed
  const jwks = authMethod === 'private_key_jwt' ? keysIn(typed.jwks) : null
  if (jwks === undefined) return { fault: '公钥应为 JSON 格式的 JWKS，且不含私钥' }
  return {
    authMethod,
    redirectUris: lines(typed.redirectUris),
    postLogoutUris: lines(typed.postLogoutUris),
    backchannelUri: typed.backchannelUri.trim() || null,
    initiateUri: typed.initiateUri.trim() || null,
    jwks,
    scopes: typed.scopes.flatMap(({ scope, need, purpose }) =>
      need === 'no' ? [] : [{ scope, need, purpose }],
    ),
    services: lines(typed.services),
    serviceLogout: typed.serviceLogout,
    enabled: typed.enabled,
    ...(version !== undefined && { version }),
  }
}
