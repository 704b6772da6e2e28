import { everything } from '../../../platform/testing/test-extent.ts'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UnfinishedUpload } from '../../../../catalogue/contract/uploads.ts'
import { testRegion, type Person, type Region } from '../../../app/testing/test-region.ts'
import { begin, finish, send, sendAll, type SentContent } from '../../../app/testing/tus-sender.ts'
import { sql } from '../../../platform/db/sql.ts'
import { createLog } from '../../../platform/log/log.ts'
import { s3StandIn } from '../../../platform/storage/testing/s3-stand-in.ts'
import { expireUploads } from './uploads.ts'
import { storesIn } from '../../../platform/storage/file-stores.ts'

const megabyte = 1024 * 1024
let region: Region
let url: string
let film: Buffer
beforeAll(async () => {
  region = await testRegion('resumable', createLog('silent'), {
    largestVideo: 64 * megabyte,
    largestAudio: 16 * megabyte,
  })
  url = await region.app.listen({ port: 0, host: '127.0.0.1' })
  film = await readFile(join(import.meta.dirname, '../../../../e2e/files/lesson.mp4'))
})
afterAll(async () => {
  region.app.server.closeAllConnections()
  await region.close()
})

const lineOf = ({ token }: Person, at = () => url) => ({ url: at, token })

/** A film that is followed by a box of so many bytes that players skip. */
function long(bytes: number, name = '公开课.mp4'): SentContent & { readonly sha256: string } {
  const free = Buffer.alloc(bytes - film.length)
  for (let at = 8; at < free.length; at += 1) free[at] = (at * 31) & 255
  free.writeUInt32BE(free.length, 0)
  free.write('free', 4, 'latin1')
  const whole = Buffer.concat([film, free])
  const sha256 = createHash('sha256').update(whole).digest('hex')
  return { name, bytes, slice: (start, end) => whole.subarray(start, end), sha256 }
}

const content = (name: string, whole: Buffer): SentContent => ({
  name,
  bytes: whole.length,
  slice: (start, end) => whole.subarray(start, end),
})

const storedHash = async (id: string) =>
  (
    await region.db.one<{ sha256: string }>(
      sql`select encode(sha256, 'hex') as sha256 from file where id = ${id}::uuid`,
    )
  ).sha256
const partsLeft = async (folder = region.folder) =>
  (await readdir(join(folder, 'parts'), { recursive: true, withFileTypes: true }).catch(() => [])).filter(
    (one) => one.isFile(),
  ).length

const patch = (
  who: Person,
  path: string,
  offset: number,
  body: Uint8Array,
  more: Record<string, string> = {},
) =>
  send(lineOf(who), {
    method: 'PATCH',
    path,
    headers: {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...more,
    },
    body,
  })

describe('an upload in parts', () => {
  it('of 24 MB over a line that breaks nine times, through a portal that is taken over by another, has the same bytes at the end', async () => {
    const { teacher } = region.people
    const sent = long(24 * megabyte)
    let at = url
    const line = lineOf(teacher, () => at)
    const path = await begin(line, sent)
    let [breaks, requests] = [0, 0]
    let beside: Awaited<ReturnType<Region['serveBeside']>> | undefined
    const outcome = await sendAll(line, path, sent, {
      partBytes: 2 * megabyte,
      breakAt: () => ((requests += 1) % 2 === 1 && breaks < 9 ? (breaks += 1) * 200_000 : undefined),
      before: async (start) => {
        if (start < 12 * megabyte || beside) return
        beside = await region.serveBeside()
        at = await beside.listen({ port: 0, host: '127.0.0.1' })
      },
    })
    expect(outcome).toMatchObject({
      status: 200,
      file: { name: '公开课.mp4', mime: 'video/mp4', bytes: 24 * megabyte },
    })
    // A sender that asks while the portal still stores what came before the break is sent back once more.
    expect(breaks).toBe(9)
    expect(outcome.resumed).toBeGreaterThanOrEqual(9)
    expect(await storedHash(outcome.file?.id ?? '')).toBe(sent.sha256)
    expect(await partsLeft()).toBe(0)
    // The answer may have been lost: whoever asks again gets the same file.
    expect(await finish(line, path)).toMatchObject({ file: outcome.file })
    beside?.server.closeAllConnections()
    await beside?.close()
  })

  it('keeps what came before the line broke; with a checksum it keeps all of a part or nothing', async () => {
    const { teacher } = region.people
    const sent = long(4 * megabyte)
    const line = lineOf(teacher)
    const offsetAfter = async (more: Record<string, string>) => {
      const path = await begin(line, sent)
      const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', ...more }
      const body = sent.slice(0, 4 * megabyte)
      await send(line, { method: 'PATCH', path, headers, body, breakAfter: 3_000_000 })
      const offset = async () => Number((await send(line, { method: 'HEAD', path })).headers['upload-offset'])
      return { path, offset }
    }
    const plain = await offsetAfter({})
    await expect.poll(plain.offset).toBeGreaterThan(2_900_000)
    const digest = createHash('sha1')
      .update(sent.slice(0, 4 * megabyte))
      .digest('base64')
    const checked = await offsetAfter({ 'upload-checksum': `sha1 ${digest}` })
    expect(await checked.offset()).toBe(0)
    const wrong = createHash('sha256').update('else').digest('base64')
    expect(
      await patch(teacher, checked.path, 0, sent.slice(0, 1000), { 'upload-checksum': `sha256 ${wrong}` }),
    ).toMatchObject({ status: 460, body: expect.stringContaining('请重传这一段') as string })
    expect(await checked.offset()).toBe(0)
    for (const { path } of [plain, checked]) await send(line, { method: 'DELETE', path })
    // Bytes of a part that broke off go when its end is noticed.
    await expect.poll(partsLeft).toBe(0)
  })

  it('is for nobody but the identity that began it', async () => {
    const { teacher, colleague, school, admin } = region.people
    const sent = long(2 * megabyte)
    const path = await begin(lineOf(teacher), sent)
    for (const who of [colleague, school, admin]) {
      expect((await send(lineOf(who), { method: 'HEAD', path })).status).toBe(404)
      expect((await patch(who, path, 0, sent.slice(0, 100))).status).toBe(404)
      expect((await send(lineOf(who), { method: 'DELETE', path })).status).toBe(404)
      expect((await finish(lineOf(who), path)).status).toBe(404)
      expect((await who.get<UnfinishedUpload[]>('/api/v1/tus')).data).toEqual([])
    }
    const nobody = { url: () => url, token: '' }
    for (const method of ['HEAD', 'PATCH', 'DELETE'])
      expect((await send(nobody, { method, path })).status, method).toBe(401)
    expect((await teacher.get<UnfinishedUpload[]>('/api/v1/tus')).data).toMatchObject([
      { name: '公开课.mp4', bytes: 2 * megabyte, received: 0 },
    ])
    expect((await send(lineOf(teacher), { method: 'DELETE', path })).status).toBe(204)
    expect((await send(lineOf(teacher), { method: 'HEAD', path })).status).toBe(404)
  })

  it('is no file before all of it is there, and two senders of the same part do not make it twice', async () => {
    const { teacher } = region.people
    const sent = long(3 * megabyte)
    const path = await begin(lineOf(teacher), sent)
    expect(await finish(lineOf(teacher), path)).toMatchObject({
      status: 400,
      msg: `只收到 0 字节，共 ${3 * megabyte} 字节，请接着传`,
    })
    const answers = await Promise.all(
      [1, 2, 3].map(() => patch(teacher, path, 0, sent.slice(0, 3 * megabyte))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
    const { file } = await finish(lineOf(teacher), path)
    expect(await storedHash(file?.id ?? '')).toBe(sent.sha256)
    expect(await partsLeft()).toBe(0)
  })

  it('says what is wrong in the terms of the protocol', async () => {
    const { teacher } = region.people
    const line = lineOf(teacher)
    const options = await send(line, { method: 'OPTIONS', path: '/api/v1/tus' })
    expect([options.status, options.headers['tus-extension']]).toEqual([
      204,
      'creation,checksum,termination,expiration',
    ])
    const sent = long(2 * megabyte)
    const path = await begin(line, sent)
    const part = sent.slice(0, 1000)
    expect(await patch(teacher, path, 5, part)).toMatchObject({ status: 409 })
    expect(await patch(teacher, path, 0, part, { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
    })
    expect(await patch(teacher, path, 0, part, { 'tus-resumable': '0.2' })).toMatchObject({ status: 412 })
    expect(await patch(teacher, path, 0, part, { 'upload-checksum': 'md5 x' })).toMatchObject({ status: 400 })
    expect(await patch(teacher, path, -1, part)).toMatchObject({ status: 400 })
    expect((await patch(teacher, path, 0, Buffer.concat([film, Buffer.alloc(3 * megabyte)]))).status).toBe(
      413,
    )
    const begun = (headers: Record<string, string>) =>
      send(line, { method: 'POST', path: '/api/v1/tus', headers })
    expect((await begun({ 'upload-length': '0', 'upload-metadata': 'filename YQ==' })).status).toBe(400)
    expect((await begun({ 'upload-length': 'x', 'upload-metadata': 'filename YQ==' })).status).toBe(400)
    expect((await begun({ 'upload-length': '5' })).body).toContain('请写明文件名')
    expect((await begun({ 'upload-length': '5', 'upload-metadata': 'filename /w==' })).status).toBe(400)
    expect(
      await begun({ 'upload-length': String(65 * megabyte), 'upload-metadata': 'filename YQ==' }),
    ).toMatchObject({ status: 413, body: expect.stringContaining('视频超过 64 MB') as string })
    await send(line, { method: 'DELETE', path })
  })

  it('is refused by its first bytes when it is none the portal takes, and says so to whoever asks later', async () => {
    const { teacher } = region.people
    const avi = Buffer.alloc(12 * megabyte)
    avi.write('RIFF', 0, 'latin1')
    avi.write('AVI LIST', 8, 'latin1')
    for (const [name, whole, says] of [
      ['公开课.mp4', avi, '这是 avi 格式的视频'],
      ['课件.mp4', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(11 * megabyte)]), '文件超过 10 MB'],
    ] as const) {
      const path = await begin(lineOf(teacher), content(name, whole))
      const first = await patch(teacher, path, 0, whole.subarray(0, megabyte))
      expect(first.body).toContain(says)
      expect((await patch(teacher, path, 0, whole.subarray(0, megabyte))).body).toContain(says)
      expect((await finish(lineOf(teacher), path)).msg).toContain(says)
    }
    expect(await partsLeft()).toBe(0)
  })

  it('goes a week after its last part, with its bytes', async () => {
    const { teacher } = region.people
    const sent = long(2 * megabyte)
    const path = await begin(lineOf(teacher), sent)
    await patch(teacher, path, 0, sent.slice(0, megabyte))
    const { parts } = storesIn(region.folder)
    const age = (days: number) =>
      region.db.execute(
        sql`update resumable_upload set touched_at = now() - make_interval(days => ${days}) where id = ${path.slice(-36)}::uuid`,
      )
    await age(6)
    await expireUploads(region.db, parts)
    expect(await partsLeft()).toBe(1)
    await age(8)
    await expireUploads(region.db, parts)
    expect([await partsLeft(), (await send(lineOf(teacher), { method: 'HEAD', path })).status]).toEqual([
      0, 404,
    ])
  })

  it.runIf(everything)('goes into a bucket as well, and leaves nothing else there', async () => {
    const stand = await s3StandIn(['portal'])
    const inBucket = await testRegion('resumable in bucket', createLog('silent'), {
      filesIn: 's3://portal/region',
      s3: stand.account,
    })
    try {
      const at = await inBucket.app.listen({ port: 0, host: '127.0.0.1' })
      const line = { url: () => at, token: inBucket.people.teacher.token }
      const sent = long(20 * megabyte)
      const path = await begin(line, sent)
      let breaks = 0
      const outcome = await sendAll(line, path, sent, {
        partBytes: 6 * megabyte,
        withChecksum: true,
        breakAt: () => (breaks < 2 ? (breaks += 1) * 1_000_000 : undefined),
      })
      expect(outcome).toMatchObject({ status: 200, file: { bytes: 20 * megabyte } })
      const [[key, stored] = []] = stand.objects
      expect([stand.objects.size, stand.uploads.size, key]).toEqual([
        1,
        0,
        expect.stringMatching(/^portal\/region\/files\//),
      ])
      expect(
        createHash('sha256')
          .update(stored ?? '')
          .digest('hex'),
      ).toBe(sent.sha256)
    } finally {
      inBucket.app.server.closeAllConnections()
      await inBucket.close()
      await stand.close()
    }
  })
})
