import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { translateDbError } from './errors.ts'
import { isPooled, pooled, withPooler } from './pooler.ts'
import { sql } from './sql.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'

let test: TestDatabase
let db: Database
beforeAll(async () => {
  test = await openTestDatabase('pooler')
  db = openDatabase({ url: pooled(test.directUrl), max: 1 })
})
afterAll(async () => {
  await db.close()
  await test.drop()
})

describe('behind a pooler', () => {
  it('a single statement and a transaction have the agreed settings, and leave none of them behind', async () => {
    const settings = sql`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('timezone') as zone where ${1} = 1`
    const agreed = { statement: '10s', lock: '3s', zone: 'Asia/Shanghai' }
    expect(await db.one(settings)).toEqual(agreed)
    expect(await db.transaction((tx) => tx.one(settings))).toEqual(agreed)
    // The same session, as the next one gets it: a plain pool over the same connection would see what is
    // left.
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(sql`rollback`)
        expect(await tx.one(settings)).toMatchObject({ statement: '0', lock: '0' })
        throw new Error('looked')
      }),
    ).rejects.toThrow('looked')
  })

  it('no statement is kept in a session', async () => {
    await db.one(sql`select ${1}::int as n`)
    await db.transaction((tx) => tx.one(sql`select ${2}::int as n`))
    expect(await db.query(sql`select name from pg_prepared_statements`)).toEqual([])
  })

  it('a statement ends by its own limit, and a failed one leaves the connection usable', async () => {
    const hasty = openDatabase({ url: pooled(test.directUrl), max: 1, statementTimeout: 50 })
    const fault = await hasty.query(sql`select pg_sleep(1)`).then(() => undefined, translateDbError)
    expect(fault?.kind).toBe('timeout')
    expect(await hasty.one(sql`select 1 as n`)).toEqual({ n: 1 })
    await hasty.close()
  })
})

it('PostgreSQL itself is no pooler, and PgBouncer is found', async () => {
  expect(await withPooler({ databaseUrl: test.directUrl })).toEqual({ databaseUrl: test.directUrl })
  expect(await withPooler({ databaseUrl: undefined })).toEqual({ databaseUrl: undefined })
  if (!isPooled(test.appUrl)) return
  const plain = new URL(test.appUrl)
  plain.search = ''
  expect(await withPooler({ databaseUrl: plain.href })).toEqual({ databaseUrl: test.appUrl })
})
