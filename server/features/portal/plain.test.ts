import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contents as contentTypes } from '../../../catalogue/contents/contents.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { pageRoutes } from '../../app/page-routes.ts'
import { limitsOf, testRegion, type Answer, type Region } from '../../app/testing/test-region.ts'
import { createReaders } from '../../engine/publishing/index.ts'
import { requireAccess } from '../../platform/http/call.ts'
import { cleaned } from '../../platform/http/html.ts'
import { createKeeping } from '../../platform/http/kept.ts'
import type { PackedText } from '../../platform/http/packed.ts'
import { createServer, type Server } from '../../platform/http/server.ts'
import { createLog } from '../../platform/log/log.ts'
import { plainOf } from './plain.ts'

const index =
  '<!doctype html><html><head><style>p{}</style></head><body><div id="root"></div><noscript>请启用脚本。</noscript></body></html>'
const folder = join(tmpdir(), `xingtan-plain-${process.pid}`)
let region: Region
let pages: Server
/** Words in place of the portal's, for the one address that a test makes up. */
let madeUp: string | null = null
beforeAll(async () => {
  region = await testRegion('plain')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.html'), index)
  const log = createLog('silent')
  pages = await createServer({ log, trustProxy: false, limits: limitsOf(1000), secureOrigin: false })
  requireAccess(pages)
  const portal = {
    db: region.db,
    keys: region.engine.keys,
    readers: createReaders(region.db, log),
    notify: async () => {},
    sites: { at: async () => undefined, of: async () => undefined, centre: async () => undefined },
    publicOrigin: undefined,
    namedBeside: async () => [],
    originOf: async () => null,
    fileAddress: (id: string) => `/files/${id}`,
    filmAddress: (id: string) => `/files/${id}`,
    types: contentTypes,
    onChanged: () => undefined,
    answers: createKeeping(0).open<PackedText>(1),
  }
  await pageRoutes(pages, folder, {
    of: async () => null,
    originOf: async () => null,
    framed: async () => [],
    plain: async (url, host) => (madeUp === null ? plainOf(portal, url, host) : cleaned(madeUp)),
  })
})
afterAll(async () => {
  await pages.close()
  await region.close()
  await rm(folder, { recursive: true })
})

async function publish(value: object): Promise<number> {
  const { city } = region.people
  const made: Answer<ContentView> = await city.post('/api/v1/contents/notice', {
    value: { title: '通知', noticeKind: '1', visibility: '2', content: '正文', files: [], ...value },
  })
  const answer = await city.post(`/api/v1/contents/notice/${made.data.id}/publish`, {
    version: made.data.version,
  })
  expect(answer.msg).toBe('ok')
  return made.data.id
}
/** What a browser without scripts, or a program, reads at an address. */
const read = async (url: string) =>
  /<body>(.*)<\/body>/s.exec((await pages.inject({ method: 'GET', url })).body)?.[1] ?? ''
const pathOf = (id: number) => `/home/messageData/messageDetail?type=notice&id=${id}`

describe('a page without scripts', () => {
  it('of an article has its headline, text and way on; the front page and the list lead to it', async () => {
    const id = await publish({
      title: '关于<寒假>研修的通知',
      content: '<p>请各校<strong>于三月一日前</strong>报送名单。</p>',
    })
    const article = await read(pathOf(id))
    expect(article).toContain('<h1>关于&lt;寒假&gt;研修的通知</h1>')
    expect(article).toContain('<p>请各校<strong>于三月一日前</strong>报送名单。</p>')
    expect(article).toContain('<a href="/home/messageData/news">通知公告</a>')
    for (const url of ['/', '/home/index', '/home/messageData/news'])
      expect(await read(url), url).toContain(pathOf(id).replace('&', '&amp;'))
  })

  it('says nothing of what visitors may not read, and leaves other pages as they are', async () => {
    const id = await publish({ title: '只给登录的人', visibility: '1', content: '内部正文' })
    expect(await read(pathOf(id))).toContain('不存在')
    for (const url of [pathOf(id), '/home/index', '/home/messageData/news'])
      expect(await read(url)).not.toMatch(/只给登录的人|内部正文/)
    expect(await read('/school/sy')).toBe('<div id="root"></div><noscript>请启用脚本。</noscript>')
  })

  it('stands where scripts draw, to be read until they come; with pictures it stands aside, so that none is fetched twice', async () => {
    const id = await publish({ title: '只有文字', content: '<p>一段话。</p>' })
    expect(await read(pathOf(id))).toMatch(/^<div id="root"><div class="plain">.*<\/div><\/div>$/s)
    madeUp = '<p><img src="/files/1" alt="图"></p>'
    expect(await read('/')).toMatch(/^<div id="root"><\/div><noscript><div class="plain">.*<\/noscript>$/s)
    madeUp = null
  })

  it('cannot be left by its words: a browser with scripts ends the element where it ends', async () => {
    madeUp = '<img alt="</noscript><img src=x onerror=alert(1)>"></NoScript >'
    const { body } = await pages.inject({ method: 'GET', url: '/' })
    madeUp = null
    expect(body.match(/<\/noscript/gi)).toHaveLength(1)
    expect(body).toMatch(/<\/noscript><\/body><\/html>$/)
  })

  it('is not sent again to whoever has it: the copy keeps its own nonce and policy', async () => {
    const first = await pages.inject({ method: 'GET', url: '/home/index' })
    const again = await pages.inject({
      method: 'GET',
      url: '/home/index',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers['content-security-policy']).toBeUndefined()
    await publish({ title: '刚刚发布' })
    const later = await pages.inject({
      method: 'GET',
      url: '/home/index',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect(later.statusCode).toBe(200)
    expect(later.body).toContain('刚刚发布')
  })
})

describe('the front page', () => {
  const titles = async (token: string | null) => {
    const answer = await region.app.inject({
      method: 'GET',
      url: '/api/v1/portal/home',
      headers: token === null ? {} : { token },
    })
    return { text: answer.body, headers: answer.headers }
  }

  it('is kept for each audience by itself, and is new at once when something is published or taken down', async () => {
    const { teacher, school, otherSchool, city } = region.people
    const asked = [teacher.token, school.token, otherSchool.token, null]
    for (const token of asked) await titles(token)
    const id = await publish({ title: '只给教师', visibility: '1', audienceRoles: ['2'] })
    const sees = async () =>
      Promise.all(asked.map(async (token) => (await titles(token)).text.includes('只给教师')))
    expect(await sees()).toEqual([true, false, false, false])
    expect(await sees()).toEqual([true, false, false, false])
    const { data } = await city.get<ContentView>(`/api/v1/contents/notice/${id}`)
    await city.post(`/api/v1/contents/notice/${id}/takeDown`, { version: data.version })
    expect(await sees()).toEqual([false, false, false, false])
  })

  it('may lie in a visitor’s browser, which asks whether it still holds, and in nobody’s who is signed in', async () => {
    const visitor = await titles(null)
    expect(visitor.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding, token' })
    const again = await region.app.inject({
      method: 'GET',
      url: '/api/v1/portal/home',
      headers: { 'if-none-match': String(visitor.headers['etag']) },
    })
    expect(again.statusCode).toBe(304)
    const own = await titles(region.people.teacher.token)
    expect(own.headers['cache-control']).toBe('no-store')
    expect(own.headers['etag']).toBeUndefined()
  })
})
