import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChainImpact } from '../../../catalogue/contract/archive/chains.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { handedIn, move, openNotice, read, type CaseAnswer } from '../../app/testing/test-research.ts'

/** The way of entries follows the chain that the province publishes (decision 0162). */
const url = '/api/v1/chains/researchProject'
const levels = ['school', 'area', 'city', 'province'] as const
let region: Region
let p: Region['people']
beforeAll(async () => {
  region = await testRegion('research-chain')
  p = region.people
})
afterAll(() => region.close())

async function publish(who: Person, chain: readonly object[]) {
  const { version } = (await who.get<{ version: number }>(url)).data
  const done = await who.post(url, { chain, basedOn: version, note: '按新办法' })
  expect(done.status, done.msg).toBe(200)
}
let counter = 0
async function entryAt(place: number): Promise<CaseAnswer> {
  const person = await region.add(2, place, `逐级${(counter += 1)}`)
  return handedIn(region, person, await openNotice(p.province))
}
const entry = () => entryAt(region.places.school)
const heldAt = async (one: CaseAnswer) => (await read(p.province, one)).data.holder?.institution?.id

it('is declared as every level, and can be changed where the chains of records are', async () => {
  const { list } = (await p.province.get<{ list: { type: string; chain: object[] }[] }>('/api/v1/chains'))
    .data
  for (const type of ['researchProject', 'researchPaper', 'teachingCase', 'declaration'])
    expect(list.find((one) => one.type === type)?.chain).toEqual(levels.map((level) => ({ level, days: 10 })))
  expect(list.some(({ type }) => type === 'transfer')).toBe(false)
})

it('takes the entries handed in from then on; those on their way finish on theirs', async () => {
  const { places } = region
  const early = await entry()
  await publish(p.province, [{ level: 'school' }, { level: 'city', days: 3, reasonRequired: true }])
  const late = await entry()
  for (const one of [early, late]) expect((await move(p.school, one, 'approve')).status).toBe(200)
  expect([await heldAt(early), await heldAt(late)]).toEqual([places.district, places.city])
  // A level that was left out has no part in it, and reads it like everybody above the school.
  expect((await move(p.area, late, 'approve')).status).toBe(403)
  const seen = (await read(p.city, late)).data.moves.find(({ name }) => name === 'approve')
  expect(seen?.reason).toBe('required')
  expect((await move(p.city, late, 'approve')).data.errors).toMatchObject([{ field: 'reason' }])
  expect((await move(p.city, late, 'approve', { reason: '同意推荐' })).status).toBe(200)
  expect(await heldAt(late)).toBe(places.province)
  expect((await move(p.area, early, 'approve')).status).toBe(200)
  expect(await heldAt(early)).toBe(places.city)
  const impact = await p.province.post<ChainImpact>(`${url}/preview`, { chain: [{ level: 'school' }] })
  expect(impact.data.open.reduce((sum, { count }) => sum + count, 0)).toBe(2)
})

it('passes a level by what the form says, and may leave all to the host', async () => {
  const { places } = region
  const when = { field: 'projectCategory', in: ['3'] }
  await publish(p.province, [
    { level: 'area', when: { ...when, in: ['1'] } },
    { level: 'city', when },
  ])
  expect(await heldAt(await entry())).toBe(places.city)
  await publish(p.province, [])
  const straight = await entry()
  expect(await heldAt(straight)).toBe(places.province)
  expect((await move(p.province, straight, 'assign')).data.state).toBe('expertReview')
})

it('of a city is for the schools directly under it', async () => {
  const { places } = region
  await publish(p.province, [{ level: 'school' }, { level: 'city' }])
  await publish(p.city, [{ level: 'city' }])
  expect(await heldAt(await entryAt(places.citySchool))).toBe(places.city)
  expect(await heldAt(await entry())).toBe(places.school)
})
