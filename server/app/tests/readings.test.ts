import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { readingPage } from '../../../catalogue/contract/account/personal.ts'
import type { z } from 'zod'
import { sql } from '../../platform/db/sql.ts'
import { openPlanReader } from '../../platform/db/testing/test-plans.ts'
import { today } from '../../platform/clock/clock.ts'
import { testRegion, type Person, type Region } from '../testing/test-region.ts'
import { picture, study } from '../testing/test-values.ts'

const url = '/api/v1/records/studyExperience'
let region: Region
let record: string
let file: string
let count = 0

beforeAll(async () => {
  region = await testRegion('readings')
  const { teacher, school } = region.people
  file = await picture(region, teacher)
  record = (await teacher.post(url, { ...study, attachments: [file] })).data.id
  await teacher.post(`${url}/${record}/submit`, {})
  expect((await school.post(`${url}/${record}/approve`, {})).msg).toBe('ok')
  const pending = (await teacher.post(url, { ...study, startMonth: '2001-01', attachments: [file] })).data.id
  expect((await teacher.post(`${url}/${pending}/submit`, {})).msg).toBe('ok')
})
afterAll(() => region.close())

const readBy = async (owner: Person, reader: string) =>
  (await owner.get<z.infer<typeof readingPage>>('/api/v1/user/archiveReads?pageSize=100')).data.list
    .filter(({ who }) => who === reader)
    .map(({ what }) => what)

it.each([
  ['a list of records', url, '列表中的学习经历'],
  [
    'a list narrowed to the teacher',
    () => `${url}?ownerId=${region.people.teacher.teacherId}`,
    '列表中的学习经历',
  ],
  ['a single record', () => `${url}/${record}`, '学习经历'],
  ['its timeline', () => `${url}/${record}/history`, '学习经历的办理记录'],
  ['a past day of it', () => `${url}/${record}/asOf?date=${today()}`, `${today()} 那天的学习经历`],
  ['its evidence', () => `/api/v1/upload/file?key=${file}&action=preview`, '学习经历的佐证材料'],
  ['the roster of archives', '/api/v1/archives', '档案名单中的完整度'],
  ['the whole archive', () => `/api/v1/archive/${region.people.teacher.teacherId}`, '整份档案'],
  [
    'its overview',
    () => `/api/v1/archive/overview?teacher_id=${region.people.teacher.teacherId}`,
    '档案概览',
  ],
])(
  'whoever reads %s stands in the list of readers, once a day, and the owner does not',
  async (_, path, what) => {
    const { teacher, colleague } = region.people
    const who = `读者${(count += 1)}`
    const reader = await region.add(4, region.places.district, who)
    const asked = typeof path === 'string' ? path : path()
    for (let i = 0; i < 3; i += 1) expect((await reader.get(asked)).msg).toBe('ok')
    expect(await readBy(teacher, who)).toEqual([what])
    await teacher.get(asked)
    expect(await readBy(teacher, '林疏影')).toEqual([])
    if (!asked.includes('archives')) expect(await readBy(colleague, who)).toEqual([])
  },
)

it('a review queue is a reading as well', async () => {
  const { teacher } = region.people
  const reader = await region.add(3, region.places.school, '审核人')
  expect((await reader.get(`${url}?queue=open`)).msg).toBe('ok')
  expect(await readBy(teacher, '审核人')).toEqual(['审核列表中的学习经历'])
})

it('what could not be shown is no reading: out of scope, not found, an empty page', async () => {
  const { teacher, otherArea } = region.people
  for (const path of [
    url,
    `${url}/${record}`,
    `${url}/${record}/history`,
    `${url}/${record}/asOf?date=${today()}`,
    '/api/v1/archives?q=qqq',
  ])
    await otherArea.get(path)
  expect(await readBy(teacher, '冯西')).toEqual([])
})

it('a page of a list is one row, whoever stands on it, and a second look at it none', async () => {
  const { db } = region
  const rows = async () => (await db.one<{ n: number }>(sql`select count(*)::int as n from reading`)).n
  const reader = await region.add(5, region.places.city, '市里读者')
  const before = await rows()
  await Promise.all(Array.from({ length: 20 }, () => reader.get('/api/v1/archives')))
  // Those that came before the first was written are written with it.
  expect((await rows()) - before).toBeLessThanOrEqual(20)
  const after = await rows()
  for (let i = 0; i < 5; i += 1) await reader.get('/api/v1/archives')
  expect(await rows()).toBe(after)
})

it('reads no archive when the reading cannot be written', async () => {
  const owner = new pg.Client({ connectionString: region.ownerUrl })
  await owner.connect()
  await owner.query('revoke insert on reading from xingtan_app')
  const reader = await region.add(4, region.places.district, '没记下的读者')
  const answers = await Promise.all([reader.get(`${url}/${record}`), reader.get(url)])
  await owner.query('grant insert on reading to xingtan_app')
  await owner.end()
  for (const answer of answers) expect(JSON.stringify(answer.data)).not.toContain('杏川')
  expect(answers.map(({ status }) => status)).toEqual([500, 500])
  expect((await reader.get(`${url}/${record}`)).status).toBe(200)
})

it('the application cannot change a reading, and an owner’s are found by an index among many', async () => {
  await expect(region.db.query(sql`update reading set by_identity = 1`)).rejects.toThrow(/permission denied/)
  await expect(region.db.query(sql`delete from reading`)).rejects.toThrow(/permission denied/)
  await region.db.query(
    sql`insert into reading (by_identity, kind, owner_ids)
      select 1, 'roster', array(select (random() * 100000)::int from generate_series(1, 20) where n > 0)
      from generate_series(1, 20000) n`,
  )
  const owner = new pg.Client({ connectionString: region.ownerUrl })
  await owner.connect()
  await owner.query('vacuum reading')
  await owner.end()
  const plans = await openPlanReader(region.ownerUrl)
  const text = await plans.planOf(sql`select id from reading where owner_ids @> array[${4711}::int]`)
  await plans.close()
  expect(text).toContain('reading_owners')
})
