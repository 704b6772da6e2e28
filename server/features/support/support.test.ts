import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReviewedComments } from '../../../catalogue/contract/comments.ts'
import type { SupportComments, SupportHome } from '../../../catalogue/contract/support.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
let lesson = 0
beforeAll(async () => {
  region = await testRegion('support')
  await region.db.execute(sql`update portal_start set opened = true`)
  lesson = await published(region.people.city)
})
afterAll(() => region.close())

/** A lesson of counterpart support that an office has published. */
async function published(who: Person): Promise<number> {
  const value = { title: '《背影》送教课例', schoolStage: '3', subject: '13', areaCode: '441721' }
  const { id } = await region.db.one<{ id: number }>(sql`
    insert into content (type, value, live, by_identity, institution_id, district_id, city_id, province_id, state, publish_at)
    select 'supportLesson', ${sql.json(value)}, ${sql.json(value)}, ${who.identityId}, i.id, i.district_id, i.city_id,
      i.province_id, 'published', now()
    from institution i where i.id = ${who.institutionId}
    returning id`)
  return id
}
const url = (id = lesson) => `/api/v1/support/lesson/${id}/comment`
const said = async (who: Person, text: string, more: object = {}) => {
  const id = uuidv7()
  const answer = await who.post(url(), { id, text, ...more })
  return { id, status: answer.status, data: answer.data }
}
const read = async (): Promise<ReviewedComments> => {
  const answer = await region.app.inject({ method: 'GET', url: url() })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ data: ReviewedComments }>().data
}
const desk = async (who: Person, query = '') =>
  (await who.get<SupportComments>(`/api/v1/support/comment?${query}`)).data
const decided = (who: Person, id: string, status: string, reason?: string) =>
  who.put(`/api/v1/support/comment/${id}`, { status, ...(reason !== undefined && { reason }) })

describe('comments of a lesson of counterpart support', () => {
  it('are read once an office let them through, with the mean of their scores from three on', async () => {
    const { teacher, colleague, school, city } = region.people
    const first = await said(teacher, '板书很清楚。', { score: 5 })
    expect(first.status).toBe(200)
    // Sent again after a lost answer it is said once.
    expect((await teacher.post(url(), { id: first.id, text: '板书很清楚。', score: 5 })).status).toBe(200)
    const [second, third] = [
      await said(colleague, '第二问可以留给学生。', { score: 4 }),
      await said(school, '已推荐给语文组。', { score: 4 }),
    ]
    expect((await read()).list).toEqual([])
    expect((await desk(city)).waiting).toBe(3)
    for (const { id } of [first, second]) expect((await decided(city, id, '1')).status).toBe(200)
    expect(await read()).toMatchObject({ total: 2, scores: 2, mean: null })
    await decided(city, third.id, '1')
    expect(await read()).toMatchObject({ total: 3, scores: 3, mean: 4.33 })
    expect(await desk(city, 'status=1')).toMatchObject({ total: 3, waiting: 0 })
  })

  it('take answers one level deep; a hidden one takes its two answers and its score with it (64)', async () => {
    const { teacher, colleague, city } = region.people
    const { id } = await said(teacher, '有没有学案？', { score: 1 })
    // What nobody let through is not there for who would answer.
    expect((await said(colleague, '在附件里。', { answers: id })).status).toBe(404)
    await decided(city, id, '1')
    const below = [
      await said(colleague, '在附件里。', { answers: id }),
      await said(teacher, '谢谢，找到了。', { answers: id }),
    ]
    for (const one of below) await decided(city, one.id, '1')
    const before = await read()
    expect(before.list[0]?.answers.map(({ text }) => text)).toEqual(['在附件里。', '谢谢，找到了。'])
    expect(before.mean).toBe(3.5)
    expect((await decided(city, id, '2')).status).toBe(400)
    expect((await decided(city, id, '2', '与课例无关')).status).toBe(200)
    const after = await read()
    expect([after.total, after.mean, after.list.some((one) => one.id === id)]).toEqual([3, 4.33, false])
    const told = await teacher.get<{ list: { title: string }[] }>('/api/v1/userSystemMessage')
    expect(told.data.list.some(({ title }) => title.includes('与课例无关'))).toBe(true)
    await decided(city, id, '1')
    expect((await read()).mean).toBe(3.5)
  })

  it('are refused in words', async () => {
    const { teacher } = region.people
    for (const [body, field] of [
      [{ id: uuidv7(), text: '好' }, 'text'],
      [{ id: uuidv7(), text: '字'.repeat(501) }, 'text'],
      [{ id: uuidv7(), text: '请打 13800001234' }, 'text'],
      [{ id: uuidv7(), text: '很好。', score: 6 }, 'score'],
      [{ id: 'x', text: '很好。' }, 'id'],
    ] as const) {
      const answer = await teacher.post<{ errors?: { field: string }[] }>(url(), body)
      expect([field, answer.status, answer.data.errors?.[0]?.field]).toEqual([field, 400, field])
    }
    expect((await teacher.post(url(2_000_000), { id: uuidv7(), text: '很好。' })).status).toBe(404)
    expect((await region.people.admin.post(url(), { id: uuidv7(), text: '很好。' })).status).toBe(403)
  })

  it('are decided about by the city whose lesson it is and by the province, by nobody else', async () => {
    const { teacher, school, area, city, province, otherCity } = region.people
    const { id } = await said(teacher, '想看第二课时。')
    for (const none of [teacher, school, area]) {
      expect((await none.get('/api/v1/support/comment')).status).toBe(403)
      expect((await none.get('/api/v1/support/home')).status).toBe(403)
      expect((await decided(none, id, '1')).status).toBe(403)
    }
    expect((await desk(otherCity)).total).toBe(0)
    expect((await decided(otherCity, id, '1')).status).toBe(404)
    expect((await desk(province, 'status=0')).list.map((one) => one.id)).toContain(id)
    expect((await desk(city, `q=${encodeURIComponent('第二课时')}`)).total).toBe(1)
    expect((await city.get('/api/v1/support/comment?status=9')).status).toBe(400)
    expect((await decided(city, uuidv7(), '1')).status).toBe(404)
    for (const _ of [1, 2]) expect((await decided(province, id, '1')).status).toBe(200)
    // Sent again after it was decided, it gets no score that nobody looked at.
    expect((await teacher.post(url(), { id, text: '想看第二课时。', score: 1 })).status).toBe(200)
    expect((await desk(city, `q=${encodeURIComponent('第二课时')}`)).list[0]?.score).toBeNull()
  })
})

describe('the home of counterpart support', () => {
  it('counts what is published and what waits in the office’s scope', async () => {
    const { city, otherCity, teacher } = region.people
    await said(teacher, '等着审核的一条。')
    const home = async (who: Person) => (await who.get<SupportHome>('/api/v1/support/home')).data
    const own = await home(city)
    expect([own.counts['supportLesson'], own.waiting.comments]).toEqual([1, 1])
    expect(own.latest.map(({ title }) => title)).toEqual(['《背影》送教课例'])
    expect(own.areas).toEqual([
      { code: '441721', name: expect.any(String) as string, lessons: 1, activities: 0 },
    ])
    expect(await home(otherCity)).toMatchObject({ waiting: { comments: 0 }, latest: [], areas: [] })
  })
})
