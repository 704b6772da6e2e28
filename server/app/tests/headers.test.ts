import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../../../catalogue/pages/pages.ts'
import { requireAccess } from '../../platform/http/call.ts'
import { createServer, type Server } from '../../platform/http/server.ts'
import { openSession } from '../../platform/session/session.ts'
import { createLog } from '../../platform/log/log.ts'
import { pageRoutes } from '../page-routes.ts'
import { limitsOf, testKeys, testRegion, type Region } from '../testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('headers')))
afterAll(() => region.close())

type Headers = Readonly<Record<string, unknown>>

/**
 * What every answer carries, whatever it is: nothing foreign may run, frame, guess the type or be told where
 * we came from.
 */
function expectGuarded(headers: Headers, label: string) {
  const policy = String(headers['content-security-policy'])
  for (const part of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "script-src 'self'",
    'report-uri /api/v1/csp-reports',
  ])
    expect(policy, label).toContain(part)
  // Style attributes of the page are the one thing open.
  expect(policy.replace("style-src-attr 'unsafe-inline'", ''), label).not.toContain('unsafe')
  expect(headers, label).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': expect.stringContaining('camera=(), '),
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  // Whoever verifies a credential reads keys and lists from a page of his own; nothing of them is anybody's.
  const forVerifiers = label.startsWith('GET /.well-known/jwks.json')
  expect(headers['access-control-allow-origin'], label).toBe(forVerifiers ? '*' : undefined)
  expect(headers['x-powered-by'], label).toBeUndefined()
}

/**
 * Answers of which a visitor's browser may keep a copy: the figures for a time, the front page if it asks
 * each time.
 */
const keptCopies: Readonly<Record<string, string>> = {
  '/api/v1/portal/figures': 'public, max-age=600',
  '/api/v1/support/public': 'public, max-age=300',
  '/api/v1/portal/home': 'no-cache',
  '/api/v1/siteConfig': 'no-cache',
  '/api/v1/middle': 'no-cache',
}

describe('every answer', () => {
  it('carries the security headers: each call, pages, what is missing, what is no request', async () => {
    const calls = region.app.declaredCalls.filter(({ method }) => method !== 'OPTIONS')
    const asked: [string, string][] = [
      ...calls.map(({ method, url }): [string, string] => [method, url.replaceAll(/:\w+|\*/g, 'x')]),
      ['GET', '/'],
      ['GET', '/school/sy'],
      ['GET', '/api/v1/nothing'],
      ['GET', '/assets/nothing.js'],
      ['POST', '/school/sy'],
      ['TRACE', '/'],
    ]
    for (const [method, url] of asked) {
      const answer = await region.app.inject({
        method: method as 'GET',
        url,
        headers: { origin: 'https://evil.example', 'x-http-method-override': 'DELETE' },
      })
      expectGuarded(answer.headers, `${method} ${url}`)
      if (url.startsWith('/api/v1'))
        expect(answer.headers['cache-control'], url).toBe(keptCopies[url] ?? 'no-store')
    }
    expect(asked.length).toBeGreaterThan(70)
    const broken = await region.app.inject({ method: 'GET', url: '/api/v1/%' })
    expect(broken.statusCode).toBe(400)
    expectGuarded(broken.headers, 'an address that cannot be read')
  })

  it('is 404 where no page of the catalogue is, with the client’s page, and 200 where one is', async () => {
    for (const url of ['/.env', '/.git/config', '/actuator', '/wp-login.php', '/nowhere/at-all']) {
      const answer = await region.app.inject({ method: 'GET', url })
      expect([answer.statusCode, answer.headers['content-type']], url).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
      const again = await region.app.inject({
        method: 'GET',
        url,
        headers: { 'if-none-match': String(answer.headers.etag) },
      })
      expect(again.statusCode, url).toBe(404)
    }
    for (const url of [
      '/',
      '/offline',
      ...pages.map(({ path }) => path),
      ...pages.flatMap((page) => page.aliases ?? []),
    ])
      expect((await region.app.inject({ method: 'HEAD', url })).statusCode, url).toBe(200)
  })

  it('of signing out clears the browser’s copies, and neither cookies nor drafts', async () => {
    const { teacher } = region.people
    for (const [method, url] of [
      ['POST', '/api/v1/signOut'],
      ['GET', '/login/logout'],
    ] as const) {
      const token = await openSession(region.db, testKeys, teacher.identityId, {
        ip: '127.0.0.1',
        agent: 'test',
      })
      const answer = await region.app.inject({
        method,
        url,
        headers: { token },
        ...(method === 'POST' && { payload: {} }),
      })
      expect([answer.statusCode, answer.headers['clear-site-data']], url).toEqual([200, '"cache"'])
    }
  })

  it('names where the browser tells of a violation, which is logged without its query, few times a minute', async () => {
    const send = (payload: string) =>
      region.app.inject({
        method: 'POST',
        url: '/api/v1/csp-reports',
        headers: { 'content-type': 'application/csp-report' },
        payload,
      })
    const body = {
      'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'https://evil.example/x?id=4' },
    }
    for (const payload of [JSON.stringify(body), '{', '[]', JSON.stringify({ 'csp-report': 1 })])
      expect((await send(payload)).statusCode).toBe(204)
    expect((await send(JSON.stringify({ ...body, filler: 'x'.repeat(20_000) }))).statusCode).toBe(413)
  })

  it('to a body that nobody will read closes the line, after the refusal can be read', async () => {
    await region.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = region.app.server.address() as AddressInfo
    const line = connect(port, '127.0.0.1')
    let said = ''
    line.on('data', (data) => void (said += String(data)))
    line.on('error', () => undefined)
    line.write(
      'POST /api/v1/upload/object HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n',
    )
    const dribble = setInterval(() => line.write('x'), 100)
    const begun = Date.now()
    await once(line, 'close')
    clearInterval(dribble)
    expect(said).toMatch(/^HTTP\/1.1 401 [^]*connection: close/i)
    expect(Date.now() - begun).toBeLessThan(5_000)
  })

  it('of a browser’s foreign page changes nothing: without the token header there is no session', async () => {
    const { teacher } = region.people
    for (const headers of [
      { cookie: `token=${teacher.token}` },
      { authorization: `Bearer ${teacher.token}` },
      {},
    ]) {
      for (const [method, url] of [
        ['GET', '/login/logout'],
        ['DELETE', '/api/v1/user/sessions'],
        ['PUT', '/api/v1/userSystemMessage/read/all'],
      ] as const) {
        const answer = await region.app.inject({
          method,
          url,
          headers: { ...headers, origin: 'https://evil.example' },
        })
        expect(answer.statusCode, `${method} ${url}`).toBe(401)
      }
    }
    expect((await teacher.get('/api/v1/user')).status).toBe(200)
    const form = await region.app.inject({
      method: 'POST',
      url: '/api/v1/reasons',
      headers: { token: region.people.school.token, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'type=a',
    })
    expect(form.statusCode).toBe(400)
    const text = await region.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      headers: { 'content-type': 'text/plain' },
      payload: '{"account":"x","password":"y"}',
    })
    expect(text.statusCode).toBe(400)
  })
})

describe('the page', () => {
  let server: Server
  const folder = join(tmpdir(), `xingtan-page-${process.pid}`)
  beforeAll(async () => {
    await mkdir(folder, { recursive: true })
    await writeFile(
      join(folder, 'index.html'),
      '<!doctype html><html><head><title>x</title><style>p{}</style></head><body></body></html>',
    )
    await writeFile(join(folder, 'sw.js'), '// worker')
    await writeFile(join(folder, 'manifest.webmanifest'), '{}')
    await writeFile(
      join(folder, '.early.json'),
      JSON.stringify({
        app: ['assets/start.js'],
        workspace: ['assets/workspace.js', 'assets/workspace.css'],
        pages: { portal: ['assets/portal.js', 'assets/start.js'], review: ['assets/review.js'] },
      }),
    )
    server = await createServer({
      log: createLog('silent'),
      trustProxy: false,
      limits: limitsOf(100),
      secureOrigin: true,
    })
    requireAccess(server)
    await pageRoutes(server, folder)
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  it('lets only the style elements through that carry its own nonce, another one each time, and over https keeps to it', async () => {
    const nonces = new Set<string>()
    for (const url of ['/', '/school/sy']) {
      const answer = await server.inject({ method: 'GET', url })
      expectGuarded(answer.headers, url)
      const inPage = /<meta name="csp-nonce" content="([^"]{22,})">/.exec(answer.body)?.[1] ?? ''
      expect(String(answer.headers['content-security-policy'])).toContain(
        `style-src 'self' 'nonce-${inPage}'`,
      )
      expect(answer.headers['strict-transport-security']).toContain('max-age=31536000')
      expect(answer.body).toContain(`<style nonce="${inPage}">`)
      nonces.add(inPage)
    }
    expect(nonces.size).toBe(2)
  })

  it('names the files that its address will need, and no others; the list itself is nobody’s', async () => {
    const named = async (url: string) =>
      [
        ...(await server.inject({ method: 'GET', url })).body.matchAll(
          /rel="(?:modulepreload|preload)" (?:as="style" )?crossorigin[^>]* href="([^"]+)"/g,
        ),
      ].map(([, href]) => href)
    expect(await named('/home/index')).toEqual(['/assets/start.js', '/assets/portal.js'])
    expect(await named('/')).toEqual(await named('/home/index'))
    const workspace = ['/assets/start.js', '/assets/workspace.js', '/assets/workspace.css']
    expect(await named('/school/sy?tab=%00')).toEqual(workspace)
    expect(await named('/examinePage/examineaXX')).toEqual([...workspace, '/assets/review.js'])
    expect(await named('/nowhere/at-all')).toEqual(['/assets/start.js'])
    // A scan is waited for, not the page.
    expect(await named('/q?claim=1')).toEqual([])
  })

  it('names the calls it will make, letter by letter as it makes them', async () => {
    const named = async (url: string) => {
      const { body } = await server.inject({ method: 'GET', url })
      const told = /<meta name="first-calls" content="([^"]*)">/.exec(body)?.[1] ?? '[]'
      return (JSON.parse(told.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as { path: string }[]).map(
        ({ path }) => path,
      )
    }
    expect(await named('/')).toEqual(['/api/v1/siteConfig', '/api/v1/portal/home'])
    expect(await named('/school/sy')).toEqual(['/api/v1/user/draftKey', '/api/v1/workbench'])
    // A scan that came to a claim is bound first; the own code of a learner is the page's to send.
    const [claim, scan] = ['/api/v1/presence/claim', '/api/v1/presence/scan']
    expect([await named('/q?claim=1'), await named('/q'), await named('/q?of=1&own=2')]).toEqual([
      [claim, scan],
      [scan],
      [],
    ])
    expect(await named('/examinePage/examineaXX')).toContain(
      '/api/v1/records/studyExperience?queue=open&page=1&pageSize=20',
    )
    // A narrowed queue is asked for by the page, which alone reads its address.
    expect(await named('/examinePage/examineaXX?q=%E6%9E%97"><script>')).toEqual([
      '/api/v1/user/draftKey',
      '/api/v1/dictionary/overlay',
      '/api/v1/own/layer',
    ])
    expect(await named('/offline')).toEqual([])
  })

  it('comes compressed to whoever takes it so', async () => {
    const headers = { 'accept-encoding': 'br, gzip' }
    const answer = await server.inject({ method: 'GET', url: '/school/sy', headers })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(answer.rawPayload).toString()).toContain('csp-nonce')
  })

  it('hands the worker out anew each time, and says what a manifest is', async () => {
    const worker = await server.inject({ method: 'GET', url: '/sw.js' })
    expect(worker.headers['cache-control']).toBe('no-cache')
    expect(worker.headers['content-type']).toMatch(/javascript/)
    expectGuarded(worker.headers, '/sw.js')
    // Its scope is the whole site because it stands at its root, and no header widens it.
    expect(worker.headers['service-worker-allowed']).toBeUndefined()
    const manifest = await server.inject({ method: 'GET', url: '/manifest.webmanifest' })
    expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/)
  })

  it('answers who only asks whether it is there', async () => {
    const answer = await server.inject({ method: 'HEAD', url: '/home/index' })
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
      200,
      '',
      'text/html; charset=utf-8',
    ])
    expect((await server.inject({ method: 'HEAD', url: '/api/v1/nothing' })).statusCode).toBe(404)
    expect((await server.inject({ method: 'POST', url: '/home/index' })).statusCode).toBe(404)
  })
})
