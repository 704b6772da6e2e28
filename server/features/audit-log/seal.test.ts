import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { keysFrom } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDatabase, type TestDatabase } from '../../platform/db/testing/test-database.ts'
import { createLog } from '../../platform/log/log.ts'
import { keepHead } from './head-file.ts'
import { canonical, linkHash, sealNext } from './seal.ts'
import { startSealer } from './sealer.ts'
import { verifyAudit } from './verify.ts'

const keys = keysFrom(Buffer.alloc(32, 7))
let test: TestDatabase
let db: Database
let owner: pg.Client
let folder: string

beforeAll(async () => {
  test = await openTestDatabase('seal')
  db = test.db
  owner = new pg.Client({ connectionString: test.ownerUrl })
  await owner.connect()
  // Whoever owns the tables can take the guard away (server/platform/db/guards.test.ts): the chain must show
  // what follows.
  const { rows } = await owner.query<{ part: string }>(
    `select tgrelid::regclass::text as part from pg_trigger where tgname = 'audit_only_grows'`,
  )
  for (const { part } of rows) await owner.query(`alter table ${part} disable trigger audit_only_grows`)
})
afterAll(async () => {
  await owner.end()
  await test.drop()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xingtan-head-'))
  await owner.query('truncate audit, audit_seal restart identity')
  await write(20)
  await seal()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const write = (count: number) =>
  db.execute(
    sql`insert into audit (by_identity, action, facts)
      select n, 'login', jsonb_build_object('ip', n::text)
      from generate_series(1, ${count}::int) n`,
  )

async function seal(): Promise<void> {
  const done = await sealNext(db, keys)
  if (done?.head) await keepHead(folder, done.head)
}

/** What is wrong, in short: kind and number. Everything sealed counts as settled. */
async function faults(): Promise<string[]> {
  const found = await verifyAudit({ db, keys, folder, settledSeconds: 0 })
  return found.faults.map((fault) => {
    const which = 'seq' in fault ? fault.seq : 'part' in fault ? fault.part : fault.auditId
    return `${fault.kind} ${which}`
  })
}

describe('sealing', () => {
  it('goes on over a change of the suite, there and back, and a row that was edited on either side is named', async () => {
    const later = [keysFrom(Buffer.alloc(32, 7), 'sm'), keys]
    for (const suite of later) {
      await write(5)
      const done = await sealNext(db, suite)
      if (done?.head) await keepHead(folder, done.head)
    }
    const links = await db.query<{ bytes: number }>(
      sql`select distinct length(hash) as bytes from audit_seal order by 1`,
    )
    expect(links.map(({ bytes }) => bytes)).toEqual([32, 33])
    for (const suite of later)
      expect(await verifyAudit({ db, keys: suite, folder, settledSeconds: 0 })).toMatchObject({
        rows: 30,
        faults: [],
      })
    for (const id of [3, 22, 27])
      await owner.query(`update audit set facts = '{"ip": "x"}' where id = $1`, [id])
    expect(await faults()).toEqual(['changed 3', 'changed 22', 'changed 27'])
    await owner.query(`update audit_seal set hash = substr(hash, 2) where seq = 23`)
    expect(await faults()).toContain('changed 23')
  })

  it('leaves a whole chain; the newest rows may wait', async () => {
    expect(await faults()).toEqual([])
    await write(3)
    expect(await verifyAudit({ db, keys, folder })).toMatchObject({
      rows: 20,
      faults: [],
      complete: true,
      pending: 23 - 20,
      outside: true,
    })
    await seal()
    expect(await verifyAudit({ db, keys, folder })).toMatchObject({ rows: 23, faults: [], pending: 0 })
  })

  it('seals a row whose transaction ended after later rows were sealed', async () => {
    const slow = new pg.Client({ connectionString: test.appUrl })
    await slow.connect()
    await slow.query('begin')
    await slow.query(`insert into audit (action) values ('record.edited')`)
    await write(2)
    await seal()
    await slow.query('commit')
    await slow.end()
    await seal()
    expect(
      (await db.query(sql`select audit_id from audit_seal order by seq desc limit 3`)).map(
        (r) => r['audit_id'],
      ),
    ).toEqual([21, 23, 22])
    expect(await faults()).toEqual([])
  })

  it('makes one chain, however many processes seal at once', async () => {
    await write(500)
    await Promise.all(Array.from({ length: 6 }, () => sealNext(db, keys)))
    expect(await db.one(sql`select count(*) as count, max(seq) as last from audit_seal`)).toEqual({
      count: 520,
      last: 520,
    })
    expect(await faults()).toEqual([])
  })

  it('happens within a second by itself', async () => {
    const sealer = startSealer(db, keys, folder, createLog('silent'))
    await vi.waitFor(
      async () => expect(await db.one(sql`select count(*) as count from audit_seal`)).toEqual({ count: 20 }),
      60_000,
    )
    await write(1)
    await new Promise((go) => setTimeout(go, 1_000))
    expect(await db.one(sql`select count(*) as count from audit_seal`)).toEqual({ count: 21 })
    await sealer.stop()
    expect(await faults()).toEqual([])
  })
})

describe('tampering by whoever owns the database', () => {
  it.each([
    ['another action', `update audit set action = 'logout' where id = 7`],
    ['another actor', 'update audit set by_identity = 99 where id = 7'],
    ['another person affected', 'update audit set person_id = 99 where id = 7'],
    ['another time, by a microsecond', `update audit set at = at + interval '1 microsecond' where id = 7`],
    ['other facts', `update audit set facts = '{"ip": "8"}' where id = 7`],
  ])('is found: %s', async (_, text) => {
    await owner.query(text)
    expect(await faults()).toEqual(['changed 7'])
  })

  it('is found: a row deleted, alone or with its link', async () => {
    await owner.query('delete from audit where id = 7')
    expect(await faults()).toEqual(['deleted 7'])
    await owner.query('delete from audit_seal where audit_id = 7')
    expect(await faults()).toEqual(['gap 7'])
    await owner.query('update audit_seal set seq = seq - 1 where seq > 7')
    expect((await faults()).slice(0, 2)).toEqual(['changed 7', 'changed 8'])
  })

  it('is found: two rows exchanged', async () => {
    await owner.query(`
      create temp table two as select * from audit where id in (5, 6);
      delete from audit where id in (5, 6);
      insert into audit (id, at, by_identity, action, facts) overriding system value
      select 11 - id, at, by_identity, action, facts from two`)
    expect(await faults()).toEqual(['changed 5', 'changed 6'])
  })

  it('is found: links exchanged', async () => {
    await owner.query('update audit_seal set audit_id = audit_id + 1000 where seq in (5, 6)')
    await owner.query('update audit_seal set audit_id = 11 - (audit_id - 1000) where seq in (5, 6)')
    expect(await faults()).toEqual(['changed 5', 'changed 6'])
  })

  it('is found: a row put in among sealed ones', async () => {
    await owner.query(`delete from audit where id = 20`)
    await owner.query(`insert into audit (id, action) overriding system value values (0, 'login')`)
    expect(await faults()).toEqual(['deleted 20', 'inserted 0'])
  })

  it('is found: a tail cut off, also when the portal went on sealing afterwards', async () => {
    await owner.query('delete from audit where id > 15')
    await owner.query('delete from audit_seal where seq > 15')
    expect(await faults()).toEqual(['cut 20'])
    let logged = ''
    const sealer = startSealer(
      db,
      keys,
      folder,
      createLog('error', (line) => (logged += line)),
    )
    await write(10)
    await vi.waitFor(
      async () => expect(await db.one(sql`select max(seq) as last from audit_seal`)).toEqual({ last: 25 }),
      60_000,
    )
    await sealer.stop()
    expect(logged).toContain('audit.head.contradicted')
    expect(await faults()).toEqual(['cut 20'])
    expect((await readdir(folder)).filter((name) => name.includes('broken'))).toHaveLength(1)
  })

  it('is found: a tail cut off while the portal runs', async () => {
    const sealer = startSealer(db, keys, folder, createLog('silent'))
    await write(1)
    await vi.waitFor(
      async () => expect(await db.one(sql`select max(seq) as last from audit_seal`)).toEqual({ last: 21 }),
      60_000,
    )
    await owner.query('delete from audit where id > 15; delete from audit_seal where seq > 15')
    await write(10)
    await vi.waitFor(
      async () => expect(await db.one(sql`select max(seq) as last from audit_seal`)).toEqual({ last: 25 }),
      60_000,
    )
    await sealer.stop()
    expect(await faults()).toEqual(['cut 21'])
  })

  it('is found: everything emptied, and a head outside that was spoilt', async () => {
    await writeFile(join(folder, 'audit-head.json'), '{"seq": 20')
    expect(await faults()).toHaveLength(1)
    await seal()
    await owner.query('truncate audit, audit_seal')
    expect(await faults()).toHaveLength(1)
  })

  it('cannot be hidden by sealing anew without the key', async () => {
    await owner.query(`update audit set action = 'logout' where id = 20`)
    const { row, at, before } = await db.one<{ row: string; at: number; before: string }>(sql`
      select ${canonical} as row, (extract(epoch from s.at) * 1000000)::bigint as at,
        (select encode(hash, 'hex') from audit_seal where seq = 19) as before
      from audit a join audit_seal s on s.audit_id = a.id where a.id = 20`)
    const forged = linkHash(keysFrom(Buffer.alloc(32, 8)), before, { seq: 20, sealedAt: at, row })
    await owner.query(`update audit_seal set hash = decode($1, 'hex') where seq = 20`, [forged])
    expect(await faults()).toEqual(['changed 20', 'cut 20'])
  })
})

it('gives the application no way to change what is written or sealed', async () => {
  const app = new pg.Client({ connectionString: test.appUrl })
  await app.connect()
  for (const text of [
    `update audit set action = 'x'`,
    'delete from audit',
    'truncate audit',
    'update audit_seal set seq = seq',
    'delete from audit_seal',
    'truncate audit_seal',
    'alter table audit add column x int',
    'drop index audit_seal_row',
  ]) {
    await expect(app.query(text), text).rejects.toThrow(/permission denied|must be owner/)
  }
  await app.end()
})

it('starts at a link in the middle for a look at the last day', async () => {
  await owner.query(`update audit set action = 'x' where id in (3, 15)`)
  const verdict = await verifyAudit({ db, keys, folder, from: 10, settledSeconds: 0 })
  expect(verdict).toMatchObject({ rows: 11, faults: [{ kind: 'changed', seq: 15 }] })
})
