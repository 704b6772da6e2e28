import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { usualRules, type RoundRules } from '../../../catalogue/contract/review/rules.ts'
import type { Packet, PacketList } from '../../../catalogue/contract/review/packets.ts'
import type { Board, RoundExperts, RoundView } from '../../../catalogue/contract/review/rounds.ts'
import { testRegion, testKeys, type Person, type Region } from '../../app/testing/test-region.ts'
import { createLog } from '../../platform/log/log.ts'
import { notify } from '../messages/index.ts'
import { assignRound } from './assigning.ts'
import type { ReviewNeeds } from './options.ts'
import type { DecidedItem, ReviewSource, SourceItem } from './source.ts'

/** A region with a pool of experts in the province and a source of items, for the tests of expert review. */
export const url = '/api/v1/review'

export interface World {
  readonly region: Region
  readonly source: TestSource
  readonly experts: readonly Person[]
  /** What the jobs of the feature work with, on the same database. */
  readonly o: ReviewNeeds
}

export interface TestSource extends ReviewSource {
  items_: SourceItem[]
  readonly heard: DecidedItem[][]
}

export function testSource(office: () => number): TestSource {
  const source: TestSource = {
    name: 'test',
    items_: [],
    heard: [],
    choices: async (actor) =>
      actor.institutionId === office()
        ? [{ scope: 'one', title: '测试批次', items: source.items_.length, rubric: 'talent' }]
        : [],
    items: async (_, __, officeId) => (officeId === office() ? source.items_ : []),
    decided: async (_, __, items) => void source.heard.push([...items]),
  }
  return source
}

/** An item about one teacher, with words that would name nobody. */
export function itemOf(person: Person, title: string, more: Partial<SourceItem> = {}): SourceItem {
  return {
    ref: uuidv7(),
    applicants: [person.personId],
    institutionId: person.institutionId,
    districtId: null,
    cityId: null,
    subject: null,
    title,
    sections: [{ label: '研究设计', text: '以行动研究为主，分两轮进行。' }],
    files: [],
    ...more,
  }
}

export async function openWorld(name: string, experts: number): Promise<World> {
  let office = 0
  const source = testSource(() => office)
  const region = await testRegion(name, undefined, {
    reviewSources: [source],
    // A walk over all calls asks more than a person does.
    requestsPerMinute: 1_000_000,
    addressRequestsPerMinute: 1_000_000,
  })
  office = region.places.province
  const people = await poolOf(region, experts)
  const o = reviewingOf(region, [source])
  return { region, source, experts: people, o }
}

/** People of the province's pool of experts. */
export async function poolOf(region: Region, experts: number): Promise<Person[]> {
  const people: Person[] = []
  for (let n = 1; n <= experts; n += 1) {
    const person = await region.add(99, region.places.province, `专家${n}`)
    people.push(person)
    await region.db.execute(sql`
      insert into review_expert (office_id, person_id, identity_id, from_on)
      values (${region.places.province}, ${person.personId}, ${person.identityId}, '2020-01-01')`)
  }
  return people
}

/** What the jobs of the feature work with, on the database of a region. */
export const reviewingOf = (region: Region, reviewSources: readonly ReviewSource[]): ReviewNeeds => ({
  db: region.db,
  engine: region.engine,
  keys: testKeys,
  reviewSources,
  log: createLog('silent'),
  notify,
  readBytes: async () => Buffer.alloc(0),
})

export const good = async <T>(asked: Promise<{ msg: string; data: T }>): Promise<T> => {
  const answer = await asked
  if (answer.msg !== 'ok') throw new Error(JSON.stringify(answer.data) + answer.msg)
  return answer.data
}

/** Sets up a round of the province, opens it and has its experts assigned. */
export async function openedRound({ region, o }: World, rules: Partial<RoundRules> = {}): Promise<RoundView> {
  const { province } = region.people
  const body = { title: '课题评审', source: 'test', scope: 'one', rules: { ...usualRules, ...rules } }
  const made = await good(province.post<{ id: string; version: number }>(`${url}/rounds`, body))
  await good(province.post(`${url}/rounds/${made.id}/open`, { version: made.version }))
  await assignRound(o, made.id)
  return viewOf(region, made.id)
}

export const viewOf = ({ people }: Region, id: string) =>
  good(people.province.get<RoundView>(`${url}/rounds/${id}`))
export const boardOf = ({ people }: Region, id: string, query = '') =>
  good(people.province.get<Board>(`${url}/rounds/${id}/board?pageSize=100${query}`))
export const expertsOf = async ({ people }: Region, id: string) =>
  (await good(people.province.get<RoundExperts>(`${url}/rounds/${id}/experts`))).list
export const listOf = async (expert: Person) =>
  (await good(expert.get<PacketList>(`${url}/expert`))).rounds.flatMap(({ tasks }) => tasks)
export const packetOf = (expert: Person, id: string) => good(expert.get<Packet>(`${url}/expert/${id}`))

/** Full marks times `share` (0 to 1) for every rubric item, with an opinion that is long enough. */
export function marks({ rubric }: Pick<Packet, 'rubric'>, share: number) {
  return {
    scores: Object.fromEntries(rubric.map(({ key, max }) => [key, Math.round(max * share)])),
    opinion: '问题与方法对应清楚，抽样有对照，建议补充工具的编制过程和效度说明。',
    conclusion: '1',
  }
}

/** Scores a packet and hands it in. */
export async function score(expert: Person, id: string, share: number): Promise<void> {
  const packet = await packetOf(expert, id)
  const { version } = await good(
    expert.put<{ version: number }>(`${url}/expert/${id}`, {
      ...marks(packet, share),
      version: packet.version,
    }),
  )
  await good(expert.post(`${url}/expert/${id}/submit`, { version }))
}
