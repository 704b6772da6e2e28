import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentLine, ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('training_plans')
})
afterAll(() => region.close())

const base = '/api/v1/contents/trainingPlan'
const plan = {
  title: '东区 2027 年教师培训计划',
  planYear: 2027,
  trainingLevel: '4',
  objective: '<p>补上三年没有培训过的教师。</p>',
  items: [
    { name: '新任班主任', trainingKind: '04', people: 80, hours: '24.0', cost: 600 },
    { name: '公需科目', trainingKind: '09', people: 400, hours: '30.0', cost: 60 },
  ],
  targetCount: 480,
  budget: '7.20',
  startDate: '2027-01-01',
  endDate: '2027-12-31',
  visibility: '1',
}
type View = Answer<ContentView & { errors: { field: string; message: string }[] }>
const make = async (who: Person, more: object = {}): Promise<View> =>
  who.post(base, { value: { ...plan, ...more } })
const publish = async (who: Person, { data }: View): Promise<View> =>
  who.post(`${base}/${data.id}/publish`, { version: data.version })
const readBy = async (who: Person, id: number) =>
  (await who.get(`/api/v1/portal/contents/trainingPlan/${id}`)).status

describe('a training plan', () => {
  it('is refused where its lines contradict it, with the field; a draft is kept as it is', async () => {
    const { area } = region.people
    const wrong = async (more: object) => {
      const draft = await make(area, more)
      expect(draft.msg).toBe('ok')
      const answer = await publish(area, draft)
      return [answer.status, answer.data.errors[0]?.field, answer.msg]
    }
    expect(await wrong({ endDate: '2026-12-31' })).toEqual([400, 'endDate', '结束日期不得早于起始日期'])
    expect(await wrong({ targetCount: 479 })).toEqual([400, 'items', '分项人数合计超过了计划人数'])
    expect(await wrong({ budget: '7.19' })).toEqual([400, 'items', '分项经费合计（人数 × 元/人）超过了经费'])
    expect((await wrong({ items: [{ name: '没写人数' }] }))[1]).toBe('items')
    // A district does not plan for a city.
    expect((await make(area, { trainingLevel: '3' })).data.errors[0]?.field).toBe('trainingLevel')
  })

  it('of a district is agreed to by its city, of a city by its province; a school writes none', async () => {
    const { area, city, province, otherCity, school, teacher } = region.people
    expect((await make(school)).status).toBe(403)
    expect((await make(teacher)).status).toBe(403)
    const sent = await publish(area, await make(area))
    expect([sent.msg, sent.data.state]).toEqual(['ok', 'inReview'])
    expect(await readBy(teacher, sent.data.id)).toBe(404)
    const waiting = async (who: Person) =>
      (await who.get<{ list: ContentLine[] }>(`${base}?queue=mine`)).data.list.map(({ id }) => id)
    expect(await waiting(city)).toEqual([sent.data.id])
    expect([await waiting(otherCity), await waiting(province)]).toEqual([[], []])
    const todos = await city.get<{ list: { link: string }[] }>('/api/v1/todo?pageSize=100')
    expect(todos.data.list.map(({ link }) => link)).toContain(
      `/city/pxjh?tab=trainingPlan&id=${sent.data.id}`,
    )
    const agreed = await publish(city, (await city.get<View['data']>(`${base}/${sent.data.id}`)) as View)
    expect([agreed.msg, agreed.data.state]).toEqual(['ok', 'published'])
    expect([await readBy(teacher, sent.data.id), await readBy(school, sent.data.id)]).toEqual([200, 200])
    const anybody = await region.app.inject({
      method: 'GET',
      url: `/api/v1/portal/contents/trainingPlan/${sent.data.id}`,
    })
    expect(anybody.statusCode).not.toBe(200)
    const own = await publish(city, await make(city, { trainingLevel: '3' }))
    expect(own.data.state).toBe('inReview')
    expect(await waiting(province)).toEqual([own.data.id])
    expect((await publish(province, await make(province, { trainingLevel: '2' }))).data.state).toBe(
      'published',
    )
  })
  it('is found by its year', async () => {
    const { otherArea } = region.people
    const next = await make(otherArea)
    const former = await make(otherArea, { planYear: 2026, startDate: '2026-01-01', endDate: '2026-12-31' })
    const of = async (year: string) => {
      const { status, data } = await otherArea.get<{ list: ContentLine[] }>(`${base}?planYear=${year}`)
      return status === 200 ? data.list.map(({ id }) => id) : status
    }
    expect([await of('2027'), await of('2026'), await of('27')]).toEqual([
      [next.data.id],
      [former.data.id],
      400,
    ])
  })
})
