import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { colleagues } from '../../../catalogue/contract/todo-hands.ts'
import { todoPage, type TodoItem } from '../../../catalogue/contract/todos.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'

const url = '/api/v1/todo'
const records = '/api/v1/records/studyExperience'
let region: Region
let second: Person
beforeAll(async () => {
  region = await testRegion('todo-hands')
  second = await region.add(3, region.places.school, '第二位干事')
})
afterAll(() => region.close())

let months = 0
/** The number of a to-do of the school, and of its record. */
async function waiting(): Promise<{ todo: string; record: string }> {
  const { teacher } = region.people
  months += 1
  const made = await teacher.post(records, {
    ...study,
    studyMode: '3',
    startMonth: `2001-${String(months).padStart(2, '0')}`,
    endMonth: '2022-06',
    attachments: [await picture(region, teacher)],
  })
  expect((await teacher.post(`${records}/${made.data.id}/submit`, {})).msg).toBe('ok')
  return { todo: `record.studyExperience.${made.data.id}`, record: made.data.id }
}
const list = async (who: Person, query = ''): Promise<TodoItem[]> =>
  todoPage.parse((await who.get(`${url}?pageSize=100${query}`)).data).list
const itemOf = async (who: Person, id: string) => (await list(who)).find((one) => one.id === id)
const give = (who: Person, todo: string, more: object) =>
  who.post(`${url}/${todo}/hands`, { id: uuidv7(), kind: 'hand', to: second.identityId, ...more })
const told = async (who: Person) =>
  (await who.get<{ list: Message[] }>('/api/v1/userSystemMessage?kind=3&pageSize=100')).data.list.map(
    ({ title }) => title,
  )

describe('all that was handed to an official who leaves', () => {
  it('goes to a colleague in one request, what was done before left out, with one message', async () => {
    const { school } = region.people
    const third = await region.add(3, region.places.school, '第三位干事')
    const [one, two, done, own] = [await waiting(), await waiting(), await waiting(), await waiting()]
    for (const { todo } of [one, two, done]) expect((await give(school, todo, {})).msg).toBe('ok')
    expect((await school.post(`${url}/${done.todo}/approve`, {})).msg).toBe('ok')
    const over = { id: uuidv7(), to: third.identityId, words: '我调离岗位' }
    for (const _ of [1, 2])
      expect((await second.post(`${url}/hands/over`, over)).data).toEqual({ handed: 2, more: false })
    const ids = (items: readonly TodoItem[]) => items.map(({ id }) => id).toSorted()
    expect(ids(await list(third, '&mine=hand'))).toEqual([one.todo, two.todo].toSorted())
    expect(await list(second, '&mine=hand')).toEqual([])
    expect((await itemOf(school, own.todo))?.hands).toEqual([])
    expect((await itemOf(school, one.todo))?.hands).toMatchObject([
      { by: '第二位干事', to: '第三位干事', words: '我调离岗位' },
    ])
    expect((await told(third)).filter((title) => title === '第二位干事转交给您 2 件待办')).toHaveLength(1)
    for (const { todo } of [one, two, own])
      expect((await school.post(`${url}/${todo}/approve`, {})).msg).toBe('ok')
  })

  it('is refused to strangers, to nobody, without anything to hand on, and under another’s number', async () => {
    const { school, otherSchool, area, teacher } = region.people
    const [{ todo }, over] = [await waiting(), { to: second.identityId, words: '' }]
    expect((await school.post(`${url}/hands/over`, { id: uuidv7(), ...over })).msg).toBe(
      '目前没有转交给您的待办',
    )
    const id = uuidv7()
    expect((await give(school, todo, { id })).msg).toBe('ok')
    for (const to of [otherSchool.identityId, area.identityId, second.identityId, 0])
      expect((await second.post(`${url}/hands/over`, { id: uuidv7(), to })).status).toBe(400)
    expect((await second.post(`${url}/hands/over`, { id, to: school.identityId })).msg).toBe(
      '编号不对，请刷新后再试',
    )
    expect((await teacher.post(`${url}/hands/over`, { id: uuidv7(), ...over })).status).toBe(403)
    expect((await list(second, '&mine=hand')).map((one) => one.id)).toEqual([todo])
    expect((await school.post(`${url}/${todo}/approve`, {})).msg).toBe('ok')
  })
})

describe('an item handed to a colleague', () => {
  it('stands first among what was handed to them, both are named, and anybody of the office may still act', async () => {
    const { school, otherSchool, area } = region.people
    const [{ todo }, other] = [await waiting(), await waiting()]
    const { list: offered } = colleagues.parse((await school.get(`${url}/colleagues`)).data)
    expect(offered).toContainEqual({ id: second.identityId, name: '第二位干事' })
    const id = uuidv7()
    for (const _ of [1, 2]) expect((await give(school, todo, { id, words: '您熟悉这所学校' })).msg).toBe('ok')
    expect((await itemOf(school, todo))?.hands).toMatchObject([
      { kind: 'hand', to: '第二位干事', words: '您熟悉这所学校', byMe: true, toMe: false },
    ])
    expect((await list(second, '&mine=hand')).map((one) => one.id)).toEqual([todo])
    expect((await list(school, '&mine=hand')).map((one) => one.id)).toEqual([])
    expect((await itemOf(second, other.todo))?.hands).toEqual([])
    expect(await told(second)).toContain(`${(await itemOf(school, todo))?.hands[0]?.by}转交给您一件待办`)
    expect((await school.post(`${url}/${todo}/approve`, {})).msg).toBe('ok')
    expect(await list(second, '&mine=hand')).toEqual([])
    for (const who of [otherSchool, area]) expect((await give(who, other.todo, {})).status).toBe(404)
  })

  it('goes to nobody outside the office, and a later hand takes the place of the one before', async () => {
    const { school, otherSchool, teacher } = region.people
    const { todo } = await waiting()
    for (const to of [otherSchool.identityId, teacher.identityId, school.identityId]) {
      const refused = await give(school, todo, { to })
      expect([refused.status, refused.data]).toMatchObject([400, { errors: [{ field: 'to' }] }])
    }
    expect((await teacher.post(`${url}/${todo}/hands`, { id: uuidv7(), kind: 'hand', to: 1 })).status).toBe(
      403,
    )
    await Promise.all([give(school, todo, {}), give(school, todo, {}), give(school, todo, {})])
    const [hand] = (await itemOf(school, todo))?.hands ?? []
    expect((await itemOf(school, todo))?.hands).toHaveLength(1)
    expect((await second.del(`${url}/hands/${hand?.id}`)).status).toBe(404)
    expect((await school.del(`${url}/hands/${hand?.id}`)).msg).toBe('ok')
    expect((await itemOf(school, todo))?.hands).toEqual([])
  })

  it('is nobody’s again when it comes back to the office', async () => {
    const { school, teacher } = region.people
    const { todo, record } = await waiting()
    await give(school, todo, {})
    await school.post(`${records}/${record}/return`, { reason: '补证书' })
    await teacher.post(`${records}/${record}/submit`, {})
    expect((await itemOf(school, todo))?.hands ?? []).toEqual([])
  })
})

describe('the opinion of a colleague', () => {
  it('is asked, given once, and stands beside the item with both names; the decision stays with who asked', async () => {
    const { school } = region.people
    const { todo } = await waiting()
    expect((await give(school, todo, { kind: 'opinion' })).data).toMatchObject({
      errors: [{ field: 'words', message: '请写明要征求什么意见' }],
    })
    expect((await give(school, todo, { kind: 'opinion', words: '证书是否有效？' })).msg).toBe('ok')
    const [mine] = await list(second, '&mine=opinion')
    const [hand] = mine?.hands ?? []
    expect([mine?.id, hand?.words, hand?.toMe]).toEqual([todo, '证书是否有效？', true])
    const answer = { answer: '有效，可查到。' }
    const path = `${url}/hands/${hand?.id}/answer`
    expect((await school.post(path, answer)).status).toBe(404)
    for (const _ of [1, 2]) expect((await second.post(path, answer)).msg).toBe('ok')
    expect((await second.post(path, { answer: '改主意' })).msg).toBe('您已经提过意见')
    expect((await itemOf(school, todo))?.hands).toMatchObject([
      { answer: '有效，可查到。', to: '第二位干事' },
    ])
    expect(await list(second, '&mine=opinion')).toEqual([])
    expect((await school.del(`${url}/hands/${hand?.id}`)).msg).toBe('已有意见，不能撤回')
    expect(await told(school)).toContain('第二位干事提出了您征求的意见')
  })
})
