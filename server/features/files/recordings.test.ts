import { request as ask, type ClientRequest, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FilePreview } from '../../../catalogue/contract/portal/file-preview.ts'
import { sql } from '../../platform/db/sql.ts'
import { createLog } from '../../platform/log/log.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { multipart } from '../../app/testing/test-values.ts'

const megabyte = 1024 * 1024
let region: Region
let port: number
beforeAll(async () => {
  region = await testRegion('recordings', createLog('silent'), {
    largestVideo: 64 * megabyte,
    largestAudio: 16 * megabyte,
  })
  await region.app.listen({ port: 0, host: '127.0.0.1' })
  const address = region.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(async () => {
  // Clients of this file break off in the middle: what they left open is not waited for.
  region.app.server.closeAllConnections()
  await region.close()
})

const fixture = (name: string) => readFile(join(import.meta.dirname, '../../../e2e/files', name))
const sound = () =>
  Buffer.concat(
    Array.from({ length: 200 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)])),
  )
const boundary = 'recordingboundary'
const opening = (name: string) =>
  Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: video/mp4\r\n\r\n`,
  )
const ending = Buffer.from(`\r\n--${boundary}--\r\n`)

/** A form with a file of so many bytes, made while it is sent. */
function* form(head: Buffer, bytes: number, name: string) {
  yield opening(name)
  yield head
  const piece = Buffer.alloc(256 * 1024, 7)
  for (let left = bytes - head.length; left > 0; left -= piece.length)
    yield piece.subarray(0, Math.min(left, piece.length))
  yield ending
}

function begin(who: Person, length?: number): ClientRequest {
  return ask({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/v1/upload/object',
    headers: {
      token: who.token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(length !== undefined && { 'content-length': length }),
    },
  })
}

/** Sends a large file as a browser does: its length said first, unless `unsaid`. */
async function sendLarge(who: Person, head: Buffer, bytes: number, { name = 'a.mp4', unsaid = false } = {}) {
  const request = begin(who, unsaid ? undefined : opening(name).length + bytes + ending.length)
  // A server that refuses closes before everything was sent.
  request.on('error', () => undefined)
  const answered: Promise<IncomingMessage[]> = once(request, 'response')
  Readable.from(form(head, bytes, name))
    .on('error', () => undefined)
    .pipe(request)
  const [answer] = await answered
  const text = answer ? (await buffer(answer)).toString() : ''
  // This client sends no more once it is answered.
  request.destroy()
  return {
    status: answer?.statusCode,
    ...(JSON.parse(text) as {
      msg: string
      data: { id: string; name: string; mime: string; bytes: number } | null
    }),
  }
}

/** Collects garbage, so that what is held can be counted. */
function collect() {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('gc')
  if (typeof gc === 'function') gc()
}

/** Every file on the disk of the portal. */
async function onDisk(): Promise<string[]> {
  const entries = await readdir(join(region.folder, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return entries.filter((one) => one.isFile()).map(({ name }) => name)
}
const gone = (before: number) =>
  expect.poll(async () => (await onDisk()).length, { timeout: 10_000 }).toBe(before)

describe('a recording', () => {
  it('may be larger than other files, and comes back in parts', async () => {
    const { school } = region.people
    const film = await fixture('lesson.mp4')
    const bytes = 60 * megabyte
    const sent = await sendLarge(school, film, bytes, { name: '公开课.avi' })
    expect(sent).toMatchObject({ status: 200, data: { name: '公开课.mp4', mime: 'video/mp4', bytes } })
    const id = sent.data?.id ?? ''
    const made = await school.post<{ id: number; version: number }>('/api/v1/contents/notice', {
      value: { title: '公开课', noticeKind: '1', visibility: '2', content: '见附件。', files: [id] },
    })
    await school.post(`/api/v1/contents/notice/${made.data.id}/publish`, { version: made.data.version })
    const { data } = await school.get<FilePreview>(`/api/v1/file/${id}/preview`)
    expect(data).toMatchObject({ type: 'video', bytes })
    const part = async (range: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${data.url}`, { headers: { range } })
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        type: answer.headers.get('content-type'),
        body: Buffer.from(await answer.arrayBuffer()),
      }
    }
    expect(await part('bytes=4-7')).toEqual({
      status: 206,
      range: `bytes 4-7/${bytes}`,
      type: 'video/mp4',
      body: Buffer.from('ftyp'),
    })
    expect((await part(`bytes=${bytes - 2}-`)).body).toEqual(Buffer.from([7, 7]))
    expect(await part(`bytes=${bytes}-`)).toMatchObject({ status: 416, range: `bytes */${bytes}` })
    // A player asks for everything from here on and takes what it needs: what it leaves is not read.
    const leave = new AbortController()
    const open = await fetch(`http://127.0.0.1:${port}${data.url}`, {
      headers: { range: 'bytes=1000-' },
      signal: leave.signal,
    })
    expect([open.status, open.headers.get('content-length')]).toEqual([206, String(bytes - 1000)])
    leave.abort()
  })

  it('is known by its first bytes, whatever it is called: mp4, webm, sound with a large picture before it', async () => {
    const { school } = region.people
    const picture = Buffer.alloc(300_000, 1)
    const tag = Buffer.from([
      0x49,
      0x44,
      0x33,
      3,
      0,
      0,
      0,
      (picture.length >> 14) & 127,
      (picture.length >> 7) & 127,
      picture.length & 127,
    ])
    const kinds: [string, Buffer, string][] = [
      ['a.txt', await fixture('lesson.webm'), 'video/webm'],
      ['b.docx', await fixture('lesson.mp4'), 'video/mp4'],
      ['c.mp3', Buffer.concat([tag, picture, sound()]), 'audio/mpeg'],
    ]
    for (const [name, content, mime] of kinds) {
      const { payload, headers } = multipart(name, 'application/octet-stream', content)
      const answer = await region.app.inject({
        method: 'POST',
        url: '/api/v1/upload/object',
        payload,
        headers: { ...headers, token: school.token },
      })
      expect(
        [answer.statusCode, answer.json<{ data: { mime: string; bytes: number } }>().data],
        name,
      ).toMatchObject([200, { mime, bytes: content.length }])
    }
  })

  it('too large is refused in words: by the length said, by its kind, and by counting where no length is said; nothing stays', async () => {
    const { school } = region.people
    const film = await fixture('lesson.mp4')
    const before = (await onDisk()).length
    expect(await sendLarge(school, film, 65 * megabyte)).toMatchObject({
      status: 413,
      msg: '视频超过 64 MB，请压缩或分段后再传',
    })
    expect(await sendLarge(school, film, 65 * megabyte, { unsaid: true })).toMatchObject({
      status: 413,
      msg: '视频超过 64 MB，请压缩或分段后再传',
    })
    expect(await sendLarge(school, sound(), 17 * megabyte)).toMatchObject({
      status: 413,
      msg: '录音超过 16 MB，请压缩或分段后再传',
    })
    expect(await sendLarge(school, sound(), 17 * megabyte, { unsaid: true })).toMatchObject({
      status: 413,
      msg: '录音超过 16 MB，请压缩或分段后再传',
    })
    await gone(before)
  })

  it('is all that may be larger, and only from those who publish', async () => {
    // Teachers write resources, so their lessons may be as long as those of their school.
    const { school, teacher, expert } = region.people
    const before = (await onDisk()).length
    for (const unsaid of [true, false]) {
      expect(
        await sendLarge(school, Buffer.from('%PDF-1.4\n'), 11 * megabyte, { name: 'a.mp4', unsaid }),
      ).toMatchObject({ status: 413, msg: '文件超过 10 MB，请压缩后再传' })
      expect((await sendLarge(expert, await fixture('lesson.mp4'), 11 * megabyte, { unsaid })).status).toBe(
        413,
      )
    }
    expect((await expert.get('/api/v1/upload/limits')).data).toEqual({
      file: 10 * megabyte,
      video: 10 * megabyte,
      audio: 10 * megabyte,
    })
    for (const who of [school, teacher])
      expect((await who.get('/api/v1/upload/limits')).data).toEqual({
        file: 10 * megabyte,
        video: 64 * megabyte,
        audio: 16 * megabyte,
      })
    await gone(before)
  })

  it('goes to the disk piece by piece, never held whole, and where it breaks off on its way leaves no file and no row', async () => {
    const { school } = region.people
    const film = await fixture('lesson.mp4')
    const before = (await onDisk()).length
    const rows = async () => (await region.db.query(sql`select id from file`)).length
    const known = await rows()
    const request = begin(school, 40 * megabyte)
    request.on('error', () => undefined)
    request.write(opening('a.mp4'))
    request.write(film)
    collect()
    const held = process.memoryUsage().arrayBuffers
    const piece = Buffer.alloc(megabyte, 7)
    for (let n = 0; n < 35; n += 1) if (!request.write(piece)) await once(request, 'drain')
    const arriving = join(region.folder, 'files', 'arriving')
    const onItsWay = async () =>
      (await stat(join(arriving, (await readdir(arriving))[0] ?? '')).catch(() => ({ size: 0 }))).size
    await expect.poll(onItsWay, { timeout: 10_000 }).toBeGreaterThan(34 * megabyte)
    const more = () => {
      collect()
      return process.memoryUsage().arrayBuffers - held
    }
    await expect.poll(more, { timeout: 10_000 }).toBeLessThan(12 * megabyte)
    request.destroy()
    await gone(before)
    expect(await rows()).toBe(known)
  })

  it('that would fill the disk is refused in words', async () => {
    const full = await testRegion('recordings_full', createLog('silent'), {
      keepFree: Number.MAX_SAFE_INTEGER,
    })
    try {
      const { payload, headers } = multipart('a.mp4', 'video/mp4', await fixture('lesson.mp4'))
      const answer = await full.app.inject({
        method: 'POST',
        url: '/api/v1/upload/object',
        payload,
        headers: { ...headers, token: full.people.school.token },
      })
      expect([answer.statusCode, answer.json<{ msg: string }>().msg]).toEqual([
        507,
        '服务器的磁盘空间不足，文件没有保存，请联系系统管理员',
      ])
      expect(
        (await readdir(join(full.folder, 'files'), { recursive: true, withFileTypes: true })).filter((one) =>
          one.isFile(),
        ),
      ).toEqual([])
    } finally {
      await full.close()
    }
  })
})
