import type { FastifyRequest } from 'fastify'
import { match } from '../../catalogue/pages/pages.ts'
import { AppError } from '../../catalogue/errors.ts'
import type { SiteInForce } from '../../catalogue/sites/merged.ts'
import type { Sites } from '../features/sites/index.ts'
import { isWorkHost } from './own-origin.ts'
import { violationsUrl, type Server } from '../platform/http/server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The client whose domain the request came by. */
    site: SiteInForce | null
  }
}

/** Public calls that the pages of a site ask, beside those that know nobody without a session. */
const openCalls: ReadonlySet<string> = new Set([
  '/api/v1/dictionary/full',
  '/api/v1/dictionary/overlay',
  '/api/v1/area/all',
  '/api/v1/portal/figures',
  '/api/v1/support/public',
  '/assets/*',
  '/files/:id',
  '/sitemap.xml',
  '/robots.txt',
  '/health',
  '/ready',
])
/** Feeds, and the files at the root of the built client. */
const openFiles = /^\/(?:feed\/\w+\.xml|[\w.-]+\.(?:js|css|svg|png|ico|webmanifest|woff2|txt))$/

/** Pages of a site; every other one is where people sign in. */
const openPages: ReadonlySet<string> = new Set(['portal', 'help', 'accessibility', 'legal', 'privacy'])

/** What a site answers: it reads, and knows nobody. */
function isOpen({ method, routeOptions: { url = '', config } }: FastifyRequest): boolean {
  if (method === 'POST' && url === violationsUrl) return true
  if (method !== 'GET' && method !== 'HEAD') return false
  return config.access === 'anyone' || openCalls.has(url) || openFiles.test(url)
}

/** Whether an address is a page that a site shows; an unknown one is, and says that there is none. */
function isSitePage(url: string): boolean {
  const [path = '/'] = url.split('?')
  const entry = match(path === '/' ? '/home/index' : path)
  if (entry === undefined) return true
  const own = match(path === '/' ? '/home/index' : path, null)
  return own !== undefined && own.page !== null && openPages.has(own.page)
}

/** Headers that say who asks. */
const credentials = ['token', 'authorization', 'cookie'] as const

/** Where somebody is sent who asks a site for a page of work; null for everything that is no such page. */
function workPageOf(request: FastifyRequest, publicOrigin: string | undefined): string | null {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && request.is404 && !isSitePage(request.url) && publicOrigin !== undefined
    ? `${publicOrigin}${request.url}`
    : null
}

/**
 * Finds whose domain a request came by. The domain of a site shows public pages: whoever sends credentials
 * there is a visitor, no call of a session is answered, and no cookie is set, so that no session can cross
 * from one site to another.
 */
export function addSiteHook(
  server: Server,
  sites: Sites,
  { publicOrigin }: { readonly publicOrigin: string | undefined },
): void {
  server.decorateRequest('site', null)
  // Before everything that reads a session.
  server.addHook('onRequest', async (request, reply) => {
    if (isWorkHost(publicOrigin, request.hostname)) return undefined
    const site = await sites.at(request.hostname).catch(() => undefined)
    if (!site) return undefined
    request.site = site
    if (!site.isSite) return undefined
    for (const name of credentials) Reflect.deleteProperty(request.headers, name)
    const work = workPageOf(request, publicOrigin)
    // Hooks after this one run before an answer has gone, unless it is waited for.
    if (work !== null) return reply.redirect(work, 302)
    if (!request.is404 && !isOpen(request))
      throw new AppError('missing', { message: '该站点只供浏览，请到门户主站登录后办理' })
    return undefined
  })
  server.addHook('onSend', async (request, reply) => {
    if (request.site?.isSite) void reply.removeHeader('set-cookie')
  })
}
