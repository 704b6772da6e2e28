import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileAddress } from '../../../catalogue/contract/uploads.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { registry } from '../../app/records.ts'
import judgeInWorker from './gate/gate-worker.ts'
import { judge } from './gate/judge.ts'
import { zipOf, zipOfParts } from '../../platform/package/test-zip.ts'
import { excel, relationOf, typesOf, word } from './test-hostile-files.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('office')))
afterAll(() => region.close())

type Parts = Readonly<Record<string, string>>
const zip = zipOfParts
const types = (main: string, more = '') => typesOf('word/document.xml', main, more)
const relation = relationOf

const send = async (who: Person, name: string, content: Buffer) => {
  const boundary = 'xxxxxxxx'
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const answer = await region.app.inject({
    method: 'POST',
    url: '/api/v1/upload/object',
    payload,
    headers: { token: who.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  return {
    status: answer.statusCode,
    ...(answer.json() as { msg: string; data: { id: string; name: string; mime: string } }),
  }
}

describe('documents of an office', () => {
  it('are known by what the package says, not by the name, and handed out as a download', async () => {
    const { school } = region.people
    const kept = await send(school, '处分决定.doc', zip(word))
    expect(kept).toMatchObject({
      msg: 'ok',
      data: { name: '处分决定.docx', mime: expect.stringContaining('wordprocessingml') },
    })
    expect((await send(school, '成绩.jpg', zip(excel))).data.name).toBe('成绩.xlsx')
    const { url, preview_url } = (await school.get<FileAddress>(`/api/v1/upload/file?key=${kept.data.id}`))
      .data
    for (const address of [url, preview_url]) {
      const bytes = await region.app.inject({ method: 'GET', url: address })
      expect(bytes.headers['content-disposition']).toMatch(/^attachment/)
      expect(bytes.rawPayload.equals(zip(word))).toBe(true)
    }
  })

  it.each([
    ['a macro', { ...word, 'word/vbaProject.bin': 'x' }],
    ['a macro under another name', { ...word, 'word/VBAproject2.BIN': 'x' }],
    [
      'a type with macros',
      {
        ...word,
        '[Content_Types].xml': types(
          'wordprocessingml.document.main+xml',
          '<Override PartName="/word/b.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>',
        ),
        'word/b.xml': '<a/>',
      },
    ],
    ['a control', { ...word, 'word/activeX/activeX1.xml': 'x' }],
    ['a packed program', { ...word, 'word/embeddings/oleObject1.bin': 'x' }],
    ['a program', { ...word, 'word/media/a.exe': 'x' }],
    ['sheets of old macros', { ...excel, 'xl/macrosheets/sheet1.xml': 'x' }],
    [
      'a template elsewhere',
      { ...word, 'word/_rels/settings.xml.rels': relation('attachedTemplate', 'TargetMode="External"') },
    ],
    [
      'a template elsewhere, in single quotes',
      { ...word, 'word/_rels/settings.xml.rels': relation('attachedTemplate', "TargetMode = 'External'") },
    ],
    [
      'a template elsewhere, spelt by numbers',
      { ...word, 'word/_rels/settings.xml.rels': relation('attachedTemplate', 'TargetMode="Ext&#101;rnal"') },
    ],
    [
      'a picture that reports who opens it',
      { ...word, 'word/_rels/document.xml.rels': relation('image', 'TargetMode="External"') },
    ],
    [
      'a workbook elsewhere',
      {
        ...excel,
        'xl/externalLinks/_rels/externalLink1.xml.rels': relation(
          'externalLinkPath',
          'TargetMode="External"',
        ),
      },
    ],
    ['a path upwards', { ...word, '../../etc/passwd': 'x' }],
    ['no type of its main part', { ...word, '[Content_Types].xml': types('spreadsheetml.sheet.main+xml') }],
    ['a program beside other things', { 'a.txt': 'x', 'b/安装.exe': 'x' }],
    ['a path upwards beside other things', { 'a/../../b.txt': 'x' }],
  ])('with %s are refused in words', async (_, parts: Parts) => {
    const answer = await send(region.people.school, '文件.docx', zip(parts))
    expect(answer.status).toBe(400)
    expect(answer.msg).toMatch(/[\u4e00-\u9fff]/)
  })

  it('that are cut off, encrypted, stretched, or say two things are refused', async () => {
    const whole = zip(word)
    const entries = Object.entries(word).map(([name, content]) => ({ name, content }))
    const spoilt = [
      zipOf(entries.map((one) => ({ ...one, flag: 0x801 }))),
      zipOf(entries.map((one) => ({ ...one, localName: 'other.xml' }))),
      zipOf(entries, Buffer.from('MZ')),
      zipOf(entries.map((one) => ({ ...one, claims: 0xf0000000 }))),
      whole.subarray(0, whole.length - 30),
      whole.subarray(0, 40),
      Buffer.from([0x50, 0x4b, 3, 4]),
    ]
    for (const [i, content] of spoilt.entries()) await expect(judge(content), `${i}`).rejects.toThrow()
    expect(await judge(whole)).toContain('wordprocessingml')
    // Whatever is done to its bytes, it is refused in words or known, and never a fault of the server.
    for (let n = 0; n < 300; n += 1) {
      const hurt = Buffer.from(whole)
      hurt[(n * 7919) % hurt.length] = (n * 31) % 256
      const answer = await judgeInWorker(hurt)
      if ('refused' in answer) expect(answer.refused).toMatch(/[\u4e00-\u9fff]/)
    }
  })

  it('go where a clerk has them and not where a certificate is asked for', async () => {
    const { school, teacher } = region.people
    const punishment = registry['punishment']
    const study = registry['studyExperience']
    if (!punishment || !study) throw new Error('types')
    const { data } = await send(school, '处分决定.docx', zip(word))
    const made = await school.post('/api/v1/records/punishment', {
      ...sampleOf(punishment, 3),
      ownerId: teacher.teacherId,
      attachments: [data.id],
    })
    expect(made.msg).toBe('ok')
    const own = await send(teacher, '毕业证.docx', zip(word))
    const refused = await teacher.post('/api/v1/records/studyExperience', {
      ...sampleOf(study, 3),
      attachments: [own.data.id],
    })
    expect([refused.status, refused.data?.errors?.[0]?.field]).toEqual([400, 'attachments'])
  })
})
