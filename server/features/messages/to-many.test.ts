import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SentMessage } from '../../../catalogue/contract/account/messages-to-many.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
const url = '/api/v1/userSystemMessage'
beforeAll(async () => void (region = await testRegion('messages-to-many')))
afterAll(() => region.close())

const send = (who: Person, more: Record<string, unknown> = {}) =>
  who.post<{ id: number; errors?: readonly FieldFault[] }>(url, {
    key: randomUUID(),
    roles: [2],
    title: '台风停课',
    content: '明天停课一天，请通知家长。',
    ...more,
  })
const unread = async (who: Person) => (await who.get<{ total: number }>(`${url}/statistics`)).data.total
const box = async (who: Person) => (await who.get<{ list: Message[] }>(url)).data.list
const sentBy = async (who: Person) => (await who.get<{ list: SentMessage[] }>(`${url}/sent`)).data.list

describe('a message to many', () => {
  it('reaches those roles below the institution, each reads it alone, and its sender sees how many did', async () => {
    const { area, teacher, colleague, southTeacher, school } = region.people
    const before = await Promise.all([teacher, colleague, southTeacher, school, area].map(unread))
    const asked = await area.get<{ accounts: number }>(`${url}/reach?roles=2`)
    const sent = await send(area)
    expect(sent.msg).toBe('ok')
    const after = await Promise.all([teacher, colleague, southTeacher, school, area].map(unread))
    expect(after.map((now, at) => now - (before[at] ?? 0))).toEqual([1, 1, 0, 0, 0])
    const mine = (await box(teacher)).find(({ id }) => id === sent.data.id)
    expect(mine).toMatchObject({ title: '台风停课', kind: '7', is_read: 0 })
    expect((await teacher.put(`${url}/read/${sent.data.id}`, {})).msg).toBe('ok')
    expect((await teacher.put(`${url}/read/${sent.data.id}`, {})).msg).toBe('ok')
    expect(await unread(teacher)).toBe(before[0])
    expect(await unread(colleague)).toBe((before[1] ?? 0) + 1)
    expect((await sentBy(area))[0]).toMatchObject({
      id: sent.data.id,
      reached: asked.data.accounts,
      read: 1,
      roles: [2],
    })
    expect((await southTeacher.put(`${url}/read/${sent.data.id}`, {})).status).toBe(404)
    expect((await southTeacher.del(`${url}/${sent.data.id}`)).status).toBe(404)
  })

  it('is removed by one reader for that reader, and withdrawn by its sender for all', async () => {
    const { school, teacher, colleague } = region.people
    const { data } = await send(school)
    expect((await teacher.del(`${url}/${data.id}`)).msg).toBe('ok')
    expect((await box(teacher)).some(({ id }) => id === data.id)).toBe(false)
    expect((await box(colleague)).some(({ id }) => id === data.id)).toBe(true)
    const count = await unread(colleague)
    expect((await region.people.school2.post(`${url}/sent/${data.id}/withdraw`, {})).status).toBe(404)
    const taken = await school.post<SentMessage>(`${url}/sent/${data.id}/withdraw`, {})
    expect(taken.data.withdrawn_at).not.toBeNull()
    expect(await unread(colleague)).toBe(count - 1)
    expect((await box(colleague)).some(({ id }) => id === data.id)).toBe(false)
  })

  it('sent again after a lost answer is the same message; read with all the others', async () => {
    const { city, area } = region.people
    const key = randomUUID()
    const ids = await Promise.all([1, 2, 3].map(() => send(city, { key, roles: [4] })))
    expect(new Set(ids.map(({ data }) => data.id)).size).toBe(1)
    expect(await unread(area)).toBeGreaterThan(0)
    await area.put(`${url}/read/all`, {})
    expect(await unread(area)).toBe(0)
  })

  it('of the administrator reaches everybody, and people who come later', async () => {
    const { admin, expert } = region.people
    const before = await unread(expert)
    expect((await send(admin, { roles: [2, 99] })).msg).toBe('ok')
    expect(await unread(expert)).toBe(before + 1)
    const late = await region.add(2, region.places.school, '新来的')
    expect((await box(late)).some(({ title }) => title === '台风停课')).toBe(true)
  })
})

describe('nobody writes', () => {
  it('beyond the own scope, upwards, or without the right', async () => {
    const { teacher, expert, school, area, otherArea } = region.people
    for (const who of [teacher, expert]) {
      expect((await send(who)).status).toBe(403)
      expect((await who.get(`${url}/sent`)).status).toBe(403)
    }
    const place = await region.db.one<{ id: number }>(sql`
      select institution_id as id from identity where id = ${otherArea.identityId}`)
    for (const [who, body, field] of [
      [area, { place: place.id }, 'place'],
      [area, { place: 2_000_000_000 }, 'place'],
      [school, { roles: [4] }, 'roles'],
      [school, { roles: [1] }, 'roles'],
      [area, { roles: [99] }, 'roles'],
      [area, { roles: [] }, 'roles'],
      [area, { title: '  ' }, 'title'],
      [area, { content: '' }, 'content'],
      [area, { content: '长'.repeat(2_001) }, 'content'],
    ] as const) {
      const answer = await send(who, body)
      expect([answer.status, answer.data.errors?.[0]?.field], JSON.stringify(body)).toEqual([400, field])
    }
  })
})
