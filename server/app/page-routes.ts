import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { notPages } from '../../catalogue/pages/addresses.ts'
import { pageOf } from '../../catalogue/pages/entry.ts'
import { firstCallsOf } from '../../catalogue/pages/first-calls.ts'
import { homeOf, match } from '../../catalogue/pages/pages.ts'
import { AppError } from '../../catalogue/errors.ts'
import type { PageHead } from '../features/portal/index.ts'
import type { OriginOf } from './own-origin.ts'
import { withHead, withPlain } from './page-head.ts'
import { failureOf, type Server } from '../platform/http/server.ts'

const notBuilt =
  '<!doctype html><meta charset="utf-8"><title>杏坛</title><p>页面还没有构建，请用 npm start 启动。</p>'

/** What is said of a page in its head; null where a page has nothing of its own. */
export interface Heads {
  readonly of: (url: string, host: string) => Promise<PageHead | null>
  readonly originOf: OriginOf
  /**
   * Hosts whose pages may stand in a frame, as the administrator's list has them
   * (catalogue/contents/safe-url).
   */
  readonly framed: () => Promise<readonly string[]>
  /** What a page says to a browser that runs no scripts; null where it needs them. */
  readonly plain?: (url: string) => Promise<string | null>
}

/** `.example.cn` is everything below it. */
const framesOf = (hosts: readonly string[]) =>
  hosts
    .flatMap((host) =>
      ['https', 'http'].map((scheme) => `${scheme}://${host.startsWith('.') ? '*' : ''}${host}`),
    )
    .join(' ')

const files = z.array(z.string())
const earlyParts = z.object({ app: files, workspace: files, pages: z.record(z.string(), files) })

const linkTo = (name: string, priority = ''): string =>
  name.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${name}">`
    : `<link rel="modulepreload" crossorigin${priority} href="/${name}">`

const packed = promisify(gzip)

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/**
 * Links by which the browser fetches the files of a page side by side, before one of them asks for the next,
 * and the calls of the page, which client/early sends meanwhile. `.early.json` is the build's. Whose page it
 * is, is not known yet: an address that two roles have brings the files of the first.
 */
function filesAhead(folder: string): (url: string) => string {
  const file = join(folder, '.early.json')
  if (!existsSync(file)) return () => ''
  const { app, workspace, pages } = earlyParts.parse(JSON.parse(readFileSync(file, 'utf8')))
  return (url) => {
    const [path = '/', search] = url.split('?')
    const query = new Map(new URLSearchParams(search))
    const entry = match(path === '/' ? homeOf(null) : path)
    const name = entry && pageOf(entry, query.get('tab') ?? null)
    const around = entry && !entry.roles.includes('public') ? workspace : []
    const first = new Set([...app, ...around])
    const then = (name ? (pages[name] ?? []) : []).filter((one) => !first.has(one))
    // Beside the page's own files those that must run before them would come later.
    const late = then.map((one) => linkTo(one, ' fetchpriority="low"'))
    const calls = entry ? firstCallsOf(entry, query) : []
    return [
      calls.length > 0 ? `<meta name="first-calls" content="${escaped(JSON.stringify(calls))}">` : '',
      ...[...first].map((one) => linkTo(one)),
      ...late,
    ].join('')
  }
}

/** The built client: hashed assets for ever, the page itself for every other address. */
export async function pageRoutes(server: Server, folder: string, heads?: Heads): Promise<void> {
  const index = join(folder, 'index.html')
  const page = existsSync(index) ? readFileSync(index, 'utf8') : notBuilt
  const ahead = filesAhead(folder)
  if (existsSync(folder)) await assets(server, folder)
  server.setNotFoundHandler(async (request, reply) => {
    const [path = '/'] = request.url.split('?')
    const first = path.split('/')[1] ?? ''
    if ((request.method !== 'GET' && request.method !== 'HEAD') || notPages.includes(first))
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .send(failureOf('missing', new AppError('missing')))
    // Without its head the page works all the same: a database that is away must not take it along.
    const { told, framed } = await pageFor(page, request, heads)
    const nonce = randomBytes(16).toString('base64')
    // Attributes stay open: what measures a text area, and later formulas, set them.
    const styles = `style-src 'self' 'nonce-${nonce}';style-src-attr 'unsafe-inline'`
    const policy = String(reply.getHeader('content-security-policy')).replace(
      "style-src 'self'",
      `${styles};frame-src 'self' ${framesOf(framed)}`,
    )
    const whole = told
      .replace('<style>', `<style nonce="${nonce}">`)
      .replace('</head>', `${ahead(request.url)}<meta name="csp-nonce" content="${nonce}"></head>`)
    const packs = /\bgzip\b/.test(String(request.headers['accept-encoding']))
    if (packs) reply.header('content-encoding', 'gzip')
    return reply
      .type('text/html; charset=utf-8')
      .header('vary', 'accept-encoding')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .send(packs ? await packed(whole) : whole)
  })
}

/** The page as it is told at this address. Without its head it works all the same: a database that is away must not take it along. */
async function pageFor(page: string, request: FastifyRequest, heads: Heads | undefined) {
  if (!heads) return { told: page, framed: [] }
  const [head, framed, origin, plain] = await Promise.all([
    heads.of(request.url, request.hostname).catch(() => null),
    heads.framed().catch(() => []),
    heads.originOf(request).catch(() => null),
    heads.plain?.(request.url).catch(() => null),
  ])
  return { told: withPlain(head ? withHead(page, head, origin) : page, plain), framed }
}

async function assets(server: Server, folder: string): Promise<void> {
  await server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  const config = { access: 'public', rateLimit: false } as const
  const hidden = { hide: true }
  server.get<{ Params: { '*': string } }>('/assets/*', { config, schema: hidden }, (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`, { maxAge: 31_536_000_000, immutable: true }),
  )
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.(html|br|gz)$/.test(entry.name))
    .map((entry) => entry.name)
  for (const name of files) {
    server.get(`/${name}`, { config, schema: hidden }, (_, reply) =>
      // A browser asks whether the worker is still the same, and must not answer that by itself.
      name === 'sw.js'
        ? reply.header('cache-control', 'no-cache').sendFile(name, { cacheControl: false })
        : reply.sendFile(name, { maxAge: 600_000 }),
    )
  }
}
