import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database, type Queryable } from './database.ts'
import { sql } from './sql.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { plansAreSpread } from './testing/test-plans.ts'

/** These run on a distributed PostgreSQL too (`npm run test:distributed`), where the work is done on the node of the owner. */
let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase('owners node')
  // Where rows lie is learned beside the first statements.
  while (plansAreSpread && !(await isPast(() => write(test.db, 1, 'learns')))) continue
})
afterAll(() => test.drop())

const reminder = (owner: number, field: string) => sql`
  insert into reminder (owner_id, record_id, field, due_on, stage)
  values (${owner}, gen_random_uuid(), ${field}, '2026-11-26', 1) returning field`
const write = (db: Queryable, owner: number, field: string) =>
  db.together({ name: 'written', owner, lead: reminder(owner, field), parts: () => [] })
const count = async (owner: number, field: string) =>
  (
    await test.db.one<{ found: number }>(
      sql`select count(*)::int as found from reminder where owner_id = ${owner} and field = ${field}`,
    )
  ).found
/** Whether work committed a change past the coordinator. */
const isPast = async (work: () => Promise<unknown>) => {
  const before = test.db.writtenAtOwners()
  await work()
  return test.db.writtenAtOwners() > before
}
const told = (name: string) => sql`insert into outbox_consumer (name, events) values (${name}, array['x'])`

describe('a transaction about one owner', () => {
  it('is written whole or not at all, on his node where rows are spread', async () => {
    const both = () =>
      test.db.transactionOf(11, 'both', async (tx) => {
        await tx.writeOf(11, reminder(11, 'a'))
        await write(tx, 11, 'a')
        return tx.ofOwner(11, sql`select field from reminder where owner_id = ${11}`)
      })
    expect(await isPast(async () => expect(await both()).toHaveLength(2))).toBe(plansAreSpread)
    const failing = test.db.transactionOf(12, 'both', async (tx) => {
      await tx.writeOf(12, reminder(12, 'a'))
      throw new Error('thought better of it')
    })
    await expect(failing).rejects.toThrow('thought better of it')
    expect([await count(11, 'a'), await count(12, 'a')]).toEqual([2, 0])
  })

  it('is done once, through the coordinator, where it needs more than his rows', async () => {
    let begun = 0
    const more = (owner: number, name: string, rest: (tx: Queryable) => Promise<unknown>) =>
      isPast(() =>
        test.db.transactionOf(owner, name, async (tx) => {
          begun += 1
          await write(tx, owner, name)
          return rest(tx)
        }),
      )
    const asked: ((tx: Queryable) => Promise<unknown>)[] = [
      (tx) => tx.execute(told('needs')),
      (tx) => tx.ofOwner(22, sql`select field from reminder where owner_id = ${22}`),
      (tx) => tx.writeOf(21, sql`update institution set name = name where id = 0`),
      (tx) => tx.writeOf(21, sql`select 1 from institution where id = 0 for update`),
      // Whoever swallows the refusal has not done what was meant either.
      (tx) => tx.execute(told('swallows')).catch(() => undefined),
    ]
    for (const [at, rest] of asked.entries()) {
      begun = 0
      expect(await more(21, `kind ${at}`, rest), `${at}`).toBe(false)
      expect([begun, await count(21, `kind ${at}`)]).toEqual([plansAreSpread ? 2 : 1, 1])
      // Work of this kind is begun there for a while.
      begun = 0
      await more(21, `kind ${at}`, async () => undefined)
      expect(begun).toBe(1)
    }
    const names = sql`select name from outbox_consumer where name in ('needs', 'swallows') order by name`
    expect(await test.db.query(names)).toEqual([{ name: 'needs' }, { name: 'swallows' }])
  })

  it('waits for another one that locked his rows', async () => {
    const order: string[] = []
    const locked = sql`select pg_advisory_xact_lock(7, 31) from (
      select count(*) from reminder where owner_id = ${31} and field = 'x') there`
    const take = (db: Database, name: string, through: 'node' | 'coordinator') => {
      const work = async (tx: Queryable) => {
        await tx.writeOf(31, locked)
        order.push(`${name} begins`)
        await write(tx, 31, name)
        order.push(`${name} ends`)
      }
      return through === 'node' ? db.transactionOf(31, 'locks', work) : db.transaction(work)
    }
    await Promise.all([
      take(test.db, 'first', 'node'),
      take(test.db, 'second', 'coordinator'),
      take(test.db, 'third', 'node'),
    ])
    for (const at of [0, 2, 4]) expect(order[at + 1]).toBe(order[at]?.replace('begins', 'ends'))
  })
})

describe.runIf(plansAreSpread)('on the node of its owner', () => {
  const asOwner = async <R>(text: string) => {
    const owner = openDatabase({ url: test.ownerUrl, max: 1, statementTimeout: 60_000 })
    return owner.query<R>(sql.raw(text)).finally(() => owner.close())
  }
  const place = async () =>
    (
      await asOwner<{ shard: string; from: number; to: number }>(`
        select s.shardid as shard, s.nodeport as from, (select min(n.nodeport) from pg_dist_node n
          where n.shouldhaveshards and n.nodeport <> s.nodeport) as to
        from citus_shards s where s.shardid = get_shard_id_for_distribution_column('reminder', 41)`)
    )[0]

  it('a change is committed in one step, and no statement of it passes through the coordinator', async () => {
    const seen: string[] = []
    const around = <T>(text: string, work: () => Promise<T>) => {
      seen.push(text)
      return work()
    }
    const watched = openDatabase({ url: test.directUrl, max: 2, around })
    await expect
      .poll(async () => {
        seen.length = 0
        await write(watched, 42, 'steps')
        return seen.filter((text) => !text.includes('hold_rows('))
      })
      .toEqual([])
    await watched.close()
  })

  it('nothing that was acknowledged is lost while his rows move', async () => {
    let acknowledged = 0
    let moving = true
    const writer = async (db: Database) => {
      while (moving) {
        const one = await db.transactionOf(41, 'moves', (tx) => write(tx, 41, 'moves')).catch(() => undefined)
        if (one) acknowledged += 1
      }
    }
    // Another process, which learns late where the rows went.
    const other = openDatabase({ url: test.directUrl, max: 4 })
    const writers = [test.db, test.db, other, other].map(writer)
    const past = await isPast(async () => {
      for (let round = 0; round < 4; round += 1) {
        const at = await place()
        await asOwner(`select citus_move_shard_placement(${at?.shard}, '127.0.0.1', ${at?.from}, '127.0.0.1',
          ${at?.to}, shard_transfer_mode => 'block_writes')`)
      }
    })
    moving = false
    await Promise.all(writers)
    await other.close()
    expect(past).toBe(true)
    expect(acknowledged).toBeGreaterThan(20)
    expect(await count(41, 'moves')).toBe(acknowledged)
  }, 60_000)
})
