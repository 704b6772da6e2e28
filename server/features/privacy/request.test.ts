import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { todoPage } from '../../../catalogue/contract/todos.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'

const url = '/api/v1/privacyRequest'
const form = { kind: '2', matter: '其他信息里的兴趣爱好', request: '不再需要，请删除' }
let region: Region
beforeAll(async () => void (region = await testRegion('privacy-request')))
afterAll(() => region.close())

const begun = async (who: Person, more: object = {}): Promise<string> => {
  const made = await who.post<CaseView>(url, { about: {}, value: { ...form, ...more } })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  return made.data.id
}
const look = async (who: Person, id: string) => (await who.get<CaseView>(`${url}/${id}`)).data
const act = async (who: Person, id: string, move: string, more: object = {}) => {
  const { version } = await look(who, id)
  return who.post<CaseView>(`${url}/${id}/${move}`, { version, reason: '', ...more })
}

it('a request goes to the office above the school, is due in working days, and its answer reaches the person', async () => {
  const { teacher, area, school, otherArea } = region.people
  const id = await begun(teacher)
  expect((await act(teacher, id, 'submit')).msg).toBe('ok')
  expect(await look(area, id)).toMatchObject({
    state: 'pending',
    holder: { label: '教育行政部门', lastDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  })
  const todos = todoPage.parse((await area.get('/api/v1/todo?pageSize=50')).data).list
  expect(todos.some(({ typeTitle }) => typeTitle === '个人信息请求')).toBe(true)
  expect((await otherArea.get(`${url}/${id}`)).status).toBe(404)
  expect((await act(school, id, 'answer', { value: { answer: '学校代答' } })).status).toBe(403)
  expect((await act(area, id, 'answer')).status).toBe(400)
  expect((await act(area, id, 'answer', { value: { answer: '已删除该条记录。' } })).msg).toBe('ok')
  expect(await look(teacher, id)).toMatchObject({ state: 'answered', value: { answer: '已删除该条记录。' } })
  const told = await teacher.get<{ list: Message[] }>('/api/v1/userSystemMessage?kind=2&pageSize=20')
  expect(told.data.list.some(({ title }) => title.includes('个人信息请求'))).toBe(true)
})

it('a refusal says why, and a request that lacks something comes back', async () => {
  const { teacher, area } = region.people
  const id = await begun(teacher, { kind: '1', matter: '学历' })
  await act(teacher, id, 'submit')
  expect((await act(area, id, 'return', { reason: '请附学历证书' })).msg).toBe('ok')
  expect((await act(teacher, id, 'submit')).msg).toBe('ok')
  expect((await act(area, id, 'refuse')).status).toBe(400)
  expect((await act(area, id, 'refuse', { reason: '依照档案法应当保存，不能删除' })).msg).toBe('ok')
  expect((await look(teacher, id)).state).toBe('refused')
})

it('is the person’s own, and needs words', async () => {
  const { teacher, colleague, school, area } = region.people
  const id = await begun(teacher)
  expect((await colleague.get(`${url}/${id}`)).status).toBe(404)
  for (const who of [school, area]) expect((await who.post(url, { about: {}, value: form })).status).toBe(403)
  await act(teacher, id, 'withdraw')
  for (const more of [{ kind: '9' }, { matter: '' }, { request: '' }]) {
    const [status, msg] = await begunWith(teacher, more)
    expect([status, msg], JSON.stringify(more)).toEqual([400, expect.any(String)])
  }
})

/** The answer to a request with this form, handed in. */
async function begunWith(who: Person, more: object): Promise<readonly [number, string]> {
  const made = await who.post<CaseView>(url, { about: {}, value: { ...form, ...more } })
  const last = made.status === 200 ? await act(who, made.data.id, 'submit') : made
  if (made.status === 200) await act(who, made.data.id, 'withdraw')
  return [last.status, last.msg]
}
