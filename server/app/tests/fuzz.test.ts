import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import { actions } from '../../engine/flows/index.ts'
import { registry } from '../records.ts'
import { testRegion, type Region } from '../testing/test-region.ts'
import { study } from '../testing/test-values.ts'

const runs = everything ? 10_000 : 1_000
let region: Region
let known: string
beforeAll(async () => {
  region = await testRegion('fuzz')
  known = (await region.people.teacher.post('/api/v1/records/studyExperience', study)).data.id
})
afterAll(() => region.close())

const nasty = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  '',
  ' ',
  'x'.repeat(5000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  "'; drop table person; --",
  '%',
  '_',
  '${7*7}',
  '<img src=x onerror=alert(1)>',
  '2024-02-30',
  '0000-00',
  '9999-99-99',
  [],
  {},
  [[]],
  [null],
  { a: { b: [1] } },
  ['1', '1'],
  '{}',
  '[1',
)
const value = fc.oneof(
  { weight: 3, arbitrary: nasty },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)
const types = Object.keys(registry)
const keys = [...new Set(Object.values(registry).flatMap((d) => Object.keys(d.fields)))]
const key = fc.oneof(
  fc.constantFrom(
    ...keys,
    'attachments',
    'version',
    'ownerId',
    'page',
    'pageSize',
    'sort',
    'q',
    'queue',
    'counts',
  ),
  fc.string({ maxLength: 20 }),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'id', 'role'),
)
const body = fc.oneof(fc.dictionary(key, value, { maxKeys: 8 }), fc.jsonValue({ maxDepth: 2 }))
const target = () =>
  fc.oneof(
    fc.constant(known),
    fc.uuid(),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('..', '%00', 'null', '0', '-1', "'"),
  )
const type = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...types) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'nothing', '%2e%2e', 'toString') },
)

const query = fc.dictionary(
  key,
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('1', '-1', '1e9', '~', '2020~', '\u0000', '%', '1,2,3', 'open'),
  ),
  { maxKeys: 4 },
)

interface Shot {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  payload?: unknown
}

const enc = encodeURIComponent
const safe = (text: string) => enc(text.toWellFormed())
const asQuery = (q: Record<string, string>) =>
  Object.entries(q)
    .map(([k, v]) => `${safe(k)}=${safe(v)}`)
    .join('&')

const shots = (): fc.Arbitrary<Shot> =>
  fc.oneof(
    fc
      .record({ t: type, q: query })
      .map(({ t, q }): Shot => ({ method: 'GET', path: `/api/v1/records/${t}?${asQuery(q)}` })),
    fc
      .record({ t: type, b: body })
      .map(({ t, b }): Shot => ({ method: 'POST', path: `/api/v1/records/${t}`, payload: b })),
    fc
      .record({ t: type, b: body })
      .map(({ t, b }): Shot => ({ method: 'POST', path: `/api/v1/records/${t}/preview`, payload: b })),
    fc
      .record({ t: type, b: body })
      .map(({ t, b }): Shot => ({ method: 'POST', path: `/api/v1/records/${t}/batch`, payload: b })),
    fc
      .record({ t: type, i: target(), b: body })
      .map(({ t, i, b }): Shot => ({ method: 'PUT', path: `/api/v1/records/${t}/${safe(i)}`, payload: b })),
    fc
      .record({ t: type, i: target() })
      .map(({ t, i }): Shot => ({ method: 'GET', path: `/api/v1/records/${t}/${safe(i)}` })),
    fc.record({ t: type, i: target(), d: fc.string({ maxLength: 12 }) }).map(({ t, i, d }): Shot => ({
      method: 'GET',
      path: `/api/v1/records/${t}/${safe(i)}/asOf?date=${safe(d)}`,
    })),
    fc
      .record({ t: type, i: target(), a: fc.constantFrom(...actions, 'nothing'), b: body })
      .map(({ t, i, a, b }): Shot => ({
        method: 'POST',
        path: `/api/v1/records/${t}/${safe(i)}/${a}`,
        payload: b,
      })),
    body.map((b): Shot => ({ method: 'POST', path: '/api/v1/login', payload: b })),
    query.map((q): Shot => ({ method: 'GET', path: `/api/v1/userSystemMessage?${asQuery(q)}` })),
    target().map((i): Shot => ({ method: 'PUT', path: `/api/v1/userSystemMessage/read/${safe(i)}` })),
    target().map((i): Shot => ({ method: 'DELETE', path: `/api/v1/userSystemMessage/${safe(i)}` })),
    query.map((q): Shot => ({ method: 'GET', path: `/api/v1/teachers?${asQuery(q)}` })),
    query.map((q): Shot => ({ method: 'GET', path: `/api/v1/archives?${asQuery(q)}` })),
    fc
      .record({ i: target(), d: fc.string({ maxLength: 12 }) })
      .map(({ i, d }): Shot => ({ method: 'GET', path: `/api/v1/archive/${safe(i)}?date=${safe(d)}` })),
    fc.record({ d: fc.string({ maxLength: 12 }) }).map(({ d }): Shot => ({
      method: 'GET',
      path: `/api/v1/archive/1/compare?from=${safe(d)}&to=2026-01-01`,
    })),
    query.map((q): Shot => ({ method: 'GET', path: `/api/userdanan/teacherdetail?${asQuery(q)}` })),
    query.map((q): Shot => ({ method: 'GET', path: `/api/v1/upload/file?${asQuery(q)}` })),
    query.map((q): Shot => ({ method: 'GET', path: `/api/v1/dictionary/full?${asQuery(q)}` })),
    target().map((i): Shot => ({ method: 'GET', path: `/files/${safe(i)}?mode=preview&until=1&sign=x` })),
    fc.string({ unit: 'binary', maxLength: 40 }).map((p): Shot => ({ method: 'GET', path: `/${safe(p)}` })),
  )

describe('ten thousand generated requests', () => {
  it('never fail on our side, and every refusal is a Chinese sentence in the envelope', async () => {
    const { teacher, school, area } = region.people
    const tokens = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        if (i % 3 === 0) return (await region.add(2, region.places.school, `模糊${i}`)).token
        return (
          i % 3 === 1
            ? await region.add(3, region.places.school, `模糊${i}`)
            : await region.add(4, region.places.district, `模糊${i}`)
        ).token
      }),
    )
    tokens.push(teacher.token, school.token, area.token)
    let sent = 0
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(shots(), async (shot) => {
        const token = tokens[sent % tokens.length] ?? ''
        sent += 1
        const response = await region.app.inject({
          method: shot.method,
          url: shot.path,
          headers: { token, ...(shot.payload !== undefined && { 'content-type': 'application/json' }) },
          ...(shot.payload !== undefined && { payload: JSON.stringify(shot.payload) }),
          remoteAddress: `10.0.${sent % 200}.${sent % 250}`,
        })
        seen.set(response.statusCode, (seen.get(response.statusCode) ?? 0) + 1)
        expect(response.statusCode, `${shot.method} ${shot.path} ${response.body}`).toBeLessThan(500)
        // An address that belongs to no call is answered with the client's page (docs/decisions/0147).
        const isPage = String(response.headers['content-type']).startsWith('text/html')
        if (isPage) expect([200, 404]).toContain(response.statusCode)
        else if (response.statusCode >= 400) {
          const json = response.json()
          expect(json.error_code).toBeGreaterThan(0)
          expect(json.msg).toMatch(/[\u4e00-\u9fff]/)
        }
      }),
      { numRuns: runs, seed: 20261121 },
    )
    expect(sent).toBeGreaterThanOrEqual(runs)
    // The run means something only if it gets past the first wall.
    expect(
      [200, 400, 404].every((status) => (seen.get(status) ?? 0) > runs / 50),
      JSON.stringify([...seen]),
    ).toBe(true)
  }, 180_000)
})

describe('bodies and addresses that are no requests', () => {
  it.each([
    ['broken JSON', { payload: '{"a":', headers: { 'content-type': 'application/json' } }, 400],
    [
      'a deep body',
      {
        payload: `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
        headers: { 'content-type': 'application/json' },
      },
      400,
    ],
    ['another content type', { payload: 'a=1', headers: { 'content-type': 'text/plain' } }, 400],
    [
      'two megabytes',
      {
        payload: JSON.stringify({ a: 'x'.repeat(2_000_000) }),
        headers: { 'content-type': 'application/json' },
      },
      413,
    ],
  ])('%s gets a sentence', async (_, request, status) => {
    const answer = await region.app.inject({
      method: 'POST',
      url: '/api/v1/records/studyExperience',
      payload: request.payload,
      headers: { ...request.headers, token: region.people.teacher.token },
    })
    expect([answer.statusCode, /[\u4e00-\u9fff]/.test(answer.json().msg)]).toEqual([status, true])
  })
})
