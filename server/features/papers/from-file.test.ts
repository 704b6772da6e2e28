import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PaperDetail } from '../../../catalogue/contract/papers.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('papers-from-file')
})
beforeEach(async () => {
  await region.db.execute(sql`update question set sealed_by = null`)
  for (const table of ['paper', 'shelf', 'message', 'question'])
    await region.db.execute(sql`delete from ${sql.id(table)}`)
})
afterAll(() => region.close())

const base = '/api/v1/examPaper'
const batch = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'
const question = (stem: string, over: object = {}) => ({
  questionKind: 'single',
  questionForm: '01',
  schoolStage: '3',
  subject: '14',
  difficulty: '3',
  licence: '2',
  stem: `<p>${stem}</p>`,
  options: ['甲', '乙'].map((content, i) => ({ key: 'AB'.charAt(i), content })),
  answer: 'A',
  shareScope: '1',
  ...over,
})
const paper = (ids: readonly number[], over: object = {}) => ({
  title: '随堂小卷',
  examPaperKind: '03',
  paperMode: '3',
  schoolStage: '3',
  grade: '09',
  subject: '14',
  totalScore: ids.length * 3,
  shareScope: '0',
  sections: [{ title: '选择题', form: '01', scorePer: 3, items: ids.map((id) => ({ question: id, no: 0 })) }],
  ...over,
})
async function brought(who: Person, ...values: readonly object[]): Promise<number[]> {
  const answer = await who.post<{ ids: number[] }>('/api/v1/question/import', { batch, questions: values })
  expect(answer.msg, JSON.stringify(answer.data)).toBe('ok')
  return answer.data.ids
}
async function written(who: Person, value: object): Promise<number> {
  const made = await who.post<{ id: number }>(base, value)
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  return made.data.id
}
interface Faults {
  readonly errors: readonly { readonly field: string; readonly message: string }[]
}
const detail = (who: Person, id: number) => who.get<PaperDetail>(`${base}/${id}`)
async function step(who: Person, id: number, name: string, more: object = {}) {
  const { version } = (await detail(who, id)).data
  return who.post<Faults>(`${base}/${id}/${name}`, { version, ...more })
}
const pinsIn = ({ value }: PaperDetail) =>
  value.sections.flatMap(({ items }) => items.map(({ question: q, no }) => [q, no]))

describe('a paper of a file', () => {
  it('holds drafts of its setter, prints with them, and makes versions of them when it is published', async () => {
    const { teacher, colleague } = region.people
    const ids = await brought(teacher, question('第一问'), question('第二问'))
    const id = await written(teacher, paper(ids))
    const { data } = await detail(teacher, id)
    expect(data.questions.map(({ no, draft }) => [no, draft])).toEqual([
      [0, { lacks: null }],
      [0, { lacks: null }],
    ])
    expect(data.faults).toEqual([])
    const printed = await region.app.inject({
      url: `${base}/${id}/export`,
      headers: { token: teacher.token },
    })
    expect(printed.statusCode).toBe(200)
    expect((await step(teacher, id, 'publish')).msg).toBe('ok')
    const after = (await detail(teacher, id)).data
    expect(pinsIn(after)).toEqual(ids.map((one) => [one, 1]))
    // Nobody else has them: neither the paper nor its questions.
    expect((await colleague.get(`${base}/${id}`)).status).toBe(404)
    for (const one of ids) expect((await colleague.get(`/api/v1/question/${one}`)).status).toBe(404)
  })

  it('says at its place what a draft still lacks, and takes what was handed in meanwhile', async () => {
    const { teacher, school } = region.people
    const [whole = 0, gap = 0] = await brought(teacher, question('全的'), question('缺的', { answer: null }))
    const id = await written(teacher, paper([whole, gap]))
    const refused = await step(teacher, id, 'publish')
    expect([refused.status, refused.data.errors]).toEqual([
      400,
      [{ field: 'sections.0.items.1', message: '第 2 题还不完整：请选出正确选项' }],
    ])
    expect((await teacher.get<{ state: string }>(`/api/v1/question/${whole}`)).data.state).toBe('draft')
    const version = async (one: number) =>
      (await teacher.get<{ version: number }>(`/api/v1/question/${one}`)).data.version
    await teacher.put(`/api/v1/question/${gap}`, { ...question('缺的'), version: await version(gap) })
    await teacher.post(`/api/v1/question/${gap}/submit`, { version: await version(gap), knowing: true })
    expect((await detail(teacher, id)).data.faults.map(({ message }) => message)).toEqual([
      '第 2 题还不完整：正在审核，通过后就能用',
    ])
    await school.post(`/api/v1/question/${gap}/approve`, { version: await version(gap) })
    expect(pinsIn((await detail(teacher, id)).data)).toEqual([
      [whole, 0],
      [gap, 1],
    ])
    expect((await step(teacher, id, 'publish')).msg).toBe('ok')
  })

  it('is not read by the school while its questions are its setter’s alone', async () => {
    const { teacher } = region.people
    const ids = await brought(teacher, question('自用一'))
    const id = await written(teacher, paper(ids, { shareScope: '1' }))
    const { errors } = (await step(teacher, id, 'publish')).data
    expect(errors.map(({ field }) => field)).toEqual(['sections.0.items.0'])
    expect(errors[0]?.message).toContain('还是草稿')
  })

  it('of an office is read in it as soon as it is published, with its questions', async () => {
    const { school, teacher } = region.people
    const ids = await brought(school, question('校本一'))
    const id = await written(school, paper(ids, { shareScope: '1' }))
    expect((await step(school, id, 'publish')).msg).toBe('ok')
    expect((await detail(teacher, id)).data.questions).toHaveLength(1)
  })

  it('refuses drafts of others, by number and by copy', async () => {
    const { teacher, colleague, school } = region.people
    const ids = await brought(teacher, question('别人的'))
    for (const who of [colleague, school]) {
      const refused = await who.post<Faults>(base, paper(ids))
      expect([refused.status, refused.data.errors[0]?.field]).toEqual([400, 'sections.0.items.0'])
      const own = await written(who, paper([], { totalScore: 3 }))
      expect((await who.put(`${base}/${own}`, { ...paper(ids), version: 1 })).status).toBe(400)
      const near = await who.post(`${base}/similar`, { question: ids[0], no: 0, beside: [] })
      expect(near.status).toBe(404)
    }
  })

  it('sealed with drafts tells nobody of its questions, and gives them back when it opens', async () => {
    const { teacher, colleague, school } = region.people
    // An officer of the same office, whom nobody named.
    const second = await region.add(3, region.places.school, '丁校长')
    for (const [who, other] of [
      [teacher, colleague],
      [school, teacher],
      [school, second],
    ] as const) {
      const secret = `密题${who.identityId}和${other.identityId}`
      const ids = await brought(who, question(secret))
      const id = await written(who, paper(ids, { shareScope: '1' }))
      const until = new Date(Date.now() + 3_600_000).toISOString()
      const sealed = await step(who, id, 'seal', { until, people: [] })
      expect(sealed.msg, JSON.stringify(sealed.data)).toBe('ok')
      for (const one of ids) expect((await other.get(`/api/v1/question/${one}`)).status).toBe(404)
      const seen = await other.get(`/api/v1/question?keyword=${encodeURIComponent(secret)}`)
      const mine = await other.get('/api/v1/question?view=mine')
      expect(JSON.stringify([seen.data, mine.data])).not.toContain(secret)
      const held = await region.db.one(sql`select sealed_by from question where id = ${ids[0] ?? 0}`)
      expect(held).toEqual({ sealed_by: id })
    }
  })

  it('has its drafts once, however often they are sent after a dropped line', async () => {
    const { teacher, colleague } = region.people
    const values = [question('一'), question('二')]
    const first = await brought(teacher, ...values)
    expect(await brought(teacher, ...values)).toEqual(first)
    expect(await brought(teacher, question('零'), ...values)).toEqual([expect.any(Number), ...first])
    // The batch of somebody else is another one, though it has the same number.
    const others = await brought(colleague, ...values)
    expect(others.some((one) => first.includes(one))).toBe(false)
    const [a, b] = await Promise.all([brought(teacher, question('同时')), brought(teacher, question('同时'))])
    expect(a).toEqual(b)
  })

  it('loses the drafts that were taken back, and says so at their places', async () => {
    const { teacher } = region.people
    const ids = await brought(teacher, question('要撤的'))
    const id = await written(teacher, paper(ids))
    expect((await teacher.del(`/api/v1/question/import/${batch}`)).msg).toBe('ok')
    expect((await detail(teacher, id)).data.faults.map(({ message }) => message)).toEqual([
      '第 1 题读不到，请换一道',
    ])
  })
})
