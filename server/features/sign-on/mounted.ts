import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { AppError } from '../../../catalogue/errors.ts'
import { cookieOf } from '../../platform/http/cookies.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { sql } from '../../platform/db/sql.ts'
import { followed, hashOf } from './items.ts'
import type { SignOnNeeds } from './options.ts'
import { portalSession, type PortalSession } from './portal-session.ts'
import { cookies, lives } from './provider.ts'
import type { Providers } from './providers.ts'

/** Pages that a browser is sent to; the rest is called by apps. */
const visited = ['/oidc/auth', '/oidc/auth/:uid', '/oidc/logout'] as const
const called = ['/oidc/token', '/oidc/userinfo', '/oidc/revoke'] as const
const published = ['/.well-known/openid-configuration', '/oidc/jwks'] as const

/**
 * What a page of the provider may do: as every page, but that forms which go on by themselves lead to apps.
 * The library adds the digest of the one script in them.
 */
const policyFrom = (usual: unknown): string => String(usual).replace(/;?\s*form-action [^;]*/, '')

/** Cookies of a request without one of them. */
const without = (request: FastifyRequest, name: string): string[] =>
  (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith(`${name}=`))

/**
 * Makes the provider's session follow the portal's. One of somebody else, or of a session that ended, is
 * taken out of the request; whoever is signed in at the portal is signed in at the provider.
 */
async function follow(
  { db }: SignOnNeeds,
  provider: Provider,
  request: FastifyRequest,
  portal: PortalSession | undefined,
): Promise<void> {
  const id = cookieOf(request, cookies.session)
  const there =
    id === undefined
      ? undefined
      : await db.maybeOne<{ family: string | null }>(sql`
          select family from sign_on_item
          where model = 'Session' and id_hash = ${hashOf(id)} and expires_at > now()`)
  if (portal !== undefined && there?.family === portal.family) return
  const rest = without(request, cookies.session)
  if (portal !== undefined) {
    const session = new provider.Session()
    session.loginAccount({ accountId: String(portal.personId), loginTs: portal.shownAt })
    await session.save(lives.Session)
    rest.push(`${cookies.session}=${session.jti}`)
  }
  request.raw.headers.cookie = rest.join('; ')
}

/** Hands a request to the library, which answers it by itself. */
async function answer(
  needs: SignOnNeeds,
  providers: Providers,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const provider = await providers.for(request)
  if (provider === null) throw new AppError('missing')
  const issuer = new URL(provider.issuer)
  const isVisit = visited.some((url) => url === request.routeOptions.url)
  const portal = isVisit ? await portalSession(needs.db, needs.keys, request) : undefined
  const go = async () => {
    if (isVisit) await follow(needs, provider, request, portal)
    // The library writes addresses from these; what a proxy or a caller said of them does not count.
    request.raw.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
    request.raw.headers['x-forwarded-host'] = issuer.host
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.setHeader('content-security-policy', policyFrom(reply.getHeader('content-security-policy')))
    reply.hijack()
    await provider.callback()(request.raw, reply.raw)
  }
  await (portal ? followed.run({ family: portal.family }, go) : go())
}

/** The addresses of the provider, below `/oidc`, and its description. */
export async function mountProvider(server: Server, needs: SignOnNeeds, providers: Providers): Promise<void> {
  await server.register(async (scope) => {
    // The library reads bodies itself, up to 56 kB.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const mount = (url: string, perMinute: number) =>
      scope.route({
        method: ['GET', 'POST'],
        url,
        config: { access: 'public', ...fewer(perMinute, perMinute * 20) },
        schema: { hide: true },
        handler: (request, reply) => answer(needs, providers, request, reply),
      })
    for (const url of visited) mount(url, 120)
    // An app calls for all of its people from one address.
    for (const url of called) mount(url, 600)
    for (const url of published) mount(url, 300)
  })
}
