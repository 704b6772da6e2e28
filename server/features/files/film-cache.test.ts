import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LearningView } from '../../../catalogue/contract/courses.ts'
import type { FilePreview } from '../../../catalogue/contract/portal/file-preview.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { createLog } from '../../platform/log/log.ts'
import { sql } from '../../platform/db/sql.ts'
import { coursesIn } from '../courses/test-course.ts'

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

let region: Region
let cache: string
beforeAll(async () => {
  cache = `http://127.0.0.1:${await freePort()}`
  region = await testRegion('film-cache', createLog('silent'), { mediaUrl: cache })
})
afterAll(() => region.close())

/** A lesson with its recording, and whoever may learn it. */
async function lesson() {
  const life = coursesIn(region)
  const { id } = await life.course([2_700])
  const who = await life.teacher()
  const film = (await who.get<LearningView>(`/api/v1/learning/${id}`)).data.lessons[0]?.film
  if (!film) throw new Error('a lesson without a recording')
  // As where the text of the course shows it, too.
  await region.db.execute(sql`
    update content set live = live || jsonb_build_object('note', ${film.fileId}::text) where id = ${id}`)
  await region.db.execute(
    sql`insert into content_file (content_id, file_id) values (${id}, ${film.fileId}::uuid)`,
  )
  const own = film.url.slice(cache.length)
  return { id, who, film, own }
}

/** What the portal says to the cache about an address. */
const checked = async (own: string) => {
  const [path = '', query = ''] = own.split('?')
  return (await region.app.inject({ url: `${path}/check?${query}` })).statusCode
}
const takeDown = (fileId: string) =>
  region.db.execute(sql`update content_file set withheld_for = 1 where file_id = ${fileId}::uuid`)

describe('a cache of recordings', () => {
  it('is where pages play films, and nothing else; only it may be reached, and may play them', async () => {
    const { who, film, own } = await lesson()
    expect(film.url.startsWith(`${cache}/files/${film.fileId}?`)).toBe(true)
    const preview = await who.get<FilePreview>(`/api/v1/file/${film.fileId}/preview`)
    expect([preview.data.url, preview.data.download.startsWith('/files/')]).toEqual([film.url, true])
    const page = await region.app.inject({ url: '/' })
    expect(page.headers['content-security-policy']).toMatch(new RegExp(`media-src 'self' blob: +${cache};`))
    const bytes = await region.app.inject({ url: own, headers: { range: 'bytes=0-3' } })
    expect([bytes.statusCode, bytes.headers['cross-origin-resource-policy']]).toEqual([206, 'cross-origin'])
  })

  it('is told of each address whether it holds: not of a forged, an old, or one taken down', async () => {
    const { film, own } = await lesson()
    expect(await checked(own)).toBe(204)
    expect(await checked(own.replace(/sign=.{4}/, 'sign=AAAA'))).toBe(403)
    expect(await checked(own.replace(/until=\d+/, 'until=1'))).toBe(403)
    expect(await checked(own.replace('mode=preview', 'mode=download'))).toBe(403)
    await takeDown(film.fileId)
    expect(await checked(own)).toBe(403)
  })
})

describe('a full line without a cache', () => {
  it('asks who comes new to wait, in words and seconds, and lets who plays go on', async () => {
    const { own } = await lesson()
    const server = await region.serveBeside({ mediaUrl: undefined, mediaMbit: 0.01 })
    const part = (cookie: string, remoteAddress: string) =>
      server.inject({ url: own, headers: { range: 'bytes=0-99', cookie }, remoteAddress })
    try {
      expect((await part('a=1', '10.0.0.1')).statusCode).toBe(206)
      // Another browser behind the same address.
      const refused = await part('a=2', '10.0.0.1')
      expect([
        refused.statusCode,
        refused.headers['retry-after'],
        refused.json<{ msg: string }>().msg,
      ]).toEqual([429, '20', '现在观看的人多，线路已满，请先看讲义，轮到时会自动载入'])
      expect((await part('a=1', '10.0.0.1')).statusCode).toBe(206)
    } finally {
      await server.close()
    }
  })
})

/** nginx prints how it was built on the stream of faults. */
const hasNginx = /slice_module/.test(String(spawnSync('nginx', ['-V']).stderr))

/** nginx with the configuration of the how-to, its ports and folders exchanged. */
async function nginx(portal: number): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'film-cache-'))
  const how = await readFile(join(import.meta.dirname, '../../../docs/how-to/film-cache.conf'), 'utf8')
  const conf = how
    .replace('127.0.0.1:8080', `127.0.0.1:${portal}`)
    .replace('/var/cache/nginx/films', join(folder, 'films'))
    .replace('listen 8090', `listen ${new URL(cache).host}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  const main = join(folder, 'nginx.conf')
  await writeFile(
    main,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'errors')};
    events {}
    http { access_log off; ${temporary}\n${conf} }`,
  )
  const child = spawn('nginx', ['-c', main, '-e', join(folder, 'errors')], { stdio: 'ignore' })
  await vi.waitFor(async () => expect((await fetch(`${cache}/`)).status).toBe(404), 20_000)
  return async () => {
    child.kill()
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

describe.runIf(hasNginx)('nginx as the how-to sets it up', () => {
  it('plays by parts, asks the portal once for the bytes and each time whether the address holds', async () => {
    await region.app.listen({ port: 0, host: '127.0.0.1' })
    const address = region.app.server.address()
    const stop = await nginx(typeof address === 'object' && address ? address.port : 0)
    try {
      const { film, own } = await lesson()
      const whole = (await region.app.inject({ url: own })).rawPayload
      const part = async (range: string) => {
        const answer = await fetch(film.url, { headers: { range } })
        return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), of: answer.headers }
      }
      const first = await part('bytes=0-15')
      expect([first.status, first.bytes.equals(whole.subarray(0, 16))]).toEqual([206, true])
      expect(first.of.get('cross-origin-resource-policy')).toBe('cross-origin')
      // The bytes are in the cache now: the storage is not asked again.
      await region.db.execute(sql`update file set storage_key = 'gone' where id = ${film.fileId}::uuid`)
      const again = await part('bytes=4-9')
      expect([again.status, again.bytes.equals(whole.subarray(4, 10))]).toEqual([206, true])
      expect((await fetch(film.url.replace(/sign=.{4}/, 'sign=AAAA'))).status).toBe(403)
      expect((await fetch(film.url.replace('mode=preview', 'mode=download'))).status).toBe(404)
      await takeDown(film.fileId)
      expect((await part('bytes=0-15')).status).toBe(403)
    } finally {
      await stop()
    }
  })
})
