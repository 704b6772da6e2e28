import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChapterPack, PackOffer } from '../../../../catalogue/contract/chapter-packs.ts'
import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import type { Notice } from '../../../../catalogue/contract/workspace.ts'
import { testRegion, type Person, type Region } from '../../../app/testing/test-region.ts'
import { picture, upload } from '../../../app/testing/test-values.ts'
import { sql } from '../../../platform/db/sql.ts'
import { createLog } from '../../../platform/log/log.ts'
import { packageRefusals } from '../../../platform/documents/refusal.ts'
import { partsOf } from '../../../platform/package/zip.ts'
import { storesIn } from '../../../platform/storage/file-stores.ts'
import { endPacks, makeNext, type PackNeeds } from './make.ts'

const url = '/api/v1/chapterPack'
const contents = '/api/v1/contents/resource'
/** A shipped chapter. */
const node = 102
const running = new AbortController().signal

let region: Region
let neighbour: Person
let needs: PackNeeds
let origin: string
const told: Notice[] = []
beforeAll(async () => {
  region = await testRegion('chapter packs')
  neighbour = await region.add(2, region.places.sibling, '许老师')
  const { files, packs } = storesIn(region.folder)
  const notify = async (_: unknown, notice: Notice) => void told.push(notice)
  needs = { db: region.db, log: createLog('silent'), notify, files, packs }
  origin = await region.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  told.length = 0
  for (const table of ['chapter_pack', 'use_event', 'shelf', 'content'])
    await region.db.execute(sql`delete from ${sql.id(table)}`)
})
afterAll(async () => {
  region.app.server.closeAllConnections()
  await region.close()
})

async function step(who: Person, id: number, name = 'publish', more: object = {}): Promise<void> {
  const { version } = (await who.get<ContentView>(`${contents}/${id}`)).data
  expect((await who.post(`${contents}/${id}/${name}`, { version, ...more })).msg).toBe('ok')
}
/** A resource of the chapter that the offices of its way agreed to. */
async function shared(more: object, ...offices: readonly Person[]): Promise<number> {
  const { teacher, school } = region.people
  const value = {
    resourceKind: '02',
    schoolStage: '3',
    subject: '14',
    author: '林疏影',
    shareScope: '1',
    isOriginal: true,
    licence: '3',
    statement: true,
    nodes: [node],
    ...more,
  }
  const made = await teacher.post<ContentView>(contents, { value })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  await step(teacher, made.data.id)
  for (const office of [school, ...offices]) await step(office, made.data.id)
  return made.data.id
}
/** A film of six megabytes that do not pack. */
async function film(): Promise<Buffer> {
  const lesson = await readFile(join(import.meta.dirname, '../../../../e2e/files/lesson.mp4'))
  const free = Buffer.alloc(6 * 1024 * 1024)
  for (let at = 8; at < free.length; at += 1) free[at] = (at * 31) & 255
  free.writeUInt32BE(free.length, 0)
  free.write('free', 4, 'latin1')
  return Buffer.concat([lesson, free])
}
async function chapterWithFilm(): Promise<{ plain: number; moving: number }> {
  const { teacher, area } = region.people
  const plain = await shared({ title: '给本校：加法/减法', file: await picture(region, teacher) })
  const file = await upload(region, teacher, '公开课.mp4', await film())
  const moving = await shared({ title: '给全区的课', shareScope: '2', file }, area)
  return { plain, moving }
}

const offer = async (who: Person) => (await who.get<PackOffer>(`${url}?node=${node}`)).data
const ask = (who: Person, films = false) => who.post<ChapterPack>(url, { node, films })
const addressOf = (who: Person, id: string) => who.get<{ url: string; name: string }>(`${url}/${id}/address`)
async function made(who: Person, films = false): Promise<ChapterPack> {
  expect((await ask(who, films)).msg).toBe('ok')
  expect(await makeNext(needs, running)).toBe(true)
  const pack = (await offer(who)).packs.find((one) => one.films === films)
  if (!pack) throw new Error('no pack')
  return pack
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
async function unpacked(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for await (const part of partsOf(zip, { bytes: 100_000_000, parts: 100 }, packageRefusals)) {
    const pieces: Buffer[] = []
    for await (const piece of part.pieces()) pieces.push(piece)
    files.set(part.name, Buffer.concat(pieces))
  }
  return files
}

/** Fetches over a line that breaks after so many bytes each time; goes on from where it broke. */
async function fetchedInPieces(address: string, after: number) {
  let whole = Buffer.alloc(0)
  let etag = ''
  for (let breaks = 0; ; breaks += 1) {
    const line = new AbortController()
    const headers = breaks === 0 ? {} : { range: `bytes=${whole.length}-`, 'if-range': etag }
    const answer = await fetch(`${origin}${address}`, { headers, signal: line.signal })
    expect(answer.status).toBe(breaks === 0 ? 200 : 206)
    etag = answer.headers.get('etag') ?? ''
    const left = Number(answer.headers.get('content-length'))
    let got = 0
    for await (const piece of answer.body ?? []) {
      whole = Buffer.concat([whole, Buffer.from(piece)])
      got += piece.length
      if (got >= after && got < left) break
    }
    line.abort()
    if (got >= left) return { whole, etag, breaks }
  }
}

describe('a pack of a chapter', () => {
  it('comes whole over a line that breaks again and again, with the hash of every file inside', async () => {
    const { colleague } = region.people
    await chapterWithFilm()
    const pack = await made(colleague, true)
    expect(pack).toMatchObject({ state: 'ready', items: 2, lost: 0, fault: null })
    expect(told.map(({ title, link }) => [title, link])).toEqual([
      ['“第二章 有理数的运算”的离线包已打好，共 2 件资源', '/teacher/bxzy?book=1&node=102'],
    ])
    const { data } = await addressOf(colleague, pack.id)
    expect(data.name).toBe('第二章 有理数的运算-离线包.zip')
    const { whole, etag, breaks } = await fetchedInPieces(data.url, 500_000)
    expect(breaks).toBeGreaterThan(5)
    expect([whole.length, hashOf(whole), etag]).toEqual([pack.bytes, pack.sha256, `"${pack.sha256}"`])
    const files = await unpacked(whole)
    expect([...files.keys()]).toEqual([
      '001 给全区的课.mp4',
      expect.stringMatching(/^002 给本校：加法_减法\.\w+$/),
      '目录.csv',
      'SHA256SUMS',
    ])
    const sums = (files.get('SHA256SUMS')?.toString() ?? '').trimEnd().split('\n')
    expect(sums).toEqual(
      [...files].filter(([name]) => /^\d/.test(name)).map(([name, bytes]) => `${hashOf(bytes)}  ${name}`),
    )
    const list = files.get('目录.csv')?.toString() ?? ''
    for (const line of sums) expect(list).toContain(line.slice(0, 64))
    for (const word of ['林疏影', 'CC BY', '给本校：加法/减法']) expect(list).toContain(word)
    expect(hashOf(files.get('001 给全区的课.mp4') ?? Buffer.alloc(0))).toBe(hashOf(await film()))
  })

  it('holds films only when asked for, and says beforehand how much that is', async () => {
    const { colleague } = region.people
    await chapterWithFilm()
    const { items, filmItems, bytes, filmBytes, packs } = await offer(colleague)
    expect([items, filmItems, packs]).toEqual([1, 2, []])
    expect(filmBytes - bytes).toBe((await film()).length)
    expect(await made(colleague)).toMatchObject({ films: false, items: 1 })
  })

  it('holds what its owner reads and nothing else, and is nobody else’s', async () => {
    const { colleague, teacher, school } = region.people
    await chapterWithFilm()
    expect((await offer(neighbour)).items).toBe(0)
    expect((await ask(neighbour)).status).toBe(409)
    const pack = await made(neighbour, true)
    expect(pack.items).toBe(1)
    for (const who of [colleague, teacher, school]) {
      expect((await addressOf(who, pack.id)).status).toBe(404)
      expect((await who.del(`${url}/${pack.id}`)).status).toBe(404)
      expect((await offer(who)).packs).toEqual([])
    }
    const { data } = await addressOf(neighbour, pack.id)
    const forged = data.url.replace(/by=\d+/, `by=${colleague.identityId}`)
    for (const address of [forged, data.url.replace(/until=(\d)/, 'until=9'), `/files/chapter/${pack.id}`])
      expect((await region.app.inject(address)).statusCode, address).toBeGreaterThanOrEqual(400)
    expect((await region.app.inject(forged)).statusCode).toBe(404)
    for (const asked of [`${url}?node=${node}`, `${url}/${pack.id}/address`]) {
      expect((await region.app.inject({ method: 'GET', url: asked })).statusCode).toBe(401)
      expect((await region.people.expert.get(asked)).status).toBe(403)
    }
  })

  it('is given to nobody once something in it was taken down, not in the middle of a download either', async () => {
    const { colleague, teacher } = region.people
    const { plain } = await chapterWithFilm()
    const pack = await made(colleague, true)
    const { data } = await addressOf(colleague, pack.id)
    await step(teacher, plain, 'takeDown')
    const range = { range: 'bytes=1000-' }
    const broken = await region.app.inject({ method: 'GET', url: data.url, headers: range })
    expect([broken.statusCode, broken.json<{ msg: string }>().msg]).toEqual([
      409,
      '其中有 1 件资源已下架或您不再能用，请重新打包',
    ])
    expect((await addressOf(colleague, pack.id)).status).toBe(409)
    expect((await made(colleague, true)).items).toBe(1)
  })

  it('sends the whole file to a reader who has the beginning of another one, and refuses a part that is not there', async () => {
    const { colleague } = region.people
    await chapterWithFilm()
    const pack = await made(colleague)
    const { data } = await addressOf(colleague, pack.id)
    const get = (headers: Record<string, string>) =>
      region.app.inject({ method: 'GET', url: data.url, headers })
    expect((await get({ range: 'bytes=10-', 'if-range': '"another"' })).statusCode).toBe(200)
    expect((await get({ range: 'bytes=10-' })).statusCode).toBe(206)
    expect((await get({ range: `bytes=${pack.bytes}-` })).statusCode).toBe(416)
  })

  it('counts each resource as used once, and never one’s own', async () => {
    const { colleague, teacher } = region.people
    await chapterWithFilm()
    const used = async () =>
      (
        await region.db.one<{ n: number }>(
          sql`select count(*)::int as n from use_event where act = 'download'`,
        )
      ).n
    const own = await made(teacher, true)
    await addressOf(teacher, own.id)
    expect(await used()).toBe(0)
    const pack = await made(colleague, true)
    for (let i = 0; i < 3; i += 1) await addressOf(colleague, pack.id)
    expect(await used()).toBe(2)
  })
})

describe('asking for a pack', () => {
  it('refuses bad input in words', async () => {
    const { colleague } = region.people
    for (const [body, field] of [
      [{}, 'node'],
      [{ node: 'x' }, 'node'],
      [{ node: 0 }, 'node'],
      [{ node: 1e12 }, 'node'],
      [{ node, films: 'ja' }, 'films'],
    ] as const) {
      const { status, data } = await colleague.post(url, body)
      expect([status, data.errors[0]?.field], JSON.stringify(body)).toEqual([400, field])
      expect(data.errors[0]?.message).toMatch(/章节|视频/)
    }
    for (const query of ['', '?node=', '?node=x', '?node=0', `?node=${node}&else=1`])
      expect((await colleague.get(`${url}${query}`)).status, query).toBe(400)
    expect((await colleague.get(`${url}?node=999999`)).status).toBe(404)
    expect((await colleague.post(url, { node: 999_999 })).status).toBe(404)
    expect((await colleague.get(`${url}/x/address`)).status).toBe(400)
    const empty = await ask(colleague, true)
    expect([empty.status, empty.msg]).toEqual([409, '该章节暂无可打包的资源'])
  })

  it('twice at once makes one; too many kept at once are refused', async () => {
    const { colleague } = region.people
    const nodes = [101, 102, 103, 104, 105]
    await shared({
      title: '一套',
      nodes: [...nodes, 106],
      file: await picture(region, region.people.teacher),
    })
    const twice = await Promise.all(Array.from({ length: 6 }, () => ask(colleague)))
    expect(new Set(twice.map(({ data }) => data.id)).size).toBe(1)
    for (const one of nodes) expect((await colleague.post(url, { node: one })).msg).toBe('ok')
    const over = await colleague.post(url, { node: 106 })
    expect([over.status, over.msg]).toEqual([429, '同时最多保留 5 个离线包，请先删除不用的'])
    expect((await colleague.del(`${url}/${twice[0]?.data.id}`)).msg).toBe('ok')
    expect((await colleague.post(url, { node: 106 })).msg).toBe('ok')
  })
})

describe('the writer of packs', () => {
  it('goes on after a process was stopped or killed, and tells of what failed', async () => {
    const { colleague } = region.people
    const { plain } = await chapterWithFilm()
    await ask(colleague)
    const stopping = new AbortController()
    stopping.abort()
    await makeNext(needs, stopping.signal)
    expect((await offer(colleague)).packs[0]?.state).toBe('queued')
    await region.db.execute(sql`
      update chapter_pack set state = 'writing', attempt = 7, beat_at = now() - interval '3 minutes'`)
    expect(await makeNext(needs, running)).toBe(true)
    expect((await offer(colleague)).packs[0]?.state).toBe('ready')
    expect(await makeNext(needs, running)).toBe(false)
    await ask(colleague)
    await step(region.people.teacher, plain, 'takeDown')
    await makeNext(needs, running)
    expect((await offer(colleague)).packs[0]).toMatchObject({
      state: 'failed',
      fault: '该章节暂无可打包的资源',
    })
  })

  it('names what the storage lost, and packs the rest', async () => {
    const { colleague } = region.people
    await chapterWithFilm()
    const { storage_key } = await region.db.one<{ storage_key: string }>(
      sql`select storage_key from file where mime = 'video/mp4' order by created_at desc limit 1`,
    )
    await needs.files.remove(storage_key)
    const pack = await made(colleague, true)
    expect([pack.state, pack.items, pack.lost]).toEqual(['ready', 2, 1])
    const { data } = await addressOf(colleague, pack.id)
    const files = await unpacked((await fetchedInPieces(data.url, 1e9)).whole)
    expect(files.get('目录.csv')?.toString()).toContain('放入失败：文件的内容已不在')
    expect([...files.keys()].filter((name) => /^\d/.test(name))).toHaveLength(1)
  })

  it('throws packs away after their days, and files that no pack names', async () => {
    const { colleague } = region.people
    await chapterWithFilm()
    const pack = await made(colleague)
    const { data } = await addressOf(colleague, pack.id)
    await region.db.execute(sql`update chapter_pack set kept_until = now() - interval '1 second'`)
    expect((await offer(colleague)).packs[0]?.state).toBe('expired')
    expect((await addressOf(colleague, pack.id)).msg).toBe('该离线包已过保存期，请重新打包')
    expect((await region.app.inject(data.url)).statusCode).toBe(409)
    const kept = async () => {
      const keys: string[] = []
      for await (const { key } of needs.packs.all()) keys.push(key)
      return keys
    }
    const { storage_key } = await region.db.one<{ storage_key: string }>(
      sql`select storage_key from chapter_pack`,
    )
    expect(await kept()).toContain(storage_key)
    await endPacks(needs)
    expect(await kept()).not.toContain(storage_key)
    expect((await offer(colleague)).packs).toEqual([])
  })
})
