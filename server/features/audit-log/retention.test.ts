import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import { keysFrom } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDatabase, type TestDatabase } from '../../platform/db/testing/test-database.ts'
import { archivePath, NotWhole } from './archive.ts'
import { keepMonths } from './retention.ts'
import { sealNext } from './seal.ts'
import { verifyAudit } from './verify.ts'

const keys = keysFrom(Buffer.alloc(32, 7))
const going = new AbortController().signal
let test: TestDatabase
let db: Database
let owner: pg.Client
let folder: string

beforeAll(async () => {
  test = await openTestDatabase('retention')
  db = test.db
  owner = new pg.Client({ connectionString: test.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await test.drop()
})

/** Months before this one that the tests fill, and rows in each of them. */
const [months, each] = [40, everything ? 30 : 6]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xingtan-retention-'))
  // As a portal that has run for years has it: a part for each month, the next ones made ahead.
  await owner.query(`
    do $$ declare one record; begin
      for one in select tgrelid::regclass::text as part from pg_trigger where tgname = 'audit_only_grows' loop
        execute format('alter table %s disable trigger audit_only_grows', one.part);
      end loop;
    end $$;
    truncate audit, audit_seal;
    delete from audit_month;
    insert into audit_month (part, since, until)
    select to_char(m, 'YYYY_MM'), m at time zone 'Asia/Shanghai', (m + interval '1 month') at time zone 'Asia/Shanghai'
    from generate_series(date_trunc('month', now() at time zone 'Asia/Shanghai') - interval '${months} months',
      date_trunc('month', now() at time zone 'Asia/Shanghai') + interval '1 month', interval '1 month') m;
    select audit_lay_parts();
    alter table audit enable always trigger audit_only_grows;
    alter table audit_seal enable always trigger audit_only_grows;
    select setval('audit_id_seq', 1, false);
    insert into audit (at, by_identity, action)
    select since + n * (until - since) / ${each + 1}, n, 'record.edited'
    from audit_month, generate_series(1, ${each}) n
    where until <= now()
    order by 1`)
  await sealAsThen()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/**
 * Seals each row the moment after it was written; the last of each month in the next one, as happens at
 * midnight.
 */
async function sealAsThen(): Promise<void> {
  await sealNext(db, keys)
  // The chain of then has the times of then: it is made anew over them.
  const { rows } = await owner.query<{ seq: string; audit_id: string; at: Date }>(
    `select s.seq, s.audit_id, coalesce(m.until, a.at) + interval '1 second' as at
     from audit_seal s
     join audit a on a.id = s.audit_id
     left join audit_month m on a.at >= m.since and a.at < m.until and a.by_identity = ${each}
     order by s.seq`,
  )
  await owner.query('alter table audit_seal disable trigger audit_only_grows; delete from audit_seal')
  const { canonical, linkHash } = await import('./seal.ts')
  let hash = ''
  for (const { seq, audit_id: id, at } of rows) {
    const { row } = await db.one<{ row: string }>(
      sql`select ${canonical} as row from audit a where a.id = ${Number(id)}::bigint`,
    )
    hash = linkHash(keys, hash, { seq: Number(seq), sealedAt: at.getTime() * 1000, row })
    await owner.query(
      `insert into audit_seal (seq, audit_id, hash, at) values ($1, $2, decode($3, 'hex'), $4)`,
      [seq, id, hash, at],
    )
  }
  await owner.query('alter table audit_seal enable always trigger audit_only_grows')
}

const keep = (kept: number) => keepMonths({ db, keys, folder, months: kept }, going)
const check = () => verifyAudit({ db, keys, folder, settledSeconds: 0 })
const parts = async () =>
  (await owner.query<{ n: number }>(`select count(*)::int as n from audit`)).rows[0]?.n ?? 0

describe('a month that is older than the audit is kept', () => {
  it('is archived and removed, oldest first, and what is kept still verifies, with its archives', async () => {
    const before = await parts()
    expect(await check()).toMatchObject({ rows: before, faults: [] })
    expect(await keep(38)).toBe(true)
    expect(await parts()).toBe(before - each + 1)
    expect(await keep(38)).toBe(true)
    expect(await keep(38)).toBe(false)
    await sealNext(db, keys)
    const found = await check()
    expect(found).toMatchObject({ faults: [], archives: { whole: 2, absent: [] } })
    // All links of the first month but one lie in its archive; that one, with its row, begins what is kept.
    expect(found.rows).toBe(before - 2 * each + 1 + 2)
    const { rows } = await owner.query<{ facts: object }>(
      `select facts from audit where action = 'audit.removed' order by id`,
    )
    expect(rows.map(({ facts }) => facts)).toMatchObject([{ rows: each - 1 }, { rows: each }])
  })

  it('stays where something is wrong with it: a row changed, a row put in, a link gone', async () => {
    const guarded = (how: string) =>
      owner.query(
        `alter table audit ${how} trigger audit_only_grows; alter table audit_seal ${how} trigger audit_only_grows`,
      )
    const spoil = async (statement: string) => {
      await guarded('disable')
      await owner.query(statement)
      await guarded('enable always')
      await expect(keep(36)).rejects.toThrow(NotWhole)
    }
    const before = await parts()
    await spoil(`update audit set action = 'login' where id = 3`)
    await spoil(
      `update audit set action = 'record.edited' where id = 3;
      insert into audit (at, action) select at, 'x' from audit where id = 3`,
    )
    await spoil(`delete from audit where action = 'x'; delete from audit_seal where seq = 5`)
    expect(await parts()).toBe(before)
  })

  it('cannot be younger than three years, nor be said to be removed by anybody but the portal', async () => {
    expect(await keep(39)).toBe(true)
    await expect(
      db.query(sql`select audit_remove_month(${await partBefore(20)}, '{}', ''::bytea)`),
    ).rejects.toThrow(/three years/)
    await expect(
      db.query(sql`select audit_remove_month(${await partBefore(37)}, '{}', ''::bytea)`),
    ).rejects.toThrow(/older part/)
    await expect(db.query(sql`update audit_month set removed_at = now()`)).rejects.toThrow(/denied/)
    // Whoever owns the database, or asks as the portal does, leaves a month that nobody put away.
    await db.query(
      sql`select audit_remove_month(${await partBefore(39)}, ${'{"rows":1}'}, ${Buffer.from('00')})`,
    )
    const kinds = (await check()).faults.map(({ kind }) => kind)
    expect(kinds).toContain('forged')
    expect(kinds).toContain('gap')
  })

  it('has an archive in which a turned bit is found, and one that lies elsewhere is named', async () => {
    const part = await partBefore(40)
    await keep(39)
    const path = archivePath(folder, part)
    const bytes = await readFile(path)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(path, bytes)
    expect((await check()).faults).toEqual([{ kind: 'archive', part }])
    await rm(path)
    expect(await check()).toMatchObject({ faults: [], archives: { whole: 0, absent: [part] } })
  })
})

/** The part that began so many months ago. */
async function partBefore(ago: number): Promise<string> {
  const { rows } = await owner.query<{ part: string }>(
    `select to_char(now() at time zone 'Asia/Shanghai' - make_interval(months => $1), 'YYYY_MM') as part`,
    [ago],
  )
  return rows[0]?.part ?? ''
}

describe('while a month is removed', () => {
  it('nobody who writes waits for it, also where somebody reads the audit for long', async () => {
    const reader = new pg.Client({ connectionString: test.appUrl })
    await reader.connect()
    const read = () => reader.query('begin; select count(*) from audit')
    const gaveUp: string[] = []
    // Somebody reads until the next parts could not be made, and reads again until the old one could not be
    // taken out.
    const watched: Database = {
      ...db,
      query: async (statement) => {
        const [step = ''] = /audit_(make|remove)/.exec(statement.text) ?? []
        try {
          const rows = await db.query<never>(statement)
          if (step === 'audit_make') await read()
          return rows
        } catch (error) {
          gaveUp.push(step)
          await reader.query('commit')
          throw error
        }
      },
    }
    await read()
    let removed = false
    let longest = 0
    const writing = (async () => {
      while (!removed) {
        const begun = performance.now()
        await db.execute(sql`insert into audit (action) values ('written')`)
        longest = Math.max(longest, performance.now() - begun)
      }
    })()
    try {
      expect(await keepMonths({ db: watched, keys, folder, months: 39 }, going)).toBe(true)
    } finally {
      removed = true
      await writing
      await reader.end()
    }
    expect(gaveUp).toEqual(['audit_make', 'audit_remove'])
    // An attempt waits a tenth of a second, for each of the two tables.
    expect(longest).toBeLessThan(1_000)
  })
})
