import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  consentAnswer,
  consentDecision,
  consentQuery,
  consentView,
} from '../../../catalogue/contract/account/sign-on.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { actorOfIdentity, type ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/body.ts'
import type { Server } from '../../platform/http/server.ts'
import { familyOf } from '../../platform/session/session.ts'
import { agreedIn, askingOf, coveredBy, viewOf } from './asking.ts'
import { asJson, asXml, type TicketAnswer } from './cas-answer.ts'
import { serviceClients, type Client } from './clients.ts'
import { consentOf, keepConsent, type Consent } from './consents.ts'
import { factsOf, releasedBy } from './facts.ts'
import type { SignOnNeeds } from './options.ts'
import { portalSession } from './portal-session.ts'
import { sealWayBack } from './sign-out-ticket.ts'
import { subjectOf } from './subject.ts'
import { makeTicket, useTicket } from './tickets.ts'

const tag = '单点登录'
const asked = z.object({
  service: z.string().min(1).max(2000),
  gateway: z.string().optional(),
  renew: z.string().optional(),
})
const shown = z.object({
  service: z.string().max(2000).default(''),
  ticket: z.string().max(200).default(''),
  format: z.string().optional(),
})

/**
 * The registered system that an address belongs to: the same origin and path; what comes behind the question
 * mark is its own, but for a ticket, which only the portal adds.
 */
async function clientAt({ db }: SignOnNeeds, service: string): Promise<Client | undefined> {
  const url = URL.parse(service)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return undefined
  if (url.searchParams.has('ticket')) return undefined
  const plain = `${url.origin}${url.pathname}`
  return (await serviceClients(db)).find(({ services }) =>
    services.some((one) => {
      const registered = new URL(one)
      return `${registered.origin}${registered.pathname}` === plain
    }),
  )
}

/** An address with a ticket in it. */
export const withTicket = (service: string, ticket: string): string => {
  const url = new URL(service)
  url.searchParams.set('ticket', ticket)
  return url.href
}

const unknown = () => new AppError('missing', { message: '该系统没有登记，为了您的账号安全，没有继续登录' })

/** An agreement that still holds, for an app that its identity may still see. */
export async function holding(
  { db, maySee }: SignOnNeeds,
  client: Client,
  personId: number,
): Promise<Consent | undefined> {
  const consent = await consentOf(db, client.app, personId)
  const found = consent && (await actorOfIdentity(db, consent.identityId))
  if (!coveredBy(consent, client.scopes) || !found?.enabled) return undefined
  return (await maySee(client.app, found.actor)) ? consent : undefined
}

/** GET /cas/login: straight back with a ticket where everything was agreed to, else to the page that asks. */
async function login(needs: SignOnNeeds, request: FastifyRequest, reply: FastifyReply) {
  const { service, gateway, renew } = parsed(asked, request.query)
  const client = await clientAt(needs, service)
  if (client === undefined) throw unknown()
  const portal = await portalSession(needs.db, needs.keys, request)
  const consent = portal && renew !== 'true' ? await holding(needs, client, portal.personId) : undefined
  if (portal && consent)
    return reply.redirect(
      withTicket(service, await makeTicket(needs, consent, { service, family: portal.family })),
      303,
    )
  if (gateway === 'true' && renew !== 'true') return reply.redirect(service, 303)
  return reply.redirect(`/login/consent?service=${encodeURIComponent(service)}`, 303)
}

/** Validates a ticket: its holder with the facts they agreed to. */
async function validate(
  needs: SignOnNeeds,
  { service, ticket }: z.infer<typeof shown>,
): Promise<TicketAnswer> {
  if (service === '' || ticket === '')
    return { code: 'INVALID_REQUEST', description: 'service and ticket are required' }
  const holder = await useTicket(needs.db, ticket, service)
  if (holder === undefined)
    return { code: 'INVALID_TICKET', description: 'the ticket is unknown, used or over' }
  const client = await clientAt(needs, service)
  if (!holder.fits || client?.app !== holder.app)
    return { code: 'INVALID_SERVICE', description: 'the ticket was made for another service' }
  const consent = await holding(needs, client, holder.personId)
  const facts = consent && (await factsOf(needs.db, needs.keys, consent.identityId))
  if (!consent || !facts) return { code: 'INVALID_TICKET', description: 'the person took it back' }
  return {
    user: subjectOf(needs.keys, client.app, holder.personId),
    attributes: releasedBy(facts, consent.scopes),
  }
}

/** The addresses of the CAS protocol, for systems that know nothing else. */
export function casRoutes(server: Server, needs: SignOnNeeds, actorOn: ActorOn): void {
  const open = { access: 'public', ...fewer(120) } as const
  const schema = { hide: true }
  server.get('/cas/login', { config: open, schema }, (request, reply) => login(needs, request, reply))
  for (const url of ['/cas/serviceValidate', '/cas/p3/serviceValidate'])
    server.get(url, { config: { access: 'public', ...fewer(600) }, schema }, async (request, reply) => {
      const query = parsed(shown, request.query)
      const answer = await validate(needs, query)
      reply.header('cache-control', 'no-store')
      if (query.format?.toUpperCase() === 'JSON') return reply.send(asJson(answer))
      return reply.type('application/xml; charset=utf-8').send(asXml(answer))
    })
  server.get('/cas/logout', { config: open, schema }, async (request, reply) => {
    const { service } = parsed(asked.partial(), request.query)
    const client = service === undefined ? undefined : await clientAt(needs, service)
    const back =
      client && service !== undefined ? sealWayBack(needs.keys, { name: client.name, to: service }) : ''
    return reply.redirect(`/login/signOut${back}`, 303)
  })
  requestRoutes(server, needs, actorOn)
}

/** The page of consent, for an older system. */
function requestRoutes(server: Server, needs: SignOnNeeds, actorOn: ActorOn): void {
  const service = z.object({ service: z.string().max(2000) })
  const askingFor = async (address: string, request: FastifyRequest) => {
    const client = await clientAt(needs, address)
    if (client === undefined) throw unknown()
    return askingOf(needs, client, actorOn(request), { facts: client.scopes, again: false })
  }
  register(server, {
    method: 'GET',
    url: '/cas/request/details',
    access: 'signedIn',
    tag,
    summary: '旧系统请求登录：要提供哪些资料，以哪个身份',
    query: consentQuery.extend(service.shape),
    answer: consentView,
    handle: async ({ query }, request) =>
      viewOf(needs, await askingFor(query.service, request), query.identity),
  })
  register(server, {
    method: 'POST',
    url: '/cas/request/decision',
    access: 'signedIn',
    stepUp: false,
    tag,
    summary: '同意或不同意旧系统的登录请求',
    query: service,
    body: consentDecision,
    answer: consentAnswer,
    handle: async ({ query, body }, request) => {
      const asking = await askingFor(query.service, request)
      // Its address would begin anew at once.
      if (!body.agree) return { to: '/' }
      const { unchanged, ...agreed } = await agreedIn(needs, asking, body)
      const [app, personId] = [asking.client.app, asking.actor.personId]
      const consent = { app, personId, ...agreed, grantId: null }
      if (!unchanged) await needs.db.transaction((tx) => keepConsent(tx, consent))
      const family = await familyOf(needs.db, request.sessionToken ?? '')
      if (family === undefined) throw new AppError('sessionDead')
      return {
        to: withTicket(query.service, await makeTicket(needs, consent, { service: query.service, family })),
      }
    },
  })
}
