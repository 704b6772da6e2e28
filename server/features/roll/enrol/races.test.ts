import { afterAll, beforeAll, expect, it } from 'vitest'
import type { KnownAnswer } from '../../../../catalogue/contract/archive/enrolment.ts'
import { idNumber, testKeys, testRegion, type Person, type Region } from '../../../app/testing/test-region.ts'
import { today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { mostNumbers } from '../../../engine/access/index.ts'

let region: Region
const url = '/api/v1/teacher'
beforeAll(async () => void (region = await testRegion('enrol_races')))
afterAll(() => region.close())

const draft = (idCardNo: string) => ({
  values: {
    name: '温如玉',
    gender: '1',
    idCardType: '1',
    idCardNo,
    birthDate: '1995-02-01',
    staffCategory: '12',
    inEstablishment: true,
    employForm: null,
    contractKind: '1',
  },
  mobile: '',
  entryOn: '2026-09-01',
  employmentStatus: '11',
})
const check = (who: Person, idCardNo: string, name = '温如玉') =>
  who.post<KnownAnswer>(`${url}/check`, { name, idCardNo, birthDate: null })
const peopleWith = async (idCardNo: string) =>
  (
    await region.db.one<{ n: number }>(
      sql`select count(*)::int as n from person where id_no_key = ${testKeys.blind('id_no', idCardNo)}`,
    )
  ).n

it('one number is one person, however many hands send the form at once, of one school or of two', async () => {
  const { school, school2, otherSchool } = region.people
  const idCardNo = idNumber('1995-02-01', true)
  const hands = [school, school2, otherSchool, school]
  const answers = await Promise.all(hands.map((who) => who.post(url, draft(idCardNo))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await peopleWith(idCardNo)).toBe(1)
})

it('who left is taken in again by one of two schools', async () => {
  const { school, otherSchool } = region.people
  const idCardNo = idNumber('1995-02-01', true)
  const made = await school.post<{ teacherId: number }>(url, {
    ...draft(idCardNo),
    apartFrom: await alike(school),
  })
  expect(made.status).toBe(200)
  const { teacherId } = made.data
  await region.db.query(sql`update membership set to_on = '2026-10-31' where teacher_id = ${teacherId}`)
  await region.db.query(sql`update teacher set status = '07' where id = ${teacherId}`)
  const body = { name: '温如玉', idCardNo, entryOn: today() }
  const answers = await Promise.all([school, otherSchool].map((who) => who.post(`${url}/again`, body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const open = await region.db.query(sql`
    select 1 from membership where teacher_id = ${teacherId} and kind = 'personnel' and to_on is null`)
  expect(open).toHaveLength(1)
})

/** The namesakes of the drafts, which the school has said to be others. */
const alike = async (who: Person): Promise<number[]> => {
  const question = { name: '温如玉', idCardNo: idNumber('1995-02-01', true), birthDate: '1995-02-01' }
  return (await who.post<KnownAnswer>(`${url}/check`, question)).data.alike.map(({ teacherId }) => teacherId)
}

it('many questions at once do not pass the limit together', async () => {
  const who = await region.add(3, region.places.citySchool, '试号')
  await region.db.query(sql`
    insert into audit (by_identity, action, facts)
    select ${who.identityId}, 'number.asked', jsonb_build_object('key', n)
    from generate_series(2, ${mostNumbers.hour}) n`)
  const answers = await Promise.all(Array.from({ length: 6 }, () => check(who, idNumber('1995-02-01', true))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429, 429])
})

it('the number of an office’s person reads as taken to whoever does not know the name', async () => {
  const { school, area } = region.people
  const idCardNo = idNumber('1995-02-01', true)
  await region.db.query(sql`
    update person
    set id_no_key = ${testKeys.blind('id_no', idCardNo)}
    where id = ${area.personId}`)
  expect((await check(school, idCardNo)).data.standing).toBe('elsewhere')
  expect((await check(school, idCardNo, '何以宁')).data.standing).toBe('account')
})
