import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LibraryItem, LibraryLine } from '../../../../catalogue/contract/library.ts'
import type { ContentFinding, ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { testRegion, type Person, type Region } from '../../../app/testing/test-region.ts'
import { multipart } from '../../../app/testing/test-values.ts'
import { partsOf } from '../../../platform/package/zip.ts'
import { testFilm } from '../../../platform/recordings/test-film.ts'
import { sql } from '../../../platform/db/sql.ts'
import { slidesPaper, wordPaper } from './test-papers.ts'

const base = '/api/v1/contents/resource'
let region: Region
beforeAll(async () => {
  region = await testRegion('bundles')
})
afterAll(() => region.close())

async function upload(name: string, content: Buffer, who: Person = region.people.teacher): Promise<string> {
  const { payload, headers } = multipart(name, 'application/octet-stream', content)
  const answer = await region.app.inject({
    method: 'POST',
    url: '/api/v1/upload/object',
    payload,
    headers: { ...headers, token: who.token },
  })
  const { msg, data } = answer.json<{ msg: string; data: { id: string } | null }>()
  expect(msg, name).toBe('ok')
  return data?.id ?? ''
}

const minutes = (n: number) => n * 60
/** A bundle that passes every check. */
const good = async () => ({
  partVideo: await upload('传播与握手.mp4', testFilm({ seconds: minutes(18) })),
  partSlides: await upload('课件.pptx', slidesPaper()),
  partDesign: await upload('教学设计.docx', wordPaper()),
  partTasks: await upload('学习任务单.docx', wordPaper({ word: '任' })),
})
const about = {
  title: '传播与握手',
  resourceKind: '02',
  schoolStage: '3',
  subject: '14',
  author: '林疏影',
  shareScope: '1',
  isOriginal: true,
  licence: '3',
  statement: true,
}

const examined = async (value: Record<string, string | null>, who: Person = region.people.teacher) =>
  (await who.post<ContentFinding[]>(`${base}/examined`, { value })).data
const said = async (value: Record<string, string | null>) =>
  (await examined({ schoolStage: '3', ...value })).map(
    ({ field, level, message }) => `${field} ${level}: ${message}`,
  )

async function handIn(value: object) {
  const { teacher } = region.people
  const { data } = await teacher.post<ContentView>(base, { value: { ...about, ...value } })
  const sent = await teacher.post(`${base}/${data.id}/publish`, { version: data.version })
  return { id: data.id, sent }
}

async function agree(id: number) {
  const { school } = region.people
  const { version } = (await school.get<ContentView>(`${base}/${id}`)).data
  expect((await school.post(`${base}/${id}/publish`, { version })).msg).toBe('ok')
}

describe('the files of a bundle', () => {
  it('are looked into as soon as they are there, and what is found is told beside each', async () => {
    expect(await examined({ ...(await good()), schoolStage: '3' })).toEqual([])
    const parts = {
      partVideo: await upload('课.mp4', testFilm({ seconds: minutes(21), height: 720, width: 1280 })),
      partSlides: await upload('课件.pptx', slidesPaper({ slides: 4, lacksPicture: true })),
      partDesign: await upload('设计.docx', wordPaper({ letters: 120, comments: 2, changes: 1 })),
      partTasks: await upload('任务13812345678.docx', wordPaper({ letters: 400 })),
    }
    expect(await said(parts)).toEqual([
      'partVideo hint: 画面高 720 像素，建议 1080',
      'partVideo hint: 时长 21 分，该学段应为 15 至 20 分钟',
      'partSlides error: 只有 4 页，至少要 5 页',
      'partSlides error: 有 1 处音频、视频或图片没有嵌入，其他电脑上放不出来，请嵌入后重新上传',
      'partDesign error: 只有 121 字，至少要 300 字',
      'partDesign error: 还留着 2 条批注，请删除后重新上传',
      'partDesign error: 还留着 1 处修订，请接受或拒绝后重新上传',
      'partTasks error: 文件名里有手机号，请改名后重新上传',
    ])
    const wide = await upload('课.mp4', testFilm({ seconds: minutes(18), width: 1440 }))
    expect(await said({ partVideo: wide })).toEqual([
      'partVideo error: 画面是 1440×1080，应为 16:9，请按 1920×1080 重新导出',
    ])
  })

  it('of somebody else are told of to nobody; what is no number is refused', async () => {
    const { colleague, teacher, citySchool } = region.people
    const id = await upload('设计.docx', wordPaper({ letters: 3 }))
    expect(await examined({ partDesign: id }, colleague)).toEqual([])
    expect(await examined({ partDesign: id }, citySchool)).toEqual([])
    expect(await examined({ partDesign: id })).toHaveLength(1)
    const wrong = await teacher.post(`${base}/examined`, { value: { partDesign: 'x' } })
    expect([wrong.status, wrong.data.errors[0]?.field]).toEqual([400, 'partDesign'])
    expect((await teacher.post(`${base}/examined`, { value: { partDesign: 7 } })).status).toBe(400)
    expect((await region.people.expert.post(`${base}/examined`, { value: {} })).status).toBe(403)
    // Types whose files nobody looks into have nothing to say.
    expect((await region.people.school.post('/api/v1/contents/notice/examined', { value: {} })).data).toEqual(
      [],
    )
  })

  it('are handed in with hints, and not with errors or without a part that the rules want', async () => {
    const parts = await good()
    const hinted = { ...parts, partVideo: await upload('课.mp4', testFilm({ seconds: minutes(21) })) }
    expect((await handIn(hinted)).sent.msg).toBe('ok')
    const short = { ...parts, partDesign: await upload('设计.docx', wordPaper({ letters: 10 })) }
    const { sent } = await handIn(short)
    expect([sent.status, sent.data.errors]).toEqual([
      400,
      [{ field: 'partDesign', message: '只有 10 字，至少要 300 字' }],
    ])
    const { sent: lacking } = await handIn({ ...parts, partTasks: null })
    expect(lacking.data.errors).toEqual([{ field: 'partTasks', message: '课包还缺学习任务单' }])
    const { sent: both } = await handIn({ ...parts, file: parts.partSlides })
    expect(both.data.errors[0]?.message).toBe(
      '资源文件和课包只能选一种：请移除资源文件，或者移除课包里的文件',
    )
    expect((await handIn({})).sent.data.errors[0]?.message).toBe('请上传资源文件，或者上传课包的各件')
  })
})

describe('a bundle that the school agreed to', () => {
  it('shows its parts to readers, and comes to them as one zip with what may be done with it', async () => {
    const { colleague, stranger } = region.people
    const parts = { ...(await good()), partExercises: await upload('练习.docx', wordPaper({ letters: 5 })) }
    const { id } = await handIn(parts)
    await agree(id)
    const item = (await colleague.get<LibraryItem>(`/api/v1/library/resource/${id}`)).data
    expect(item.file).toBeNull()
    expect(item.parts.map(({ label, file }) => [label, file.name])).toEqual([
      ['微课视频', '传播与握手.mp4'],
      ['课件', '课件.pptx'],
      ['教学设计', '教学设计.docx'],
      ['学习任务单', '学习任务单.docx'],
      ['作业练习', '练习.docx'],
    ])
    const { list } = (await colleague.get<{ list: LibraryLine[] }>('/api/v1/library/resource')).data
    const bytes = item.parts.reduce((sum, { file }) => sum + file.bytes, 0)
    expect(list.find((one) => one.id === id)).toMatchObject({ format: 'zip', bytes })
    const { data } = await colleague.get<{ url: string; name: string }>(`/api/v1/resource/${id}/download`)
    expect(data.name).toBe('传播与握手.zip')
    const zip = await region.app.inject({ url: data.url })
    expect([zip.statusCode, zip.headers['content-type']]).toEqual([200, 'application/zip'])
    const entries = await namesIn(zip.rawPayload)
    expect([...entries.keys()].toSorted()).toEqual([
      '1 微课视频.mp4',
      '2 课件.pptx',
      '3 教学设计.docx',
      '4 学习任务单.docx',
      '5 作业练习.docx',
      '说明.txt',
    ])
    expect(entries.get('1 微课视频.mp4')?.equals(testFilm({ seconds: minutes(18) }))).toBe(true)
    expect(entries.get('说明.txt')?.toString()).toMatch(/传播与握手\r\n作者：林疏影.*\r\n许可：/s)
    // Its address is signed for this resource and for minutes.
    expect((await region.app.inject({ url: data.url.replace(/sign=./, 'sign=_') })).statusCode).toBe(404)
    expect((await region.app.inject({ url: data.url.replace(`/${id}?`, `/${id + 1}?`) })).statusCode).toBe(
      404,
    )
    expect((await stranger.get(`/api/v1/resource/${id}/download`)).status).toBe(404)
    const version = (await region.people.teacher.get<ContentView>(`${base}/${id}`)).data.version
    await region.people.teacher.post(`${base}/${id}/takeDown`, { version })
    expect((await region.app.inject({ url: data.url })).statusCode).toBe(404)
  })

  it('writes the same row into the archive as a single file does', async () => {
    const { teacher } = region.people
    const { id } = await handIn(await good())
    await agree(id)
    const rows = await region.db.query<{ title: string }>(
      sql`select title from rec_shared_resource where owner_id = ${teacher.teacherId} and voided_at is null`,
    )
    expect(rows.map(({ title }) => title)).toContain('传播与握手')
  })
})

const refused = (): never => {
  throw new Error('no zip')
}

async function namesIn(zip: Buffer): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  const refusals = new Proxy({} as Parameters<typeof partsOf>[2], { get: () => refused })
  for await (const { name, pieces } of partsOf(zip, { bytes: 1e9, parts: 100 }, refusals)) {
    const all: Buffer[] = []
    for await (const piece of pieces()) all.push(piece)
    found.set(name, Buffer.concat(all))
  }
  return found
}
