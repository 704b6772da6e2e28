import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { numbered } from '../../features/personnel/test-cases.ts'
import { testRegion, type Region } from '../testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('repeated requests')))
afterAll(() => region.close())

/** What is made beside records, contents and cases, with the table that holds it. */
const kinds = {
  'a token': [
    'api_token',
    '/api/v1/apiTokens',
    {
      name: '教研平台',
      contact: '何以宁 0662-3300000',
      scopes: ['figures'],
      days: 30,
      perMinute: 60,
      networks: [],
    },
  ],
  'a link of a board': [
    'board_share',
    '/api/v1/board-shares',
    { board: 'dataLarge', mode: 'live', days: 7, note: '大厅' },
  ],
  'an export': [
    'export',
    '/api/v1/exports',
    { list: 'roll', query: {}, columns: ['name'], format: 'csv', purpose: '1', purposeText: '' },
  ],
} as const

it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  '%s is made once by many equal requests at once',
  async (kind) => {
    const [table, url, body] = kinds[kind]
    const { area } = region.people
    const count = async () =>
      (await region.db.one<{ n: number }>(sql`select count(*)::int as n from ${sql.id(table)}`)).n
    const before = await count()
    const key = { 'idempotency-key': `${table}-0001` }
    const answers = await Promise.all(
      Array.from({ length: 19 }, () => area.post<{ id?: number; secret?: string }>(url, body, key)),
    )
    expect(answers.map(({ status, msg }) => [status, msg])).toEqual(answers.map(() => [200, 'ok']))
    expect((await count()) - before).toBe(1)
    expect(new Set(answers.map(({ data }) => data.secret ?? data.id)).size).toBe(1)
    // The twentieth of a minute, with the same key and another body.
    const other = 'days' in body ? { ...body, days: 8 } : { ...body, format: 'xlsx' }
    expect((await area.post(url, other, key)).status).toBe(422)
  },
)

/** What a school begins about one of its teachers; a transfer is asked for by number. */
const begun = ['statusChange', 'posting', 'transfer'] as const

it.each(begun)('%s: 20 equal requests at once without a key begin one draft', async (type) => {
  const { school, siblingSchool, colleague } = region.people
  const starter = type === 'transfer' ? siblingSchool : school
  const about =
    type === 'transfer' ? await numbered(region, colleague) : { teacherId: colleague.teacherId ?? 0 }
  const body = { about, value: { reason: '工作需要' } }
  const count = async () =>
    (
      await region.db.one<{ n: number }>(sql`
        select count(*)::int as n
        from process_case
        where type = ${type} and teacher_id = ${colleague.teacherId} and open`)
    ).n
  expect(await count()).toBe(0)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => starter.post<{ id: string }>(`/api/v1/${type}`, body)),
  )
  expect(answers.map(({ status, msg }) => [status, msg])).toEqual(answers.map(() => [200, 'ok']))
  expect(await count()).toBe(1)
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  const other = await starter.post(`/api/v1/${type}`, { about, value: { reason: '另有原因' } })
  expect([other.status, other.msg]).toEqual([409, expect.stringContaining('已有一份没有提交的')])
})

it('every other call that makes something takes the key, too', async () => {
  const { area } = region.people
  const [ordinary, own] = [[] as string[], [] as string[]]
  for (const { method, url, access, remembersKeys } of region.app.declaredCalls) {
    if (method !== 'POST' || access === 'public' || access === 'anyone') continue
    if (remembersKeys) own.push(url)
    if (remembersKeys || (access !== 'signedIn' && !access.includes(3))) continue
    // SCIM knows no such key: a name is taken once, and a request that comes again is told so (409).
    if (url.startsWith('/scim/')) continue
    const path = url.replaceAll(/:\w+/g, '1')
    const { status, msg } = await area.post(path, {}, { 'idempotency-key': 'short' })
    if (status === 429 || status === 403) continue
    expect([status, msg], url).toEqual([400, '提交编号（Idempotency-Key）应为 8 至 100 个字符'])
    ordinary.push(url)
  }
  expect(ordinary.length).toBeGreaterThan(40)
  // The others are the fixed calls that write a content.
  for (const url of ['apiTokens', 'board-shares', 'contents/:type', 'exports', 'records/:type', ...begun])
    expect(own).toContain(`/api/v1/${url}`)
})

it('a key lets an ordinary call happen once, and is given back where the call was refused', async () => {
  const { area } = region.people
  const body = { type: 'studyExperience', field: 'major', text: '请核对校名' }
  const send = (text: string, key: string) =>
    area.post('/api/v1/reasons', { ...body, text }, { 'idempotency-key': key })
  const refused = await send('  ', 'reason-000001')
  expect(refused.status).toBe(400)
  const answers = await Promise.all(Array.from({ length: 10 }, () => send('请核对校名', 'reason-000001')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 409),
  ])
  expect(answers.find(({ status }) => status === 409)?.msg).toBe('本次提交已经收到，请刷新后查看是否已办好')
  expect((await send('其他话', 'reason-000001')).status).toBe(422)
})
