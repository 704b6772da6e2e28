import { shuffled } from './issue.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { RoundView } from '../../../catalogue/contract/review/rounds.ts'
import { openSession } from '../../platform/session/session.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { testKeys, type Person } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { itemOf, listOf, openedRound, openWorld, packetOf, score, type World } from './test-review.ts'

/**
 * An expert reaches packets and nothing else: every call of the server is tried with the tokens of an expert
 * and of review staff, with whatever ids they could guess at best, and no answer may hold a word of who
 * applied.
 */

let world: World
let round: RoundView
let reader: Person
let staff: Person[]
/** What must never be answered, each with what it would tell. */
let secrets: readonly (readonly [what: string, text: string])[]
let ids: readonly string[]

const recordsUrl = '/api/v1/records/studyExperience'
/** A number that carries its owner (docs/decisions/0123). */
const carrying = /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

const names = ['欧阳知远', '司徒若水', '上官云岫', '诸葛清越']

beforeAll(async () => {
  world = await openWorld('review_leak', 6)
  const { region, source } = world
  const { school, otherSchool } = region.places
  const applicants = await Promise.all(
    names.map((name, at) => region.add(2, at % 2 === 0 ? school : otherSchool, name)),
  )
  const files = await Promise.all(applicants.map((person) => picture(region, person)))
  const begun = await Promise.all(applicants.map((person) => person.post(recordsUrl, study)))
  const records = begun.map(({ data }) => String(data.id))
  source.items_ = applicants.map((person, at) =>
    itemOf(person, `题目${at}`, {
      files: [files[at] ?? ''],
      subject: null,
      sections: [
        { label: '学段', text: '高中', form: 'fact' },
        { label: '研究设计', text: `<p>分两轮。<img data-file="${files[at]}" alt="图"></p>`, form: 'rich' },
      ],
    }),
  )
  round = await openedRound(world, { perItem: 3, least: 2, perExpert: 3 })
  const [first] = world.experts
  if (!first) throw new Error('no expert')
  reader = first
  staff = await Promise.all(
    ([100, 101, 102] as Role[]).map((role) => region.add(role, region.places.province, `材料${role}`)),
  )
  const items = await region.db.query<{ id: string; ref: string; code: string }>(sql`
    select id, ref, code from review_item`)
  const others = await region.db.query<{ id: string }>(sql`
    select id from review_task where person_id <> ${reader.personId}`)
  const keys = await region.db.query<{ storage_key: string; name: string }>(sql`
    select storage_key, name from file where id = any(${files}::uuid[])`)
  secrets = [
    ...names.map((name) => ['the name of an applicant', name] as const),
    ['a school', '东区一中'],
    ['a school', '西区一中'],
    ...items.flatMap(({ id, ref }) => [['an item', id] as const, ['a case', ref] as const]),
    ...files.map((id) => ['a file', id] as const),
    ...records.map((id) => ['a record', id] as const),
    ...keys.flatMap(({ storage_key: key }) => [['a stored file', key] as const]),
    ...others.map(({ id }) => ['another expert’s packet', id] as const),
    ...world.experts.slice(1).map((_, at) => ['another expert', `专家${at + 2}`] as const),
    ['the round', round.id],
    ['the seed', round.lot?.seed ?? 'none'],
  ]
  const own = (await listOf(reader)).map(({ id }) => id)
  ids = [
    // The last one: the first is given back before the walk, and would answer nothing.
    ...own.slice(-1),
    items[0]?.ref ?? '',
    items[0]?.id ?? '',
    files[0] ?? '',
    records[0] ?? '',
    others[0]?.id ?? '',
    round.id,
    String(applicants[0]?.teacherId ?? 0),
    String(applicants[0]?.personId ?? 0),
    String(school),
  ]
})
afterAll(() => world.region.close())

const words: Readonly<Record<string, string>> = { type: 'basicInfo', list: 'roll' }
/** Queries with which the searching and opening calls are tried. */
const queries = (id: string) => [
  `?id=${id}`,
  `?key=${id}`,
  `?teacher_id=${id}`,
  `?teacherId=${id}`,
  `?q=${encodeURIComponent(names[0] ?? '')}`,
  `?keyword=${encodeURIComponent(names[0] ?? '')}`,
]

async function answers(token: string, method: string, url: string): Promise<string> {
  const response = await world.region.app.inject({
    method: method as 'GET',
    url,
    headers: { token },
    ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
  })
  return `${JSON.stringify(response.headers)}${response.body}`
}

/** A session of its own for each call: none is worn out by those before it. */
const sessionOf = ({ identityId }: Person) =>
  openSession(world.region.db, testKeys, identityId, { ip: '127.0.0.1', agent: 'walk' })

const tells = (text: string, address: string): string[] =>
  [...secrets, ...(text.match(carrying) ?? []).map((id) => ['an owner', id] as const)]
    // What was asked for by its own id may be named in the refusal.
    .filter(([, secret]) => text.includes(secret) && !address.includes(secret))
    .map(([what, secret]) => `${address} tells ${what}: ${secret}`)

/** One call with every id, then with the queries of searches. What could not be tried is a finding, too. */
async function walked(
  call: { method: string; url: string; access: unknown },
  who: Person,
): Promise<string[]> {
  const { method, url, access } = call
  const token = await sessionOf(who)
  const found: string[] = []
  const tried = /:/.test(url) ? ids : ids.slice(1, 2)
  const pathOf = (id: string) => url.replaceAll(/:(\w+)/g, (_, name: string) => words[name] ?? id)
  const paths = [
    ...tried.map((id) => pathOf(id)),
    ...(method === 'GET'
      ? tried.slice(0, 2).flatMap((id) => queries(id).map((query) => pathOf(id) + query))
      : []),
  ]
  for (const [at, path] of paths.entries()) {
    // The own packets have to stay open for what follows.
    if (method !== 'GET' && path.includes('/review/expert/')) continue
    const text = await answers(token, method, path)
    if (at < tried.length && access !== 'public' && /"error_code":(42901|22018)/.test(text))
      found.push(`${method} ${path} was not tried`)
    found.push(...tells(text, `${method} ${path}`))
  }
  return found
}

/** Streams that do not end, assets, and what ends the session that asks. */
const aside = /\*|\/live|\/events|\/badges|logout|signOut|session_end|api\/docs/i

describe('an expert', () => {
  it('reads exactly these things of a packet, in an order and with numbers of the own', async () => {
    const own = await listOf(reader)
    expect(own.map(({ no }) => no)).toEqual(own.map((_, at) => at + 1))
    for (const { id } of own) {
      // Version 4: random; a version 7 would tell when, and in which order with others, it was made.
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
      const packet = await packetOf(reader, id)
      expect(Object.keys(packet).toSorted()).toEqual([
        'conclusion',
        'dueAt',
        'facts',
        'files',
        'id',
        'named',
        'no',
        'of',
        'opinion',
        'opinionLeast',
        'opinionsShown',
        'own',
        'ready',
        'round',
        'rubric',
        'scored',
        'scores',
        'state',
        'texts',
        'title',
        'total',
        'version',
      ])
      expect(packet.files.map(({ no, name, type }) => [no, name, type])).toEqual([[1, '材料1.jpg', 'image']])
      expect(packet.files.map(({ url }) => url.split('?')[0])).toEqual([`/review-files/${id}/1`])
      expect(JSON.stringify(packet)).not.toMatch(carrying)
      for (const [what, secret] of secrets)
        expect([what, JSON.stringify(packet).includes(secret)]).toEqual([what, false])
    }
  })

  it('has the packets numbered from one on, in an order that is drawn', async () => {
    const orders = await world.region.db.query<{ numbers: number[] }>(sql`
      select array_agg(k.no order by k.no) as numbers from review_task k group by k.expert_id`)
    expect(orders.length).toBeGreaterThan(1)
    for (const { numbers } of orders) expect(numbers).toEqual(numbers.map((_no, at) => at + 1))
    // Tasks and codes of items pass this: of so many numbers the order that they came in would be no chance.
    const many = Array.from({ length: 50 }, (_no, at) => at)
    expect(shuffled(many)).not.toEqual(many)
    expect(shuffled(many).toSorted((one, other) => one - other)).toEqual(many)
  })

  it('opens a file only with an address that was signed for the packet, while it is open', async () => {
    const { app } = world.region
    const [{ id = '' } = {}] = await listOf(reader)
    const packet = await packetOf(reader, id)
    const address = packet.files[0]?.url ?? ''
    const asked = (url: string) => app.inject({ method: 'GET', url })
    const right = await asked(address)
    expect([right.statusCode, right.headers['content-disposition']]).toEqual([
      200,
      `inline; filename*=UTF-8''${encodeURIComponent('材料1.jpg')}`,
    ])
    expect((await asked(address.replace('/1?', '/2?'))).statusCode).toBe(404)
    const [{ id: other = '' } = {}] = await world.region.db.query<{ id: string }>(sql`
      select id from review_task where person_id <> ${reader.personId} limit 1`)
    expect((await asked(address.replace(id, other))).statusCode).toBe(404)
    const rows = await world.region.db.query<{ file: string }>(
      sql`select files[1] as file from review_item limit 1`,
    )
    expect((await reader.get(`/api/v1/upload/file?key=${rows[0]?.file}`)).status).toBe(404)
    await reader.post(`/api/v1/review/expert/${id}/avoid`, { reason: '认出了作者' })
    expect((await asked(address)).statusCode).toBe(404)
  })

  it('learns nothing from the messages and to-dos that came with the work', async () => {
    const [, another] = world.experts
    if (!another) throw new Error('no expert')
    const [{ id = '' } = {}] = await listOf(another)
    await score(another, id, 0.5)
    for (const path of [
      '/api/v1/userSystemMessage?pageSize=100',
      '/api/v1/todo?pageSize=100',
      '/api/v1/workbench',
    ]) {
      const text = await answers(another.token, 'GET', path)
      for (const [what, secret] of secrets) {
        const own = what.startsWith('another')
        if (!own) expect([path, what, text.includes(secret)]).toEqual([path, what, false])
      }
    }
  })

  // Last: some of the calls end sessions.
  it('finds no identity, case, file or other expert in any call of the server', async () => {
    const calls = world.region.app.declaredCalls.filter(
      ({ method, url }) => method !== 'OPTIONS' && !aside.test(url),
    )
    const walkers = everything ? [reader, ...staff] : [reader]
    const found: string[] = []
    for (const call of calls) for (const who of walkers) found.push(...(await walked(call, who)))
    expect(found).toEqual([])
    expect(calls.length).toBeGreaterThan(300)
  })
})
