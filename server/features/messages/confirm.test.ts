import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MessageReader, SentMessage } from '../../../catalogue/contract/account/messages-to-many.ts'
import type { TodoItem } from '../../../catalogue/contract/todos.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
const url = '/api/v1/userSystemMessage'
beforeAll(async () => void (region = await testRegion('messages-confirmed')))
afterAll(() => region.close())

const send = (who: Person, more: object = {}) =>
  who.post<{ id: number }>(url, {
    key: randomUUID(),
    roles: [2],
    title: '师德考核',
    content: '请确认收到。',
    confirm: true,
    ...more,
  })
const boxOf = async (who: Person, id: number) =>
  (await who.get<{ list: Message[] }>(`${url}?pageSize=100`)).data.list.find((one) => one.id === id)
const todosOf = async (who: Person) =>
  (await who.get<{ list: TodoItem[] }>('/api/v1/todo?pageSize=100')).data.list.filter(({ id }) =>
    id.startsWith('message.'),
  )
const readers = async (who: Person, id: number, query = '') =>
  (await who.get<{ list: MessageReader[]; total: number }>(`${url}/sent/${id}/readers?pageSize=100${query}`))
    .data

it('a message that wants to be confirmed waits for each reader until that reader confirms; reading is not enough', async () => {
  const { area, teacher, colleague, southTeacher } = region.people
  const { data } = await send(area)
  expect(await boxOf(teacher, data.id)).toMatchObject({ is_read: 0, confirm: 'asked' })
  await teacher.put(`${url}/read/${data.id}`, {})
  expect(await boxOf(teacher, data.id)).toMatchObject({ is_read: 1, confirm: 'asked' })
  const removal = await teacher.del(`${url}/${data.id}`)
  expect([removal.status, removal.msg]).toEqual([409, expect.stringContaining('先确认')])
  const [waiting] = await todosOf(teacher)
  expect(waiting).toMatchObject({ title: '请确认收到：师德考核', acts: ['confirm'] })
  expect((await southTeacher.post(`${url}/confirm/${data.id}`, {})).status).toBe(404)
  for (const _ of [1, 2]) expect((await teacher.post(`${url}/confirm/${data.id}`, {})).msg).toBe('ok')
  expect(await boxOf(teacher, data.id)).toMatchObject({ confirm: 'done' })
  expect(await todosOf(teacher)).toEqual([])
  expect(await todosOf(colleague)).toHaveLength(1)
  const noted = await region.db.one(sql`
    select count(*)::int as n from audit where action = 'message.confirmed' and by_identity = ${teacher.identityId}`)
  expect(noted).toEqual({ n: 1 })
  expect((await teacher.del(`${url}/${data.id}`)).msg).toBe('ok')
})

it('is confirmed from the list of to-dos, too', async () => {
  const { school, teacher } = region.people
  await send(school)
  const [todo] = await todosOf(teacher)
  const done = await teacher.post(`/api/v1/todo/${todo?.id}/confirm`, {})
  expect(done.msg).toBe('ok')
  expect(await todosOf(teacher)).toEqual([])
})

it('its sender alone sees who has not, and takes the list out', async () => {
  const { area, school, teacher, colleague } = region.people
  const { data } = await send(area)
  await teacher.post(`${url}/confirm/${data.id}`, {})
  const all = await readers(area, data.id)
  const waiting = await readers(area, data.id, '&state=waiting')
  expect(all.total).toBe(waiting.total + 1)
  const names = (list: readonly MessageReader[]) => list.map(({ id }) => id)
  expect(names(waiting.list)).toContain(colleague.identityId)
  expect(names(waiting.list)).not.toContain(teacher.identityId)
  expect(names((await readers(area, data.id, '&state=confirmed')).list)).toEqual([teacher.identityId])
  expect((await school.get(`${url}/sent/${data.id}/readers`)).status).toBe(404)
  expect((await teacher.get(`${url}/sent/${data.id}/readers`)).status).toBe(403)
  const plain = await send(area, { confirm: false })
  expect((await area.get(`${url}/sent/${plain.data.id}/readers`)).status).toBe(404)
  expect((await teacher.post(`${url}/confirm/${plain.data.id}`, {})).status).toBe(409)
  const order = {
    list: 'messages/readers',
    query: { id: String(data.id), state: 'waiting' },
    columns: ['name', 'institution'],
    format: 'csv',
    purpose: '1',
  }
  expect((await area.post('/api/v1/exports', order)).msg).toBe('ok')
  expect((await school.post('/api/v1/exports', order)).status).toBe(404)
})

it('reminds once a day those who have not: it is unread for them again, and not for who confirmed', async () => {
  const { area, teacher, colleague } = region.people
  const { data } = await send(area)
  await teacher.post(`${url}/confirm/${data.id}`, {})
  await colleague.put(`${url}/read/${data.id}`, {})
  const reminded = await area.post<SentMessage>(`${url}/sent/${data.id}/remind`, {})
  expect(reminded.data).toMatchObject({ confirmed: 1, reminded_at: expect.any(String) })
  expect(await boxOf(colleague, data.id)).toMatchObject({ is_read: 0 })
  expect(await boxOf(teacher, data.id)).toMatchObject({ is_read: 1 })
  await colleague.put(`${url}/read/${data.id}`, {})
  expect(await boxOf(colleague, data.id)).toMatchObject({ is_read: 1 })
  expect((await area.post(`${url}/sent/${data.id}/remind`, {})).status).toBe(409)
  await region.db.execute(
    sql`update broadcast set reminded_at = now() - interval '25 hours' where id = ${data.id}`,
  )
  expect((await area.post(`${url}/sent/${data.id}/remind`, {})).msg).toBe('ok')
  await area.post(`${url}/sent/${data.id}/withdraw`, {})
  expect((await area.post(`${url}/sent/${data.id}/remind`, {})).status).toBe(409)
  expect((await colleague.post(`${url}/confirm/${data.id}`, {})).status).toBe(404)
})
