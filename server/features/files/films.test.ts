import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FilePreview } from '../../../catalogue/contract/portal/file-preview.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { multipart } from '../../app/testing/test-values.ts'
import { begin, sendAll } from '../../app/testing/tus-sender.ts'
import { boxesAlong } from '../../platform/recordings/boxes.ts'
import { testFilm } from '../../platform/recordings/test-film.ts'

let region: Region
let url: string
beforeAll(async () => {
  region = await testRegion('films')
  url = await region.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  region.app.server.closeAllConnections()
  await region.close()
})

async function whole(name: string, content: Buffer) {
  const { payload, headers } = multipart(name, 'video/mp4', content)
  const answer = await region.app.inject({
    method: 'POST',
    url: '/api/v1/upload/object',
    payload,
    headers: { ...headers, token: region.people.teacher.token },
  })
  const { msg, data } = answer.json<{ msg: string; data: { id: string } | null }>()
  return { status: answer.statusCode, msg, id: data?.id ?? '' }
}

async function inParts(name: string, content: Buffer) {
  const line = { url: () => url, token: region.people.teacher.token }
  const sent = {
    name,
    bytes: content.length,
    slice: (start: number, end: number) => content.subarray(start, end),
  }
  const { status, msg, file } = await sendAll(line, await begin(line, sent), sent, { partBytes: 700_000 })
  return { status, msg, id: file?.id ?? '' }
}

const stored = async () =>
  (
    await readdir(join(region.folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((one) => one.isFile()).length

/** A hundred chunks of 40 kB, each of them known by its first letters. */
const chunks = Array.from({ length: 100 }, (_, n) =>
  Buffer.concat([Buffer.from(`chunk ${n} `), Buffer.alloc(40_000, n)]),
)

describe.each([
  ['in one request', whole],
  ['in parts', inParts],
] as const)('a film that is sent %s', (how, send) => {
  it('with its index at the end is stored with it in front: a player is at 80 % after three requests', async () => {
    const before = await stored()
    // Another film each time: equal bytes are stored once.
    const film = testFilm({ index: 'end', chunks: [...chunks, Buffer.from(how)], seconds: 100 })
    const { status, msg, id } = await send('实验.mp4', film)
    expect([status, msg]).toEqual([200, 'ok'])
    expect(await stored()).toBe(before + 1)
    const { data } = await region.people.teacher.get<FilePreview>(`/api/v1/file/${id}/preview`)
    let asked = 0
    const range = async (start: number, end: number) => {
      asked += 1
      const answer = await fetch(url + data.url, { headers: { range: `bytes=${start}-${end - 1}` } })
      expect(answer.status).toBe(206)
      return Buffer.from(await answer.arrayBuffer())
    }
    // As a player does: the beginning, what it lacks of the index, what is played at that second.
    const beginning = await range(0, 1000)
    const [index] = boxesAlong(beginning, 0, film.length, ['moov'])
    const end = index?.end ?? 0
    expect(index?.start).toBe(32)
    const head = Buffer.concat([beginning, await range(1000, end)])
    const [offsets] = boxesAlong(head, 0, end, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stco'])
    const at = head.readUInt32BE((offsets?.content ?? 0) + 8 + 80 * 4)
    expect((await range(at, at + 20)).toString('latin1')).toContain('chunk 80 ')
    expect(asked).toBeLessThanOrEqual(3)
  })

  it('and cannot be played is refused with what to do, and nothing of it stays', async () => {
    const before = await stored()
    for (const [content, says] of [
      [testFilm({ video: 'hvc1' }), '该视频是 HEVC（H.265）编码'],
      [testFilm({ video: 'mp4v' }), '该视频的编码（mp4v）很多设备放不了'],
      [testFilm({ index: 'end', chunks }).subarray(0, 3_000_000), '视频不完整或已损坏（缺少索引）'],
    ] as const)
      expect(await send('实验.mp4', content)).toMatchObject({
        status: 400,
        msg: expect.stringContaining(says) as string,
      })
    expect(await stored()).toBe(before)
  })
})

it('a recording of a format that browsers do not play is refused with how to export it', async () => {
  const matroska = Buffer.concat([
    Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282886d6174726f736b61', 'hex'),
    Buffer.alloc(4096),
  ])
  const avi = Buffer.concat([Buffer.from('RIFF\0\0\u0001\0AVI LIST', 'latin1'), Buffer.alloc(4096)])
  const quickTime = Buffer.concat([
    Buffer.from('\0\0\0\u0014ftypqt  \0\0\0\0qt  ', 'latin1'),
    Buffer.alloc(4096),
  ])
  for (const [content, ending] of [
    [matroska, 'mkv'],
    [avi, 'avi'],
    [quickTime, 'mov'],
  ] as const)
    expect(await whole(`课.${ending}`, content)).toMatchObject({
      status: 400,
      msg: `这是 ${ending} 格式的视频，很多设备放不了。请用剪映、格式工厂等软件打开，导出为 mp4（视频编码 H.264，音频编码 AAC）后再传`,
    })
})
