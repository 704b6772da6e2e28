import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { sql } from './sql.ts'
import { ensureAppRights } from './roles.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'

let test: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  test = await openTestDatabase('guards')
  owner = new pg.Client({ connectionString: test.ownerUrl })
  await owner.connect()
  await owner.query(
    `insert into audit (action)
      values ('test'); insert into audit_seal (seq, audit_id, hash)
      values (1, 1, '\\x00')`,
  )
})
afterAll(async () => {
  await owner.end()
  await test.drop()
})

describe('whoever owns the database and wants a line of the audit gone, is refused', () => {
  it.each([
    `update audit set action = 'x'`,
    `update audit set action = action where false`,
    'delete from audit',
    'truncate audit',
    'truncate audit cascade',
    'update audit_seal set seq = 2',
    'delete from audit_seal',
    'truncate audit_seal',
    `insert into audit_seal (seq, audit_id, hash) values (1, 1, '') on conflict (seq, at) do update set hash = ''`,
    'delete from audit using person where false',
    'delete from audit_first',
    'truncate audit_seal_first',
    `merge into audit using (select 1) one on true when matched then delete`,
  ])('%s', async (text) => {
    await expect(owner.query(text)).rejects.toThrow(/only grows/)
    expect((await owner.query('select count(*)::int as n from audit')).rows).toEqual([{ n: 1 }])
  })
})

it('an application role made after the tables gets its rights at the next start, and no more than them', async () => {
  await owner.query(`revoke all on all tables in schema public from xingtan_app; revoke all on all sequences in schema public from xingtan_app;
    alter default privileges in schema public revoke all on tables from xingtan_app`)
  const app = openDatabase({ url: test.appUrl, max: 1 })
  await expect(app.query(sql`select * from person`)).rejects.toThrow(/permission denied/)
  await Promise.all([ensureAppRights(test.ownerUrl), ensureAppRights(test.ownerUrl)])
  await owner.query('create table later (id integer)')
  await app.query(sql`select * from later`)
  await app.transaction(async (tx) => {
    await tx.execute(sql`insert into person (name) values ('林疏影')`)
    await tx.execute(sql`insert into audit (action) values ('test')`)
  })
  for (const text of [
    'delete from audit',
    'select * from audit_first',
    `update audit_month set removed_at = now()`,
    'select audit_lay_parts()',
    'update flow set type = type',
    'delete from dictionary_change',
    'delete from dictionary_item',
    'select * from schema_migration',
    'update master_key_check set mac = mac',
  ]) {
    await expect(app.query(sql.raw(text)), text).rejects.toThrow(/permission denied/)
  }
  await app.close()
})
