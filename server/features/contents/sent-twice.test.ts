import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { study } from '../../app/testing/test-values.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('sent twice')))
afterAll(() => region.close())

const value = (title: string) => ({ title, noticeKind: '1', visibility: '2', content: '正文' })
const count = async (title: string) =>
  (
    await region.db.one<{ n: number }>(
      sql`select count(*)::int as n from content where value ->> 'title' = ${title}`,
    )
  ).n

it('a content sent ten times at once, or again later, under one key is one content with one answer', async () => {
  const { school } = region.people
  const key = { 'idempotency-key': 'content-form-0001' }
  const send = (body: unknown = { value: value('只发一次') }) =>
    school.post<ContentView>('/api/v1/contents/notice', body, key)
  const answers = await Promise.all(Array.from({ length: 10 }, () => send()))
  expect(new Set(answers.map(({ msg, data }) => `${msg} ${data.id}`)).size).toBe(1)
  expect((await send()).data.id).toBe(answers[0]?.data.id)
  expect(await count('只发一次')).toBe(1)
  // The key belongs to this content: not to another, not to a record, and it is one account's own.
  expect((await send({ value: value('另一条') })).code).toBe(42201)
  const other = await region.people.school2.post<ContentView>(
    '/api/v1/contents/notice',
    { value: value('只发一次') },
    key,
  )
  expect(other.data.id).not.toBe(answers[0]?.data.id)
  const { teacher } = region.people
  const made = await teacher.post('/api/v1/records/studyExperience', study, key)
  expect((await teacher.post('/api/v1/records/studyExperience', study, key)).data.id).toBe(made.data.id)
  expect(
    (await school.post('/api/v1/contents/notice', { value: value('键不对') }, { 'idempotency-key': 'x' }))
      .status,
  ).toBe(400)
})

it('a fixed call sent again publishes what it made, once', async () => {
  const { area } = region.people
  const send = () =>
    area.post<{ id: number }>(
      '/api/v1/notice',
      { ...value('固定调用'), publishStatus: '1' },
      { 'idempotency-key': 'fixed-call-0001' },
    )
  const [first, second] = [await send(), await send()]
  expect([first.msg, second.data.id]).toEqual(['ok', first.data.id])
  expect(await count('固定调用')).toBe(1)
  const [row] = await region.db.query<{ live_no: number }>(
    sql`select live_no from content where id = ${first.data.id}`,
  )
  expect(row?.live_no).toBe(1)
  // As if the process had died before the first one was published.
  await region.db.execute(
    sql`update content set state = 'draft', live = null, live_no = 0 where id = ${first.data.id}`,
  )
  await region.db.execute(sql`delete from content_version where content_id = ${first.data.id}`)
  expect((await send()).data.id).toBe(first.data.id)
  const [again] = await region.db.query<{ live_no: number }>(
    sql`select live_no from content where id = ${first.data.id}`,
  )
  expect(again?.live_no).toBe(1)
})
