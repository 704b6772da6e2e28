import { afterAll, beforeAll, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import { z } from 'zod'
import { openSession } from '../../platform/session/session.ts'
import { createLog } from '../../platform/log/log.ts'
import { seeded } from '../testing/test-sample.ts'
import { testKeys, testRegion, type Person, type Region } from '../testing/test-region.ts'

/**
 * Every declared call with values that a program, and no person, sends: at each parameter of its address, its
 * query and its body, as several roles. Each is told in words what is wrong; none makes the portal fail.
 * `HOSTILE_CALLS=60000` walks farther: another value and role for each place in every round.
 */
const wanted = Number(process.env['HOSTILE_CALLS'] ?? (everything ? 6_000 : 1_000))

let region: Region
const failed: string[] = []
beforeAll(async () => {
  const log = createLog('error', (line) => void failed.push(line))
  region = await testRegion('hostile values', log, { requestsPerMinute: 1e9, addressRequestsPerMinute: 1e9 })
})
afterAll(() => region.close())

const hostile: readonly unknown[] = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '2026-13-01',
  '2026-02-30T25:61',
  '99999999999999999999',
  '-1',
  '0',
  '1e308',
  'NaN',
  '2147483648',
  '9223372036854775808',
  "'; select 1 --",
  '%',
  '\\',
  '../../etc/passwd',
  '{"a":1}',
  '[',
  '__proto__',
  '文'.repeat(300),
  '\u202e\ufffe',
  1e308,
  -1,
  2 ** 53,
  1.5,
  null,
  true,
  [],
  [[[]]],
  {},
  { a: { b: null } },
  ['1', '1'],
  [null],
]

/** A schema of the API document, as far as a body of the right shape needs it. */
interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly minimum?: number
  readonly pattern?: string
  readonly format?: string
}
const shape: z.ZodType<Shape> = z.looseObject({})
const documented = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z
          .array(z.object({ name: z.string(), in: z.string(), schema: shape.optional() }))
          .default([]),
        requestBody: z
          .object({ content: z.record(z.string(), z.object({ schema: shape.optional() })) })
          .optional(),
      }),
    ),
  ),
})

const uuid = '0197f1c2-0000-7000-8000-00000000abcd'

/** A value that a schema is likely to take, so that a hostile one beside it is read at all. */
function likely(of: Shape | undefined, depth = 0): unknown {
  if (of === undefined || depth > 6) return 'x'
  if (of.const !== undefined) return of.const
  if (of.enum) return of.enum[0]
  const [first] = of.anyOf ?? of.oneOf ?? []
  if (first) return likely(first, depth + 1)
  if (of.properties)
    return Object.fromEntries(
      Object.entries(of.properties)
        .filter(([key]) => of.required?.includes(key) ?? false)
        .map(([key, one]) => [key, likely(one, depth + 1)]),
    )
  if (of.type === 'array') return of.items ? [likely(of.items, depth + 1)] : []
  if (of.type === 'integer' || of.type === 'number') return Math.max(1, of.minimum ?? 1)
  if (of.type === 'boolean') return true
  if (of.type === 'object') return {}
  if (of.format === 'date' || of.pattern?.includes('\\d{4}-\\d{2}-\\d{2}')) return '2026-01-31'
  if (of.format === 'uuid' || of.pattern?.includes('[0-9a-f]{8}-')) return uuid
  return of.pattern?.includes('\\d') ? '1' : '文字'
}

interface Call {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly places: readonly (readonly ['params' | 'query' | 'body', string])[]
}

/** All calls that the server declares, with the places at which they take a value. */
function declaredCalls(document: unknown): Call[] {
  return Object.entries(documented.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]): Call => {
      const named = (where: string) =>
        Object.fromEntries(
          parameters.filter((one) => one.in === where).map(({ name, schema }) => [name, likely(schema)]),
        )
      const [params, query] = [named('path'), named('query')]
      const schema = requestBody?.content['application/json']?.schema
      const fields = Object.keys(schema?.properties ?? schema?.anyOf?.[0]?.properties ?? {})
      const places = [
        ...Object.keys(params).map((key) => ['params', key] as const),
        ...Object.keys(query).map((key) => ['query', key] as const),
        ...fields.map((key) => ['body', key] as const),
        ...(schema ? [['body', ''] as const] : []),
        ['query', 'unheardOf'] as const,
      ]
      return { method, path, params, query, body: schema && likely(schema), places }
    }),
  )
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const encoded = (value: unknown): string => {
  const plain = text(value)
  return plain.isWellFormed() ? encodeURIComponent(plain) : '%ED%A0%80'
}

/** One call with a hostile value at one of its places; optional parts of the query are left out. */
function requestOf(call: Call, [where, key]: Call['places'][number], value: unknown) {
  const params: Record<string, unknown> = { ...call.params, ...(where === 'params' && { [key]: value }) }
  const query = where === 'query' ? { [key]: value } : {}
  const url = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(params[name]) || '%20')
  const search = Object.entries(query).map(([name, one]) => `${name}=${encoded(one)}`)
  const whole = key === '' ? value : { ...(call.body as object), [key]: value }
  const body = where === 'body' ? whole : call.body
  return {
    method: call.method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: search.length > 0 ? `${url}?${search.join('&')}` : url,
    ...(body !== undefined && {
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  }
}

/** Leaves the portal: what ends sessions would leave the walk outside. */
const leaves = /login\/logout|signOut|user\/sessions|switch/

it(`answers ${wanted} calls with hostile values without failing once`, async () => {
  const document: unknown = (await region.app.inject({ method: 'GET', url: '/api/docs/json' })).json()
  const calls = declaredCalls(document).filter(({ path }) => !leaves.test(path))
  const shots = calls.flatMap((call) => call.places.map((place) => ({ call, place })))
  const { teacher, school, area, city, admin, expert, staff } = region.people
  const roles: readonly (Person | null)[] = [admin, school, area, teacher, city, null, expert, staff]
  const random = seeded(20_261_126)
  const used = new Map<string, { token: string; left: number }>()
  /** A session that no limit of a minute has stopped yet. */
  const tokenFor = async (who: Person, path: string): Promise<string> => {
    const key = `${who.identityId} ${path}`
    const kept = used.get(key)
    if (kept && kept.left > 0) {
      kept.left -= 1
      return kept.token
    }
    const token = await openSession(region.db, testKeys, who.identityId, { ip: '127.0.0.1', agent: 'walk' })
    used.set(key, { token, left: 4 })
    return token
  }
  /** Roles that a call refused: what they send is not read. */
  const refused = new Map<Call, Set<Person | null>>(calls.map((call) => [call, new Set()]))
  const callerOf = (call: Call): Person | null => {
    const open = roles.filter((one) => refused.get(call)?.has(one) !== true)
    const among = open.length > 0 ? open : roles
    return among[Math.floor(random() * among.length)] ?? null
  }
  const answers = new Map<number, number>()
  const broken: string[] = []
  for (let sent = 0; sent < wanted; sent += 1) {
    const shot =
      shots[wanted < shots.length ? Math.floor((sent * shots.length) / wanted) : sent % shots.length]
    if (!shot) throw new Error('no calls')
    const value = hostile[Math.floor(random() * hostile.length)]
    const who = callerOf(shot.call)
    const request = requestOf(shot.call, shot.place, value)
    const answer = await region.app.inject({
      ...request,
      headers: { ...request.headers, ...(who && { token: await tokenFor(who, shot.call.path) }) },
      remoteAddress: `10.${sent % 250}.${Math.floor(sent / 250) % 250}.9`,
    })
    answers.set(answer.statusCode, (answers.get(answer.statusCode) ?? 0) + 1)
    if (answer.statusCode === 401 || answer.statusCode === 403) refused.get(shot.call)?.add(who)
    if (answer.statusCode >= 500)
      broken.push(
        `${request.method} ${request.url} ${shot.place.join('.')}=${JSON.stringify(value)} ${answer.statusCode}`,
      )
  }
  if (process.env['HOSTILE_CALLS']) console.log(shots.length, [...answers], broken, failed.slice(0, 20))
  expect(broken).toEqual([])
  // The walk means something only where most calls are read, and not stopped at a limit or at the door.
  expect(calls.length).toBeGreaterThan(500)
  expect(answers.get(400) ?? 0).toBeGreaterThan(wanted / 8)
  expect(answers.get(429) ?? 0).toBeLessThan(wanted / 50)
}, 3_600_000)

it('answers what is no call of the API as calmly: doors of other systems, files, pages', async () => {
  const texts = hostile.filter((one) => typeof one === 'string')
  const doors = [
    '/oidc/auth?response_type=code&client_id=',
    '/oidc/auth/',
    '/oidc/interaction/',
    '/oidc/session/end?id_token_hint=',
    '/cas/login?service=',
    '/cas/serviceValidate?service=x&ticket=',
    '/cas/p3/serviceValidate?ticket=x&service=',
    '/files/',
    '/files/paper/0197f1c2-0000-7000-8000-00000000abcd?sign=x&until=',
    '/ims/oneroster/rostering/v1p2/users?filter=',
    '/v/',
    '/notice/',
  ]
  const broken: string[] = []
  for (const door of doors)
    for (const value of texts) {
      const url = door + encoded(value)
      const answer = await region.app.inject({ method: 'GET', url, headers: { host: '127.0.0.1' } })
      if (answer.statusCode >= 500) broken.push(`${url} ${answer.statusCode}`)
    }
  expect(broken).toEqual([])
})
