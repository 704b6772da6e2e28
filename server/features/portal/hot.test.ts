import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import type { HotLine } from '../../../catalogue/contract/portal/portal.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('hot')))
afterAll(() => region.close())

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36'

async function published(who: Person, title: string, more: object = {}): Promise<number> {
  const made: Answer<ContentView> = await who.post('/api/v1/contents/trainingNews', {
    value: { title, newsKind: '1', visibility: '2', content: '正文', ...more },
  })
  await who.post(`/api/v1/contents/trainingNews/${made.data.id}/publish`, { version: made.data.version })
  return made.data.id
}
async function read(id: number, agent: string, from = '10.0.0.1', who?: Person) {
  const headers = { 'user-agent': agent, ...(who && { token: who.token }) }
  return (
    await region.app.inject({
      method: 'GET',
      url: `/api/v1/portal/contents/trainingNews/${id}`,
      headers,
      remoteAddress: from,
    })
  ).statusCode
}
const rows = () =>
  region.db.query<{ content_id: number; reader: string }>(
    sql`select content_id, reader from content_reader order by 1, 2`,
  )

/** Waits until the batch is written. */
async function written(count: number) {
  for (let tries = 0; tries < 100 && (await rows()).length < count; tries += 1)
    await new Promise((go) => setTimeout(go, 50))
}

it('counts distinct readers of 30 days, by hand', async () => {
  const { city, teacher, colleague, stranger } = region.people
  const [often, seldom, old] = [
    await published(city, '读的人多'),
    await published(city, '读的人少'),
    await published(city, '上个月的'),
  ]
  const inside = await published(city, '只给学校', { visibility: '1', audienceRoles: ['3'] })
  // Persons: two, one of them twice and from two places. Visitors: two browsers behind one address, one of
  // them twice.
  for (const [from, who] of [
    ['10.0.0.1', teacher],
    ['10.0.0.2', teacher],
    ['10.0.0.1', colleague],
  ] as const)
    expect(await read(often, browser, from, who)).toBe(200)
  for (const agent of [browser, browser, `${browser} Edg/1`]) await read(often, agent, '10.0.0.9')
  // Not counted: the one who wrote it, robots, no browser at all, what is not there for the reader.
  await read(often, browser, '10.0.0.3', city)
  for (const agent of [
    'Mozilla/5.0 (compatible; Baiduspider/2.0)',
    'curl/8',
    '',
    'Mozilla/5.0 HeadlessChrome/141',
  ])
    await read(often, agent, '10.0.0.4')
  expect(await read(inside, browser, '10.0.0.5', stranger)).toBe(404)
  await read(seldom, browser, '10.0.0.1', stranger)
  for (const who of [region.people.school, region.people.school2])
    await read(inside, browser, '10.0.0.1', who)
  await written(7)
  const kept = await rows()
  expect(kept.filter(({ content_id }) => content_id === often)).toHaveLength(4)
  expect(JSON.stringify(kept)).not.toMatch(/10\.0\.0|Mozilla/)
  // On other days: the same person is no new reader; a month ago does not count any more.
  await region.db.execute(sql`
    insert into content_reader (content_id, day, reader)
    select ${seldom}::int, current_date - 5, ${`p${stranger.personId}`}
    union all
    select ${old}::int, (now() at time zone 'Asia/Shanghai')::date - 30, 'v' || n
    from generate_series(1, 50) n`)
  const asVisitor = (await region.app.inject({ method: 'GET', url: '/api/training/hot?limit=5' })).json()
    .data as HotLine[]
  expect(asVisitor.map(({ id, readers }) => [id, readers])).toEqual([
    [often, 4],
    [seldom, 1],
  ])
  const asSchool = (await region.people.school.get<HotLine[]>('/api/training/hot')).data
  expect(asSchool.map(({ id, readers }) => [id, readers])).toEqual([
    [often, 4],
    [inside, 2],
    [seldom, 1],
  ])
  for (const bad of ['0', '51', 'x'])
    expect((await region.app.inject({ method: 'GET', url: `/api/policy/hot?limit=${bad}` })).statusCode).toBe(
      400,
    )
  expect((await region.app.inject({ method: 'GET', url: '/api/policy/hot' })).json().data).toEqual([])
})

it('forgets what a visitor’s key was made with once the day is over', async () => {
  const salts = () =>
    region.db.query<{ day: string; salt: string }>(sql`select day::text, salt from reader_salt`)
  const before = await salts()
  expect(before).toHaveLength(1)
  const { createReaders } = await import('../../engine/publishing/readers.ts')
  await region.db.execute(sql`update reader_salt set day = day - 1`)
  const readers = createReaders(region.db, { info() {}, warn() {}, error() {} } as never)
  const some = (await rows())[0]?.content_id ?? 0
  readers.note(some, { headers: { 'user-agent': browser }, ip: '10.0.0.9', actor: null } as never)
  await readers.flush()
  const after = await salts()
  expect([after.length, after[0]?.salt === before[0]?.salt]).toEqual([1, false])
  // The same visitor has another key now.
  expect(
    (await rows()).filter(({ content_id, reader }) => content_id === some && reader.startsWith('v')),
  ).toHaveLength(3)
})
