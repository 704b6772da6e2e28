import type { FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  consentAnswer,
  consentDecision,
  consentQuery,
  consentView,
  factScopes,
  type ConsentDecision,
  type ConsentView,
  type FactScope,
} from '../../../catalogue/contract/account/sign-on.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { actorsOf, type ActorOn } from '../../engine/access/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import { cookieOf } from '../../platform/http/cookies.ts'
import type { Server } from '../../platform/http/server.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { z } from 'zod'
import { appOf, clientOf, type Client } from './clients.ts'
import { consentOf, keepConsent, type Consent } from './consents.ts'
import { factsOf, wordsOf } from './facts.ts'
import { maySee } from './may-see.ts'
import type { SignOnNeeds } from './options.ts'
import { cookies, factsAmong } from './provider.ts'
import type { Providers } from './providers.ts'
import { subjectOf } from './subject.ts'

const tag = '单点登录'
const params = z.object({ uid: z.string().max(100) })

const over = () => new AppError('missing', { message: '登录请求已过期，请回到应用重新打开' })

type Interaction = InstanceType<Provider['Interaction']>

/** A request for signing in, with whoever is asked. */
interface Asked {
  readonly provider: Provider
  readonly interaction: Interaction
  readonly client: Client
  readonly actor: Actor
  readonly identities: readonly Actor[]
  readonly consent: Consent | undefined
  /** Facts that the app asks for now, in the order of its registration. */
  readonly facts: Client['scopes']
}

/**
 * The request that this browser began, and nobody else's: the cookie was set where it began. Without that a stranger
 * could send their own request to somebody, and be signed in as them.
 */
async function askedIn(
  needs: SignOnNeeds,
  providers: Providers,
  request: FastifyRequest,
  { uid, actor }: { uid: string; actor: Actor },
): Promise<Asked> {
  const provider = await providers.for(request)
  if (provider === null || cookieOf(request, cookies.interaction) !== uid) throw over()
  if (actor.viewedBy !== undefined) throw new AppError('viewOnly')
  const interaction = await provider.Interaction.find(uid)
  const client = interaction && (await clientOf(needs.db, appOf(String(interaction.params['client_id']))))
  if (!interaction || !client) throw over()
  const asked = new Set(factsAmong(String(interaction.params['scope'] ?? '').split(' ')))
  return {
    provider,
    interaction,
    client,
    actor,
    identities: await actorsOf(needs.db, actor.personId),
    consent: await consentOf(needs.db, client.app, actor.personId),
    facts: client.scopes.filter(({ scope }) => asked.has(scope)),
  }
}

/** Whether the app wants the person to show again who they are. */
const wantsProof = ({ interaction }: Asked): boolean =>
  interaction.prompt.reasons.some((reason) => reason === 'login_prompt' || reason === 'max_age')

/** Whether all facts were agreed to or declined before, and the app does not want to have them asked again. */
function isSettled({ facts, consent, interaction }: Asked): boolean {
  if (!consent || interaction.prompt.reasons.includes('consent_prompt')) return false
  return facts.every(({ scope, need }) =>
    need === 'required'
      ? consent.scopes.includes(scope)
      : consent.scopes.includes(scope) || consent.declined.includes(scope),
  )
}

const refusal = '这个应用没有对您的这一身份开放，需要使用请联系主办单位'

async function viewOf(needs: SignOnNeeds, asked: Asked, chosenId: number | undefined): Promise<ConsentView> {
  const { client, actor, identities, consent } = asked
  const wanted = chosenId ?? consent?.identityId ?? actor.identityId
  const chosen = identities.find(({ identityId }) => identityId === wanted)
  const facts = chosen && (await factsOf(needs.db, needs.keys, chosen.identityId))
  if (!chosen || !facts) throw new AppError('missing')
  const shown = (need: 'required' | 'optional') =>
    asked.facts
      .filter((one) => one.need === need)
      .map(({ scope, purpose }) => ({
        scope,
        label: factScopes[scope].label,
        value: wordsOf(facts, scope),
        purpose,
        agreed: consent?.scopes.includes(scope) ?? false,
      }))
  const visible = await maySee(needs.db, client.app, chosen)
  return {
    app: {
      name: client.name,
      host: URL.parse(client.redirectUris[0] ?? '')?.host ?? '',
      description: client.description,
      icon: needs.photoAddress(client.iconFile),
    },
    refused: visible ? null : refusal,
    settled: visible && isSettled(asked) && chosen.identityId === consent?.identityId && !wantsProof(asked),
    identities: identities.map(({ identityId, role, institution }) => ({
      id: identityId,
      role,
      organization: institution,
    })),
    chosen: chosen.identityId,
    subject: subjectOf(needs.keys, client.app, actor.personId),
    required: shown('required'),
    optional: shown('optional'),
  }
}

/** When the person last showed who they are on this device, in seconds. Throws confirmFirst where it was too early. */
async function shownAt({ db }: SignOnNeeds, asked: Asked, token: string): Promise<number> {
  const { at } = await db.one<{ at: number }>(sql`
    select floor(extract(epoch from coalesce(greatest(max(s.proved_at), min(s.created_at)), now())))::float8 as at
    from session s
    where s.family = (select f.family from session f where f.token_hash = ${sha256(token)})`)
  if (wantsProof(asked) && at < asked.interaction.iat) throw new AppError('confirmFirst')
  return at
}

/** The facts that are released: all that the app needs, and of the others what was agreed to. */
function releasedIn({ facts }: Asked, agreed: readonly FactScope[]) {
  const foreign = agreed.find((scope) => !facts.some((one) => one.scope === scope))
  if (foreign !== undefined) throw invalid('facts', '这个应用没有请求这项资料')
  const scopes = facts
    .filter(({ scope, need }) => need === 'required' || agreed.includes(scope))
    .map(({ scope }) => scope)
  return { scopes, declined: facts.map(({ scope }) => scope).filter((scope) => !scopes.includes(scope)) }
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))

/** Keeps what was agreed to; returns the grant that the library works with. */
async function agree(
  { db }: SignOnNeeds,
  asked: Asked,
  decision: Extract<ConsentDecision, { agree: true }>,
): Promise<string> {
  const { provider, client, actor, consent } = asked
  const { scopes, declined } = releasedIn(asked, decision.facts)
  const unchanged =
    consent?.identityId === decision.identity &&
    isSettled(asked) &&
    same(
      scopes,
      consent.scopes.filter((scope) => asked.facts.some((one) => one.scope === scope)),
    )
  if (consent?.grantId && unchanged && (await provider.Grant.find(consent.grantId))) return consent.grantId
  const grant = new provider.Grant({ accountId: String(actor.personId), clientId: `app-${client.app}` })
  grant.addOIDCScope(['openid', ...scopes].join(' '))
  if (declined.length > 0) grant.rejectOIDCScope(declined.join(' '))
  const grantId = await grant.save()
  await db.transaction((tx) =>
    keepConsent(tx, {
      app: client.app,
      personId: actor.personId,
      identityId: decision.identity,
      scopes,
      declined,
      grantId,
    }),
  )
  return grantId
}

async function decide(
  needs: SignOnNeeds,
  asked: Asked,
  decision: ConsentDecision,
  token: string,
): Promise<string> {
  const { interaction, identities, client } = asked
  const left = interaction.exp - Math.floor(Date.now() / 1000)
  if (left <= 0) throw over()
  if (!decision.agree) {
    interaction.result = { error: 'access_denied', error_description: 'the person did not agree' }
  } else {
    const chosen = identities.find(({ identityId }) => identityId === decision.identity)
    if (!chosen) throw new AppError('missing')
    if (!(await maySee(needs.db, client.app, chosen))) throw new AppError('forbidden', { message: refusal })
    const ts = await shownAt(needs, asked, token)
    interaction.result = {
      login: { accountId: String(asked.actor.personId), ts },
      consent: { grantId: await agree(needs, asked, decision) },
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
