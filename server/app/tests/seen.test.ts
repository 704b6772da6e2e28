import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { requireAccess } from '../../platform/http/call.ts'
import { createServer as createPortalServer } from '../../platform/http/server.ts'
import { createLog } from '../../platform/log/log.ts'
import { startTracing } from '../../platform/tracing/tracing.ts'
import { limitsOf, testRegion, type Region } from '../testing/test-region.ts'

let region: Region
const lines: string[] = []
beforeAll(async () => {
  const log = createLog('info', (line) => void lines.push(line))
  region = await testRegion('seen', log, { accessLog: true, trustProxy: 1 })
})
afterAll(() => region.close())

interface Line {
  readonly event: string
  readonly id?: string
}
const logged = (event: string) =>
  lines.map((line) => JSON.parse(line) as Line).filter((line) => line.event === event)

describe('a request', () => {
  it('has a number in its answer and in its line of the log, the proxy’s where that is one', async () => {
    const own = await region.app.inject({ method: 'GET', url: '/api/v1/siteConfig' })
    expect(own.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    const given = 'a1b2c3d4e5f6a7b8'
    const named = await region.app.inject({
      method: 'GET',
      url: '/api/v1/portal/contents/notice/7?secret=440102199003078515',
      headers: { 'x-request-id': given },
    })
    expect(named.headers['x-request-id']).toBe(given)
    const odd = await region.app.inject({ method: 'GET', url: '/', headers: { 'x-request-id': 'x\n"y' } })
    expect(odd.headers['x-request-id']).not.toContain('"')
    const mine = logged('http.answered').find(({ id }) => id === given)
    expect(mine).toMatchObject({ method: 'GET', route: '/api/v1/portal/contents/:type/:id' })
    expect(lines.join('')).not.toMatch(/440102199003078515|127\.0\.0\.1/)
  })

  it('that fails by our fault tells its number, by which its line is found', async () => {
    const log = createLog('info', (line) => void lines.push(line))
    const server = await createPortalServer({
      log,
      trustProxy: false,
      limits: limitsOf(100),
      secureOrigin: false,
    })
    onTestFinished(() => server.close())
    requireAccess(server)
    server.get('/broken', { config: { access: 'public' } }, () => Promise.reject(new Error('broken')))
    const answer = await server.inject({ method: 'GET', url: '/broken' })
    const { request_id: id } = answer.json<{ request_id: string }>()
    expect([answer.statusCode, id]).toEqual([500, answer.headers['x-request-id']])
    expect(logged('http.failed').map((line) => line.id)).toContain(id)
  })
})

it('takes the number of a request from a proxy that is named only', async () => {
  const trustProxy = '10.0.0.0/8, 192.0.2.7'
  const server = await createPortalServer({
    log: createLog('silent'),
    trustProxy,
    limits: limitsOf(100),
    secureOrigin: false,
  })
  onTestFinished(() => server.close())
  requireAccess(server)
  server.get('/', { config: { access: 'public' } }, async () => 'ok')
  const numberFrom = async (remoteAddress: string) =>
    (await server.inject({ url: '/', remoteAddress, headers: { 'x-request-id': 'a1b2c3d4e5f6' } })).headers[
      'x-request-id'
    ]
  for (const proxy of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7'])
    expect(await numberFrom(proxy), proxy).toBe('a1b2c3d4e5f6')
  for (const other of ['192.0.2.8', '::1', '127.0.0.1'])
    expect(await numberFrom(other), other).toMatch(/^[\w-]{36}$/)
})

it('a slow statement is told with its text and without a value', async () => {
  const told: { ms: number; statement: string }[] = []
  const db = openDatabase({
    url: region.appUrl,
    max: 1,
    slowMs: 200,
    onSlow: (slow) => void told.push(slow),
  })
  onTestFinished(() => db.close())
  await db.query(sql`select 1 where ${'44010219'}::text = '' or pg_sleep(0.4) is null`)
  await db.query(sql`select 2`)
  expect(told).toHaveLength(1)
  expect(told[0]?.statement).toMatch(/^select 1 where \$1::text = '' or pg_sleep/)
  expect(told[0]?.ms).toBeGreaterThanOrEqual(200)
  expect(JSON.stringify(told)).not.toContain('44010219')
})

it('traces reach a collector where one is named: the request, and its statements below it, below the caller’s', async () => {
  const bodies: string[] = []
  const collector = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const all = Buffer.concat(pieces)
      bodies.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(all) : all).toString())
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  onTestFinished(() => void collector.close())
  const tracing = startTracing(
    `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    'xingtan-test',
  )
  const db = openDatabase({ url: region.appUrl, max: 1, around: tracing.statement })
  const server = await createPortalServer({
    log: createLog('silent'),
    trustProxy: false,
    limits: limitsOf(100),
    secureOrigin: false,
  })
  tracing.requests(server)
  requireAccess(server)
  server.get('/asked/:id', { config: { access: 'public' } }, async () =>
    db.query(sql`select ${'geheim'}::text`),
  )
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await db.query(sql`select 3`)
  await server.inject({
    method: 'GET',
    url: '/asked/440102199003078515',
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  })
  await server.close()
  await db.close()
  await tracing.stop()
  interface Span {
    readonly traceId: string
    readonly spanId: string
    readonly parentSpanId?: string
    readonly name: string
  }
  const spans = bodies.flatMap((body) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
  const asked = spans.find(({ name }) => name === 'GET /asked/:id')
  expect(asked).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  const below = spans.filter(({ name }) => name === 'statement')
  expect(below).toHaveLength(1)
  expect(below[0]).toMatchObject({ traceId, parentSpanId: asked?.spanId })
  expect(bodies.join('')).toContain('select $1::text')
  expect(bodies.join('')).not.toMatch(/geheim|440102199003078515/)
})
