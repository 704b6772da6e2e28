import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CreditAnswer } from '../../../catalogue/contract/training/credit.ts'
import type { RuleEffect, RuleShown, RuleVersions } from '../../../catalogue/contract/training/hour-rules.ts'
import { usualRule, type HourRule } from '../../../catalogue/hours/rule.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { postEntry } from '../../engine/ledger/index.ts'
import { codeIn, enrolled, printed, verifiedAs } from '../forms/test-papers.ts'
import { carryOver, recountJob } from './hour-rules.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('training-rules')))
afterAll(() => region.close())

const url = '/api/v1/train/rules'
type Faulty = RuleShown & { readonly errors?: readonly { readonly field: string }[] }
const publish = (who: Person, rule: object, note = '粤教师〔2026〕1号') =>
  who.post<Faulty>(url, { rule, note })
const credit = async (year: number) =>
  (await region.people.teacher.get<CreditAnswer>(`/api/v1/train/credit?year=${year}`)).data
const post = (id: string, tenths: number, year: number) =>
  region.db.transaction((tx) =>
    postEntry(tx, {
      ownerId: region.people.teacher.teacherId ?? 0,
      account: 'training',
      year,
      category: '2',
      source: 'registration',
      tenths,
      from: null,
      to: null,
      certificate: '',
      of: { type: 'test', id },
      version: 1,
      by: null,
    }),
  )

describe('the rule of a year', () => {
  it('is published by the province, a version after the other, and read by everybody of it', async () => {
    const { province, city, school, teacher } = region.people
    const shown = await teacher.get<RuleShown>(`${url}?year=2031`)
    expect(shown.data).toMatchObject({ published: false, rule: { version: 1, lines: { '2': 420 } } })
    for (const who of [city, school, teacher]) expect((await publish(who, usualRule(2031))).status).toBe(403)
    const stricter = { ...usualRule(2031), lines: { '1': 300, '2': 500, '3': 180 } }
    expect((await publish(province, stricter)).data).toMatchObject({ published: true, rule: { version: 1 } })
    expect((await publish(province, stricter)).status).toBe(409)
    expect((await publish(province, { ...stricter, version: 2 })).status).toBe(200)
    expect((await school.get<RuleShown>(`${url}?year=2031`)).data.rule).toMatchObject({ version: 2 })
    const silent = await publish(province, { ...stricter, version: 3 }, '')
    expect([silent.status, silent.data.errors?.[0]?.field]).toEqual([400, 'note'])
    for (const wrong of [
      { ...stricter, version: 3, into: [{ from: '2', to: '2', most: 1 }] },
      { ...stricter, version: 3, period: { from: 2020, to: 2022, line: 1 } },
      { ...stricter, version: 3, dayCap: -1 },
      {},
    ])
      expect((await publish(province, wrong)).status).toBe(400)
    expect((await province.get(`${url}?year=x`)).status).toBe(400)
  })

  it('shows every version that was published, to everybody of the province', async () => {
    const { province, teacher, school } = region.people
    const versions = async (who: Person) =>
      (await who.get<RuleVersions>(`${url}/versions?year=2035`)).data.list.map(({ rule, note, by }) => [
        rule.version,
        rule.dayCap,
        note,
        by === '' ? 'nobody' : 'named',
      ])
    expect(await versions(teacher)).toEqual([])
    await publish(province, usualRule(2035), '第一版')
    await publish(province, { ...usualRule(2035), version: 2, dayCap: 60 }, '每天至多 6 学时')
    for (const who of [province, school, teacher])
      expect(await versions(who)).toEqual([
        [2, 60, '每天至多 6 学时', 'named'],
        [1, 80, '第一版', 'named'],
      ])
    expect((await teacher.get(`${url}/versions?year=12`)).status).toBe(400)
  })

  it('is tried before it is published: who would meet the lines, and who no longer; nothing changes', async () => {
    const { province, city, school } = region.people
    const year = 2036
    const add = (category: string, tenths: number) =>
      region.db.transaction((tx) =>
        postEntry(tx, {
          ownerId: region.people.teacher.teacherId ?? 0,
          account: 'training',
          year,
          category: category as '1',
          source: 'project',
          tenths,
          from: null,
          to: null,
          certificate: '',
          of: { type: 'test', id: `${year} ${category}` },
          version: 1,
          by: null,
        }),
      )
    const tried = async (more: Partial<HourRule>) =>
      (await province.post<RuleEffect>(`${url}/effect`, { rule: { ...usualRule(year), ...more } })).data
    expect(await tried({})).toMatchObject({ people: 0, tried: 0, metBefore: 0, countedBefore: 0 })
    for (const [category, tenths] of [
      ['1', 300],
      ['2', 420],
      ['3', 100],
    ] as const)
      await add(category, tenths)
    expect(await tried({ lines: { '1': 300, '2': 420, '3': 100 } })).toMatchObject({
      people: 1,
      tried: 1,
      metBefore: 0,
      metAfter: 1,
      gained: 1,
      lost: 0,
      countedBefore: 82,
      countedAfter: 82,
    })
    for (const who of [city, school])
      expect((await who.post(`${url}/effect`, { rule: usualRule(year) })).status).toBe(403)
    for (const wrong of [{ closesOn: '02-31' }, { closesOn: '13-01' }, { pauses: ['77'] }, { dayCap: -1 }])
      expect(
        (await province.post(`${url}/effect`, { rule: { ...usualRule(year), ...wrong } })).status,
        JSON.stringify(wrong),
      ).toBe(400)
    expect((await province.get<RuleShown>(`${url}?year=${year}`)).data.published).toBe(false)
  })

  it('changed counts everybody anew (41)', async () => {
    const { province } = region.people
    await region.db.transaction((tx) =>
      postEntry(tx, {
        ownerId: region.people.teacher.teacherId ?? 0,
        account: 'training',
        year: 2032,
        category: '4',
        source: 'registration',
        tenths: 300,
        from: null,
        to: null,
        certificate: '',
        of: { type: 'test', id: 'own' },
        version: 1,
        by: null,
      }),
    )
    const counted = async () => (await credit(2032)).earned['2']
    expect(await counted()).toBe(24)
    await publish(province, { ...usualRule(2032), into: [{ from: '4', to: '2', most: 120 }] })
    await publish(province, { ...usualRule(2032), version: 2, into: [{ from: '4', to: '2', most: 120 }] })
    await recountJob(region.db).run(new AbortController().signal)
    expect(await counted()).toBe(12)
    const { period } = await credit(2032)
    expect(period.years.find(({ year }) => year === 2032)?.counted).toBe(12)
  })

  it('supersedes the proofs that were printed by the one before (41)', async () => {
    const { province, school } = region.people
    const { owner } = await enrolled(region, '郑规则')
    await region.db.transaction((tx) =>
      postEntry(tx, {
        ownerId: owner.teacherId ?? 0,
        account: 'training',
        year: 2033,
        category: '4',
        source: 'registration',
        tenths: 300,
        from: null,
        to: null,
        certificate: '',
        of: { type: 'test', id: 'proof' },
        version: 1,
        by: null,
      }),
    )
    const print = () => printed(region, school, { form: 'trainingHours', teacherId: owner.teacherId })
    const old = await print()
    expect(old.text).toContain('2033 年 24.0 学时（规则第 1 版）')
    const state = async () => (await verifiedAs(region, codeIn(old.text)))?.state
    expect(await state()).toBe('valid')
    const stricter = { ...usualRule(2033), into: [{ from: '4', to: '2', most: 120 }] }
    await publish(province, stricter)
    await publish(province, { ...stricter, version: 2 })
    expect(await state()).toBe('superseded')
    expect((await print()).text).toContain('2033 年 12.0 学时（规则第 2 版）')
  })

  it('passes on what is over, once, when the year is closed; the period stays (35)', async () => {
    const { province } = region.people
    const carry = { category: '2', most: 140 }
    const made = await publish(province, { ...usualRule(2026), carry })
    expect(made.status, made.msg).toBe(200)
    await post('full', 600, 2026)
    const before = (await credit(2026)).period.counted
    expect(await carryOver(region.db, '2027-03-31')).toBe(0)
    expect([await carryOver(region.db, '2027-04-01'), await carryOver(region.db, '2027-04-01')]).toEqual([
      1, 0,
    ])
    const [old, next] = [await credit(2026), await credit(2027)]
    expect([old.earned['2'], next.earned['2']]).toEqual([46, 14])
    expect(old.list.map(({ hours, source }) => [hours, source])).toContainEqual([-14, 'carry'])
    expect(next.list).toMatchObject([{ hours: 14, source: 'carry' }])
    // What the period of the old year lost, the next year has: of five years together nothing is lost.
    expect(old.period.counted + (next.period.years.find(({ year }) => year === 2027)?.counted ?? 0)).toBe(
      before,
    )
  })
})
