import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { onCluster } from '../../platform/testing/test-extent.ts'
import { movementOf } from '../movement/index.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('turns')))
afterAll(() => region.close())

/** Callers that wait for an institution now. */
const waiting = async () =>
  (
    await region.db.one<{ n: number }>(sql`
      select count(*)::int as n
      from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
  ).n

const url = '/api/v1/institutionManage'
async function school(): Promise<number> {
  const made = await region.people.area.post<{ id: number }>(url, {
    parentId: region.places.district,
    kind: '40',
    name: '将撤小学',
    code: '2144019999',
    facts: { schoolType: '211', areaCode: '441702' },
  })
  expect(made.msg).toBe('ok')
  return made.data.id
}

const moving = (person: Person, toInstitutionId: number, meanwhile: () => Promise<void>) =>
  region.db.transaction(async (tx) => {
    await movementOf(region.engine).movePersonnel(tx, {
      teacherId: person.teacherId ?? 0,
      toInstitutionId,
      on: today(),
      cause: `turns:${person.teacherId}`,
    })
    await meanwhile()
  })

it('a school is not closed while somebody comes to it: closing waits, and is told of the newcomer', async () => {
  const id = await school()
  const newcomer = await region.add(2, region.places.school, '来者')
  let closed: ReturnType<Person['put']> | undefined
  await moving(newcomer, id, async () => {
    closed = region.people.area.put(`${url}/${id}/close`, { version: 1, on: today(), reason: '生源不足' })
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 5_000, interval: 20 })
  })
  expect(await closed).toMatchObject({ status: 409 })
  expect((await closed)?.msg).toContain('还有 1 位教师')
})

// On a cluster they take turns.
it.skipIf(onCluster)('two come to one school at the same time, and neither waits for the other', async () => {
  const [one, other] = [
    await region.add(2, region.places.school, '同来甲'),
    await region.add(2, region.places.school, '同来乙'),
  ]
  const { sibling } = region.places
  await moving(one, sibling, () => moving(other, sibling, async () => expect(await waiting()).toBe(0)))
})
