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
      ['与库中的这道题不同：导入为一道新草稿，原题不变'],
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

  it('have a picture that Word shows', async () => {
    const { teacher } = region.people
    await drafts(teacher)
    const { bytes } = await file(teacher, 'view=mine&format=docx')
    const document = await readDocx(bytes, packageRefusals)
    expect(document.pictures.size).toBe(1)
  })
})
