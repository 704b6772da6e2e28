import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../database.ts'
import { sql } from '../sql.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { plansAreSpread } from '../testing/test-plans.ts'
import { openDirectly } from './directly.ts'
import { hashOf, partOf, type Node, type Parts } from './parts.ts'

/** One PostgreSQL stands in for a node of its own: it has the tables of two parts and lets in whoever the others let in. */
let test: TestDatabase
let owner: Database
let node: Node

/** Two halves of the hashes; owner 1 hashes below zero, owner 2 above. */
const halves = (of: Node, upper = '1002'): Parts =>
  [
    { from: -(2 ** 31), shard: '1001' },
    { from: 0, shard: upper },
  ].map(({ from, shard }, number) => ({
    from,
    part: { number, node: of, before: number, tables: new Map([['note', `note_${shard}`]]), shard },
  }))

const where = {
  here: new Map<string, string>(),
  byOwner: new Set(['note']),
  everywhere: new Map<string, string>(),
  onlyHere: new Set<string>(),
  alone: null,
  atOwner: true,
  directly: true,
  holds: true,
}

const ofOwner = (id: number) => ({
  owner: id,
  text: 'select n.text from note n where n.owner_id = $1',
  values: [id],
})

// On a cluster the true function is there (spread.test.ts).
describe.skipIf(plansAreSpread)('past the coordinator', () => {
  beforeAll(async () => {
    test = await openTestDatabase('directly')
    owner = openDatabase({ url: test.ownerUrl, max: 1 })
    const { hostname, port } = new URL(test.directUrl)
    const { system } = await owner.one<{ system: string }>(
      sql`select system_identifier::text as system from pg_control_system()`,
    )
    node = { host: hostname, port: Number(port), system }
    for (const text of [
      'create table note_1001 (owner_id int, text text)',
      'create table note_1002 (owner_id int, text text)',
      `insert into note_1001 values (1, 'low')`,
      `insert into note_1002 values (2, 'high')`,
      `create function rows_lie_here(part bigint) returns boolean language plpgsql stable as $$
      begin
        if part = 1003 then raise exception 'elsewhere' using errcode = 'undefined_table'; end if;
        return true;
      end $$`,
      `create function hold_rows(part bigint) returns boolean language plpgsql as $$
      begin
        if part = 1003 then raise exception 'elsewhere' using errcode = 'undefined_table'; end if;
        return true;
      end $$`,
      'grant select, insert on note_1001, note_1002 to public',
    ])
      await owner.query(sql.raw(text))
  })
  afterAll(async () => {
    await owner.close()
    await test.drop()
  })

  describe('the hash by which Citus spreads owners', () => {
    it('is the one that PostgreSQL reckons', async () => {
      const rows = await owner.query<{ id: number; hash: number }>(sql`
      select id, hashint4(id) as hash
      from (
        select unnest(array[0, 1, 2, -1, 2147483647, -2147483648]) as id
        union all select generate_series(1000, 2000000, 9973)) ids`)
      expect(rows.length).toBeGreaterThan(200)
      expect(rows.filter(({ id, hash }) => hashOf(id) !== hash)).toEqual([])
    })
    it('finds the part that begins at or below it, and none where its node did not answer', () => {
      const [first, second] = halves({ host: 'a', port: 1, system: '1' })
      expect([hashOf(1) < 0, hashOf(2) < 0]).toEqual([true, false])
      const parts = first && second ? [first, { ...second, part: null }] : []
      expect(partOf(parts, 1)?.number).toBe(0)
      expect(partOf(parts, 2)).toBeNull()
    })
  })

  describe('a statement about one owner that goes to his node', () => {
    /** Asked once, so that it knows where parts lie; until then the coordinator is asked. */
    const opened = async (parts: Parts, url = test.directUrl) => {
      const away: string[] = []
      const directly = openDirectly({ url, max: 2, onNodeAway: (name) => away.push(name) }, async () => parts)
      expect(await directly.ask(where, ofOwner(1))).toBeUndefined()
      return { directly, away }
    }

    it('asks the tables that have his rows there', async () => {
      const { directly, away } = await opened(halves(node))
      for (const id of [1, 2, 1, 2, 3])
        expect(await directly.ask(where, ofOwner(id))).toEqual(
          [[], [{ text: 'low' }], [{ text: 'high' }], []][id],
        )
      await directly.close()
      expect(away).toEqual([])
      expect(await directly.ask(where, ofOwner(1))).toBeUndefined()
    })

    it('answers all of many statements, more than a node keeps planned', async () => {
      const { directly } = await opened(halves(node))
      for (const round of [1, 2])
        for (let each = 0; each < 130; each += 1) {
          const text = `select n.text, ${each} as each from note n where n.owner_id = $1`
          const rows = await directly.ask(where, { owner: 1, text, values: [1] })
          expect(rows, `${round}`).toEqual([{ text: 'low', each }])
        }
      const kept = await directly.ask<{ kept: number }>(where, {
        owner: 1,
        text: 'select (select count(*)::int from pg_prepared_statements) as kept from note n where n.owner_id = $1',
        values: [1],
      })
      expect(kept?.[0]?.kept).toBeLessThanOrEqual(100)
      await directly.close()
    })

    it('tells a fault of the statement as PostgreSQL does, and that rows went elsewhere', async () => {
      const { directly, away } = await opened(halves(node))
      const text = 'select n.text::int from note n where n.owner_id = $1'
      const fault = directly.ask(where, { owner: 1, text, values: [1] })
      await expect(fault).rejects.toMatchObject({ code: '22P02' })
      await directly.close()
      await owner.query(sql`alter table note_1002 rename to note_1003`)
      const moved = await opened(halves(node, '1003'))
      await expect(moved.directly.ask(where, ofOwner(2))).rejects.toMatchObject({
        code: '42P01',
        message: 'elsewhere',
      })
      // What it knew of parts is learned anew.
      expect(await moved.directly.ask(where, ofOwner(1))).toBeUndefined()
      expect(await moved.directly.ask(where, ofOwner(1))).toEqual([{ text: 'low' }])
      await owner.query(sql`alter table note_1003 rename to note_1002`)
      await moved.directly.close()
      expect(away).toEqual([])
    })

    it('is left to the coordinator where the address answers as another server, refuses, or does not answer', async () => {
      const silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const { port } = silent.address() as AddressInfo
      const unknown = new URL(test.directUrl)
      unknown.pathname = '/nowhere'
      for (const [at, url] of [
        [{ ...node, system: '1' }, test.directUrl],
        [{ ...node, host: '127.0.0.1', port }, test.directUrl],
        [node, unknown.href],
      ] as const) {
        const { directly, away } = await opened(halves(at), url)
        expect(await directly.ask(where, ofOwner(1))).toBeUndefined()
        // Known to be away, it is left alone for a while.
        expect(await directly.ask(where, ofOwner(2))).toBeUndefined()
        expect(away).toEqual([`${at.host}:${at.port}`])
        await directly.close()
      }
      silent.close()
    })
  })

  describe('a change of one owner that is written on his node', () => {
    const opened = async (parts: Parts, url = test.directUrl) => {
      const directly = openDirectly({ url, max: 2 }, async () => parts)
      expect(await directly.ask(where, ofOwner(1))).toBeUndefined()
      return directly
    }
    const add = (id: number, said: string) => ({
      owner: id,
      text: `with "n" as (insert into note (owner_id, text) values ($1, $2) returning text) select * from "n"`,
      values: [id, said],
    })
    const said = async (like: string) =>
      (
        await owner.query<{ text: string }>(sql`
          select text from note_1001 where text like ${like}
          union all select '2: ' || text from note_1002 where text like ${like} order by 1`)
      ).map(({ text }) => text)

    it('goes to the tables of his part, as one statement and in a transaction, whole or not at all', async () => {
      const directly = await opened(halves(node))
      expect(await directly.write(where, add(1, 'one'))).toEqual([{ text: 'one' }])
      const both = directly.inside(where, 2, async (run) => {
        await run(add(2, 'one a').text, [2, 'one a'])
        return (await run(add(2, 'one b').text, [2, 'one b'])).rows
      })
      expect(await both).toEqual({ done: [{ text: 'one b' }] })
      const failing = directly.inside(where, 2, async (run) => {
        await run(add(2, 'one c').text, [2, 'one c'])
        throw new Error('thought better of it')
      })
      await expect(failing).rejects.toThrow('thought better of it')
      expect(await said('one%')).toEqual(['2: one a', '2: one b', 'one'])
      expect(directly.written()).toBe(2)
      await directly.close()
    })

    it('is left to the coordinator where the rows went, and nothing of it stays', async () => {
      await owner.query(sql`alter table note_1002 rename to note_1003`)
      const directly = await opened(halves(node, '1003'))
      expect(await directly.write(where, add(2, 'moved'))).toBeUndefined()
      const again = await opened(halves(node, '1003'))
      let begun = 0
      expect(await again.inside(where, 2, async () => void (begun += 1))).toBeUndefined()
      await owner.query(sql`alter table note_1003 rename to note_1002`)
      expect(begun).toBe(0)
      expect(await said('moved')).toEqual([])
      for (const each of [directly, again]) await each.close()
    })

    it('is left to him where the node goes before the commit, and told as unknown where it goes in it', async () => {
      const directly = await opened(halves(node))
      const cut = (pid: number) => test.db.query(sql`select pg_terminate_backend(${pid})`)
      const gone = await directly.inside(where, 1, async (run) => {
        const { rows } = await run('select pg_backend_pid() as pid', [])
        await cut((rows as { pid: number }[])[0]?.pid ?? 0)
        await run(add(1, 'cut').text, [1, 'cut'])
      })
      expect(gone).toBeUndefined()
      await directly.close()
      const other = await opened(halves(node))
      const sleepy = {
        ...add(1, 'cut'),
        text: 'with "n" as (insert into note (owner_id, text) values ($1, $2) returning pg_sleep(60)) select * from "n"',
      }
      const writing = other.write(where, sleepy)
      const ended = expect(writing).rejects.toMatchObject({ code: '57P01' })
      const waiting = async () =>
        (
          await test.db.query<{ pid: number }>(sql`
            select pid from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`)
        )[0]?.pid
      let pid = await waiting()
      while (pid === undefined) pid = await waiting()
      await cut(pid)
      await ended
      expect(await said('cut')).toEqual([])
      await other.close()
    })
  })
})
