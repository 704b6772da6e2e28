import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../platform/db/database.ts'
import { distribute } from '../../platform/db/cluster/index.ts'
import { freePort } from '../../platform/db/embedded/pg-process.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { sql } from '../../platform/db/sql.ts'
import { withDatabase } from '../../platform/db/testing/test-server.ts'
import { placementGroups } from '../placements.ts'

/**
 * Program that starts a coordinator and two workers with Citus: `start FOLDER PORT` takes this port and the
 * next two and prints `DATABASE_URL=…`, `fresh FOLDER NAME` makes one more database, `stop FOLDER` ends them.
 */
const program = process.env['CITUS_CLUSTER']
const run = promisify(execFile)
const owners = 200
const everyNode = placementGroups.flatMap(({ kind, tables }) => (kind === 'everyNode' ? tables : [])).length

describe.skipIf(!program)('npm run distribute (skipped where CITUS_CLUSTER names no program)', () => {
  let folder = ''
  let serverUrl = ''
  let db: Database

  const open = async (name: string) => {
    await run(program ?? '', ['fresh', folder, name])
    const url = withDatabase(serverUrl, name)
    await migrate(url, join(import.meta.dirname, '../../migrations'))
    const opened = openDatabase({ url, max: 2, statementTimeout: 0 })
    await opened.execute(sql`
      insert into reminder (owner_id, record_id, field, due_on, stage)
      select n, gen_random_uuid(), 'validUntil', '2026-11-25', 1 from generate_series(1, ${owners}::int) n`)
    await opened.execute(sql`
      with i as (
        insert into institution (level, name, kind, area_code) values ('province', '平台', '10', '44') returning id),
      p as (insert into person (name) values ('甲') returning id),
      a as (insert into identity (person_id, role, institution_id) select p.id, 1, i.id from p, i returning id)
      insert into message (identity_id, kind, title) select id, 'k', '一' from a`)
    return opened
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'xingtan-citus-'))
    // The servers run under an account of their own.
    await chmod(folder, 0o755)
    const { stdout } = await run(program ?? '', ['start', folder, String(await freePort())])
    serverUrl = /DATABASE_URL=(\S+)/.exec(stdout)?.[1] ?? ''
    db = await open('spread')
  }, 180_000)

  afterAll(async () => {
    await db?.close()
    await run(program ?? '', ['stop', folder])
    await rm(folder, { recursive: true, force: true })
  })

  const quietly = (on: Database, groups = placementGroups) => distribute(on, groups, () => {})

  it('spreads what is declared, with its rows, and tells of each table', { timeout: 120_000 }, async () => {
    const lines: string[] = []
    const { distributed, already } = await distribute(db, placementGroups, (line) => lines.push(line))
    expect(already).toBe(0)
    expect(lines).toHaveLength(distributed)
    expect(lines.at(0)).toMatch(/^1\/\d+ institution：每个节点各存一份，/)
    const spread = await db.query<{ kind: string; n: number; groups: number }>(sql`
      select citus_table_type as kind, count(*)::int as n, count(distinct colocation_id)::int as groups
      from citus_tables where citus_table_type <> 'local' group by 1 order by 1`)
    expect(spread).toEqual([
      { kind: 'distributed', n: distributed - everyNode, groups: 1 },
      { kind: 'reference', n: everyNode, groups: 1 },
    ])
    expect(await db.one(sql`select count(*)::int as n from reminder`)).toEqual({ n: owners })
    expect(
      await db.query(sql`
        select nodeport from run_command_on_shards('reminder', 'select count(*) from %s') s
        join citus_shards c using (shardid) where s.result::int > 0 group by 1`),
    ).toHaveLength(2)
    expect(await db.one(sql`select pg_relation_size('reminder')::int as bytes`)).toEqual({ bytes: 0 })
  })

  it('sets the database so that no node compiles a statement of one row', async () => {
    const fresh = openDatabase({ url: withDatabase(serverUrl, 'spread'), max: 1 })
    const nodes = await fresh
      .query<{ jit: string }>(
        sql`
        select current_setting('jit') as jit
        union all
        select result from run_command_on_workers('show jit')`,
      )
      .finally(() => fresh.close())
    expect(nodes).toEqual([{ jit: 'off' }, { jit: 'off' }, { jit: 'off' }])
  })

  it('goes on with the numbers of tables that are on every node, and of those that point at them', async () => {
    expect(
      await db.one(sql`
        insert into institution (level, name, kind, area_code) values ('province', '省厅', '10', '44')
        returning id`),
    ).toEqual({ id: 2 })
    expect(await db.one(sql`insert into person (name) values ('乙') returning id`)).toEqual({ id: 2 })
    expect(
      await db.one(sql`
        insert into message (identity_id, kind, title) select id, 'k', '二' from identity returning id::int`),
    ).toEqual({ id: 2 })
  })

  it('does nothing when it is called again, and goes on where a table is missing', async () => {
    const all = (await quietly(db)).already
    expect(await quietly(db)).toEqual({ distributed: 0, already: all })
    await db.query(sql`select undistribute_table('reminder')`)
    expect(await quietly(db)).toEqual({ distributed: 1, already: all - 1 })
    expect(await db.one(sql`select count(*)::int as n from reminder`)).toEqual({ n: owners })
  })

  it('refuses a table that lives elsewhere than declared', async () => {
    const elsewhere = placementGroups.map((group) =>
      group.kind === 'everyNode' ? { ...group, kind: 'coordinator' as const } : group,
    )
    await expect(quietly(db, elsewhere)).rejects.toThrow('表 file 已经每个节点各存一份，与声明不同')
  })

  it('moves nothing where one table cannot be distributed', { timeout: 60_000 }, async () => {
    const other = await open('refused')
    try {
      await other.execute(sql`create unique index reminder_record on reminder (record_id)`)
      await expect(quietly(other)).rejects.toThrow('表 reminder 的唯一约束 reminder_record 不含 owner_id')
      expect(await other.query(sql`select 1 from citus_tables`)).toEqual([])
    } finally {
      await other.close()
    }
  })
})
