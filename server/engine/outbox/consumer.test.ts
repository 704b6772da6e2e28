import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDatabase, type TestDatabase } from '../../platform/db/testing/test-database.ts'
import type { EventName } from '../engine.ts'
import { registerConsumers, takeWaiting, type Consumer } from './consumer.ts'
import { asParts } from '../../platform/db/together.ts'
import { eventParts } from './event.ts'

let test: TestDatabase
beforeAll(async () => void (test = await openTestDatabase('outbox')))
afterAll(() => test.drop())

async function happens(event: EventName, ownerId: number): Promise<void> {
  const id = uuidv7()
  const holder = sql`null::int, null::smallint`
  const parts = eventParts(
    { event, type: 'paper', ownerId, recordId: id, revisionId: id, by: 1, holder },
    sql.empty,
  )
  await test.db.execute(sql`with ${asParts(parts)} select 1`)
}

/** A consumer that writes down the owners of what it took. */
function listener(name: string, events: readonly EventName[], fails = () => false) {
  const heard: number[] = []
  const consumer: Consumer = {
    name,
    events,
    take: async (tx, ids) => {
      const rows = await tx.query<{ owner_id: number }>(
        sql`select owner_id from outbox where id = any(${[...ids]}::bigint[]) order by id`,
      )
      if (fails()) throw new Error('out of order')
      heard.push(...rows.map((row) => row.owner_id))
    },
  }
  return { consumer, heard }
}

const takeAll = async (consumer: Consumer) => {
  while (await takeWaiting(test.db, consumer));
}

it('each consumer hears of its own events once, whoever else takes at that moment', async () => {
  const all = listener('all', ['flow.approved', 'record.voided'])
  const some = listener('some', ['record.voided'])
  await registerConsumers(test.db, [all.consumer, some.consumer])
  for (let owner = 1; owner <= 150; owner += 1)
    await happens(owner % 3 === 0 ? 'record.voided' : 'flow.approved', owner)
  await happens('flow.submitted', 999)
  await Promise.all([takeAll(all.consumer), takeAll(all.consumer), takeAll(some.consumer)])
  expect(all.heard.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 150 }, (_, i) => i + 1))
  expect(some.heard).toEqual(Array.from({ length: 50 }, (_, i) => 3 * (i + 1)))
})

it('what one consumer fails at waits for it, and holds up nobody else', async () => {
  let broken = true
  const failing = listener('failing', ['flow.rejected'], () => broken)
  const other = listener('other', ['flow.rejected'])
  await registerConsumers(test.db, [failing.consumer, other.consumer])
  await happens('flow.rejected', 7)
  await expect(takeWaiting(test.db, failing.consumer)).rejects.toThrow('out of order')
  await takeAll(other.consumer)
  expect(other.heard).toEqual([7])
  broken = false
  await takeAll(failing.consumer)
  expect(failing.heard).toEqual([7])
})
