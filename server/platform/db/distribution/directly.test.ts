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
    part: { number, node: of, tables: new Map([['note', `note_${shard}`]]), shard },
  }))

const where = {
  here: new Map<string, string>(),
  byOwner: new Set(['note']),
  everywhere: new Map<string, string>(),
  onlyHere: new Set<string>(),
  alone: null,
  atOwner: true,
  directly: true,
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
      'grant select on note_1001, note_1002 to public',
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
})
