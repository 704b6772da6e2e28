import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../sql.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { plansAreSpread } from '../testing/test-plans.ts'

/**
 * These run on a distributed PostgreSQL too (`npm run test:distributed`): everything answers as on one node.
 */
let test: TestDatabase
beforeAll(async () => void (test = await openTestDatabase('spread')))
afterAll(() => test.drop())

const remind = (owner: number, field: string) => sql`
  insert into reminder (owner_id, record_id, field, due_on, stage)
  values (${owner}, '0190a5a0-0000-7000-8000-000000000001', ${field}, '2026-11-26', 1)`
const fieldsOf = (owner: number) => test.db.query(sql`select field from reminder where owner_id = ${owner}`)

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
          'coordinator',
        ],
        ...(fault
          ? [
              [
                'bad',
                sql`insert into outbox_consumer (name, events) select null, null ${from}`,
                'coordinator',
              ] as const,
            ]
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

describe.runIf(plansAreSpread)('what the coordinator and a node write together', () => {
  /** Citus notes what it commits in two steps; it clears the notes a minute later. */
  const inTwoSteps = async (work: () => Promise<unknown>) => {
    const noted = sql`select count(*)::int as noted from pg_dist_transaction`
    const before = await test.db.one<{ noted: number }>(noted)
    await work()
    return (await test.db.one<{ noted: number }>(noted)).noted - before.noted
  }
  const told = (name: string) => sql`insert into outbox_consumer (name, events) values (${name}, array['x'])`

  it('is committed in two steps, in a transaction and as a change of its own', async () => {
    expect(
      await inTwoSteps(() =>
        test.db.transaction(async (tx) => {
          await tx.execute(remind(61, 'two'))
          await tx.execute(told('two steps'))
        }),
      ),
    ).toBe(1)
    const both = {
      name: 'reminded',
      lead: sql`${remind(62, 'two')} returning 1 as found`,
      parts: () => [['told', told('one'), 'coordinator'] as const],
    }
    expect(await inTwoSteps(() => test.db.together(both))).toBe(1)
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
