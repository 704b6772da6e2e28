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
  readonly jwks: string
  readonly scopes: readonly TypedScope[]
  readonly services: string
  readonly enabled: boolean
}

const scopes: readonly FactScope[] = factScope.options

const lines = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The form as it opens. */
export function typedOf({ client }: SignOnClient): TypedClient {
  return {
    authMethod: client?.authMethod ?? 'client_secret_basic',
    redirectUris: client?.redirectUris.join('\n') ?? '',
    postLogoutUris: client?.postLogoutUris.join('\n') ?? '',
    backchannelUri: client?.backchannelUri ?? '',
    jwks: client?.jwks ? JSON.stringify(client.jwks, null, 2) : '',
    scopes: scopes.map((scope) => {
      const there = client?.scopes.find((one) => one.scope === scope)
      return { scope, need: there?.need ?? 'no', purpose: there?.purpose ?? '' }
    }),
    services: client?.services.join('\n') ?? '',
    enabled: client?.enabled ?? true,
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
    jwks,
    scopes: typed.scopes.flatMap(({ scope, need, purpose }) =>
      need === 'no' ? [] : [{ scope, need, purpose }],
    ),
    services: lines(typed.services),
    enabled: typed.enabled,
    ...(version !== undefined && { version }),
  }
}
