import { Provider, interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import {
  consentDays,
  factScope,
  factScopes,
  type FactScope,
} from '../../../catalogue/contract/account/sign-on.ts'
import { actorOfIdentity, actorsOf } from '../../engine/access/index.ts'
import { sameSecret } from '../../platform/crypto/keys.ts'
import { errorFacts } from '../../platform/log/log.ts'
import { appOf, metadataOf } from './clients.ts'
import { consentOf, noteEntry } from './consents.ts'
import { errorPage } from './error-page.ts'
import { factsOf, releasedBy } from './facts.ts'
import { itemsOf } from './items.ts'
import type { SignOnNeeds } from './options.ts'
import type { SigningKey } from './signing-keys.ts'
import { signOutPage } from './sign-out-ticket.ts'
import { subjectOf } from './subject.ts'

/** Names of the provider's cookies; the session's stands at its own paths only. */
export const cookies = { session: 'xt_op', interaction: 'xt_op_asked', resume: 'xt_op_resume' } as const

/**
 * Seconds that things live. A code is for the way back from the browser; tokens of ten minutes need no list
 * of revoked ones; a refresh token lives as long as a session of the portal may, with which it ends.
 */
export const lives = {
  AuthorizationCode: 60,
  AccessToken: 600,
  IdToken: 600,
  RefreshToken: 12 * 3600,
  Session: 12 * 3600,
  Interaction: 1800,
  Grant: consentDays * 86_400,
  ClientCredentials: 600,
} as const

/** Keyed hash of an app's secret, as the portal keeps it. */
export const secretHashOf = ({ keys }: Pick<SignOnNeeds, 'keys'>, secret: string): string =>
  keys.mac('sign-on-secret', secret).toString('base64url')

/** The facts among scopes. */
export const factsAmong = (scopes: Iterable<string>): FactScope[] =>
  [...scopes].flatMap((scope) => factScope.safeParse(scope).data ?? [])

/** Whether a person may still go to an app as the identity they chose for it. */
async function stillMay({ db, maySee }: SignOnNeeds, app: string, personId: number) {
  const consent = await consentOf(db, app, personId)
  const found = consent && (await actorOfIdentity(db, consent.identityId))
  return consent && found?.enabled && (await maySee(app, found.actor)) ? consent : undefined
}

function policyOf(needs: SignOnNeeds) {
  const { db } = needs
  const policy = interactionPolicy.base()
  // Beside missing agreement: the app may be hidden from the identity that agreed to it.
  policy.get('consent')?.checks.add(
    new interactionPolicy.Check(
      'app_hidden',
      'the app is not for this identity',
      'access_denied',
      async (ctx) => {
        const { client, session, result } = ctx.oidc
        if (result?.consent || client === undefined || session?.accountId === undefined) return false
        const [app, personId] = [appOf(client.clientId), Number(session.accountId)]
        return (await consentOf(db, app, personId)) !== undefined && !(await stillMay(needs, app, personId))
      },
    ),
    0,
  )
  return policy
}

function configurationOf(needs: SignOnNeeds, keySet: readonly SigningKey[]): Configuration {
  const { db, keys } = needs
  return {
    adapter: (model) => {
      const items = itemsOf(db, keys, model)
      return model === 'Client' ? { ...items, find: (id) => metadataOf(db, id) } : items
    },
    jwks: { keys: keySet.map((key) => ({ ...key })) },
    routes: {
      authorization: '/oidc/auth',
      token: '/oidc/token',
      userinfo: '/oidc/userinfo',
      jwks: '/oidc/jwks',
      revocation: '/oidc/revoke',
      end_session: '/oidc/logout',
    },
    cookies: {
      names: { ...cookies },
      // The names in them are random and looked up; a signature would add nothing.
      long: { httpOnly: true, sameSite: 'lax', signed: false, path: '/oidc' },
      short: { httpOnly: true, sameSite: 'lax', signed: false },
    },
    responseTypes: ['code'],
    subjectTypes: ['pairwise'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256'],
      clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    },
    scopes: ['openid'],
    claims: {
      acr: null,
      auth_time: null,
      iss: null,
      sid: null,
      openid: ['sub'],
      ...Object.fromEntries(Object.entries(factScopes).map(([scope, { claims }]) => [scope, [...claims]])),
    },
    pkce: { required: () => true },
    features: featuresOf(needs),
    ttl: lives,
    expiresWithSession: () => true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ...accountPart(needs),
    interactions: { policy: policyOf(needs), url: (_ctx, { uid }) => `/oidc/interaction/${uid}` },
    renderError: errorPage,
    fetch: outward(needs),
  }
}

/** Optional features of the provider: sign-out from both sides, revocation of tokens. */
const featuresOf = (needs: SignOnNeeds) =>
  ({
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: { enabled: false },
    backchannelLogout: { enabled: true },
    revocation: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx) => signOutPage(needs, ctx),
      postLogoutSuccessSource: (ctx) => ctx.redirect('/login'),
    },
  }) satisfies Configuration['features']

/** Calls of the library to apps go where the portal's own may go. */
const outward =
  ({ outgoing }: SignOnNeeds): NonNullable<Configuration['fetch']> =>
  async (input, init) => {
    const answer = await outgoing(input instanceof Request ? input.url : String(input), {
      method: init?.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(init?.body instanceof URLSearchParams && { body: init.body.toString() }),
      timeout: 3_000,
    })
    return new Response(answer.status === 204 ? null : answer.text, { status: answer.status })
  }

/** Account of a person towards an app, with the released claims. */
function accountPart(needs: SignOnNeeds) {
  const { db, keys } = needs
  return {
    pairwiseIdentifier: (_ctx, accountId, client) =>
      Promise.resolve(subjectOf(keys, appOf(client.clientId), Number(accountId))),
    loadExistingGrant: async (ctx) => {
      const { client, session, provider, result } = ctx.oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const agreed = await consentOf(db, appOf(client.clientId), Number(session.accountId))
      const grantId = result?.consent?.grantId ?? agreed?.grantId
      return grantId === null || grantId === undefined ? undefined : provider.Grant.find(grantId)
    },
    findAccount: async (ctx, sub, token) => {
      const app = appOf(ctx.oidc.client?.clientId ?? '')
      const personId = Number(sub)
      // Before anybody agreed, an account is somebody who may sign in at all.
      const known = token ? await stillMay(needs, app, personId) : (await actorsOf(db, personId)).length > 0
      if (!known) return undefined
      return {
        accountId: sub,
        claims: async (_use, scope) => {
          const consent = await consentOf(db, app, personId)
          const facts = consent && (await factsOf(db, keys, consent.identityId))
          if (!consent || !facts) return { sub }
          const asked = new Set(scope.split(' '))
          return { sub, ...releasedBy(facts, factsAmong(consent.scopes.filter((one) => asked.has(one)))) }
        },
      }
    },
  } satisfies Configuration
}

/** Follows what happens at the provider: entries are noted, faults are logged. */
function listen(provider: Provider, { db, log }: SignOnNeeds): void {
  const failed = (error: unknown) => log.error('sign-on.failed', errorFacts(error))
  provider.on('server_error', (_ctx: KoaContextWithOIDC, error: Error) => failed(error))
  provider.on('authorization.success', (ctx: KoaContextWithOIDC) => {
    const { client, session } = ctx.oidc
    const noted = async () => {
      const consent = await consentOf(db, appOf(client?.clientId ?? ''), Number(session?.accountId))
      if (consent) await db.transaction((tx) => noteEntry(tx, consent))
    }
    noted().catch(failed)
  })
}

/** The provider of OpenID Connect under one issuer, with the keys that are published now. */
export function providerFor(needs: SignOnNeeds, issuer: string, keySet: readonly SigningKey[]): Provider {
  const provider = new Provider(issuer, configurationOf(needs, keySet))
  // `mounted` writes the headers of a proxy itself.
  provider.proxy = true
  // What fails is logged by `listen`.
  provider.silent = true
  provider.Client.prototype.compareClientSecret = function compare(actual: string) {
    const kept = Buffer.from(this.clientSecret ?? '')
    return kept.length > 0 && sameSecret(kept, Buffer.from(secretHashOf(needs, actual)))
  }
  // No page of another site reads an answer.
  provider.use(async (ctx, next) => {
    await next()
    for (const name of ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers']) ctx.remove(name)
  })
  listen(provider, needs)
  return provider
}
