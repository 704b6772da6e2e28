import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { partsIn, partsOf } from './names.ts'
import type { Org, RosterUser } from './shapes.ts'
import { agreedApp, minorOf, namesOf, readAs, tokenOf } from './test-roster.ts'

let region: Region
let token = ''
beforeAll(async () => {
  region = await testRegion('oneroster')
  await agreedApp(region, '401')
  for (let n = 0; n < 7; n += 1) await region.add(2, region.places.sibling, `翻页${n}`)
})
// A token of its own for each test: a token takes sixty calls a minute.
beforeEach(async () => void (token = await tokenOf(region, '401')))
afterAll(() => region.close())

const linksOf = (link: unknown): Record<string, string> =>
  Object.fromEntries(
    [...String(link).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url = '', rel = '']) => [rel, url]),
  )
const users = async (query = ''): Promise<RosterUser[]> =>
  (await readAs(region, token, `/users${query}`)).body.users

it('a client that knows only limit and offset reads to the end, and every list says how many there are', async () => {
  const seen: string[] = []
  for (let offset = 0; ; offset += 4) {
    const { status, body, headers } = await readAs(region, token, `/users?limit=4&offset=${offset}`)
    expect([status, headers['x-total-count']]).toEqual([200, '9'])
    if (body.users.length === 0) break
    seen.push(...body.users.map(({ sourcedId }: RosterUser) => sourcedId))
  }
  expect(new Set(seen).size).toBe(9)
  // Behind the end there is nothing, and it is no fault to ask.
  const behind = await readAs(region, token, '/users?limit=100&offset=10100')
  expect([behind.status, behind.body.users, behind.headers['x-total-count']]).toEqual([200, [], '9'])
  expect(Object.keys(linksOf(behind.headers.link)).toSorted()).toEqual(['first', 'last', 'prev'])
  const second = await readAs(region, token, '/users?limit=4&offset=4')
  const links = linksOf(second.headers.link)
  const at = async (rel: string) =>
    (await users(links[rel]?.split('/users')[1])).map(({ sourcedId }) => sourcedId)
  expect(await at('first')).toEqual(seen.slice(0, 4))
  expect(await at('prev')).toEqual(seen.slice(0, 4))
  expect(await at('next')).toEqual(seen.slice(8))
  expect(await at('last')).toEqual(seen.slice(8))
  const third = await readAs(region, token, links['next'] ?? '')
  expect([third.headers['x-total-count'], third.next]).toEqual(['9', undefined])
  expect(linksOf(third.headers.link)['prev']).toContain('offset=4')
  const term = await readAs(region, token, '/academicSessions?limit=1')
  expect([term.body.academicSessions.length, term.headers['x-total-count']]).toEqual([1, '9'])
  expect(Object.keys(linksOf(term.headers.link)).toSorted()).toEqual(['first', 'last', 'next'])
  for (const list of ['/orgs', '/schools', '/teachers', `/schools/org-${region.places.sibling}/teachers`]) {
    const { headers, body } = await readAs(region, token, `${list}?limit=1`)
    const [rows] = Object.values<unknown[]>(body)
    expect([rows?.length, Number(headers['x-total-count']) > 1, linksOf(headers.link)['next']], list).toEqual(
      [1, true, expect.any(String)],
    )
  }
})

it('the requests of a consumer that was not written for this portal are answered as the standard says', async () => {
  const text = readFileSync('server/features/roster/test-files/generic-consumer.txt', 'utf8')
  const answers = []
  for (const line of text.trim().split('\n')) {
    const { status, headers, body } = await readAs(region, token, encodeURI(line.slice('GET '.length)))
    const [rows] = Object.values<unknown[]>(body)
    const minor = body.imsx_CodeMinor ? minorOf(body)[0] : null
    answers.push([status, headers['x-total-count'] ?? null, Array.isArray(rows) ? rows.length : null, minor])
  }
  expect(answers).toEqual([
    [200, '9', 0, null],
    [200, '9', 1, null],
    [200, '0', 0, null],
    [400, null, null, 'invalid_selection_field'],
    [404, null, null, 'unknownobject'],
  ])
})

it('lists are filtered and sorted by every field that is told, but for what is sealed', async () => {
  const asked = (path: string, filter: string, more = '') =>
    readAs(region, token, `${path}?filter=${encodeURIComponent(filter)}${more}`)
  const familyNames = async (filter: string) => namesOf((await asked('/users', filter)).body.users)
  expect(await familyNames("familyName='单'")).toEqual([])
  expect(await familyNames("familyName='林'")).toEqual(['林疏影'])
  expect(await familyNames("givenName='疏影' OR givenName='广'")).toEqual(['曾广', '林疏影'])
  expect(await familyNames("familyName!='' AND status='active'")).toEqual(['曾广', '林疏影'])
  expect(await familyNames("givenName~'页' AND enabledUser='true'")).toHaveLength(7)
  expect(
    await familyNames(`roles.org.sourcedId='org-${region.places.sibling}' AND roles.role='teacher'`),
  ).toHaveLength(7)
  for (const sort of [
    'familyName',
    'givenName',
    'sourcedId',
    'status',
    'enabledUser',
    'roles.org.sourcedId',
  ]) {
    const up = await users(`?sort=${sort}&limit=9`)
    const down = await users(`?sort=${sort}&orderBy=desc&limit=9`)
    expect(
      up.map(({ sourcedId }) => sourcedId),
      sort,
    ).toEqual(down.map(({ sourcedId }) => sourcedId).toReversed())
    const parts = [
      ...(await users(`?sort=${sort}&limit=5`)),
      ...(await users(`?sort=${sort}&limit=5&offset=5`)),
    ]
    expect(
      parts.map(({ sourcedId }) => sourcedId),
      sort,
    ).toEqual(up.map(({ sourcedId }) => sourcedId))
  }
  const orgNames = async (filter: string) =>
    (await asked('/orgs', filter)).body.orgs.map(({ name }: Org) => name).toSorted()
  expect(await orgNames("type='district'")).toEqual(['东区教育局'])
  expect(await orgNames(`parent.sourcedId='org-${region.places.district}'`)).toEqual(['东区一中', '东区二小'])
  const terms = (await asked('/academicSessions', "type='schoolYear'", '&sort=endDate&orderBy=desc')).body
  expect(terms.academicSessions.map(({ schoolYear }: { schoolYear: string }) => schoolYear)).toEqual(
    terms.academicSessions
      .map(({ schoolYear }: { schoolYear: string }) => schoolYear)
      .toSorted()
      .toReversed(),
  )
  expect(terms.academicSessions).toHaveLength(3)
  const [year] = terms.academicSessions
  expect(
    (await asked('/academicSessions', `parent.sourcedId='${year.sourcedId}'`)).body.academicSessions,
  ).toHaveLength(2)
  const names = [
    '林疏影',
    '单于飞',
    '欧阳',
    '欧阳娜娜',
    'Anna Lee',
    '阿',
    '阿依古丽·买买提',
    '𠮷田一',
    '〇一二',
  ]
  const { parted } = await region.db.one<{ parted: object[] }>(sql`
    select json_agg(json_build_object('familyName', ${partsIn(sql`n`).familyName}, 'givenName', ${partsIn(sql`n`).givenName})
      order by no) as parted
    from unnest(${names}::text[]) with ordinality u (n, no)`)
  expect(parted).toEqual(names.map(partsOf))
})

it('failures are told in the form of the standard, with the status of their kind', async () => {
  const nobody = await readAs(region, token, '/users/nope')
  expect([nobody.status, nobody.body]).toEqual([
    404,
    {
      imsx_codeMajor: 'failure',
      imsx_severity: 'error',
      imsx_description: '没有找到，或不在您的范围内',
      imsx_CodeMinor: {
        imsx_codeMinorField: [
          { imsx_codeMinorFieldName: 'TargetEndSystem', imsx_codeMinorFieldValue: 'unknownobject' },
        ],
      },
    },
  ])
  for (const path of ['/orgs/org-0', '/academicSessions/xn-1', '/schools/nope/teachers'])
    expect(minorOf((await readAs(region, token, path)).body)[0], path).toBe('unknownobject')
  const stranger = await readAs(region, 'xt_made-up', '/users')
  expect([stranger.status, minorOf(stranger.body)[0]]).toEqual([401, 'unauthorisedrequest'])
  const person = await region.app.inject({ url: '/ims/oneroster/rostering/v1p2/users' })
  expect([person.statusCode, minorOf(person.json())[0]]).toEqual([401, 'unauthorisedrequest'])
  const one = await readAs(region, token, '/academicSessions?limit=1&fields=title')
  expect(Object.keys(one.body.academicSessions[0]).toSorted()).toEqual([
    'dateLastModified',
    'sourcedId',
    'status',
    'title',
  ])
  const [first] = await users('?limit=1')
  const bare = await readAs(region, token, `/users/${first?.sourcedId}?fields=familyName`)
  expect(Object.keys(bare.body.user)).toHaveLength(4)
  expect((await readAs(region, token, `/users/${first?.sourcedId}?fields=nope`)).status).toBe(400)
})
