import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bareAddress, notPages } from '../../catalogue/pages/addresses.ts'
import { pageOf } from '../../catalogue/pages/entry.ts'
import { firstCallsOf } from '../../catalogue/pages/first-calls.ts'
import { homeOf, match } from '../../catalogue/pages/pages.ts'
import { AppError } from '../../catalogue/errors.ts'
import type { PageHead } from '../features/portal/index.ts'
import type { OriginOf } from './own-origin.ts'
import { withHead, withPlain } from './page-head.ts'
import { sendPacked } from '../platform/http/call.ts'
import { escaped, type Html } from '../platform/http/html.ts'
import { createKeeping, type AnswerShelves, type AnswerShelf } from '../platform/http/kept.ts'
import { pack, type PackedText } from '../platform/http/packed.ts'
import { failureOf, type Server } from '../platform/http/server.ts'

const notBuilt =
  '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>杏坛</title></head><body><p>页面尚未构建，请用 npm start 启动。</p></body></html>'

/** What is said of a page in its head; null where a page has nothing of its own. */
export interface Heads {
  readonly of: (url: string, host: string) => Promise<PageHead | null>
  readonly originOf: OriginOf
  /**
   * Hosts whose pages may stand in a frame, as the administrator's list has them
   * (catalogue/contents/safe-url).
   */
  readonly framed: () => Promise<readonly string[]>
  /** The origin from which pictures of broadcasts come; null without a live server. */
  readonly played?: string | null
  /** The origin of the cache that hands recordings out; null where the portal does. */
  readonly films?: string | null
  /** What a page says to a browser that runs no scripts; null where it needs them. */
  readonly plain?: (url: string, host: string) => Promise<Html | null>
  /** Where pages are kept for some seconds; without it they are made anew for each. */
  readonly keeping?: AnswerShelves
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
    // What is posted is waited for, not the page: its files would come before the answer on a slow line.
    const files = calls.some(({ posted }) => posted) ? [] : [...[...first].map((one) => linkTo(one)), ...late]
    return [
      calls.length > 0 ? `<meta name="first-calls" content="${escaped(JSON.stringify(calls))}">` : '',
      ...files,
    ].join('')
  }
}

/** A page at an address as everybody is told it, ready to be sent but for its nonce. */
interface ToldPage {
  readonly packed: PackedText
  /** What may stand in its frames (content security policy). */
  readonly frames: string
  /** Whence it may fetch pictures of a broadcast; empty for every page but those of broadcasts. */
  readonly played: string
}

/** Addresses whose pages are kept; a query that somebody invents is one of them. */
const mostPages = 500

/** Where the nonce of an answer stands. No text of the database has this letter. */
const gap = '\0'

/**
 * The built page with its nonce left open: style elements carry it, and what adds more of them reads it in
 * the head.
 */
const withGaps = (page: string): string =>
  page
    .replaceAll('<style>', `<style nonce="${gap}">`)
    .replace('</head>', `<meta name="csp-nonce" content="${gap}"></head>`)

/** The built client: hashed assets for ever, the page itself for every other address. */
export async function pageRoutes(server: Server, folder: string, heads?: Heads): Promise<void> {
  const index = join(folder, 'index.html')
  const page = withGaps(existsSync(index) ? readFileSync(index, 'utf8') : notBuilt)
  const ahead = filesAhead(folder)
  const pages = (heads?.keeping ?? createKeeping(0)).open<ToldPage>(mostPages)
  if (existsSync(folder)) await assets(server, folder)
  server.setNotFoundHandler(async (request, reply) => {
    const [path = '/'] = request.url.split('?')
    const first = path.split('/')[1] ?? ''
    if ((request.method !== 'GET' && request.method !== 'HEAD') || notPages.includes(first))
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .send(failureOf('missing', new AppError('missing')))
    // No page of the catalogue: the client says so, too, and whoever only looks at the status is told (0147).
    const isPage = path === '/' || path === bareAddress || match(path) !== undefined
    const { packed, frames, played } = await toldAt(pages, { page, ahead, heads }, request)
    reply.header('vary', 'accept-encoding').header('cache-control', 'no-cache').header('etag', packed.tag)
    if (!isPage) reply.code(404)
    else if (request.headers['if-none-match'] === packed.tag)
      // The browser's copy has its own nonce, and keeps the policy that names it.
      return reply.removeHeader('content-security-policy').code(304).send()
    const nonce = randomBytes(16).toString('base64')
    // Attributes stay open: what measures a text area, and later formulas, set them.
    const styles = `style-src 'self' 'nonce-${nonce}';style-src-attr 'unsafe-inline'`
    const policy = String(reply.getHeader('content-security-policy'))
      .replace("style-src 'self'", `${styles};frame-src 'self' ${frames}`)
      .replace("connect-src 'self'", `$& ${played};media-src 'self' blob: ${played} ${heads?.films ?? ''}`)
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy)
    return sendPacked(request, reply, packed, nonce)
  })
}

interface PageHeadTask {
  readonly page: string
  readonly ahead: (url: string) => string
  readonly heads: Heads | undefined
}

/** The page as it is told at this address, to the portal's visitors under this name of it. */
async function toldAt(
  pages: AnswerShelf<ToldPage>,
  { page, ahead, heads }: PageHeadTask,
  request: FastifyRequest,
): Promise<ToldPage> {
  const origin = (await heads?.originOf(request).catch(() => null)) ?? null
  return pages.get(`${request.hostname} ${origin} ${request.url}`, async () => {
    const { told, frames } = await wordsAt(page, { heads, origin }, request)
    const played = isLivePage(request.url) ? (heads?.played ?? '') : ''
    const mark = played === '' ? '' : '<meta name="live-page" content="">'
    const whole = told.replace('</head>', () => `${mark}${ahead(request.url)}</head>`)
    return { packed: pack(whole.split(gap), `${frames} ${played}`), frames, played }
  })
}

/** Whether an address is the page of a broadcast. No other page reaches the live server. */
function isLivePage(url: string): boolean {
  const entry = match(url.split('?')[0] ?? '/')
  return entry !== undefined && pageOf(entry, null) === 'live-room'
}

/**
 * The words of the page at this address. Without its head it works all the same: a database that is away must
 * not take it along.
 */
async function wordsAt(
  page: string,
  { heads, origin }: { readonly heads: Heads | undefined; readonly origin: string | null },
  { url, hostname }: FastifyRequest,
): Promise<{ told: string; frames: string }> {
  if (!heads) return { told: page, frames: '' }
  const [head, framed, plain] = await Promise.all([
    heads.of(url, hostname).catch(() => null),
    heads.framed().catch(() => []),
    heads.plain?.(url, hostname).catch(() => null),
  ])
  return {
    told: withPlain(head ? withHead(page, head, origin) : page, plain ?? null),
    frames: framesOf(framed),
  }
}

async function assets(server: Server, folder: string): Promise<void> {
  await server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  const config = { access: 'public', rateLimit: false } as const
  const hidden = { hide: true }
  server.get<{ Params: { '*': string } }>('/assets/*', { config, schema: hidden }, (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`, { maxAge: 31_536_000_000, immutable: true }),
  )
  // Built by `npm run documents`; for those who operate the portal.
  const documents = join(folder, '../dist-documents')
  server.get('/documents', { config, schema: hidden }, (_, reply) => reply.redirect('/documents/index.html'))
  server.get<{ Params: { '*': string } }>('/documents/*', { config, schema: hidden }, (request, reply) =>
    reply.sendFile(request.params['*'] || 'index.html', documents, { maxAge: 600_000 }),
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
