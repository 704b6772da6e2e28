import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileCheck } from '../../../catalogue/contract/question-files.ts'
import type { PaperAnswer } from '../../../catalogue/contract/question-import.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, upload } from '../../app/testing/test-values.ts'
import { bank, pictureId } from '../../engine/question-files/test-bank.ts'
import { packageRefusals } from '../../platform/documents/refusal.ts'
import { readDocx } from '../../platform/docx/index.ts'
import { zipOfParts } from '../../platform/package/test-zip.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
let neighbour: Person
beforeAll(async () => {
  region = await testRegion('question-files')
  neighbour = await region.add(2, region.places.sibling, '许老师')
})
beforeEach(async () => {
  for (const table of ['shelf', 'favourite', 'use_event', 'question'])
    await region.db.execute(sql`delete from ${sql.id(table)}`)
})
afterAll(() => region.close())

const base = '/api/v1/question'
const file = async (who: Person, query: string) => {
  const answer = await region.app.inject({
    method: 'GET',
    url: `${base}/export?${query}`,
    headers: { token: who.token },
  })
  return {
    status: answer.statusCode,
    bytes: answer.rawPayload,
    text: answer.body,
    type: answer.headers['content-type'],
  }
}
const check = (who: Person, query: string) => who.get<FileCheck>(`${base}/export/check?${query}`)

/** The bank of the tests as drafts of a teacher, with a picture of his. */
async function drafts(who: Person): Promise<number[]> {
  const image = await picture(region, who)
  const texts = JSON.stringify(bank.map(({ value }) => value)).replaceAll(pictureId, image)
  const ids: number[] = []
  for (const value of JSON.parse(texts) as object[]) {
    const made = await who.post<{ id: number }>(base, value)
    expect(made.msg, JSON.stringify(made.data)).toBe('ok')
    ids.push(made.data.id)
  }
  return ids
}
async function shared(who: Person, id: number): Promise<void> {
  for (const [by, act] of [
    [who, 'submit'],
    [region.people.school, 'approve'],
  ] as const) {
    const { version } = (await by.get<{ version: number }>(`${base}/${id}`)).data
    expect(
      (await by.post(`${base}/${id}/${act}`, { version, ...(act === 'submit' && { knowing: true }) })).msg,
    ).toBe('ok')
  }
}
async function readBack(who: Person, name: string, bytes: Buffer): Promise<PaperAnswer> {
  // The page packs the XML of Moodle before it is sent.
  const isXml = bytes.toString('utf8', 0, 5) === '<?xml'
  const fileId = await upload(region, who, name, isXml ? zipOfParts({ 'quiz.xml': bytes }) : bytes)
  const read = await who.post<PaperAnswer>(`${base}/import/read`, { fileId })
  expect(read.msg, JSON.stringify(read.data)).toBe('ok')
  return read.data
}

describe('questions as files', () => {
  it.each(['docx', 'xlsx', 'qti', 'moodle'] as const)(
    'go out as %s and come back as known, with nothing to bring in (test 30)',
    async (format) => {
      const { teacher } = region.people
      const ids = await drafts(teacher)
      const checked = await check(teacher, `view=mine&format=${format}`)
      expect(checked.data).toMatchObject({ count: ids.length })
      for (const answers of ['each', 'end']) {
        const { bytes, status } = await file(teacher, `view=mine&format=${format}&answers=${answers}`)
        expect(status).toBe(200)
        const read = await readBack(teacher, `试题.${format}`, bytes)
        expect(read.questions.map(({ known }) => known).toSorted()).toEqual(ids.toSorted())
        expect(read.tray).toEqual([])
      }
    },
  )

  it.each(['docx', 'xlsx', 'qti', 'moodle'] as const)(
    'are new to whoever may not take them, as %s, and to nobody a way to them',
    async (format) => {
      const { teacher, colleague, school, area } = region.people
      const [id = 0, other = 0] = await drafts(teacher)
      await shared(teacher, id)
      const list = `ids=${id},${other}&format=${format}`
      expect((await check(teacher, list)).data.count).toBe(2)
      // The school agreed to the first; the second is a draft.
      expect((await check(colleague, list)).data.count).toBe(1)
      for (const who of [neighbour, area]) {
        const said = await check(who, list)
        expect([said.status, said.msg]).toEqual([400, '没有这些试题，或它们不在您能用的范围内'])
        expect((await file(who, list)).status).toBe(400)
      }
      expect((await check(school, `ids=${other}&format=${format}`)).status).toBe(400)
      const { bytes } = await file(teacher, list)
      expect((await readBack(colleague, `a.${format}`, bytes)).questions.map(({ known }) => known)).toEqual([
        id,
        null,
      ])
      expect((await readBack(neighbour, `b.${format}`, bytes)).questions.map(({ known }) => known)).toEqual([
        null,
        null,
      ])
      expect((await file(region.people.expert, list)).status).toBe(403)
    },
  )

  it('are new drafts where the file or the bank changed since', async () => {
    const { teacher } = region.people
    const [id = 0] = await drafts(teacher)
    await shared(teacher, id)
    const { bytes } = await file(teacher, `ids=${id}&format=docx`)
    const { version, draft } = (await teacher.get<{ version: number; draft: object }>(`${base}/${id}`)).data
    const edited = await teacher.put(`${base}/${id}`, { ...draft, stem: '<p>改了</p>', version })
    expect(edited.msg).toBe('ok')
    // The version of the file still stands among those of the bank.
    expect((await readBack(teacher, 'a.docx', bytes)).questions[0]?.known).toBe(id)
    const own = await file(teacher, `ids=${id}&format=docx`)
    const again = await teacher.put(`${base}/${id}`, {
      ...draft,
      stem: '<p>又改了</p>',
      version: version + 1,
    })
    expect(again.msg).toBe('ok')
    const [read] = (await readBack(teacher, 'b.docx', own.bytes)).questions
    expect([read?.known, read?.confidence, read?.reasons]).toEqual([
      null,
      'middle',
      ['与库中的该题不同：导入为一道新草稿，原题不变'],
    ])
  })

  it('are refused with a sentence: too many, none, no such format', async () => {
    const { teacher, colleague } = region.people
    const said = async (query: string) => {
      const answer = await check(teacher, query)
      return [answer.status, answer.msg]
    }
    expect(await said('view=mine&format=docx')).toEqual([400, '列表里没有可以导出的试题'])
    expect((await said('view=mine&format=exe'))[0]).toBe(400)
    expect((await said(`format=docx&ids=${Array.from({ length: 201 }, (_, i) => i + 1).join(',')}`))[0]).toBe(
      400,
    )
    expect((await said('format=docx&ids=1;2'))[0]).toBe(400)
    const [first = 0] = await drafts(colleague)
    await region.db.execute(sql`
      insert into question (value, title, by_identity, author_identity, institution_id, district_id, city_id, province_id)
      select value, title, by_identity, author_identity, institution_id, district_id, city_id, province_id
      from question, generate_series(1, 201) where id = ${first}`)
    const answer = await check(colleague, 'view=mine&format=docx')
    expect([answer.status, answer.msg]).toEqual([400, expect.stringContaining('一次最多导出 200 道')])
  })

  it('leave a line in the audit, and count as a use of others’ questions', async () => {
    const { teacher, colleague } = region.people
    const [id = 0] = await drafts(teacher)
    await shared(teacher, id)
    const got = await file(colleague, `ids=${id}&format=docx`)
    expect([got.status, got.status === 200 ? '' : got.text]).toEqual([200, ''])
    const used = await region.db.query(sql`select act from use_event where item_id = ${id}`)
    expect(used).toEqual([{ act: 'download' }])
    const line = await region.db.one<{ facts: object }>(
      sql`select facts from audit where action = 'question.exported' order by id desc limit 1`,
    )
    expect(line.facts).toEqual({ format: 'docx', count: 1, questions: [id] })
  })

  it('have pictures that Word shows, those that came in as GIF among them', async () => {
    // One who has read no file in this minute yet.
    const teacher = await region.add(2, region.places.school, '石老师')
    await drafts(teacher)
    const gif = 'R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='
    const quiz = `<quiz><question type="essay"><questiontext><text>&lt;img src="data:image/gif;base64,${gif}"&gt;</text></questiontext></question></quiz>`
    const read = await readBack(teacher, 'a.zip', zipOfParts({ 'q.xml': Buffer.from(quiz) }))
    const brought = await teacher.post(`${base}/import`, {
      batch: 'bbbbbbbb-aaaa-4aaa-8aaa-aaaaaaaaaaab',
      questions: read.questions.map(({ value }) => value),
    })
    expect(brought.msg).toBe('ok')
    const { bytes } = await file(teacher, 'view=mine&format=docx')
    const document = await readDocx(bytes, packageRefusals)
    expect([...document.pictures.keys()].toSorted()).toEqual([
      'word/media/image1.gif',
      'word/media/image2.jpeg',
    ])
  })

  it('leave out pictures that together are too many to be held, and say so', async () => {
    const { teacher } = region.people
    const image = await picture(region, teacher)
    const copies = await region.db.query<{ id: string }>(sql`
      insert into file (id, storage_key, name, mime, bytes, sha256, by_identity)
      select gen_random_uuid(), storage_key, name, mime, 5000000, sha256, by_identity
      from file, generate_series(1, 21) where id = ${image}
      returning id`)
    const stem = copies.map(({ id }) => `<p><img data-file="${id}" alt="图"></p>`).join('')
    expect((await teacher.post(base, { questionKind: 'essay', stem })).msg).toBe('ok')
    const { data } = await check(teacher, 'view=mine&format=docx')
    expect(data.losses.map(({ what }) => what)).toEqual(['图片“图”太大或读不到，没有放进文件'])
  })
})

describe('files that somebody forged', () => {
  const zipped = (name: string, text: string) => zipOfParts({ [name]: text })
  const readOf = async (who: Person, name: string, bytes: Buffer) => {
    const fileId = await upload(region, who, name, bytes)
    return who.post<PaperAnswer>(`${base}/import/read`, { fileId })
  }
  const item = (body: string) =>
    zipped(
      'i.xml',
      `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="a" title="t"><qti-item-body ${body}</qti-item-body></qti-assessment-item>`,
    )

  it('tell nothing of questions out of reach, and run nothing', async () => {
    const { teacher } = region.people
    const [id = 0] = await drafts(teacher)
    const rest = Buffer.from(JSON.stringify({ id, no: 0, rest: bank[0]?.value })).toString('base64url')
    const forged = item(
      `data-xingtan="${rest}"><div data-field="stem"><p onclick="x()">题<img src="x" onerror="y()"/></p></div>`,
    )
    const read = await readOf(neighbour, 'a.zip', forged)
    expect(read.status).toBe(200)
    expect(read.data.questions[0]).toMatchObject({ known: null, confidence: 'low' })
    expect(JSON.stringify(read.data)).not.toMatch(/onclick|onerror/)
    // A number that the database does not have is none of this portal.
    const beyond = Buffer.from(JSON.stringify({ id: 2 ** 40, no: 0, rest: bank[0]?.value })).toString(
      'base64url',
    )
    const odd = await readOf(neighbour, 'a.zip', item(`data-xingtan="${beyond}"><p>题</p>`))
    expect([odd.status, odd.data.questions[0]?.known]).toEqual([200, null])
  })

  it('name no files of others, nor what is no file at all', async () => {
    const { teacher } = region.people
    const foreign = await picture(region, teacher)
    const sheet = (address: string) =>
      item(
        `><p>题 &lt;img&gt;</p><qti-extended-text-interaction response-identifier="R"/><p><a data-file="${address}">附</a></p>`,
      )
    for (const address of [foreign, '-'.repeat(36), 'x']) {
      const read = await readOf(neighbour, 'a.zip', sheet(address))
      expect(read.status, address).toBe(200)
      const [question] = read.data.questions
      const brought = await neighbour.post(`${base}/import`, {
        batch: 'bbbbbbbb-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
        questions: [question?.value],
      })
      expect([200, 400]).toContain(brought.status)
      expect(JSON.stringify(read.data)).not.toContain('/files/')
    }
  })

  it('are refused with a sentence, never with a fault of the portal', async () => {
    // One who has read no file in this minute yet.
    const teacher = await region.add(2, region.places.sibling, '严老师')
    const said = async (name: string, bytes: Buffer) => {
      const read = await readOf(teacher, name, bytes)
      return [read.status, read.status === 200 ? read.data.tray.map(({ reason }) => reason) : read.msg]
    }
    expect(await said('a.zip', zipped('readme.txt', 'x'))).toEqual([200, ['里面没有 QTI 或 Moodle 的题目']])
    expect(await said('a.zip', zipped('q.xml', '<!DOCTYPE a [<!ENTITY b "c">]><quiz/>'))).toEqual([
      200,
      ['文件里有 DOCTYPE 声明'],
    ])
    expect(await said('a.zip', zipped('q.xml', `<quiz>${'<a>'.repeat(300)}`))).toEqual([
      200,
      ['第 1 行嵌套太深'],
    ])
    const many = `<quiz>${'<question type="essay"><questiontext><text>题</text></questiontext></question>'.repeat(1_001)}</quiz>`
    expect(await said('a.zip', zipped('q.xml', many))).toEqual([
      400,
      '一个文件最多读 1000 道题，这里有 1001 道，请分成几份',
    ])
    const long = `<quiz><question type="essay"><questiontext><text>${'字'.repeat(7_000)}</text></questiontext></question></quiz>`
    const read = await readOf(teacher, 'a.zip', zipped('q.xml', long))
    expect(read.data.questions[0]).toMatchObject({
      confidence: 'low',
      reasons: [expect.stringContaining('不超过 6000 个字'), '没有答案'],
    })
  })
})
