import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  AccountRowsAnswer,
  IssuedCodes,
  RollLine,
} from '../../../../catalogue/contract/administration/office-accounts.ts'
import {
  idNumber,
  testRegion,
  type Envelope,
  type Person,
  type Region,
} from '../../../app/testing/test-region.ts'
import { openArchive } from '../../../engine/directory/index.ts'
import { sql } from '../../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('many-accounts')))
afterAll(() => region.close())

const url = '/api/v1/accountManage'
const many = (who: Person, rows: object[], check = false) =>
  who.post<AccountRowsAnswer>(`${url}/many`, { check, rows })
const faultsOf = ({ data }: { data: AccountRowsAnswer }) =>
  data.rows.map(({ faults }) => faults.map(({ field }) => field))
const people = async () => (await region.db.one<{ n: number }>(sql`select count(*)::int as n from person`)).n
const rollOf = (who: Person, query = '') =>
  who.get<{ list: RollLine[]; institution: string }>(`${url}/roll?pageSize=60${query}`)
const signIn = async (account: string, password: string) =>
  (await region.app.inject({ method: 'POST', url: '/api/v1/login', payload: { account, password } })).json<
    Envelope<{ must_change?: boolean }>
  >()

/** A teacher of the roll whom nobody gave an account. */
async function onRoll(name: string, loginName: string | null, at = region.places.school): Promise<number> {
  return region.db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into person (name, name_sort, login_name) values (${name}, 'mou|m', ${loginName}) returning id`)
    await openArchive(tx, id, at)
    return (await tx.one<{ id: number }>(sql`select id from teacher where person_id = ${id}`)).id
  })
}

describe('accounts from a table', () => {
  it('are opened all at once, each with a code that signs in', async () => {
    const { school } = region.people
    const rows = [
      { name: '甲老师', loginName: 'many_a' },
      { name: '乙老师', loginName: 'many_b', idNo: idNumber('1988-03-04', false) },
    ]
    const before = await people()
    const checked = await many(school, rows, true)
    expect([faultsOf(checked), checked.data.codes]).toEqual([[[], []], []])
    expect(await people()).toBe(before)
    const { data } = await many(school, rows)
    expect(data.codes.map(({ name, institution, account }) => [name, institution, account])).toEqual([
      ['甲老师', '东区一中', 'many_a'],
      ['乙老师', '东区一中', 'many_b'],
    ])
    expect(await people()).toBe(before + 2)
    expect((await signIn('many_b', data.codes[1]?.password ?? '')).msg).toBe('ok')
  })

  it('sent twice add nobody twice; a row with a fault leaves all others unwritten', async () => {
    const { school } = region.people
    const before = await people()
    const again = await many(school, [{ name: '甲老师', loginName: 'many_a' }])
    expect([again.status, faultsOf(again), again.data.codes]).toEqual([200, [['loginName']], []])
    const rows = [
      { name: '丙老师', loginName: 'many_c' },
      { name: '丁老师', loginName: 'many_c' },
      { name: '', loginName: 'many_d' },
      { name: '戊老师' },
      { name: '己老师', mobile: '12' },
      { name: '庚老师', loginName: 'many_e', colour: 'red' },
    ]
    const { data } = await many(school, rows)
    expect(data.rows.map(({ faults }) => faults.length > 0)).toEqual([false, true, true, true, true, true])
    expect(data.rows[1]?.faults[0]).toMatchObject({ field: 'loginName' })
    expect(data.rows[4]?.faults[0]).toMatchObject({ field: 'mobile' })
    expect(await people()).toBe(before)
  })

  it('of a district name role and institution, by name, code or a former one', async () => {
    const { area } = region.people
    const { places, db } = region
    await db.execute(sql`update institution set code = '3144001001' where id = ${places.school}`)
    await db.execute(sql`
      insert into institution_former (institution_id, name, code, to_on)
      values (${places.school}, '东门书院', '3144009999', '2003-08-31')`)
    const row = (institution: string, role = '3') => ({
      name: '办公室',
      loginName: `of_${institution.length}_${Math.random().toString(36).slice(2, 8)}`,
      role,
      institution,
    })
    const { data } = await many(area, [
      row('东区一中'),
      row('3144001001', '2'),
      row('3144009999', '2'),
      row('东门书院'),
    ])
    expect(data.codes.map(({ institution }) => institution)).toEqual(
      Array.from({ length: 4 }, () => '东区一中'),
    )
  })
})

describe('what an attacker would try by a table', () => {
  it('nobody gives more than singly: no role above, no place beyond, nothing by role and place left out', async () => {
    const { school, area, teacher, expert, admin } = region.people
    const row = { name: '某某', loginName: 'attack_a' }
    for (const who of [teacher, expert, admin]) expect((await many(who, [row])).status).toBe(403)
    const before = await people()
    for (const [who, more, field] of [
      [school, { role: '3' }, 'role'],
      [school, { role: '1' }, 'role'],
      [school, { role: '99' }, 'role'],
      [school, { institution: '东区二中' }, 'institution'],
      [school, { institution: '西区一中' }, 'institution'],
      [area, {}, 'role'],
      [area, { role: '2' }, 'institution'],
      [area, { role: '4', institution: '东区教育局' }, 'role'],
      [area, { role: '3', institution: '西区一中' }, 'institution'],
      [area, { role: '3', institution: "' or 1=1 --" }, 'institution'],
    ] as const)
      expect(faultsOf(await many(who, [{ ...row, ...more }])), JSON.stringify(more)).toEqual([[field]])
    expect(await people()).toBe(before)
  })

  it('a table is bounded, and what is no row is refused by a sentence', async () => {
    const { school } = region.people
    const row = { name: '某某', loginName: 'attack_b' }
    for (const body of [
      { check: false, rows: [] },
      { check: false, rows: Array.from({ length: 61 }, () => row) },
      { check: 'yes', rows: [row] },
      { check: false, rows: ['x'] },
      { rows: [row] },
    ])
      expect((await school.post(`${url}/many`, body)).status, JSON.stringify(body).slice(0, 60)).toBe(400)
    const odd = { name: { $ne: null }, loginName: ['x'], idNo: 5, mobile: true }
    expect((await many(school, [odd])).status).toBe(200)
  })
})

describe('accounts from the roll', () => {
  it('are given to teachers without one; the code signs in, and the second time nobody is left', async () => {
    const { school } = region.people
    const [first, nobody] = [await onRoll('名册甲', 'roll_a'), await onRoll('名册乙', null)]
    const listed = (await rollOf(school)).data.list
    expect(listed.map(({ name, signsIn }) => [name, signsIn])).toEqual(
      expect.arrayContaining([
        ['名册甲', true],
        ['名册乙', false],
      ]),
    )
    const { data } = await school.post<IssuedCodes>(`${url}/roll`, { teachers: [first, nobody] })
    const line = (name: string) => data.list.find((one) => one.name === name)
    expect(line('名册乙')?.refused).toContain('请先在名册里补上')
    expect((await signIn('roll_a', line('名册甲')?.password ?? '')).msg).toBe('ok')
    expect((await school.post(`${url}/roll`, { teachers: [first] })).status).toBe(404)
    expect((await rollOf(school)).data.list.map(({ name }) => name)).not.toContain('名册甲')
  })

  it('a school reaches no other school’s roll, and a district names one of its own', async () => {
    const { school, area, otherArea, teacher, siblingSchool } = region.people
    const theirs = await onRoll('别校的', 'roll_b', region.places.sibling)
    expect((await rollOf(teacher)).status).toBe(403)
    expect((await rollOf(school, `&institution=${region.places.sibling}`)).status).toBe(400)
    expect((await rollOf(area)).status).toBe(400)
    expect((await rollOf(otherArea, `&institution=${region.places.sibling}`)).status).toBe(400)
    for (const who of [school, otherArea])
      expect((await who.post(`${url}/roll`, { teachers: [theirs] })).status).toBe(404)
    expect((await rollOf(siblingSchool)).data.list.map(({ name }) => name)).toContain('别校的')
    const found = await rollOf(area, `&institution=${region.places.sibling}`)
    expect(found.data.list.map(({ teacherId }) => teacherId)).toContain(theirs)
    expect((await area.post<IssuedCodes>(`${url}/roll`, { teachers: [theirs] })).data.list).toHaveLength(1)
  })

  it('takes no account over: who has one elsewhere keeps its password', async () => {
    const { school } = region.people
    const teacher = await onRoll('另有身份', 'roll_c')
    const { person_id: personId } = await region.db.one<{ person_id: number }>(
      sql`select person_id from teacher where id = ${teacher}`,
    )
    await region.db.execute(sql`
      insert into identity (person_id, role, institution_id, state)
      values (${personId}, 4, ${region.places.otherDistrict}, 'disabled')`)
    await region.db.execute(sql`update person set password_hash = 'before' where id = ${personId}`)
    const { data } = await school.post<IssuedCodes>(`${url}/roll`, { teachers: [teacher] })
    expect(data.list[0]).toMatchObject({ password: null, sentTo: null })
    expect(data.list[0]?.refused).toContain('用原来的密码登录')
    const after = await region.db.one<{ password_hash: string }>(
      sql`select password_hash from person where id = ${personId}`,
    )
    expect(after.password_hash).toBe('before')
  })

  it('pressed by two officers at once gives one account', async () => {
    const { school, area } = region.people
    const teacher = await onRoll('两人同办', 'roll_d')
    const answers = await Promise.all(
      [school, area, school].map((who) => who.post<IssuedCodes>(`${url}/roll`, { teachers: [teacher] })),
    )
    for (const { status } of answers) expect([200, 404, 409]).toContain(status)
    const passwords = answers.flatMap(
      ({ data }) => data?.list?.flatMap(({ password }) => password ?? []) ?? [],
    )
    expect(passwords).toHaveLength(1)
    const { n } = await region.db.one<{ n: number }>(sql`
      select count(*)::int as n from identity a join teacher t on t.person_id = a.person_id where t.id = ${teacher}`)
    expect(n).toBe(1)
  })
})
