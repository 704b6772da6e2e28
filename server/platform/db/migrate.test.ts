import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { migrate } from './migrate.ts'
import { ensureAppRole } from './roles.ts'
import { onCluster } from '../testing/test-extent.ts'
import { administer, dropCopy, testServer, withDatabase } from './testing/test-server.ts'

const server = await testServer()
let dir = ''
let name = ''
let url = ''

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'xingtan-migrate-'))
  name = `t_migrate_${process.pid}_${Math.random().toString(36).slice(2)}`
  await administer(server.ownerUrl, `create database ${name}`)
  url = withDatabase(server.ownerUrl, name)
})

afterEach(async () => {
  await dropCopy(server, name)
  await rm(dir, { recursive: true })
})

const put = (file: string, text: string) => writeFile(join(dir, file), text)

async function rows(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('migrations', () => {
  it('run in order, once', async () => {
    await put('0001-first.sql', 'create table a (id int); insert into a values (1);')
    await put('0002-second.sql', 'insert into a select id + 1 from a;')
    expect(await migrate(url, dir)).toEqual({ applied: ['0001-first.sql', '0002-second.sql'], ahead: [] })
    await put('0010-third.sql', 'insert into a values (3);')
    expect((await migrate(url, dir)).applied).toEqual(['0010-third.sql'])
    expect((await migrate(url, dir)).applied).toEqual([])
    expect(await rows('select id from a order by id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  })

  it('run once when several processes start together', async () => {
    await put('0001-first.sql', 'create table a (id int); select pg_sleep(0.2); insert into a values (1);')
    const results = await Promise.all([migrate(url, dir), migrate(url, dir), migrate(url, dir)])
    expect(results.map((result) => result.applied.length).sort()).toEqual([0, 0, 1])
    expect(await rows('select id from a')).toEqual([{ id: 1 }])
  })

  it('leave nothing of a file that fails and name its line', async () => {
    await put('0001-first.sql', 'create table a (id int);')
    await put('0002-bad.sql', 'create table b (id int);\ninsert into a values (1);\nselect * from missing;')
    await expect(migrate(url, dir)).rejects.toThrow(/0002-bad\.sql 第 3 行执行失败/)
    expect(await rows("select to_regclass('b') as b, count(*)::int as n from a")).toEqual([{ b: null, n: 0 }])
    await put('0002-bad.sql', 'create table b (id int);')
    expect((await migrate(url, dir)).applied).toEqual(['0002-bad.sql'])
  })

  it('refuse a file changed, removed, out of order, misnamed or doubly numbered', async () => {
    await put('0001-first.sql', 'select 1;')
    await put('0003-third.sql', 'select 3;')
    await migrate(url, dir)
    await put('0002-second.sql', 'select 2;')
    await expect(migrate(url, dir)).rejects.toThrow('0002-second.sql 的编号早于')
    await rm(join(dir, '0002-second.sql'))
    await put('0001-first.sql', 'select 1;\r\n'.replace('\r\n', ''))
    await migrate(url, dir)
    await put('0001-first.sql', 'select 11;')
    await expect(migrate(url, dir)).rejects.toThrow('0001-first.sql 在执行之后被改动过')
    await rm(join(dir, '0001-first.sql'))
    await expect(migrate(url, dir)).rejects.toThrow('0001-first.sql 已在数据库中执行过')
    await put('1-odd.sql', '')
    await expect(migrate(url, dir)).rejects.toThrow('1-odd.sql 不合规则')
    await rm(join(dir, '1-odd.sql'))
    await put('0003-twin.sql', '')
    await expect(migrate(url, dir)).rejects.toThrow('编号相同')
  })

  it('let an older program run on a newer database', async () => {
    await put('0001-first.sql', 'select 1;')
    await put('0002-second.sql', 'select 2;')
    await migrate(url, dir)
    await rm(join(dir, '0002-second.sql'))
    expect(await migrate(url, dir)).toEqual({ applied: [], ahead: ['0002-second.sql'] })
  })
})

describe('the application role of an external server', () => {
  // The nodes of a cluster trust each other, and with that everybody on this machine: no password is wrong
  // there.
  it.skipIf(onCluster)('is not used with another password than ours, and the owner stands in', async () => {
    const lines: string[] = []
    const log = createLog('info', (line) => void lines.push(line))
    expect(await ensureAppRole(url, Buffer.alloc(32), log)).toBe(url)
    expect(lines.join()).toContain('database.app-role.unused')
  })
})
