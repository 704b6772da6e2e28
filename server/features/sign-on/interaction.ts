import type { FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  consentAnswer,
  consentDecision,
  consentQuery,
  consentView,
  type ConsentDecision,
} from '../../../catalogue/contract/account/sign-on.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import { cookieOf } from '../../platform/http/cookies.ts'
import type { Server } from '../../platform/http/server.ts'
import { agreedIn, askingOf, viewOf, type AgreementOutcome, type AppRequest } from './asking.ts'
import { appOf, clientIdOf, clientOf } from './clients.ts'
import { keepConsent } from './consents.ts'
import type { SignOnNeeds } from './options.ts'
import { cookies, factsAmong } from './provider.ts'
import type { Providers } from './providers.ts'

const tag = '单点登录'
const params = z.object({ uid: z.string().max(100) })

const over = () => new AppError('missing', { message: '登录请求已过期，请回到应用重新打开' })

type Interaction = InstanceType<Provider['Interaction']>

/** A request of OpenID Connect, with whoever is asked. */
interface SignOnRequest extends AppRequest {
  readonly provider: Provider
  readonly interaction: Interaction
  /** The app wants the person to show again who they are. */
  readonly proof: boolean
}

/**
 * The request that this browser began, and nobody else's: the cookie was set where it began. Without that a
 * stranger could send their own request to somebody, and be signed in as them.
 */
async function askedIn(
  needs: SignOnNeeds,
  providers: Providers,
  request: FastifyRequest,
  { uid, actor }: { uid: string; actor: Actor },
): Promise<SignOnRequest> {
  const provider = await providers.for(request)
  if (provider === null || cookieOf(request, cookies.interaction) !== uid) throw over()
  const interaction = await provider.Interaction.find(uid)
  const client = interaction && (await clientOf(needs.db, appOf(String(interaction.params['client_id']))))
  if (!interaction || !client) throw over()
  const scopes = new Set(factsAmong(String(interaction.params['scope'] ?? '').split(' ')))
  const { reasons } = interaction.prompt
  const proof = reasons.some((reason) => reason === 'login_prompt' || reason === 'max_age')
  const asking = await askingOf(needs, client, actor, {
    facts: client.scopes.filter(({ scope }) => scopes.has(scope)),
    again: proof || reasons.includes('consent_prompt'),
  })
  return { ...asking, provider, interaction, proof }
}

/**
 * When the person last showed who they are on this device, in seconds. Throws confirmFirst where it was too
 * early.
 */
async function shownAt({ db }: SignOnNeeds, asked: SignOnRequest, token: string): Promise<number> {
  const { at } = await db.one<{ at: number }>(sql`
    select floor(extract(epoch from coalesce(greatest(max(s.proved_at), min(s.created_at)), now())))::float8 as at
    from session s
    where s.family = (select f.family from session f where f.token_hash = ${sha256(token)})`)
  if (asked.proof && at < asked.interaction.iat) throw new AppError('confirmFirst')
  return at
}

/** Keeps what was agreed to; returns the grant that the library works with. */
async function grantFor(
  { db }: SignOnNeeds,
  asked: SignOnRequest,
  agreed: AgreementOutcome,
): Promise<string> {
  const { provider, client, actor, consent } = asked
  const { identityId, scopes, declined, unchanged } = agreed
  if (consent?.grantId && unchanged && (await provider.Grant.find(consent.grantId))) return consent.grantId
  const grant = new provider.Grant({
    accountId: String(actor.personId),
    clientId: clientIdOf(client.app),
  })
  grant.addOIDCScope(['openid', ...scopes].join(' '))
  if (declined.length > 0) grant.rejectOIDCScope(declined.join(' '))
  const grantId = await grant.save()
  const { app } = client
  await db.transaction((tx) =>
    keepConsent(tx, { app, personId: actor.personId, identityId, scopes, declined, grantId }),
  )
  return grantId
}

async function decide(
  needs: SignOnNeeds,
  asked: SignOnRequest,
  decision: ConsentDecision,
  token: string,
): Promise<string> {
  const { interaction } = asked
  const left = interaction.exp - Math.floor(Date.now() / 1000)
  if (left <= 0) throw over()
  if (!decision.agree) {
    interaction.result = { error: 'access_denied', error_description: 'the person did not agree' }
  } else {
    const agreed = await agreedIn(needs, asked, decision)
    const ts = await shownAt(needs, asked, token)
    interaction.result = {
      login: { accountId: String(asked.actor.personId), ts },
      consent: { grantId: await grantFor(needs, asked, agreed) },
    }
  }
  await interaction.save(left)
  return interaction.returnTo
}

/** The page of consent: what it shows, and what was decided on it. */
export function interactionRoutes(
  server: Server,
  needs: SignOnNeeds,
  providers: Providers,
  actorOn: ActorOn,
): void {
  server.get<{ Params: { uid: string } }>(
    '/oidc/interaction/:uid',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) =>
      reply.redirect(`/login/consent?uid=${encodeURIComponent(request.params.uid)}`, 303),
  )
  register(server, {
    method: 'GET',
    url: '/oidc/interaction/:uid/details',
    access: 'signedIn',
    tag,
    summary: '应用请求登录：要提供哪些资料，以哪个身份',
    params,
    query: consentQuery,
    answer: consentView,
    handle: async ({ params: { uid }, query: { identity } }, request) => {
      const asked = await askedIn(needs, providers, request, { uid, actor: actorOn(request) })
      return viewOf(needs, asked, identity)
    },
  })
  register(server, {
    method: 'POST',
    url: '/oidc/interaction/:uid/decision',
    access: 'signedIn',
    tag,
    summary: '同意或不同意应用的登录请求',
    params,
    body: consentDecision,
    answer: consentAnswer,
    stepUp: false,
    handle: async ({ params: { uid }, body }, request) => {
      const asked = await askedIn(needs, providers, request, { uid, actor: actorOn(request) })
      return { to: await decide(needs, asked, body, request.sessionToken ?? '') }
    },
  })
}
