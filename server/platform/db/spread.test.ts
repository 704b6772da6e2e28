import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from './sql.ts'
import { openDatabase, type Queryable } from './database.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { plansAreSpread } from './testing/test-plans.ts'

/** These run on a distributed PostgreSQL too (`npm run test:distributed`): everything answers as on one node. */
let test: TestDatabase
beforeAll(async () => void (test = await openTestDatabase('spread')))
afterAll(() => test.drop())

const remind = (owner: number, field: string) => sql`
  insert into reminder (owner_id, record_id, field, due_on, stage)
  values (${owner}, '0190a5a0-0000-7000-8000-000000000001', ${field}, '2026-11-26', 1)`
const fieldsOf = (owner: number) => test.db.query(sql`select field from reminder where owner_id = ${owner}`)

const ofEveryType = `
  select r.owner_id, r.record_id, r.due_on, r.stage, $2::text as given, null::text as nothing, 9007199254740991 as large,
    1.10::numeric as exact, true as yes, '2026-11-26 08:00:00.123456+08'::timestamptz as at, '{"a": [1]}'::jsonb as value,
    array['a', null, 'b"c'] as texts, array[1, 2]::bigint[] as numbers, '\\xff00'::bytea as bytes,
    (select count(*) from institution) as institutions
  from reminder r
  where r.owner_id = $1 and r.field = $3
  order by r.stage`

describe('a statement about one owner', () => {
  it('answers every type alike, the first time and later, for each owner', async () => {
    for (const owner of [11, 12, 13, 14]) await test.db.execute(remind(owner, 'validUntil'))
    const given = `it's "so" \\ and ~reminder~ $1`
    for (const owner of [11, 12, 13, 14, 11, 12])
      expect(
        await test.db.ofOwner(owner, { text: ofEveryType, values: [owner, given, 'validUntil'] }),
      ).toEqual([
        {
          owner_id: owner,
          record_id: '0190a5a0-0000-7000-8000-000000000001',
          due_on: '2026-11-26',
          stage: 1,
          given,
          nothing: null,
          large: 9007199254740991,
          exact: '1.10',
          yes: true,
          at: '2026-11-26T00:00:00.123456Z',
          value: { a: [1] },
          texts: ['a', null, 'b"c'],
          numbers: [1, 2],
          bytes: Buffer.from([0xff, 0]),
          institutions: 0,
        },
      ])
    expect(await test.db.ofOwner(99, { text: ofEveryType, values: [99, given, 'validUntil'] })).toEqual([])
    expect(await test.db.ofOwner(11, { text: ofEveryType, values: [11, null, 'other'] })).toEqual([])
  })

  it('sees what its transaction wrote, and nobody else does', async () => {
    await test.db.transaction(async (tx) => {
      await tx.execute(remind(21, 'mine'))
      const mine = await tx.ofOwner(21, { text: ofEveryType, values: [21, 'x', 'mine'] })
      expect(mine).toHaveLength(1)
      expect(await test.db.ofOwner(21, { text: ofEveryType, values: [21, 'x', 'mine'] })).toEqual([])
    })
    expect(await test.db.ofOwner(21, { text: ofEveryType, values: [21, 'x', 'mine'] })).toHaveLength(1)
  })

  it('tells the fault of a value as PostgreSQL does', async () => {
    const text = 'select r.field from reminder r where r.owner_id = $1 and r.record_id = $2'
    await test.db.ofOwner(31, { text, values: [31, '0190a5a0-0000-7000-8000-000000000001'] })
    await expect(test.db.ofOwner(31, { text, values: [31, 'no number'] })).rejects.toMatchObject({
      code: '22P02',
    })
  })
})

describe('a change with what follows it', () => {
  const change = (owner: number, fault: boolean) => ({
    name: 'first',
    lead: sql`${remind(owner, 'lead')} on conflict do nothing returning field, stage`,
    parts: ({
      from,
      column,
    }: {
      from: ReturnType<typeof sql>
      column: (n: string, t: string) => ReturnType<typeof sql>
    }) =>
      [
        [
          'noted',
          sql`insert into outbox_consumer (name, events) select ${column('field', 'text')} || ${String(owner)}, array['x'] ${from}`,
        ],
        ...(fault
          ? [['bad', sql`insert into outbox_consumer (name, events) select null, null ${from}`] as const]
          : []),
      ] as const,
  })
  const noted = (owner: number) =>
    test.db.query(sql`select name from outbox_consumer where name = ${`lead${owner}`}`)

  it('is written whole, and answers its leading row', async () => {
    expect(await test.db.together(change(41, false))).toEqual([{ field: 'lead', stage: 1 }])
    expect(await noted(41)).toHaveLength(1)
  })
  it('leaves nothing where a part fails', async () => {
    await expect(test.db.together(change(42, true))).rejects.toMatchObject({ code: '23502' })
    expect(await fieldsOf(42)).toEqual([])
    expect(await noted(42)).toEqual([])
  })
  it('writes nothing else where nothing leads', async () => {
    await test.db.execute(remind(43, 'lead'))
    expect(await test.db.together(change(43, false))).toEqual([])
    expect(await noted(43)).toEqual([])
  })
  it('goes with the transaction that it stands in', async () => {
    await test.db
      .transaction(async (tx) => {
        await tx.together(change(44, false))
        throw new Error('undone')
      })
      .catch(() => undefined)
    expect(await fieldsOf(44)).toEqual([])
    expect(await noted(44)).toEqual([])
  })
})

it('what stands on the coordinator is read as it was written last', async () => {
  const read = () =>
    test.db.one<{ name: string }>(sql`select i.name from institution i where i.code = 'near'`)
  await test.db.execute(sql`
    insert into institution (level, name, kind, area_code, code) values ('province', '一', '10', '44', 'near')`)
  expect(await read()).toEqual({ name: '一' })
  await test.db.execute(sql`update institution set name = '二' where code = 'near'`)
  expect(await read()).toEqual({ name: '二' })
  await test.db.transaction(async (tx) => {
    await tx.execute(sql`update institution set name = '三' where code = 'near'`)
    expect(await tx.one(sql`select i.name from institution i where i.code = 'near'`)).toEqual({ name: '三' })
  })
  expect(await read()).toEqual({ name: '三' })
})

describe.runIf(plansAreSpread)('what the coordinator and a node write together', () => {
  /** Citus notes what it commits in two steps; it clears the notes a minute later. */
  const inTwoSteps = async (work: () => Promise<unknown>) => {
    const noted = sql`select count(*)::int as noted from pg_dist_transaction`
    const before = await test.db.one<{ noted: number }>(noted)
    await work()
    return (await test.db.one<{ noted: number }>(noted)).noted - before.noted
  }
  const told = (name: string) => sql`insert into outbox_consumer (name, events) values (${name}, array['x'])`

  it('is committed in two steps, in a transaction and in one statement', async () => {
    expect(
      await inTwoSteps(() =>
        test.db.transaction(async (tx) => {
          await tx.execute(remind(61, 'two'))
          await tx.execute(told('two steps'))
        }),
      ),
    ).toBe(1)
    const both = sql`with r as (${remind(62, 'two')} returning 1), t as (${told('one')}) select * from r`
    expect(await inTwoSteps(() => test.db.query(both))).toBe(1)
    expect(await fieldsOf(62)).toHaveLength(1)
  })

  it('while a transaction that only reads of an owner is not', async () => {
    const reading = () =>
      test.db.transaction(async (tx) => {
        await tx.execute(told('reads'))
        await tx.query(sql`select field from reminder where owner_id = 61`)
      })
    expect(await inTwoSteps(reading)).toBe(0)
  })
})

describe.runIf(plansAreSpread)('where tables go to other nodes meanwhile', () => {
  const asOwner = async (text: string) => {
    const owner = openDatabase({ url: test.ownerUrl, max: 1, statementTimeout: 60_000 })
    return owner.query<{ nodeport: number }>(sql.raw(text)).finally(() => owner.close())
  }
  const days = sql`select count(*)::int as days from calendar_day d where d.day > '1900-01-01'`

  it('a table of the coordinator is found again, in a transaction too', async () => {
    const before = await test.db.one(days)
    await asOwner(`select undistribute_table('calendar_day')`)
    expect(await test.db.one(days)).toEqual(before)
    await asOwner(`select create_reference_table('calendar_day')`)
    await test.db.one(days)
    await asOwner(`select undistribute_table('calendar_day')`)
    expect(await test.db.transaction((tx) => tx.one(days))).toEqual(before)
  })

  it('a statement about one owner follows his rows', async () => {
    await test.db.execute(remind(51, 'stays'))
    const read = () =>
      test.db.ofOwner<{ field: string }>(51, { text: ofEveryType, values: [51, 'x', 'stays'] })
    const before = await read()
    expect(await read()).toEqual(before)
    // Another process, which knows where the rows are before they move.
    const other = openDatabase({ url: test.directUrl, max: 2 })
    expect(await other.ofOwner(51, { text: ofEveryType, values: [51, 'x', 'stays'] })).toEqual(before)
    const shard = `get_shard_id_for_distribution_column('reminder', 51)`
    const nodes = await asOwner(`
      select nodeport, nodename, shardid from citus_shards where shardid = ${shard}
      union all
      select n.nodeport, n.nodename, null from pg_dist_node n
      where n.shouldhaveshards and n.nodeport <> (select nodeport from citus_shards where shardid = ${shard})
      order by 3 nulls last`)
    const [from, to] = nodes.map(({ nodeport }) => nodeport)
    await asOwner(`select citus_move_shard_placement(${shard}, '127.0.0.1', ${from}, '127.0.0.1', ${to},
      shard_transfer_mode => 'block_writes')`)
    expect(await read()).toEqual(before)
    // What was moved away stands on the old node for a while, as it was.
    await test.db.execute(sql`update reminder set stage = 2 where owner_id = 51`)
    expect(await read()).toEqual([{ ...before[0], stage: 2 }])
    expect(await other.ofOwner(51, { text: ofEveryType, values: [51, 'x', 'stays'] })).toEqual([
      { ...before[0], stage: 2 },
    ])
    await other.close()
  })

  it('goes to his node past the coordinator, in a transaction until it wrote that table', async () => {
    const seen: string[] = []
    const around = <T>(text: string, work: () => Promise<T>) => {
      seen.push(text)
      return work()
    }
    const watched = openDatabase({ url: test.directUrl, max: 2, around })
    const read = (db: Queryable) =>
      db.ofOwner(71, sql`select stage from reminder where owner_id = ${71} and field = ${'past'}`)
    const wentThere = async (db: Queryable) => {
      seen.length = 0
      const rows = await read(db)
      return { rows, past: seen.some((text) => text.includes('rows_lie_here(')) }
    }
    // Where rows lie is learned beside the first statements.
    await expect.poll(() => wentThere(watched)).toEqual({ rows: [], past: true })
    await watched.transaction(async (tx) => {
      expect(await wentThere(tx)).toEqual({ rows: [], past: true })
      await tx.execute(remind(71, 'past'))
      expect(await wentThere(tx)).toEqual({ rows: [{ stage: 1 }], past: false })
      const looks = () => tx.ofOwner(71, sql`select id from revision where owner_id = ${71}`)
      seen.length = 0
      expect(await looks()).toEqual([])
      expect(seen.at(-1)).toContain('rows_lie_here(')
    })
    expect(await wentThere(watched)).toEqual({ rows: [{ stage: 1 }], past: true })
    await watched.close()
  })
})
