import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { translateDbError } from './errors.ts'
import { sql } from './sql.ts'
import { openTestDatabase } from './testing/test-database.ts'
import type { TestDatabase } from './testing/test-database.ts'

let test: TestDatabase
let db: Database

beforeAll(async () => {
  test = await openTestDatabase('database')
  db = openDatabase({ url: test.ownerUrl, max: 6 })
  await db.execute(sql`create table probe_parent (id int primary key)`)
  await db.execute(
    sql`create table probe (id int primary key, name varchar(5) not null, n int check (n < 10),
          parent int references probe_parent)`,
  )
})

afterAll(async () => {
  await db.close()
  await test.drop()
})

const faultOf = (work: Promise<unknown>) => work.then(() => undefined, translateDbError)

describe('the database', () => {
  it('reads dates as text, int8 as number, numeric as text and instants as ISO text without loss', async () => {
    const row =
      await db.one(sql`select '2024-02-29'::date as day, array['2024-02-29'::date] as days, 5::int8 as big,
      array[5::int8] as bigs, 1.50::numeric as exact, '2024-01-01 08:00:00.123456+08'::timestamptz as at,
      ${[1, 2]}::int[] as list, ${sql.json([{ a: 1 }])} as data, null::int8 as nothing`)
    expect(row).toEqual({
      day: '2024-02-29',
      days: ['2024-02-29'],
      big: 5,
      bigs: [5],
      exact: '1.50',
      at: '2024-01-01T00:00:00.123456Z',
      list: [1, 2],
      data: [{ a: 1 }],
      nothing: null,
    })
    await expect(db.one(sql`select 9007199254740993::int8 as n`)).rejects.toThrow('2^53')
    await expect(db.one(sql`select 1 as n`)).resolves.toEqual({ n: 1 })
  })

  it('uses named prepared statements and the agreed session settings', async () => {
    await db.prepared('select $1::int as n', [1])
    const names = await db.query<{ name: string }>(
      sql`select name from pg_prepared_statements where ${1} = 1`,
    )
    expect(names.length).toBeGreaterThan(0)
    expect(names.every(({ name }) => /^k\d+$/.test(name))).toBe(true)
    const settings = await db.one(sql`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('timezone') as zone, current_setting('application_name') as name`)
    expect(settings).toEqual({
      statement: '10s',
      lock: '3s',
      idle: '10s',
      zone: 'Asia/Shanghai',
      name: 'xingtan',
    })
  })

  it('leaves a load the time to reckon between two statements of a transaction', async () => {
    const load = openDatabase({ url: test.ownerUrl, max: 1, statementTimeout: 0 })
    const { idle } = await load.one<{ idle: string }>(
      sql`select current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    expect(idle).toBe('2min')
    await load.close()
  })

  it('tells one row from none and from several', async () => {
    await expect(db.maybeOne(sql`select 1 where false`)).resolves.toBeUndefined()
    await expect(db.one(sql`select 1 where false`)).rejects.toThrow('got none')
    await expect(db.maybeOne(sql`select 1 union all select 2`)).rejects.toThrow('got 2')
  })

  it('commits a transaction as a whole or not at all', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.execute(sql`insert into probe (id, name) values (${1}, ${'a'})`)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await expect(db.query(sql`select id from probe`)).resolves.toEqual([])
    await db.transaction((tx) => tx.execute(sql`insert into probe (id, name) values (${1}, ${'a'})`))
    await expect(db.query(sql`select id from probe`)).resolves.toEqual([{ id: 1 }])
  })

  it('does not pretend to commit after a swallowed error', async () => {
    const pretending = db.transaction(async (tx) => {
      await tx.execute(sql`insert into probe (id, name) values (${2}, ${'b'})`)
      await tx.execute(sql`select 1 / ${0}::int`).catch(() => {})
    })
    await expect(pretending).rejects.toThrow('rolled back')
  })

  it('runs a transaction again after a deadlock, so that both sides get through', async () => {
    await db.execute(sql`create table probe_account (id int primary key, amount int)`)
    await db.execute(sql`insert into probe_account values (1, 0), (2, 0)`)
    let runs = 0
    // Each holds its first row before either asks for its second.
    let [held, both] = [0, () => {}]
    const bothHold = new Promise<void>((done) => (both = done))
    const add = (first: number, second: number) =>
      db.transaction(async (tx) => {
        runs++
        await tx.execute(sql`update probe_account set amount = amount + 1 where id = ${first}`)
        if ((held += 1) === 2) both()
        await bothHold
        await tx.execute(sql`update probe_account set amount = amount + 1 where id = ${second}`)
      })
    await Promise.all([add(1, 2), add(2, 1)])
    expect(runs).toBeGreaterThan(2)
    await expect(db.query(sql`select amount from probe_account`)).resolves.toEqual([
      { amount: 2 },
      { amount: 2 },
    ])
  })

  it('gives nothing up when only the connection that watches the server is ended', async () => {
    const told: boolean[] = []
    const watched = openDatabase({
      url: test.ownerUrl,
      max: 1,
      onAnswering: (answers) => void told.push(answers),
    })
    const slow = watched.one<{ n: number }>(sql`select 1 as n from pg_sleep(1.2)`)
    for (let ended = 0; ended === 0;) {
      ended = await db.execute(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'xingtan-pulse' and datname = current_database()`)
    }
    expect(await slow).toEqual({ n: 1 })
    expect(told).toEqual([])
    await watched.close()
  })

  it('keeps working when a prepared statement outlives a change of its table', async () => {
    await db.execute(sql`create table probe_shape (id int)`)
    const read = () => db.query(sql`select * from probe_shape where 1 = ${1}`)
    await read()
    await db.execute(sql`alter table probe_shape add column name text`)
    await expect(read()).resolves.toEqual([])
  })

  it('survives the loss of a connection inside and outside of a transaction', async () => {
    const kill = async (pid: number) => db.query(sql`select pg_terminate_backend(${pid}::int)`)
    const broken = db.transaction(async (tx) => {
      const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await kill(pid)
      await new Promise((resolve) => setTimeout(resolve, 50))
      await tx.query(sql`select 1`)
    })
    expect((await faultOf(broken))?.kind).toBe('unavailable')
    await expect(db.one(sql`select 1 as n`)).resolves.toEqual({ n: 1 })
  })
})

describe('database errors', () => {
  it.each([
    [
      'unique',
      sql`insert into probe (id, name) values (1, 'a')`,
      { constraint: 'probe_pkey', table: 'probe' },
    ],
    ['check', sql`insert into probe (id, name, n) values (5, 'a', 11)`, { constraint: 'probe_n_check' }],
    ['notNull', sql`insert into probe (id) values (5)`, { column: 'name' }],
    [
      'foreignKey',
      sql`insert into probe (id, name, parent) values (5, 'a', 9)`,
      { constraint: 'probe_parent_fkey' },
    ],
    ['tooLong', sql`insert into probe (id, name) values (5, 'abcdefg')`, {}],
    ['other', sql`select 1 / 0`, { code: '22012' }],
  ] as const)('reports %s', async (kind, statement, facts) => {
    expect(await faultOf(db.execute(statement))).toMatchObject({ kind, ...facts })
  })

  it('reports a statement that ran out of time', async () => {
    const hasty = openDatabase({ url: test.ownerUrl, statementTimeout: 50 })
    expect((await faultOf(hasty.query(sql`select pg_sleep(1)`)))?.kind).toBe('timeout')
    await hasty.ping()
    await hasty.close()
  })

  it('reports a full pool and a server that is not there within 3 s', async () => {
    const nowhere = openDatabase({ url: 'postgres://u:p@127.0.0.1:1/none' })
    expect((await faultOf(nowhere.ping()))?.kind).toBe('unavailable')
    await nowhere.close()
    const small = openDatabase({ url: test.ownerUrl, max: 1 })
    const begun = Date.now()
    await small.transaction(async () => {
      expect((await faultOf(small.ping()))?.kind).toBe('unavailable')
    })
    expect(Date.now() - begun).toBeLessThan(3_000)
    await small.close()
  })

  it('takes nothing else for a database error', () => {
    expect(translateDbError(new Error('boo'))).toEqual({ kind: 'other' })
    expect(translateDbError('boo')).toEqual({ kind: 'other' })
    expect(translateDbError(new pg.DatabaseError('gone', 4, 'error')).kind).toBe('other')
  })
})
