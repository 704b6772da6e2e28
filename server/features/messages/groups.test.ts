import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { messageGroups, type Message } from '../../../catalogue/contract/workspace.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
const url = '/api/v1/userSystemMessage'
beforeAll(async () => void (region = await testRegion('message-groups')))
afterAll(() => region.close())

/** Messages as the consumer writes them. */
const told = ({ identityId }: Person, topic: string, many: number, daysAgo = 0) =>
  region.db.execute(sql`
    insert into message (identity_id, kind, title, topic, created_at)
    select ${identityId}, '2', '您的学习经历已通过：' || n, ${topic}::text, now() - make_interval(days => ${daysAgo})
    from generate_series(1, ${many}) n`)
const lines = async (who: Person, query = '') => {
  const { list }: z.infer<typeof messageGroups> = messageGroups.parse(
    (await who.get(`${url}/groups?pageSize=100&${query}`)).data,
  )
  return list
}
const total = async (who: Person) => (await who.get<{ total: number }>(`${url}/statistics`)).data.total

it('two hundred of one cause are one line that opens and is read at once; others, other days and other people stay apart', async () => {
  const { teacher, colleague } = region.people
  await told(teacher, 'flow.approved studyExperience', 3, 2)
  await told(teacher, 'flow.approved studyExperience', 200)
  await told(teacher, 'flow.returned studyExperience', 1)
  await told(colleague, 'flow.approved studyExperience', 2)
  const [returned, today, before] = await lines(teacher)
  expect([returned?.count, returned?.message?.title]).toEqual([1, '您的学习经历已通过：1'])
  expect(today).toMatchObject({ count: 200, unread: 200, title: '您的 200 条学习经历已通过', message: null })
  expect(before).toMatchObject({ count: 3, unread: 3 })
  const of = today?.of
  if (!of) throw new Error('group')
  const opened = await teacher.get<{ list: Message[]; total: number }>(
    `${url}?topic=${encodeURIComponent(of.topic)}&day=${of.day}&pageSize=100`,
  )
  expect([opened.data.total, opened.data.list.length]).toEqual([200, 100])
  expect((await teacher.put(`${url}/readGroup`, of)).msg).toBe('ok')
  expect(await total(teacher)).toBe(4)
  expect(await total(colleague)).toBe(2)
  expect((await lines(teacher, 'is_read=0')).map(({ count }) => count)).toEqual([1, 3])
  expect((await teacher.put(`${url}/readGroup`, { topic: "x' or 1", day: '2026-02-30' })).status).toBe(400)
})

it('the fixed calls of reminders tell the same messages and mark them, each only their own', async () => {
  const { colleague, stranger } = region.people
  interface Reminder {
    readonly id: number
    readonly is_new: number
  }
  const list = (await colleague.get<{ list: Reminder[] }>('/api/v1/Messagereminder/list')).data.list
  expect(list.map(({ is_new }) => is_new)).toEqual([1, 1])
  const path = `/api/v1/Messagereminder/save_is_new?id=${list[0]?.id}`
  expect((await stranger.post(path)).status).toBe(404)
  expect((await colleague.post(path)).data).toBe(true)
  expect(await total(colleague)).toBe(1)
  expect((await colleague.post('/api/v1/Messagereminder/save_is_new?id=all')).data).toBe(true)
  expect(await total(colleague)).toBe(0)
  expect((await colleague.post('/api/v1/Messagereminder/save_is_new')).status).toBe(400)
})
