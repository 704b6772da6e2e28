import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDatabase, type TestDatabase } from '../../platform/db/testing/test-database.ts'
import { collect } from './collect.ts'
import { registerConsumers } from './consumer.ts'
import { keptAtOwner } from './event.ts'

/** Changes leave such lines on the nodes of a spread database only; here they are left in any. */
let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase('collect')
  await registerConsumers(test.db, [
    { name: 'all', events: ['flow.approved', 'record.edited'], take: async () => {} },
  ])
})
afterAll(() => test.drop())

/** Leaves a line of this owner, done so many seconds ago. */
async function leave(ownerId: number, event: 'flow.approved' | 'record.edited', quiet: boolean, ago: number) {
  const id = uuidv7()
  const holder = sql`5::int, 3::smallint`
  const happened = { event, type: 'paper', ownerId, recordId: id, revisionId: id, by: 1, holder }
  await test.db.execute(keptAtOwner(happened, { facts: { revision: id }, quiet }, sql.empty))
  const then = new Date(Date.now() - ago * 1_000)
  await test.db.execute(sql`
    update uncollected set at = ${then}, written_at = ${then} where owner_id = ${ownerId} and record_id = ${id}`)
}

const left = () => test.db.one<{ n: number }>(sql`select count(*)::int as n from uncollected`)

it('lines get into the audit with the time of the act, events to whoever waits for them: each once, in their order', async () => {
  for (let owner = 1; owner <= 30; owner += 1)
    await leave(owner, owner % 3 === 0 ? 'record.edited' : 'flow.approved', owner % 3 === 0, 100 - owner)
  const done = await Promise.all([collect(test.db), collect(test.db), collect(test.db)])
  expect(done).toContain(30)
  expect(await collect(test.db)).toBe(0)
  expect(await left()).toEqual({ n: 0 })
  const audit = await test.db.query<{ owner_id: number; ago: number }>(sql`
    select owner_id, extract(epoch from now() - at)::int as ago from audit
    where type = 'paper' and by_identity = 1 and facts ->> 'revision' = record_id::text
    order by id`)
  expect(audit.map(({ owner_id: owner }) => owner)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
  for (const { owner_id: owner, ago } of audit) expect(Math.abs(ago - (100 - owner))).toBeLessThan(30)
  const events = await test.db.query<{ owner_id: number }>(sql`
    select o.owner_id
    from outbox o
    join outbox_waiting w on w.event_id = o.id and w.consumer = 'all'
    where o.event = 'flow.approved' and o.holder_institution_id = 5 and o.holder_role = 3
    order by o.id`)
  expect(events.map(({ owner_id: owner }) => owner)).toEqual(
    Array.from({ length: 30 }, (_, i) => i + 1).filter((owner) => owner % 3 !== 0),
  )
  expect(await test.db.one(sql`select count(*)::int as n from outbox`)).toEqual({ n: 20 })
})

it('lines that cannot be written stay, and are collected later', async () => {
  const owner = openDatabase({ url: test.ownerUrl, max: 1 })
  await owner.query(sql`alter table outbox add constraint full_up check (owner_id <> 40)`)
  await leave(40, 'flow.approved', false, 0)
  await expect(collect(test.db)).rejects.toMatchObject({ code: '23514' })
  expect(await left()).toEqual({ n: 1 })
  const audited = sql`select count(*)::int as n from audit where owner_id = 40`
  expect(await test.db.one(audited)).toEqual({ n: 0 })
  await owner.query(sql`alter table outbox drop constraint full_up`)
  await owner.close()
  expect(await collect(test.db)).toBe(1)
  expect([await left(), await test.db.one(audited)]).toEqual([{ n: 0 }, { n: 1 }])
})
