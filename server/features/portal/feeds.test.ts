import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import { contents as contentTypes } from '../../../catalogue/contents/contents.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { withHead } from '../../app/page-head.ts'
import { pageRoutes } from '../../app/page-routes.ts'
import { limitsOf, testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { requireAccess } from '../../platform/http/call.ts'
import { createKeeping } from '../../platform/http/kept.ts'
import type { PackedText } from '../../platform/http/packed.ts'
import { createServer, type Server } from '../../platform/http/server.ts'
import { createLog } from '../../platform/log/log.ts'
import { xmlText } from '../../../catalogue/markup/letters.ts'
import { headOf } from './head.ts'
import { sampleValue } from '../../engine/publishing/test-content.ts'
import { picture } from '../../app/testing/test-values.ts'
import { hostsOf } from '../../engine/kinds/index.ts'
import { createReaders } from '../../engine/publishing/readers.ts'

let region: Region
let pages: Server
const folder = join(tmpdir(), `xingtan-head-${process.pid}`)
beforeAll(async () => {
  region = await testRegion('feeds', undefined, { publicOrigin: 'https://teacher.example.cn' })
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html><head><meta name="description" content="x" /><title>x</title></head><body></body></html>',
  )
  pages = await createServer({
    log: createLog('silent'),
    trustProxy: false,
    limits: limitsOf(1000),
    secureOrigin: true,
  })
  requireAccess(pages)
  const readers = createReaders(region.db, createLog('silent'))
  const contents = {
    db: region.db,
    keys: region.engine.keys,
    readers,
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
    of: (url) => headOf(contents, url, 'teacher.example.cn'),
    originOf: async () => 'https://teacher.example.cn',
    framed: () => hostsOf(region.db),
  })
})
afterAll(async () => {
  await pages.close()
  await region.close()
  await rm(folder, { recursive: true })
})

const notice = { title: '通知', noticeKind: '1', visibility: '2', content: '正文', files: [] }
async function publish(who: Person, value: object, more: object = {}) {
  const made: Answer<ContentView> = await who.post('/api/v1/contents/notice', {
    value: { ...notice, ...value },
  })
  return (
    await who.post<ContentView>(`/api/v1/contents/notice/${made.data.id}/publish`, {
      version: made.data.version,
      ...more,
    })
  ).data
}
const ask = async (url: string) => {
  const answer = await region.app.inject({ method: 'GET', url })
  return { status: answer.statusCode, type: String(answer.headers['content-type']), text: answer.body }
}
const head = async (url: string) => (await pages.inject({ method: 'GET', url })).body

describe('feeds', () => {
  it('hold what visitors may read and nothing else, as text that no reader takes for markup', async () => {
    const { area } = region.people
    await publish(area, { title: '公开<script>&"一', content: '甲]]>乙' })
    await publish(area, { title: '内部的', visibility: '1' })
    await publish(area, { title: '以后的' }, { publishAt: new Date(Date.now() + 3_600_000).toISOString() })
    const gone = await publish(area, { title: '下架的' })
    expect((await ask('/feed/notice.xml')).text).toContain('下架的')
    await area.post(`/api/v1/contents/notice/${gone.id}/takeDown`, { version: gone.version })
    const { status, type, text } = await ask('/feed/notice.xml')
    expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    expect(text).toContain('<title>公开&lt;script&gt;&amp;&quot;一</title>')
    expect(text).toMatch(
      /<link href="https:\/\/teacher\.example\.cn\/home\/messageData\/messageDetail\?type=notice&amp;id=\d+"\/>/,
    )
    for (const never of ['内部的', '以后的', '下架的', '<script', ']]>']) expect(text).not.toContain(never)
    const ids = text.match(/<id>[^<]*<\/id>/g) ?? []
    expect(ids.every((id) => /^<id>urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    for (const path of ['/feed/policy.xml', '/feed/trainingNews.xml'])
      expect((await ask(path)).status).toBe(200)
    expect(xmlText('\ud800a\ufffe\u{1f600}')).toBe('\ufffda\u{1f600}')
  })

  it('and the map of the site name the same pages', async () => {
    const first = await ask('/sitemap.xml')
    expect(first.text).toContain('<loc>https://teacher.example.cn/home/messageData/policy</loc>')
    expect(first.text).not.toMatch(/\/home\/(test|search|pF|previewFiles)/)
    expect(first.text.match(/messageDetail\?type=notice/g)?.length).toBe(1)
    expect((await ask('/robots.txt')).text).toContain('Sitemap: https://teacher.example.cn/sitemap.xml')
  })

  it.runIf(everything)('of very many pages are several maps', async () => {
    await region.db.query(sql`
      insert into content (type, value, live, live_no, state, publish_at, by_identity, institution_id)
      select 'trainingNews', '{}', '{}', 1, 'published', now(), ${region.people.school.identityId}::int,
        ${region.places.province}::int
      from generate_series(1, 50000)`)
    const index = await ask('/sitemap.xml')
    expect(index.text.match(/<sitemap>/g)?.length).toBe(2)
    const parts = [(await ask('/sitemap.xml?part=1')).text, (await ask('/sitemap.xml?part=2')).text]
    const places = parts.flatMap((text) => text.match(/<loc>[^<]*<\/loc>/g) ?? [])
    expect([parts[0]?.match(/<loc>/g)?.length, new Set(places).size - places.length]).toEqual([50_000, 0])
    expect(places.filter((place) => place.includes('soyDongtaiDetail')).length).toBe(50_000)
    expect([(await ask('/sitemap.xml?part=3')).status, (await ask('/sitemap.xml?part=x')).status]).toEqual([
      404, 400,
    ])
    await region.db.execute(sql`delete from content where value = '{}'`)
  })
})

describe('the head of a page', () => {
  it('lets only listed hosts stand in a frame, from the moment they are listed', async () => {
    const { admin } = region.people
    const framed = async () =>
      /frame-src ([^;]*);/.exec(
        String(
          (await pages.inject({ method: 'GET', url: '/home/index' })).headers['content-security-policy'],
        ),
      )?.[1]
    expect(await framed()).toBe("'self' ")
    for (const host of ['www.example.cn', '.example.edu.cn:8443'])
      expect((await admin.post('/api/v1/allowedHosts', { host })).msg).toBe('ok')
    expect(await framed()).toBe(
      "'self' https://*.example.edu.cn:8443 http://*.example.edu.cn:8443 https://www.example.cn http://www.example.cn",
    )
    for (const host of ['www.example.cn', '.example.edu.cn:8443'])
      await admin.del(`/api/v1/allowedHosts?host=${host}`)
    expect(await framed()).toBe("'self' ")
  })

  it('names the article with words and picture of its own, escaped, and only what a visitor may read', async () => {
    const { area } = region.people
    const page = await publish(area, {
      title: '</title><script>alert(1)</script>$&的通知',
      content: `"正文"${'长'.repeat(400)}</script>`,
    })
    const at = `/home/messageData/messageDetail?type=notice&id=${page.id}`
    const text = await head(`${at}&utm=1`)
    expect(text).toContain(
      '<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;的通知 - 杏坛</title>',
    )
    expect(text).toContain(
      `<link rel="canonical" href="https://teacher.example.cn${at.replace('&', '&amp;')}">`,
    )
    expect(text).toContain('<meta property="og:type" content="article">')
    expect(text.match(/<title>/g)?.length).toBe(1)
    expect(text.match(/<meta name="description"/g)?.length).toBe(1)
    // The one script is data, and what was typed does not end it.
    expect(text.match(/<script/g)?.length).toBe(1)
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '') as {
      headline: string
    }
    expect(data.headline).toBe('</title><script>alert(1)</script>$&的通知')
    expect(text).toContain('href="/feed/notice.xml"')
    const hidden = await publish(area, { title: '内部标题', visibility: '1' })
    const closed = await head(`/home/messageData/messageDetail?type=notice&id=${hidden.id}`)
    expect(closed).not.toContain('内部标题')
    expect(closed).toContain('<meta name="robots" content="noindex">')
  })
  it('of a shared resource says in the terms of LRMI what it is, for whom and under which licence', async () => {
    const { province } = region.people
    const value = {
      ...(await sampleValue(contentTypes['resource'], () => picture(region, province))),
      title: '二次函数的图象',
      resourceKind: '02',
      schoolStage: '3',
      grade: null,
      subject: '14',
      author: '林疏影',
      shareScope: '9',
      licence: '3',
    }
    const made: Answer<ContentView> = await province.post('/api/v1/contents/resource', { value })
    const { id, version } = made.data
    expect((await province.post(`/api/v1/contents/resource/${id}/publish`, { version })).msg).toBe('ok')
    const text = await head(`/home/resourcesCloud?id=${id}`)
    const data: unknown = JSON.parse(
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '{}',
    )
    expect(data).toMatchObject({
      '@type': 'LearningResource',
      name: '二次函数的图象',
      about: '数学',
      educationalLevel: '普通初中',
      learningResourceType: '课件',
      license: 'https://creativecommons.org/licenses/by/4.0/deed.zh-hans',
      author: { '@type': 'Person', name: '林疏影' },
    })
  })
  it('of columns and of the front page is theirs; of workspaces nothing is said', async () => {
    expect(await head('/home/messageData/policy')).toContain('<title>政策文件 - 杏坛</title>')
    expect(await head('/')).toContain('<link rel="canonical" href="https://teacher.example.cn/home/index">')
    expect(await head('/school/sy')).toContain('<title>x</title>')
    for (const odd of [
      '/home/messageData/messageDetail?id=9e9',
      '/home/messageData/messageDetail?id=%27',
      '//home/index',
      '/home/%E0%A4%A',
    ])
      expect((await pages.inject({ method: 'GET', url: odd })).statusCode, odd).toBeLessThan(500)
    expect(
      withHead(
        '<head><title>a</title></head>',
        {
          title: 't',
          description: 'd',
          site: 's',
          path: '/',
          image: '/files/a?b=1&c',
          first: null,
          index: true,
          feeds: [],
          article: null,
          learning: null,
        },
        'https://x',
      ),
    ).toContain('content="https://x/files/a?b=1&amp;c"')
  })

  it('of a resource that several made names all of them', () => {
    const head = {
      title: '合著',
      description: 'd',
      site: 's',
      path: '/',
      image: null,
      first: null,
      index: true,
      feeds: [],
      article: { published: '2026-11-30', publisher: '本校' },
      learning: {
        learningResourceType: null,
        educationalLevel: null,
        about: null,
        author: '林疏影',
        coauthors: ['曾广'],
        license: null,
      },
    }
    expect(withHead('<head></head>', head, null)).toContain(
      '"author":[{"@type":"Person","name":"林疏影"},{"@type":"Person","name":"曾广"}]',
    )
  })
})
