import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dictionary, isServing } from '../../../catalogue/dictionaries/dictionaries.ts'
import { testKeys, testRegion, type Region } from '../../app/testing/test-region.ts'
import { changeMobile, placeTeachers } from '../../engine/directory/index.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { subjectOf } from '../sign-on/index.ts'
import { usersAsked, listQuery } from './asked.ts'
import { feedOf } from './feeds.ts'
import { partsOf } from './names.ts'
import { sessionsAround } from './sessions.ts'
import type { Org, RosterUser } from './shapes.ts'
import { agreedApp, minorOf, namesOf, readAs, tokenOf } from './test-roster.ts'
import { usersStatement } from './users.ts'

let region: Region
let token = ''
beforeAll(async () => {
  region = await testRegion('roster')
  await agreedApp(region, '401')
})
// A token of its own for each test: a token takes sixty calls a minute.
beforeEach(async () => void (token = await tokenOf(region, '401')))
afterAll(() => region.close())

const users = async (query = '', by = token): Promise<RosterUser[]> =>
  (await readAs(region, by, `/users${query}`)).body.users
const move = (teacherId: number | null, institutionId: number) =>
  region.db.transaction((tx) => placeTeachers(tx, [{ teacherId: teacherId ?? 0, institutionId }]))

it('a roster is read by a token of an app with an agreement, and by nobody else', async () => {
  const { admin, area, teacher } = region.people
  for (const who of [admin, area, teacher]) {
    const { status } = await who.get('/ims/oneroster/rostering/v1p2/users')
    expect(status).toBe(403)
  }
  const ask = { name: '没有约定的系统', scopes: ['roster'] }
  expect((await area.post('/api/v1/apiTokens', { ...ask, app: '401' })).data.errors[0]?.field).toBe('scopes')
  expect((await admin.post('/api/v1/apiTokens', ask)).data.errors[0]?.field).toBe('app')
  expect((await admin.post('/api/v1/apiTokens', { ...ask, app: '1' })).data.errors[0]?.field).toBe('app')
  const other = await admin.post<{ secret: string }>('/api/v1/apiTokens', {
    name: '统计系统',
    scopes: ['teachers'],
  })
  expect((await readAs(region, other.data.secret, '/users')).status).toBe(403)
  expect((await readAs(region, 'xt_made-up', '/users')).status).toBe(401)
  for (const change of [{ enabled: false }, { until: '2026-11-25' }]) {
    await agreedApp(region, 'x1').catch(() => undefined)
    const by = await tokenOf(region, 'x1')
    await region.db.execute(sql`
      update roster_feed set enabled = ${!('enabled' in change)}, until = ${'until' in change ? '2020-01-01' : '2027-01-01'}
      where app_id = 'x1'`)
    expect((await readAs(region, by, '/users')).status).toBe(403)
  }
})

it('people of the place are told with what the agreement names, under the number that sign-on gives', async () => {
  const list = await users()
  expect(namesOf(list)).toEqual(['曾广', '林疏影'])
  const [one] = list.filter(({ givenName }) => givenName === '疏影')
  expect(one).toMatchObject({
    sourcedId: subjectOf(testKeys, '401', region.people.teacher.personId),
    status: 'active',
    familyName: '林',
    roles: [{ role: 'teacher', org: { sourcedId: `org-${region.places.school}` } }],
  })
  expect(one).not.toHaveProperty('phone')
  await region.db.transaction((tx) =>
    changeMobile(tx, testKeys, region.people.teacher.personId, '13810001234'),
  )
  expect(JSON.stringify(await users())).not.toContain('13810001234')
  await agreedApp(region, '402', { facts: ['profile', 'school', 'phone'] })
  const withPhone = await users('', await tokenOf(region, '402'))
  const same = withPhone.find(({ givenName }) => givenName === '疏影')
  expect(same?.phone).toBe('13810001234')
  // Two apps cannot join what they know.
  expect(same?.sourcedId).not.toBe(one?.sourcedId)
  const school = await tokenOf(region, '402', region.places.sibling)
  expect(await users('', school)).toEqual([])
})

it('whoever leaves is told once more as deleted, by number alone, and a single one is found by number', async () => {
  const { colleague } = region.people
  const before = (await users()).find(({ givenName }) => givenName === '广')
  const path = `/users/${before?.sourcedId}`
  expect((await readAs(region, token, path)).body.user).toMatchObject({ status: 'active', familyName: '曾' })
  const since = new Date().toISOString()
  await move(colleague.teacherId, region.places.otherSchool)
  const changed = await users(`?filter=${encodeURIComponent(`dateLastModified>='${since}'`)}`)
  expect(changed).toEqual([
    {
      sourcedId: before?.sourcedId,
      status: 'tobedeleted',
      dateLastModified: expect.any(String),
      enabledUser: 'false',
    },
  ])
  expect((await readAs(region, token, path)).body.user.status).toBe('tobedeleted')
  expect(namesOf(await users(`?filter=${encodeURIComponent("status='active'")}`))).toEqual(['林疏影'])
  // Somebody of another place is not there, whatever number is asked for.
  const stranger = subjectOf(testKeys, '401', region.people.stranger.personId)
  expect((await readAs(region, token, `/users/${stranger}`)).status).toBe(404)
  await move(colleague.teacherId, region.places.school)
  expect(namesOf(await users(`?filter=${encodeURIComponent("status='active'")}`))).toEqual(['曾广', '林疏影'])
  await region.db.execute(sql`update teacher set status = '01' where id = ${colleague.teacherId}`)
  expect((await readAs(region, token, path)).body.user.status).toBe('tobedeleted')
  await region.db.execute(sql`update teacher set status = '11' where id = ${colleague.teacherId}`)
})

it('pages follow one another to the end, while rows change', async () => {
  for (let n = 0; n < 7; n += 1) await region.add(2, region.places.sibling, `翻页${n}`)
  const seen: string[] = []
  let next: string | undefined = '/users?limit=3'
  let total = 0
  for (let turn = 0; next !== undefined && turn < 10; turn += 1) {
    const answer: Awaited<ReturnType<typeof readAs>> = await readAs(region, token, next)
    if (turn === 0) total = Number(answer.headers['x-total-count'])
    seen.push(...answer.body.users.map(({ sourcedId }: RosterUser) => sourcedId))
    next = answer.next
  }
  expect([total, seen.length, new Set(seen).size]).toEqual([9, 9, 9])
  const second = await users('?limit=3&offset=3')
  expect(second.map(({ sourcedId }) => sourcedId)).toEqual(seen.slice(3, 6))
  const backwards = await users('?sort=dateLastModified&orderBy=desc&limit=9')
  expect(backwards.map(({ sourcedId }) => sourcedId)).toEqual(seen.toReversed())
  const [bare] = await users('?fields=familyName&limit=1')
  expect(Object.keys(bare ?? {}).toSorted()).toEqual([
    'dateLastModified',
    'familyName',
    'sourcedId',
    'status',
  ])
})

it('institutions, schools, terms and the teachers of one school are there; what is typed wrong is named', async () => {
  const orgs = await readAs(region, token, '/orgs?sort=name')
  const names = orgs.body.orgs.map(({ name }: Org) => name)
  expect(names.toSorted()).toEqual(['东区一中', '东区二小', '东区教育局'])
  expect(orgs.headers['x-total-count']).toBe('3')
  const schools: Org[] = (await readAs(region, token, '/schools')).body.orgs
  expect(schools.map(({ type, parent }) => [type, parent?.sourcedId])).toEqual([
    ['school', `org-${region.places.district}`],
    ['school', `org-${region.places.district}`],
  ])
  const one = await readAs(region, token, `/orgs/org-${region.places.district}`)
  expect(one.body.org).not.toHaveProperty('parent')
  expect((await readAs(region, token, `/orgs/org-${region.places.otherSchool}`)).status).toBe(404)
  const teachers = await readAs(region, token, `/schools/org-${region.places.sibling}/teachers`)
  expect(teachers.body.users).toHaveLength(7)
  expect((await readAs(region, token, `/schools/org-${region.places.otherSchool}/teachers`)).status).toBe(404)
  const terms = (await readAs(region, token, '/academicSessions')).body.academicSessions
  expect(terms).toHaveLength(9)
  expect((await readAs(region, token, `/academicSessions/${terms[0].sourcedId}`)).status).toBe(200)
  for (const [query, minor, name] of [
    ['?limit=0', 'invaliddata', 'limit'],
    ['?limit=1001', 'invaliddata', 'limit'],
    ['?offset=-1', 'invaliddata', 'offset'],
    ["?filter=idNo='4'", 'invalid_filter_field', 'filter'],
    ["?filter=phone='13810001234'", 'invalid_filter_field', 'filter'],
    ["?filter=dateLastModified>'soon'", 'invalid_filter_field', 'filter'],
    ["?filter=status='a' OR status='b' AND status='c'", 'invalid_filter_field', 'filter'],
    ["?filter=status='a' x", 'invalid_filter_field', 'filter'],
    ['?sort=username', 'invalid_sort_field', 'sort'],
    ['?orderBy=up', 'invalid_sort_field', 'orderBy'],
    ['?fields=nope', 'invalid_selection_field', 'fields'],
    ['?fields=', 'invalid_selection_field', 'fields'],
    ['?after=nonsense', 'invaliddata', 'after'],
    ['?unknown=1', 'invaliddata', 'query'],
  ] as const) {
    const wrong = await readAs(region, token, `/users${encodeURI(query)}`)
    expect([wrong.status, minorOf(wrong.body)], query).toEqual([400, [minor, name]])
  }
  const injected = await users(`?filter=${encodeURIComponent("sourcedId='x'' or 1=1 --'")}`).catch(() => [])
  expect(injected ?? []).toEqual([])
})

it('school years begin in September; names are parted; the serving states are those of the dictionary', async () => {
  expect(sessionsAround('2026-08-31').map(({ schoolYear }) => schoolYear)[3]).toBe('2026')
  expect(sessionsAround('2026-09-01').map(({ schoolYear }) => schoolYear)[3]).toBe('2027')
  expect(partsOf('单于飞')).toEqual({ familyName: '单于', givenName: '飞' })
  expect(partsOf('欧阳')).toEqual({ familyName: '欧', givenName: '阳' })
  expect(partsOf('Anna Lee')).toEqual({ familyName: '', givenName: 'Anna Lee' })
  const all = dictionary('employmentStatus')
    .items.map(({ code }) => code)
    .toSorted()
  const { codes } = await region.db.one<{ codes: string[] }>(sql`
    select array_agg(c order by c) as codes
    from unnest(${all}::text[]) c where roster_serving(c)`)
  expect(codes).toEqual(all.filter(isServing))
})

it('what changed since a time is found along an index, among 60 000 people', async () => {
  await region.db.execute(sql`
    with made as (
      insert into person (name) select '众人' || n from generate_series(1, 60000) n returning id, name)
    insert into teacher (person_id, name, name_sort, institution_id, district_id, city_id, province_id, modified_at)
    select m.id, m.name, 'zr', i.id, i.district_id, i.city_id, i.province_id,
      timestamptz '2026-01-01 00:00:00+08' + m.id * interval '1 second'
    from made m
    join institution i on i.id = ${region.places.school}`)
  const owner = openDatabase({ url: region.ownerUrl, max: 1 })
  await owner.execute(sql`analyze teacher`)
  await owner.close()
  const feed = await feedOf(region.db, '401')
  if (!feed) throw new Error('no agreement')
  const query = listQuery.parse({ filter: "dateLastModified>='2026-11-24T00:00:00Z'", limit: 100 })
  const statement = usersStatement(feed, usersAsked('401', query))
  const plan = await region.db.query<Record<string, string>>(sql`explain (analyze, buffers) ${statement}`)
  const lines = plan.map((line) => Object.values(line)[0]).join('\n')
  expect(lines).toContain('teacher_modified')
  expect(lines).not.toContain('Seq Scan on teacher')
  const took = Number(/Execution Time: ([\d.]+)/.exec(lines)?.[1])
  expect(took).toBeLessThan(20)
  // A deep page walks the index over the rows before it and opens only its own rows.
  const deep = usersStatement(feed, usersAsked('401', listQuery.parse({ limit: 100, offset: 30_000 })))
  const walk = (await region.db.query<Record<string, string>>(sql`explain (analyze, buffers) ${deep}`))
    .map((line) => Object.values(line)[0])
    .join('\n')
  expect(walk).toContain('teacher_modified')
  expect(walk).not.toContain('Seq Scan on teacher')
  expect(Number(/Execution Time: ([\d.]+)/.exec(walk)?.[1])).toBeLessThan(500)
  const end = await readAs(region, token, '/users?limit=1000&offset=60000')
  expect([end.status, end.body.users.length]).toEqual([200, 9])
  const first = await readAs(region, token, '/users?limit=1000')
  expect([first.body.users.length, first.headers['x-total-count']]).toEqual([1000, '60009'])
})
