import { chmod, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everything } from '../../testing/test-extent.ts'
import { openDatabase } from '../database.ts'
import {
  ask,
  clearPlace,
  copyData,
  end,
  gone,
  makePlace,
  postmasterOf,
  run,
  watch,
} from './embedded-test-kit.ts'
import { isPostmaster } from './pg-process.ts'
import { sql } from '../sql.ts'

let workshop = ''
let dir = ''

/** Most tests begin with a copy of this one's data directory, stopped cleanly. */
beforeAll(async () => {
  workshop = await makePlace()
  await end(await run(join(workshop, 'data')), 'SIGTERM')
})

afterAll(() => rm(workshop, { recursive: true, force: true }))

beforeEach(async () => {
  dir = await makePlace()
  await copyData(join(workshop, 'data'), join(dir, 'data'))
})

afterEach(() => clearPlace(dir))

describe('the embedded server', { timeout: 30_000 }, () => {
  it('starts on an empty directory, ends with its process and starts again with what was written', async () => {
    const first = await run(join(dir, 'new'))
    expect(first.started).toMatchObject({ adopted: false, directory: join(dir, 'new', 'pg') })
    await ask(first.started.ownerUrl, 'create table note (id int primary key); insert into note values (7)')
    const settings = await ask(
      first.started.appUrl,
      `select current_user, current_setting('fsync') fsync, current_setting('full_page_writes') pages,
         current_setting('data_checksums') checksums, current_setting('listen_addresses') listen,
         current_setting('max_connections') connections, current_setting('timezone') zone,
         current_setting('log_min_error_statement') statements, current_setting('server_encoding') encoding`,
    )
    expect(settings).toEqual([
      {
        current_user: 'xingtan_app',
        fsync: 'on',
        pages: 'on',
        checksums: 'on',
        listen: '127.0.0.1',
        connections: '60',
        zone: 'Asia/Shanghai',
        statements: 'panic',
        encoding: 'UTF8',
      },
    ])
    await end(first, 'SIGTERM')
    expect(await isPostmaster(first.started.pid, first.started.directory)).toBe(false)

    const second = await run(join(dir, 'new'))
    expect(second.started.adopted).toBe(false)
    expect(await ask(second.started.ownerUrl, 'select id from note')).toEqual([{ id: 7 }])
    console.info(`fresh start ${first.started.ms} ms, restart ${second.started.ms} ms`)
  })

  it('keeps its key and its log to their owner and never logs values', async () => {
    const { started } = await run(join(dir, 'data'))
    await ask(started.ownerUrl, 'create table note (id text primary key)')
    await ask(started.ownerUrl, "insert into note values ('440102199001011234')")
    await expect(ask(started.ownerUrl, "insert into note values ('440102199001011234')")).rejects.toThrow(
      'duplicate',
    )
    await expect(ask(started.ownerUrl, "select '440102199001011234x'::date")).rejects.toThrow('invalid input')
    expect(await readFile(join(dir, 'data', 'postgres.log'), 'utf8')).not.toContain('440102199001011234')
    for (const name of ['postgres.log', 'database.key']) {
      expect((await stat(join(dir, 'data', name))).mode & 0o777).toBe(0o600)
    }
  })

  it('refuses a second process and names the first', async () => {
    const first = await run(join(dir, 'data'))
    const second = await run(join(dir, 'data'))
    expect(second.refused).toContain(`正由进程 ${first.process.pid} 使用`)
    expect(await ask(first.started.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is adopted by the next start after kill -9 of node, at once, and then ends with it', async () => {
    const first = await run(join(dir, 'data'))
    await ask(first.started.ownerUrl, 'create table note (id int); insert into note values (1)')
    await end(first, 'SIGKILL')
    const second = await run(join(dir, 'data'))
    expect(second.started).toMatchObject({ adopted: true, pid: first.started.pid, port: first.started.port })
    expect(await ask(second.started.ownerUrl, 'select id from note')).toEqual([{ id: 1 }])
    await end(second, 'SIGTERM')
    expect(await gone(first.started.pid)).toBe(true)
    console.info(`adoption ${second.started.ms} ms`)
  })

  it.runIf(everything)(
    'recovers with every acknowledged write after kill -9 of node and postmaster together',
    async () => {
      const first = await run(join(dir, 'data'))
      const db = openDatabase({ url: first.started.ownerUrl })
      await db.execute(sql`create table note (id int primary key)`)
      let acknowledged = 0
      const writing = (async () => {
        for (;;) {
          await db.execute(sql`insert into note values (${acknowledged + 1})`)
          acknowledged++
        }
      })().catch(() => {})
      while (acknowledged < 50) await sleep(5)
      process.kill(first.started.pid, 'SIGKILL')
      await end(first, 'SIGKILL')
      await writing
      await db.close()
      const second = await run(join(dir, 'data'))
      const [row] = await ask(
        second.started.ownerUrl,
        'select count(*)::int as count, max(id) as max from note',
      )
      expect(row?.count).toBeGreaterThanOrEqual(acknowledged)
      expect(row?.max).toBe(row?.count)
      console.info(`recovery ${second.started.ms} ms`)
    },
  )

  it.runIf(everything)('is brought back at the same address when only the postmaster dies', async () => {
    const { started } = await run(join(dir, 'data'))
    const db = openDatabase({ url: started.appUrl })
    await db.ping()
    process.kill(started.pid, 'SIGKILL')
    const begun = Date.now()
    const answers = () =>
      db.ping().then(
        () => true,
        () => false,
      )
    for (
      let pid = started.pid;
      pid === started.pid || Number.isNaN(pid) || !(await answers());
      await sleep(10)
    ) {
      pid = await postmasterOf(started.directory)
      watch(pid, started.directory)
      expect(Date.now() - begun).toBeLessThan(5_000)
    }
    await db.close()
    console.info(`brought back ${Date.now() - begun} ms`)
  })

  it.runIf(everything)(
    'gives one of two simultaneous starts the fresh directory and refuses the other',
    async () => {
      const both = await Promise.all([run(join(dir, 'new')), run(join(dir, 'new'))])
      const winner = both.find((child) => child.refused === undefined)
      const loser = both.find((child) => child.refused !== undefined)
      expect(loser?.refused).toContain(`正由进程 ${winner?.process.pid} 使用`)
      expect(await ask(winner?.started.appUrl ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
      expect((await readdir(join(dir, 'new'))).filter((name) => name.startsWith('pg'))).toEqual(['pg'])
    },
  )

  it.runIf(everything)(
    'does not take a stranger with the number of its pid file for its server',
    async () => {
      const first = await run(join(dir, 'data'))
      await end(first, 'SIGTERM')
      const pidFile = join(first.started.directory, 'postmaster.pid')
      await writeFile(
        pidFile,
        `${process.pid}\n${first.started.directory}\n1\n${first.started.port}\n\n127.0.0.1\n\nready\n`,
      )
      await chmod(pidFile, 0o644)
      const second = await run(join(dir, 'data'))
      expect(second.started.adopted).toBe(false)
      expect(await ask(second.started.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    },
  )

  it.runIf(everything)('is left running when somebody else is connected', async () => {
    const first = await run(join(dir, 'data'))
    const other = new pg.Client({ connectionString: first.started.ownerUrl })
    other.on('error', () => {})
    await other.connect()
    await end(first, 'SIGTERM')
    expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await other.end()
  })

  it('says so when the key of an existing database is missing', async () => {
    const first = await run(join(dir, 'data'))
    await end(first, 'SIGTERM')
    await rm(join(dir, 'data', 'database.key'))
    expect((await run(join(dir, 'data'))).refused).toContain('database.key')
  })
})
