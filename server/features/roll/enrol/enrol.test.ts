import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KnownAnswer } from '../../../../catalogue/contract/archive/enrolment.ts'
import type { RollPage } from '../../../../catalogue/contract/archive/roll.ts'
import { idNumber, testKeys, testRegion, type Person, type Region } from '../../../app/testing/test-region.ts'
import { addDays, today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { mostNumbers } from '../../../engine/access/index.ts'
import { draft } from './test-draft.ts'

let region: Region
const url = '/api/v1/teacher'
beforeAll(async () => void (region = await testRegion('enrol')))
afterAll(() => region.close())

interface EnrolmentAnswer {
  readonly teacherId: number
  readonly recordId: string
  readonly password: string | null
  readonly errors?: { field: string }[]
}

const check = async (who: Person, { values }: ReturnType<typeof draft>) =>
  who.post<KnownAnswer>(`${url}/check`, {
    name: values.name,
    idCardNo: values.idCardNo,
    birthDate: values.birthDate,
  })
const field = (answer: { data: unknown }) => (answer.data as EnrolmentAnswer | null)?.errors?.[0]?.field
const leave = (teacherId: number, status: string) =>
  region.db.transaction(async (tx) => {
    await tx.execute(
      sql`update membership set to_on = '2026-10-31' where teacher_id = ${teacherId} and kind = 'personnel'`,
    )
    await tx.execute(sql`update teacher set status = ${status} where id = ${teacherId}`)
  })

describe('a new teacher', () => {
  it('is person, account, archive, membership from the first day and basic information at once', async () => {
    const { school } = region.people
    const body = draft()
    expect((await check(school, body)).data).toEqual({ standing: 'free', teacherId: null, alike: [] })
    const made = await school.post<EnrolmentAnswer>(url, body)
    expect(made.msg, JSON.stringify(made.data)).toBe('ok')
    expect(made.data.password).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    const row = await region.db.one(sql`
      select t.status, m.from_on, m.to_on, a.role, a.state, p.must_change, b.org_entry_month as entered,
        p.id_no_key = ${testKeys.blind('id_no', body.values.idCardNo)} as "hasNumber"
      from teacher t
      join person p on p.id = t.person_id
      join membership m on m.teacher_id = t.id
      join identity a on a.person_id = p.id
      join rec_basic_info b on b.owner_id = t.id
      where t.id = ${made.data.teacherId}`)
    expect(row).toEqual({
      status: '11',
      from_on: '2026-09-01',
      to_on: null,
      role: 2,
      state: 'enabled',
      must_change: true,
      entered: '2026-09',
      hasNumber: true,
    })
    const roll = (await school.get<RollPage>(`${url}?keyword=wry`)).data
    expect(roll.list.map(({ teacherId }) => teacherId)).toEqual([made.data.teacherId])
    const signedIn = await region.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      payload: { account: body.values.idCardNo, password: made.data.password },
    })
    expect(signedIn.statusCode).toBe(200)
  })

  it('is nobody where one field is wrong, or the day has not come', async () => {
    const { school } = region.people
    const people = () => region.db.one<{ n: number }>(sql`select count(*)::int as n from person`)
    const before = await people()
    for (const [body, at] of [
      [draft({ entryOn: addDays(today(), 1) }), 'entryOn'],
      [draft({ employmentStatus: '01' }), 'employmentStatus'],
      [draft({}, { contractKind: null }), 'contractKind'],
      [draft({}, { idCardNo: '449999199003031234' }), 'values.idCardNo'],
      [draft({}, { nonsense: 1 }), 'nonsense'],
      [draft({ mobile: '12' }), 'mobile'],
    ] as const) {
      const answer = await school.post(url, body)
      expect([answer.status, field(answer)], at).toEqual([400, at])
    }
    expect(await people()).toEqual(before)
  })
})

describe('what an attacker would try', () => {
  it('nobody but a school enrols, asks or takes in', async () => {
    const { teacher, area, city, admin, expert } = region.people
    for (const who of [teacher, area, city, admin, expert])
      for (const [path, body] of [
        ['', draft()],
        ['/check', {}],
        ['/again', {}],
      ] as const)
        expect((await who.post(`${url}${path}`, body)).status, path).toBe(403)
    expect((await teacher.post(`${url}/apart`, {})).status).toBe(403)
  })

  it('learns of a number at another school only that it is taken, also by enrolling it', async () => {
    const { school, otherSchool } = region.people
    const body = draft({}, { name: '单独在' })
    expect((await otherSchool.post(url, body)).msg).toBe('ok')
    for (const name of ['单独在', '他人'])
      expect((await check(school, { ...body, values: { ...body.values, name } })).data).toEqual({
        standing: 'elsewhere',
        teacherId: null,
        alike: [],
      })
    const answer = await school.post(url, body)
    expect([answer.status, answer.msg]).toEqual([409, '该证件号已在平台登记，请由现单位办理调动'])
    const again = { name: '单独在', idCardNo: body.values.idCardNo, entryOn: '2026-11-01' }
    expect((await school.post(`${url}/again`, again)).status).toBe(409)
  })

  it('asks for a bounded number of numbers, each noted by its blind key', async () => {
    const { siblingSchool } = region.people
    const one = draft()
    await check(siblingSchool, one)
    const facts = await region.db.query(sql`
      select facts from audit where action = 'number.asked' and by_identity = ${siblingSchool.identityId}`)
    const key = testKeys.blind('id_no', one.values.idCardNo)
    expect(facts).toEqual([{ facts: { key, door: 'roll' } }])
    await region.db.execute(sql`
      insert into audit (by_identity, action, facts)
      select ${siblingSchool.identityId}, 'number.asked', jsonb_build_object('key', n)
      from generate_series(2, ${mostNumbers.hour}) n`)
    expect((await check(siblingSchool, draft())).status).toBe(429)
    expect((await check(siblingSchool, one)).status, 'the same number again').toBe(200)
    expect((await siblingSchool.post(url, draft())).status).toBe(429)
  })

  it('says of nobody outside the scope that they are others', async () => {
    const { school, teacher, stranger, colleague, area, otherArea } = region.people
    const pair = (one: Person, other: Person) => ({ teacherIds: [one.teacherId, other.teacherId] })
    expect((await school.post(`${url}/apart`, pair(teacher, stranger))).status).toBe(404)
    expect((await otherArea.post(`${url}/apart`, pair(teacher, colleague))).status).toBe(404)
    expect((await area.post(`${url}/apart`, pair(teacher, teacher))).status).toBe(400)
  })
})

describe('somebody known', () => {
  it('of the own school is named', async () => {
    const { school } = region.people
    const body = draft({}, { name: '早来的' })
    const made = await school.post<EnrolmentAnswer>(url, body)
    expect((await check(school, body)).data).toMatchObject({
      standing: 'here',
      teacherId: made.data.teacherId,
    })
    expect((await school.post(url, body)).status).toBe(409)
  })

  it('who left is taken in again as the same person, with the account', async () => {
    const { school, otherSchool } = region.people
    const body = draft({}, { name: '离开过' })
    const made = await otherSchool.post<EnrolmentAnswer>(url, body)
    await leave(made.data.teacherId, '06')
    const asked = { ...body, values: { ...body.values, name: '不知名' } }
    expect((await check(school, asked)).data.standing).toBe('elsewhere')
    expect((await check(school, body)).data).toEqual({ standing: 'left', teacherId: null, alike: [] })
    const again = { name: '离开过', idCardNo: body.values.idCardNo }
    expect(field(await school.post(`${url}/again`, { ...again, entryOn: addDays(today(), 1) }))).toBe(
      'entryOn',
    )
    const back = await school.post<EnrolmentAnswer>(`${url}/again`, { ...again, entryOn: '2026-11-02' })
    expect([back.msg, back.data.teacherId]).toEqual(['ok', made.data.teacherId])
    const line = (await school.get<RollPage>(`${url}?teacherId=${made.data.teacherId}`)).data.list[0]
    expect(line).toMatchObject({ status: '11', recordId: made.data.recordId })
    const identity = await region.db.one(sql`
      select a.institution_id as "at", a.state
      from identity a
      join teacher t on t.person_id = a.person_id
      where t.id = ${made.data.teacherId} and a.state = 'enabled'`)
    expect(identity).toEqual({ at: region.places.school, state: 'enabled' })
  })

  it('who retired comes back by its process, who died is told to nobody', async () => {
    const { school } = region.people
    for (const [status, standing] of [
      ['01', 'retired'],
      ['03', 'elsewhere'],
    ] as const) {
      const body = draft({}, { name: '老先生' })
      const made = await school.post<EnrolmentAnswer>(url, body)
      expect(made.msg).toBe('ok')
      await leave(made.data.teacherId, status)
      expect((await check(school, body)).data.standing).toBe(standing)
      expect((await school.post(url, body)).status).toBe(409)
    }
  })

  it('of the same name and birthday is looked at first, and never asked about again', async () => {
    const { school } = region.people
    const first = draft({}, { name: '叶同名' })
    const made = await school.post<EnrolmentAnswer>(url, first)
    const { birthDate } = first.values
    const twin = draft({}, { name: '葉同名', birthDate, idCardNo: idNumber(birthDate, false) })
    expect((await check(school, twin)).data.alike.map(({ teacherId }) => teacherId)).toEqual([
      made.data.teacherId,
    ])
    expect(field(await school.post(url, twin))).toBe('apartFrom')
    const kept = await school.post<EnrolmentAnswer>(url, { ...twin, apartFrom: [made.data.teacherId] })
    expect(kept.msg, JSON.stringify(kept.data)).toBe('ok')
    const shown = async () =>
      (await school.get<RollPage>(`${url}?keyword=ytm`)).data.list.map(({ alike }) => alike.length)
    expect(await shown()).toEqual([0, 0])
    await region.db.execute(sql`delete from apart`)
    expect(await shown()).toEqual([1, 1])
    const pair = { teacherIds: [kept.data.teacherId, made.data.teacherId] }
    expect((await school.post(`${url}/apart`, pair)).msg).toBe('ok')
    expect(await shown()).toEqual([0, 0])
  })
})
