import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../platform/log/log.ts'
import { createServer, type Server } from '../../platform/http/server.ts'
import { requireAccess } from '../../platform/http/call.ts'
import { sql } from '../../platform/db/sql.ts'
import { ownOrigin } from '../own-origin.ts'
import { pageRoutes } from '../page-routes.ts'
import { limitsOf, testRegion, type Region } from '../testing/test-region.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('attack-host')
  await region.db.query(
    sql`insert into client (id, name, kind, area_code, domain)
      values (777, '阳江门户', '1', '441700', 'yangjiang.example.cn')`,
  )
})
afterAll(() => region.close())

const paths = [
  '/sitemap.xml',
  '/feed/policy.xml',
  '/feed/notice.xml',
  '/feed/trainingNews.xml',
  '/robots.txt',
]
const ask = async (url: string, host: string) => {
  const { statusCode, body, headers } = await region.app.inject({
    method: 'GET',
    url,
    headers: { host, 'x-forwarded-host': host },
  })
  return { status: statusCode, text: `${JSON.stringify(headers)}${body}` }
}

it('gets the name of a foreign host into no map, feed or list for robots', async () => {
  for (const host of [
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example/localhost',
    'user@localhost',
    '10.1.2.3',
  ]) {
    for (const path of paths) {
      const { status, text } = await ask(path, host)
      expect(text, `${path} as ${host}`).not.toMatch(/evil|10\.1\.2\.3|user@/)
      expect(status, `${path} as ${host}`).toBe(path === '/robots.txt' ? 200 : 404)
    }
  }
  expect((await ask('/sitemap.xml', 'evil.example')).text).toContain('PUBLIC_ORIGIN')
})

it('still reads them on this machine and under the domain of a client', async () => {
  for (const [host, origin] of [
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['yangjiang.example.cn', 'http://yangjiang.example.cn'],
  ] as const) {
    for (const path of paths) {
      const { status, text } = await ask(path, host)
      expect([status, text.includes(origin)], `${path} as ${host}`).toEqual([200, true])
    }
  }
  expect(
    (await ask('/sitemap.xml', 'yangjiang.example.cn:81')).text,
    'a port nobody configured',
  ).not.toContain(':81')
})

it('gets no page to name a foreign host as its own address', async () => {
  const folder = join(tmpdir(), `xingtan-own-host-${process.pid}`)
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html><head><title>杏坛</title></head><body></body></html>',
  )
  const server: Server = await createServer({
    log: createLog('silent'),
    trustProxy: false,
    limits: limitsOf(1000),
    secureOrigin: false,
  })
  requireAccess(server)
  const head = {
    title: '通知',
    description: '通知',
    site: '平台',
    path: '/home/index',
    image: '/files/x',
    first: null,
    index: true,
    feeds: [],
    article: null,
    learning: null,
  }
  await pageRoutes(server, folder, {
    of: async () => head,
    originOf: ownOrigin(undefined, async () => undefined),
    framed: async () => [],
  })
  try {
    const page = async (host: string) =>
      (await server.inject({ method: 'GET', url: '/home/index', headers: { host } })).body
    expect(await page('evil.example')).not.toMatch(/evil|canonical|og:url|og:image/)
    expect(await page('localhost:8080')).toContain('rel="canonical" href="http://localhost:8080/home/index"')
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
})
