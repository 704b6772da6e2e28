import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualRule } from '../../../catalogue/hours/rule.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  counterEntries,
  countYear,
  nextVersion,
  passEntries,
  postEntry,
  publishRule,
  recountSome,
  type Posting,
} from './index.ts'

let region: Region
let owner: Person
beforeAll(async () => {
  region = await testRegion('ledger')
  owner = region.people.teacher
})
afterAll(() => region.close())

const account = 'training'
const ownerId = () => owner.teacherId ?? 0
const posting = (id: string, tenths: number, more: Partial<Posting> = {}): Posting => ({
  ownerId: ownerId(),
  account,
  year: 2026,
  category: '2',
  source: 'registration',
  tenths,
  from: null,
  to: null,
  certificate: '',
  of: { type: 'trainingRegistration', id },
  version: 1,
  by: null,
  ...more,
})
const post = (one: Posting) => region.db.transaction((tx) => postEntry(tx, one))
const counter = (id: string, reason = '撤销') =>
  region.db.transaction((tx) =>
    counterEntries(
      tx,
      { ownerId: ownerId(), account, of: { type: 'trainingRegistration', id } },
      { reason, by: null },
    ),
  )
const year = async (of = 2026) =>
  (await countYear(region.db, { ownerId: ownerId(), account, year: of })).count
const balances = () =>
  region.db.query<{ category: string; raw: number; counted: number }>(sql`
    select category, raw, counted from ledger_balance
    where owner_id = ${ownerId()} and account = ${account} and year = 2026 and (raw <> 0 or counted <> 0)
    order by category`)

describe('a ledger of hours', () => {
  it('posts what a version gives once, however often it is asked', async () => {
    expect(
      await Promise.all([post(posting('a', 400)), post(posting('a', 400)), post(posting('a', 400))]),
    ).toEqual(expect.arrayContaining([true, false, false]))
    expect(await post(posting('a', 900))).toBe(false)
    expect((await year()).counted).toBe(400)
    expect(await balances()).toEqual([{ category: '2', raw: 400, counted: 400 }])
  })

  it('counts what several write at once', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => post(posting(`b${n}`, 10, { category: '3' }))))
    expect(await balances()).toContainEqual({ category: '3', raw: 80, counted: 80 })
  })

  it('takes back whole, by an entry, once', async () => {
    const before = (await year()).counted
    expect(await counter('a')).toEqual([1])
    expect(await counter('a')).toEqual([])
    expect(await counter('never posted')).toEqual([])
    expect((await year()).counted).toBe(before - 400)
    const { entries } = await countYear(region.db, { ownerId: ownerId(), account, year: 2026 })
    expect(entries.filter(({ of }) => of.id === 'a').map(({ tenths, reason }) => [tenths, reason])).toEqual([
      [400, ''],
      [-400, '撤销'],
    ])
  })

  it('changes by a counter and a new entry in one transaction', async () => {
    await post(posting('c', 240))
    const of = { type: 'trainingRegistration', id: 'c' }
    await region.db.transaction(async (tx) => {
      await counterEntries(tx, { ownerId: ownerId(), account, of }, { reason: '学时更正', by: null })
      const version = await nextVersion(tx, { ownerId: ownerId(), account, of })
      await postEntry(tx, posting('c', 160, { version }))
    })
    const { entries } = await countYear(region.db, { ownerId: ownerId(), account, year: 2026 })
    expect(entries.filter((one) => one.of.id === 'c').map(({ tenths }) => tenths)).toEqual([240, -240, 160])
    expect(await balances()).toContainEqual({ category: '2', raw: 160, counted: 160 })
  })

  it('is edited and deleted by nobody', async () => {
    await expect(region.db.execute(sql`update ledger_entry set tenths = 999`)).rejects.toThrow(
      /permission denied/,
    )
    await expect(region.db.execute(sql`delete from ledger_entry`)).rejects.toThrow(/permission denied/)
    await expect(region.db.execute(sql`delete from hour_rule`)).rejects.toThrow(/permission denied/)
  })

  it('is counted anew under a new version of the rule, some people at a time', async () => {
    const provinceId = region.places.province
    await post(posting('d', 300, { category: '4' }))
    const passed = async () => (await balances()).find(({ category }) => category === '2')?.counted
    expect(await passed()).toBe(160 + 240)
    const by = region.people.province.identityId
    const stricter = { ...usualRule(2026), into: [{ from: '4' as const, to: '2' as const, most: 120 }] }
    const publish = (rule = stricter) =>
      region.db.transaction((tx) => publishRule(tx, { provinceId, by, note: '粤教师〔2026〕1号' }, rule))
    await publish()
    await expect(publish()).rejects.toThrow('刚被他人修改')
    await publish({ ...stricter, version: 2 })
    const counted = () => region.db.transaction((tx) => recountSome(tx, { provinceId, account, year: 2026 }))
    expect(await counted()).toBe(1)
    expect(await passed()).toBe(160 + 120)
    expect(await counted()).toBe(0)
    // Another year keeps the usual rule.
    await post(posting('e', 300, { category: '4', year: 2025 }))
    expect((await year(2025)).byCategory['2']).toBe(240)
  })

  it('of a number that was joined counts at the other one, what both have once; its own is taken back', async () => {
    const other = await region.add(2, region.places.school, '同人')
    const from = region.people.colleague.teacherId ?? 0
    const to = other.teacherId ?? 0
    const given = { account, year: 2024 }
    for (const one of [posting('x', 100), posting('twin', 70), posting('gone', 30)])
      await post({ ...one, ...given, ownerId: from })
    await region.db.transaction((tx) =>
      counterEntries(
        tx,
        { ownerId: from, account, of: { type: 'trainingRegistration', id: 'gone' } },
        { reason: '撤销', by: null },
      ),
    )
    await post({ ...posting('twin', 70), ...given, ownerId: to })
    await region.db.transaction((tx) => passEntries(tx, { from, to, by: null }))
    const counted = async (ownerId: number) =>
      (await countYear(region.db, { ownerId, account, year: 2024 })).count.counted
    expect([await counted(from), await counted(to)]).toEqual([0, 170])
    const { entries } = await countYear(region.db, { ownerId: to, account, year: 2024 })
    expect(entries.map(({ of, tenths }) => `${of.id} ${tenths}`).toSorted()).toEqual([
      'gone -30',
      'gone 30',
      'twin 70',
      'x 100',
    ])
  })
})
