import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { openReplicas } from './replicas.ts'
import { sql } from './sql.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'

// What a streaming replica answers is tried by `npm run test:replicas`, which has one.
let main: TestDatabase
let other: TestDatabase
beforeAll(async () => {
  main = await openTestDatabase('main')
  other = await openTestDatabase('other')
})
afterAll(() => Promise.all([main.drop(), other.drop()]))

it('never asks a database that is no replica, or that cannot be reached', async () => {
  const log = createLog('silent')
  const replicas = openReplicas(main.db, [{ name: 'other', db: other.db }], log)
  try {
    const db = replicas.over(main.db, [other.db])
    // Twice the pause between two looks.
    await sleep(600)
    const asked = sql`select current_database() as "name"`
    const names = await replicas.reading(() =>
      Promise.all([db.one(asked), db.query(asked), db.maybeOne(asked)]),
    )
    const own = await main.db.one(asked)
    expect(names).toEqual([own, [own], own])
    expect(replicas.ages()).toEqual([{ name: 'other', ms: null }])
  } finally {
    await replicas.stop()
  }
})
