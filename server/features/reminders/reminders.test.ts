import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { registry } from '../../app/records.ts'
import { picture } from '../../app/testing/test-values.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { openPlanReader, plansAreSpread } from '../../platform/db/testing/test-plans.ts'
import { insertMessages } from '../messages/index.ts'
import { dueStatement, remind, stageOf } from './remind.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('reminders')))
afterAll(() => region.close())

const day = today()
const messaging = { linkOf: () => '/there', insertMessages }
const run = (on: string) => remind(region.db, region.engine.records, messaging, { day: on })

/** A contract of the teacher that ends then, recorded by the school. */
async function contract(owner: Person, endDate: string): Promise<string> {
  const { school } = region.people
  const definition = registry['employmentContract']
  if (!definition) throw new Error('employmentContract')
  const dated = (key: string) => definition.fields[key]?.kind === 'date' || key === 'terminationReason'
  const sample = Object.fromEntries(Object.entries(sampleOf(definition, 11)).filter(([key]) => !dated(key)))
  const made = await school.post('/api/v1/records/employmentContract', {
    ...sample,
    ownerId: owner.teacherId,
    startDate: '2021-09-01',
    signDate: '2021-09-01',
    endDate,
    ...(definition.attachments && { attachments: [await picture(region, school)] }),
  })
  expect(made.msg).toBe('ok')
  return made.data.id
}

const reminders = async (who: Person) =>
  (await who.get<{ list: Message[] }>('/api/v1/userSystemMessage?kind=3&pageSize=100')).data.list
    .map((m) => m.title)
    .filter((t) => t.includes('到期'))

describe('reminders', () => {
  it('know their stage', () => {
    expect([91, 90, 31, 30, 8, 7, 0, -1].map(stageOf)).toEqual([undefined, 90, 90, 30, 30, 7, 7, undefined])
  })

  it('tell the teacher and the school once per stage, again for a later end, and nobody of what was renewed or is over', async () => {
    const { school, otherSchool } = region.people
    const owner = await region.add(2, region.places.school, '合同老师')
    const renewed = await region.add(2, region.places.school, '续签老师')
    const id = await contract(owner, addDays(day, 80))
    await contract(renewed, addDays(day, 20))
    await region.db.query(sql`
      insert into rec_employment_contract (owner_id, id, version, institution_id, recorded_by, end_date)
      values (${renewed.teacherId}, gen_random_uuid(), 1, ${region.places.school}, 1, ${addDays(day, 900)})`)
    expect(await run(day)).toBe(1)
    expect(await run(day)).toBe(0)
    expect(await run(addDays(day, 60))).toBe(1)
    expect(await run(addDays(day, 75))).toBe(1)
    expect(await run(addDays(day, 81))).toBe(0)
    expect(await reminders(owner)).toHaveLength(3)
    expect((await reminders(owner))[0]).toContain('还有 5 天到期')
    expect((await reminders(school)).filter((t) => t.includes('合同老师'))).toHaveLength(3)
    expect(await reminders(renewed)).toEqual([])
    expect(await reminders(otherSchool)).toEqual([])
    const seen = await school.get(`/api/v1/records/employmentContract/${id}`)
    const later = await school.put(`/api/v1/records/employmentContract/${id}`, {
      endDate: addDays(day, 400),
      version: seen.data.version,
    })
    expect(later.msg).toBe('ok')
    expect(await run(day)).toBe(0)
    expect(await run(addDays(day, 320))).toBe(1)
  })

  it('do not come early where the clock of this machine runs ahead: the database says what day it is', async () => {
    const owner = await region.add(2, region.places.school, '时钟老师')
    await contract(owner, addDays(day, 200))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 150 * 86_400_000 })
    try {
      await remind(region.db, region.engine.records, messaging)
    } finally {
      vi.useRealTimers()
    }
    expect(await reminders(owner)).toEqual([])
  })

  it('stop when told after the thousand under way, and go on with the rest, each told once', async () => {
    const { db, places } = region
    await db.query(sql`
      with persons as (insert into person (name) select '同期老师' from generate_series(1, 2500) returning id),
      identities as (insert into identity (person_id, role, institution_id)
        select id, 2, ${places.southSchool}
        from persons),
      teachers as (insert into teacher (person_id, name, name_sort, institution_id)
        select id, '同期老师', 'tong qi lao shi|tqls', ${places.southSchool}
        from persons
        returning id)
      insert into rec_employment_contract (owner_id, id, version, institution_id, recorded_by, end_date)
      select id, gen_random_uuid(), 1, ${places.southSchool}, 1, ${addDays(day, 25)}::date from teachers`)
    const told = async () =>
      (
        await db.one<{ n: number }>(
          sql`select count(*)::int as n from message where title like '%同期老师%' or title like '您的%合同%25 天%'`,
        )
      ).n
    const before = await told()
    const stop = new AbortController()
    const stopped = await remind(
      db,
      region.engine.records,
      { ...messaging, linkOf: () => (stop.abort(), '/there') },
      {
        day,
        signal: stop.signal,
      },
    )
    expect(stopped).toBe(1000)
    expect(await run(day)).toBe(1500)
    expect(await run(day)).toBe(0)
    // The teacher and the one officer of the school, each once for each contract.
    expect((await told()) - before).toBe(5000)
    expect(
      await db.one(
        sql`select count(*)::int as n, count(distinct record_id)::int as records
          from reminder
          where stage = 30 and due_on = ${addDays(day, 25)}`,
      ),
    ).toEqual({ n: 2500, records: 2500 })
  })

  it.skipIf(plansAreSpread)('are found by the index of their day, among thousands', async () => {
    const definition = registry['employmentContract']
    if (!definition) throw new Error('employmentContract')
    const plans = await openPlanReader(region.ownerUrl)
    const text = await plans.planOf(
      dueStatement(
        { definition, key: 'endDate', today: day },
        { due: day, id: '0197f1c2-0000-7000-8000-000000000001' },
      ),
    )
    await plans.close()
    expect(text).toContain('rec_employment_contract_end_date')
  })
})
