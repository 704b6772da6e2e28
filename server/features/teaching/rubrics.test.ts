import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rubricList, type RubricList } from '../../../catalogue/contract/teaching/rubrics.ts'
import type { LessonView } from '../../../catalogue/contract/teaching/lessons.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { activityIn, lessons, type Faulty } from './test-activity.ts'

let region: Region
let life: ReturnType<typeof activityIn>
beforeAll(async () => {
  region = await testRegion('rubrics')
  life = activityIn(region)
})
afterAll(() => region.close())

const url = '/api/v1/teaching/rubrics'
const item = (name: string, weight: number) => ({ item: name, weight, best: '好', poor: '差' })
const asking = [item('提问', 40), item('等待', 30), item('回应', 30)]
const read = async (who: Person) => rubricList.parse((await who.get<RubricList>(url)).data).list
const make = (who: Person, items: readonly object[] = asking, name = '提问观察') =>
  who.post<Faulty<RubricList>>(url, { name, items })
const next = (who: Person, id: string, after: number, items: readonly object[] = asking) =>
  who.post<Faulty<RubricList>>(`${url}/${id}/versions`, { name: '提问观察', items, after })

/** A lesson of an activity with these items, whose observer has opened a sheet. */
async function observed(rubric: readonly object[]) {
  const [lecturer, observer] = [await life.teacher(), await life.teacher()]
  const id = await life.opened({ signupEnd: minuteIn(-181), rubric })
  const task = { lessonTitle: '背影', lessonSubject: '13', lessonGrade: '08' }
  const invited = await life.invited(id, { teachers: [lecturer.teacherId], ...task })
  const lesson = invited.data.done[0]?.id ?? ''
  await life.act(lecturer, lesson, 'accept')
  const other = await life.invited(id, { teachers: [observer.teacherId] })
  await life.act(observer, other.data.done[0]?.id ?? '', 'accept')
  await life.actOn(id, 'start')
  const sheet = { version: 0, scores: rubric.map(() => null), summary: '问题从学生中来。' }
  const written = await observer.put(`${lessons}/${lesson}/sheet`, sheet)
  expect(written.status, written.msg).toBe(200)
  return async () =>
    (await observer.get<LessonView>(`${lessons}/${lesson}`)).data.rubric.map((one) => one.item)
}

describe('rubrics of an office', () => {
  it('are kept in versions: the lesson of before keeps its own, the next one has the newer, both are read', async () => {
    const { school } = region.people
    const { id = '' } = (await make(school)).data.list[0] ?? {}
    const [first] = await read(school)
    const before = await observed(first?.versions[0]?.items ?? [])
    const newer = [item('提问', 50), item('追问', 50 - 1), item('等待', 1)]
    expect((await next(school, id, 1, newer)).status).toBe(200)
    const [kept] = await read(school)
    expect(kept?.versions.map(({ no, items }) => [no, items.map((one) => one.item)])).toEqual([
      [2, ['提问', '追问', '等待']],
      [1, ['提问', '等待', '回应']],
    ])
    const after = await observed(kept?.versions[0]?.items ?? [])
    expect([await before(), await after()]).toEqual([
      ['提问', '等待', '回应'],
      ['提问', '追问', '等待'],
    ])
    // Written twice after the same version, the second is told.
    expect((await next(school, id, 1)).msg).toBe('该量表刚有新版，请刷新后再写')
    const both = await Promise.all([next(school, id, 2), next(school, id, 2)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('have three to ten items that sum to 100, each once', async () => {
    const { school } = region.people
    const said = async (items: readonly object[]) => {
      const answer = await make(school, items)
      return [answer.status, answer.data.errors?.[0]?.message]
    }
    expect(await said([item('提问', 60), item('等待', 40)])).toEqual([400, '至少 3 项'])
    expect(await said([item('提问', 60), item('等待', 30), item('回应', 20)])).toEqual([
      400,
      '各项分值合计应为 100',
    ])
    expect(await said([item('提问', 40), item('提问', 30), item('回应', 30)])).toEqual([
      400,
      '有两项叫同一个名称',
    ])
    expect(await said([item(' ', 40), item('等待', 30), item('回应', 30)])).toEqual([400, '请填写观察项目'])
  })

  it('are their own institution’s: read by its people, written by its office, unknown to others', async () => {
    const { school, teacher, siblingSchool, area } = region.people
    const { id = '' } = (await make(school, asking, '自有量表')).data.list[0] ?? {}
    expect((await read(teacher)).map((one) => one.id)).toContain(id)
    for (const who of [siblingSchool, area]) {
      expect((await read(who)).map((one) => one.id)).not.toContain(id)
      expect((await next(who, id, 1)).status).toBe(404)
      expect((await who.put(`${url}/${id}/ended`, { on: true })).status).toBe(404)
    }
    expect((await make(teacher)).status).toBe(403)
    for (const _ of [1, 2]) expect((await school.put(`${url}/${id}/ended`, { on: true })).status).toBe(200)
    expect((await read(school)).find((one) => one.id === id)?.ended).toBe(true)
    expect((await read(school)).at(-1)?.id).toBe(id)
    await school.put(`${url}/${id}/ended`, { on: false })
    expect((await read(school)).find((one) => one.id === id)?.ended).toBe(false)
  })
})
