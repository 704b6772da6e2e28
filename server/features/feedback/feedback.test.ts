import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feedbackPage, mostFeedback, ownFeedback } from '../../../catalogue/contract/feedback.ts'
import { todoPage } from '../../../catalogue/contract/todos.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'

const url = '/api/v1/feedback'
let region: Region
beforeAll(async () => void (region = await testRegion('feedback')))
afterAll(() => region.close())

const send = (who: Person, more: object = {}) =>
  who.post(url, { id: uuidv7(), kind: '1', text: '提交按钮按了没有反应', page: '/school/daiban', ...more })
const mine = async (who: Person) => ownFeedback.parse((await who.get(`${url}/mine`)).data).list
const all = async (query = '') =>
  feedbackPage.parse((await region.people.admin.get(`${url}?pageSize=100${query}`)).data).list

describe('feedback', () => {
  it('reaches the administrator with who, where and what, waits in the to-dos, and its answer reaches who sent it', async () => {
    const { teacher, admin, school } = region.people
    const id = uuidv7()
    for (const _ of [1, 2]) expect((await send(teacher, { id })).msg).toBe('ok')
    const [line] = await all('&state=open')
    expect(line).toMatchObject({ id, kind: '1', by: '林疏影', role: 2, page: '/school/daiban', answer: null })
    const todos = todoPage.parse((await admin.get('/api/v1/todo?type=feedback')).data).list
    expect(todos.map(({ title }) => title)).toEqual(['林疏影反馈使用问题'])
    for (const _ of [1, 2])
      expect((await admin.post(`${url}/${id}/answer`, { answer: '已修好，请刷新页面。' })).msg).toBe('ok')
    expect((await admin.post(`${url}/${id}/answer`, { answer: '另一个答复' })).msg).toBe('该反馈已经答复')
    expect(await mine(teacher)).toMatchObject([{ id, answer: '已修好，请刷新页面。' }])
    expect(await mine(school)).toEqual([])
    const told = await teacher.get<{ list: Message[] }>('/api/v1/userSystemMessage?kind=1&pageSize=20')
    expect(told.data.list.map(({ title }) => title)).toContain('您的意见反馈已答复')
    expect(todoPage.parse((await admin.get('/api/v1/todo?type=feedback')).data).list).toEqual([])
    expect(await all('&state=answered&q=林疏影')).toMatchObject([{ id, answeredBy: expect.any(String) }])
  })

  it('is read and answered by the administrator alone', async () => {
    const { teacher, school, province } = region.people
    const id = uuidv7()
    await send(school, { id })
    for (const who of [teacher, school, province]) {
      expect((await who.get(url)).status).toBe(403)
      expect((await who.post(`${url}/${id}/answer`, { answer: '答' })).status).toBe(403)
    }
    expect((await send(teacher, { id })).data).toMatchObject({ errors: [{ field: 'id' }] })
  })

  it('needs words, takes no address with what was typed in it, and has a limit a day', async () => {
    const { colleague } = region.people
    expect((await send(colleague, { text: '  ' })).data).toMatchObject({
      errors: [{ field: 'text', message: '请填写反馈内容' }],
    })
    expect((await send(colleague, { page: '/a?q=身份证号' })).status).toBe(400)
    expect((await send(colleague, { kind: '9' })).status).toBe(400)
    const answers: number[] = []
    for (let at = 0; at <= mostFeedback; at += 1) answers.push((await send(colleague)).status)
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(mostFeedback)
    expect(answers.at(-1)).toBe(429)
  })
})
