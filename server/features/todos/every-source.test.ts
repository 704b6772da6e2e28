import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Role } from '../../../catalogue/access/roles.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { submittedPage, todoKinds, todoPage } from '../../../catalogue/contract/todos.ts'
import { actorOf, testKeys, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { todoSourcesOf } from '../../app/todo-sources.ts'
import { limitsNow, type TodoSource } from '../../engine/waiting/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('every source of to-dos')))
afterAll(() => region.close())

const url = '/api/v1/todo'
const roles: readonly (readonly [keyof Region['people'], Role])[] = [
  ['admin', 1],
  ['teacher', 2],
  ['school', 3],
  ['area', 4],
  ['city', 5],
  ['province', 6],
  ['expert', 99],
  ['staff', 100],
]

/** A policy that the district sent for review; a second person of the district agrees to it. */
async function policyUnderReview(writer: Person): Promise<number> {
  const made = await writer.post<ContentView>('/api/v1/contents/policy', {
    value: {
      title: '教师交流轮岗经费办法',
      policyKind: '4',
      issuer: '东区教育局',
      issueDate: '2026-11-01',
      areaCode: '441702',
      visibility: '2',
      content: '<p>第一条</p>',
    },
  })
  const sent = await writer.post(`/api/v1/contents/policy/${made.data.id}/publish`, {
    version: made.data.version,
  })
  expect(sent.msg).toBe('ok')
  await region.db.execute(
    sql`update content set route = jsonb_set(route, '{0,days}', '5') where id = ${made.data.id}`,
  )
  return made.data.id
}

it('lists a content under review to who has to agree and to who handed it in', async () => {
  const { area } = region.people
  const second = await region.add(4, region.places.district, '何科长')
  const id = await policyUnderReview(area)
  const waiting = await second.get(`${url}?kind=content`)
  expect(waiting.msg).toBe('ok')
  const [line] = todoPage.parse(waiting.data).list
  expect(line).toMatchObject({ id: `content.policy.${id}`, title: '教师交流轮岗经费办法' })
  expect(line?.dueOn).toMatch(/^\d{4}-\d\d-\d\d$/)
  const handedIn = await area.get(`${url}/submitted`)
  expect(handedIn.msg).toBe('ok')
  expect(submittedPage.parse(handedIn.data).list).toContainEqual(
    expect.objectContaining({ id: `content.policy.${id}`, dueOn: line?.dueOn, acts: ['withdraw', 'urge'] }),
  )
})

it('answers every role every list, of every kind', async () => {
  for (const [name] of roles)
    for (const query of [
      '?pageSize=100',
      '?order=newest',
      ...Object.keys(todoKinds).map((kind) => `?kind=${kind}`),
      '/counts',
      '/submitted',
      '/submitted?state=ended',
    ])
      expect([name, query, (await region.people[name].get(`${url}${query}`)).status]).toEqual([
        name,
        query,
        200,
      ])
})

/** Sources whose items are UUIDs; the numbers of the others are integers. */
const byUuid = new Set([
  'record',
  'own',
  'case',
  'correction',
  'confirmation',
  'packet',
  'member',
  'pair',
  'feedback',
  'after',
])
const missing = '0197f1c2-0000-7000-8000-00000000abcd'

/** Statements of a source that are asked only where there is an item, asked for one that is not there. */
async function unaskedStatements(source: TodoSource, person: Person, role: Role): Promise<void> {
  const actor = actorOf(person, role)
  const items = [{ type: 'studyExperience', item: byUuid.has(source.name) ? missing : '0' }]
  const limits = await limitsNow(region.db)
  const ask = async (rows: Sql | null) => rows && region.db.query(sql`select * from (${rows}) asked limit 1`)
  await ask(source.waiting(actor, { type: 'punishment', q: '张' }, limits))
  await source.lines(actor, items)
  for (const state of ['open', 'ended'] as const) await ask(source.handedIn?.rows(actor, state) ?? null)
  await source.handedIn?.lines(actor, items)
  await ask(source.held?.rows(limits, sql`${actor.institutionId}::int`) ?? null)
  await ask(source.held?.decided(sql`${actor.institutionId}::int`) ?? null)
  await source.held?.titles(items)
}

it('has no statement that the database refuses, whatever waits', async () => {
  const { db, engine } = region
  const publishing = {
    db,
    keys: testKeys,
    types: contents,
    fileAddress: () => '',
    filmAddress: () => '',
    notify: async () => {},
    onChanged: () => {},
  }
  const sources = todoSourcesOf({ config: { separateDuties: false }, db, engine, publishing })
  const faults: string[] = []
  for (const source of sources)
    for (const [name, role] of roles)
      await unaskedStatements(source, region.people[name], role).catch((error: unknown) =>
        faults.push(`${source.name} as ${name}: ${String(error)}`),
      )
  expect(sources.length).toBeGreaterThan(11)
  expect(faults).toEqual([])
})
