import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import type { FilePreview } from '../../../catalogue/contract/portal/file-preview.ts'
import { registry } from '../../app/records.ts'
import { testFilm } from '../../platform/recordings/test-film.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { multipart, pictureBytes } from '../../app/testing/test-values.ts'
import { findLibreOffice } from './libre-office.ts'
import { isText } from './gate/plain-text.ts'
import { partOf } from '../../platform/http/send-file.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('preview')))
afterAll(() => region.close())

const fixture = (name: string) => readFile(join(import.meta.dirname, '../../../e2e/files', name))

async function send(who: Person, name: string, content: Buffer) {
  const { payload, headers } = multipart(name, 'application/octet-stream', content)
  const answer = await region.app.inject({
    method: 'POST',
    url: '/api/v1/upload/object',
    payload,
    headers: { ...headers, token: who.token },
  })
  return {
    status: answer.statusCode,
    ...(answer.json() as { msg: string; data: { id: string; name: string; mime: string } }),
  }
}
async function ask(url: string, who?: Person, headers: Record<string, string> = {}) {
  const answer = await region.app.inject({
    method: 'GET',
    url,
    headers: { ...headers, ...(who && { token: who.token }) },
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, raw: answer.rawPayload }
}
const preview = async (id: string, who?: Person) => {
  const { status, text } = await ask(`/api/v1/file/${id}/preview`, who)
  return { status, text, data: (JSON.parse(text) as { data: FilePreview }).data }
}
const notice = (files: string[], more: object = {}) => ({
  title: '带附件的通知',
  noticeKind: '1',
  visibility: '2',
  content: '见附件。',
  files,
  ...more,
})
async function publish(who: Person, value: object) {
  const made = await who.post<ContentView>('/api/v1/contents/notice', { value })
  return (
    await who.post<ContentView>(`/api/v1/contents/notice/${made.data.id}/publish`, {
      version: made.data.version,
    })
  ).data
}

describe('uploads', () => {
  it('are known by their content: office files of both kinds, texts, zip files, sound; names only choose among endings', async () => {
    const { school } = region.people
    const kinds: [string, string, string][] = [
      ['notice.docx', 'a.pdf', 'a.docx'],
      ['hours.xlsx', 'a', 'a.xlsx'],
      ['summary.pptx', 'a.ppt', 'a.pptx'],
      ['notice.doc', 'a.txt', 'a.doc'],
      ['hours.xls', 'a.doc', 'a.xls'],
      ['names.txt', '名单.csv', '名单.csv'],
      ['names.txt', '名单.exe', '名单.txt'],
      ['materials.zip', '材料.docx', '材料.zip'],
    ]
    for (const [file, name, kept] of kinds)
      expect((await send(school, name, await fixture(file))).data?.name, name).toBe(kept)
    const sound = Buffer.concat(
      Array.from({ length: 4 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)])),
    )
    expect((await send(school, '铃.wav', sound)).data.mime).toBe('audio/mpeg')
    expect((await send(school, '课.avi', testFilm({ chunks: [Buffer.alloc(1_000)] }))).data.mime).toBe(
      'video/mp4',
    )
  })
  it('of pages, drawings, programs and old files with macros are refused in words', async () => {
    const old = await fixture('notice.doc')
    const refused = [
      '<!doctype html><script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      ' <html>',
      '<?xml version="1.0"?><a/>',
      '#!/bin/sh\nrm',
      'MZ\u0090',
      'a\u0000b',
      '\u001b[31m',
    ].map((text) => Buffer.from(text))
    for (const content of [
      ...refused,
      Buffer.concat([old, Buffer.from('_VBA_PROJECT', 'utf16le')]),
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from([0x81, 0x20, 0xff]),
    ]) {
      const answer = await send(region.people.school, 'a.txt', content)
      expect(answer.status, content.subarray(0, 20).toString()).toBe(400)
      expect(answer.msg).toMatch(/[\u4e00-\u9fff]/)
    }
    expect([isText(Buffer.from('\ufeff教师', 'utf16le')), isText(Buffer.from('教师\r\n\t一'))]).toEqual([
      true,
      true,
    ])
  })
})

describe('a file of a published page', () => {
  it('is everybody’s while the page is: not before, not after, and not where only its older version held it', async () => {
    const { area, teacher } = region.people
    const [first, second] = [
      await send(area, 'a.txt', await fixture('names.txt')),
      await send(area, 'b.xlsx', await fixture('hours.xlsx')),
    ]
    expect((await preview(first.data.id)).status).toBe(404)
    const page = await publish(area, notice([first.data.id]))
    const seen = await preview(first.data.id)
    expect(seen.data).toMatchObject({ type: 'text', name: 'a.txt', converted: false })
    expect((await ask(seen.data.url)).raw.equals(await fixture('names.txt'))).toBe(true)
    const down = await ask(`/api/v1/file/${first.data.id}`)
    expect([
      down.status,
      String(down.headers['content-disposition']).startsWith('attachment'),
      down.headers['content-security-policy'],
    ]).toEqual([200, true, "default-src 'none'; sandbox"])
    // Being written beside the page is not being published.
    const edited = await area.put(`/api/v1/contents/notice/${page.id}`, {
      version: page.version,
      value: notice([second.data.id]),
    })
    expect([(await preview(second.data.id)).status, (await preview(first.data.id)).status]).toEqual([
      404, 200,
    ])
    const now = (
      await area.post<ContentView>(`/api/v1/contents/notice/${page.id}/publish`, {
        version: edited.data.version,
      })
    ).data
    expect([
      (await preview(second.data.id)).data.type,
      (await preview(first.data.id)).status,
      (await preview(first.data.id, teacher)).status,
    ]).toEqual(['sheets', 404, 404])
    await area.post(`/api/v1/contents/notice/${page.id}/takeDown`, { version: now.version })
    expect((await preview(second.data.id)).text).toBe(
      (await preview('00000000-0000-4000-8000-000000000000')).text,
    )
    expect((await ask(`/api/v1/file/${second.data.id}`)).status).toBe(404)
  })
  it('that is internal is for who is signed in', async () => {
    const { area, teacher } = region.people
    const { data } = await send(area, 'a.txt', Buffer.from('内部'))
    await publish(area, notice([data.id], { visibility: '1' }))
    expect([(await preview(data.id)).status, (await preview(data.id, teacher)).status]).toEqual([404, 200])
  })
  it('that is a recording has the captions of the same name on the same page, and those of no other', async () => {
    const { area } = region.people
    const sound = Buffer.concat(
      Array.from({ length: 4 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)])),
    )
    const words = (text: string) => Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\n${text}\n`)
    const [lesson, own, other] = [
      await send(area, '公开课.mp3', sound),
      await send(area, '公开课.vtt', words('上课')),
      await send(area, '其他课.vtt', words('别的')),
    ]
    expect([own.data.mime, own.data.name]).toEqual(['text/vtt', '公开课.vtt'])
    expect((await send(area, '课.vtt', Buffer.from('WEBVTTX'))).data.mime).toBe('text/plain')
    const page = await publish(area, notice([lesson.data.id, other.data.id]))
    expect((await preview(lesson.data.id)).data).toMatchObject({ type: 'audio', captions: null })
    const edited = await area.put(`/api/v1/contents/notice/${page.id}`, {
      version: page.version,
      value: notice([lesson.data.id, other.data.id, own.data.id]),
    })
    // What is only being written is not yet there.
    expect((await preview(lesson.data.id)).data.captions).toBeNull()
    await area.post(`/api/v1/contents/notice/${page.id}/publish`, { version: edited.data.version })
    const { captions } = (await preview(lesson.data.id)).data
    const read = await ask(captions ?? '')
    expect([read.status, read.text.includes('上课'), read.headers['content-type']]).toEqual([
      200,
      true,
      'text/vtt',
    ])
  })
  it('comes in parts, as players ask for them', async () => {
    const { area } = region.people
    const { data } = await send(area, 'a.txt', Buffer.from('0123456789'))
    await publish(area, notice([data.id]))
    const { url } = (await preview(data.id)).data
    const part = await ask(url, undefined, { range: 'bytes=2-4' })
    expect([part.status, part.text, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
      '3',
    ])
    expect((await ask(url, undefined, { range: 'bytes=-3' })).text).toBe('789')
    expect((await ask(url, undefined, { range: 'bytes=20-' })).status).toBe(416)
    for (const odd of ['bytes=', 'bytes=a-b', 'lines=1-2', 'bytes=1-2,4-5'])
      expect((await ask(url, undefined, { range: odd })).status, odd).toBe(200)
    expect([partOf('bytes=5-2', 10), partOf('bytes=0-999999999', 10), partOf(undefined, 10)]).toEqual([
      null,
      { start: 0, end: 9 },
      undefined,
    ])
    expect((await ask(url.replace('mode=preview', 'mode=pdf'))).status).toBe(404)
  })
})

describe('a file of an archive', () => {
  it('is for who may read the record, and missing for everybody else', async () => {
    const { teacher, school, stranger, otherArea } = region.people
    const study = registry['studyExperience']
    if (!study) throw new Error('type')
    const { data } = await send(teacher, '证书.jpg', await pictureBytes())
    const made = await teacher.post(`/api/v1/records/studyExperience`, {
      ...sampleOf(study, 5),
      attachments: [data.id],
    })
    await teacher.post(`/api/v1/records/studyExperience/${made.data.id}/submit`, {
      version: made.data.version,
    })
    const missing = (await preview('00000000-0000-4000-8000-000000000000')).text
    for (const who of [undefined, stranger, otherArea]) {
      expect((await preview(data.id, who)).text).toBe(missing)
      expect((await ask(`/api/v1/file/${data.id}`, who)).status).toBe(404)
    }
    expect([(await preview(data.id, teacher)).data.type, (await preview(data.id, school)).data.type]).toEqual(
      ['image', 'image'],
    )
    expect((await ask(`/api/v1/file/${data.id}`, school)).status).toBe(200)
  })
  it('is asked for by a number and nothing else', async () => {
    for (const key of ['1', 'x', '../../etc/passwd', '%00', "' or 1=1"])
      expect([400, 404]).toContain((await ask(`/api/v1/file/${encodeURIComponent(key)}/preview`)).status)
  })
})

const office = findLibreOffice(undefined)
describe.skipIf(office === null)('LibreOffice', () => {
  it('makes a PDF of old and new documents beside the file, once, and gives up on what is none', async () => {
    if (!office) return
    const folder = await mkdtemp(join(tmpdir(), 'xingtan-office-'))
    const target = join(folder, 'made.pdf')
    const source = join(import.meta.dirname, '../../../e2e/files/notice.doc')
    const document = (from: string, to: string) => ({
      isMade: () => stat(to).then(Boolean, () => false),
      withSource: (work: (path: string) => Promise<void>) => work(from),
      keep: (path: string) => copyFile(path, to),
    })
    const made = document(source, target)
    await Promise.all([office.make('application/msword', made), office.make('application/msword', made)])
    expect((await readFile(target)).subarray(0, 5).toString()).toBe('%PDF-')
    const { mtimeMs } = await stat(target)
    await office.make('application/msword', made)
    expect((await stat(target)).mtimeMs).toBe(mtimeMs)
    await writeFile(join(folder, 'no'), Buffer.from('d0cf11e0a1b11ae1', 'hex'))
    await expect(
      office.make('application/msword', document(join(folder, 'gone'), join(folder, 'x.pdf'))),
    ).rejects.toThrow(/转换不了/)
    await rm(folder, { recursive: true })
  })
})
