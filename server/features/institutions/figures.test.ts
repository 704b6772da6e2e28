import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InstitutionFigures } from '../../../catalogue/contract/administration/institution-figures.ts'
import type { RecordPage, RecordView } from '../../../catalogue/contract/archive/records.ts'
import { schoolYearOf } from '../../../catalogue/institutions/norms.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { quotaOf } from './quota.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('institution-figures')))
afterAll(() => region.close())

const year = schoolYearOf(today())
const records = '/api/v1/records'
const figures = (who: Person, id: number) =>
  who.get<InstitutionFigures>(`/api/v1/institutionManage/${id}/figures`)
const quota = (more: object = {}) => ({ schoolYear: year, subject: '13', quota: 10, ...more })
const post = (who: Person, type: string, body: object) => who.post<RecordView>(`${records}/${type}`, body)
const faultOf = (answer: { data: unknown }) =>
  (answer.data as { errors: { field: string; message: string }[] }).errors[0]

/** Says of a teacher whether they are in establishment, and what they teach. */
async function describeTeacher(who: Person, inEstablishment: boolean | null, subject: string) {
  const { teacherId, institutionId } = who
  await region.db.execute(sql`update teacher set subject = ${subject} where id = ${teacherId}`)
  if (inEstablishment === null) return
  await region.db.execute(sql`
    insert into rec_basic_info (owner_id, id, version, institution_id, recorded_by, in_establishment)
    values (${teacherId}, gen_random_uuid(), 1, ${institutionId}, 1, ${inEstablishment})`)
}

describe('what an attacker would try', () => {
  it('a school grants itself no posts and no quota, by any call', async () => {
    const { school, area } = region.people
    for (const type of ['staffQuota', 'approvedPost'])
      for (const body of [{}, quota(), quota({ ownerId: school.institutionId })])
        expect((await post(school, type, body)).status).toBe(403)
    const made = await post(
      area,
      'staffQuota',
      quota({ ownerId: school.institutionId, schoolYear: year - 3 }),
    )
    expect(made.msg).toBe('ok')
    const url = `${records}/staffQuota/${made.data.id}`
    expect((await school.get<RecordView>(url)).data.can).toEqual([])
    expect((await school.put(url, { quota: 99, version: 1 })).status).toBe(403)
    expect((await school.post(`${url}/void`, { reason: '不要' })).status).toBe(403)
    expect((await school.post(`${records}/staffQuota/preview`, quota())).status).toBe(403)
  })

  it('a district grants itself nothing, nor a school of the next district; a teacher reads none', async () => {
    const { area, otherArea, teacher, expert, staff } = region.people
    const { district, otherSchool, school } = region.places
    expect((await post(area, 'staffQuota', quota({ ownerId: district }))).status).toBe(403)
    expect((await post(area, 'staffQuota', quota())).status).toBe(403)
    expect((await post(area, 'staffQuota', quota({ ownerId: otherSchool }))).status).toBe(404)
    expect((await post(otherArea, 'staffQuota', quota({ ownerId: school }))).status).toBe(404)
    for (const who of [teacher, expert, staff]) {
      expect((await post(who, 'staffQuota', quota())).status).toBe(403)
      expect([403, 404]).toContain((await post(who, 'staffQuota', quota({ ownerId: school }))).status)
      expect((await figures(who, school)).status).toBe(403)
    }
    expect((await teacher.get<RecordPage>(`${records}/staffQuota`)).data.list).toEqual([])
  })

  it('figures are read by the school itself and those above it, by nobody beside', async () => {
    const { school, siblingSchool, area, city, province, admin, otherArea, otherSchool } = region.people
    const { school: id, sibling } = region.places
    for (const who of [school, area, city, province, admin]) expect((await figures(who, id)).status).toBe(200)
    for (const who of [siblingSchool, otherArea, otherSchool])
      expect((await figures(who, id)).status).toBe(404)
    expect((await figures(school, sibling)).status).toBe(404)
    expect((await figures(admin, 999_999)).status).toBe(404)
  })
})

describe('pupils and classes', () => {
  it('are kept by the school, once a year and stage; a wrong number is told at its field', async () => {
    const { school, siblingSchool } = region.people
    const row = { schoolYear: year, schoolStage: '4', students: 1000, classes: 20 }
    expect((await post(school, 'studentNumbers', row)).msg).toBe('ok')
    expect(faultOf(await post(school, 'studentNumbers', row))?.message).toContain('已登记')
    expect((await post(siblingSchool, 'studentNumbers', row)).msg).toBe('ok')
    for (const [more, field] of [
      [{ schoolYear: 98 }, 'schoolYear'],
      [{ schoolYear: year + 2 }, 'schoolYear'],
      [{ schoolStage: '9' }, 'schoolStage'],
      [{ students: -1 }, 'students'],
      [{ students: 'many' }, 'students'],
      [{ classes: 0 }, 'classes'],
      [{ colour: 'red' }, 'colour'],
    ] as const) {
      const answer = await post(school, 'studentNumbers', { ...row, schoolStage: '3', ...more })
      expect([answer.status, faultOf(answer)?.field], JSON.stringify(more)).toEqual([400, field])
    }
    const before = { ...row, schoolYear: year - 1, students: 900, classes: 18 }
    expect((await post(school, 'studentNumbers', before)).msg).toBe('ok')
    const { data } = await figures(school, region.places.school)
    expect(data).toMatchObject({
      schoolYear: year,
      stages: [{ stage: '4', students: 1000, classes: 20 }],
      before: { students: 900, classes: 18 },
      due: 80,
    })
  })
})

describe('the quota', () => {
  it('is what was granted, less those in establishment who belong to it today, by subject where it is split', async () => {
    const { area, school } = region.people
    const id = region.places.school
    const [chinese, maths, beyond, unsaid] = await Promise.all(
      ['在编语文', '在编数学', '编外数学', '没填'].map((name) => region.add(2, id, name)),
    )
    await describeTeacher(chinese!, true, '13')
    await describeTeacher(maths!, true, '14')
    await describeTeacher(beyond!, false, '14')
    await describeTeacher(unsaid!, null, '14')
    const { unknown } = await quotaOf(region.db, id)
    await region.db.execute(sql`update institution set staff_quota = 30 where id = ${id}`)
    expect(await quotaOf(region.db, id)).toMatchObject({ year: year - 3, granted: 10, used: 2, free: 8 })
    for (const [subject, number] of [
      ['13', 1],
      ['14', 3],
      ['16', 2],
    ] as const) {
      const made = await post(area, 'staffQuota', quota({ ownerId: id, subject, quota: number }))
      expect(made.msg).toBe('ok')
    }
    // Next year's is known and does not count yet.
    const next = await post(area, 'staffQuota', quota({ ownerId: id, schoolYear: year + 1, quota: 70 }))
    expect([200, 400]).toContain(next.status)
    const told = await quotaOf(region.db, id)
    expect(told).toEqual({
      year,
      granted: 6,
      used: 2,
      free: 4,
      unknown,
      bySubject: [
        { subject: '13', granted: 1, used: 1, free: 0 },
        { subject: '14', granted: 3, used: 1, free: 2 },
        { subject: '16', granted: 2, used: 0, free: 2 },
      ],
    })
    expect(unknown).toBeGreaterThan(0)
    expect((await figures(school, id)).data.quota).toEqual(told)
    const listed = await area.get<{ list: { id: number; figures: object | null }[] }>(
      '/api/v1/institutionManage?pageSize=100',
    )
    const line = (one: number) => listed.data.list.find((found) => found.id === one)?.figures
    expect(line(id)).toEqual({ students: 1000, granted: 6, used: 2, beyond: 1 })
    expect(line(region.places.district)).toBeNull()
    await region.db.execute(sql`
      update membership set to_on = ${today()}::date - 1, from_on = ${today()}::date - 2
      where teacher_id = ${maths!.teacherId}`)
    expect(await quotaOf(region.db, id)).toMatchObject({ used: 1, free: 5 })
  })

  it('is the total where it is not split, and nothing where nobody wrote it down; below zero is over', async () => {
    const { sibling, otherSchool } = region.places
    expect(await quotaOf(region.db, otherSchool)).toMatchObject({ granted: null, free: null, bySubject: [] })
    const one = await region.add(2, sibling, '超编的')
    await describeTeacher(one, true, '13')
    await region.db.execute(sql`update institution set staff_quota = 0 where id = ${sibling}`)
    expect(await quotaOf(region.db, sibling)).toMatchObject({
      year: null,
      granted: 0,
      used: 1,
      free: -1,
      bySubject: [],
    })
  })

  it('of posts is kept once for each grade; the grade fits its category', async () => {
    const { city, area, school } = region.people
    const row = { schoolYear: year, positionCategory: '1', positionGrade: '107', posts: 5 }
    const ownerId = region.places.school
    expect((await post(city, 'approvedPost', { ...row, ownerId })).msg).toBe('ok')
    expect(faultOf(await post(area, 'approvedPost', { ...row, ownerId }))?.message).toContain('已登记')
    const wrong = await post(area, 'approvedPost', { ...row, ownerId, positionGrade: '301' })
    expect([wrong.status, faultOf(wrong)?.field]).toEqual([400, 'positionGrade'])
    expect((await figures(school, ownerId)).data.posts).toEqual([{ category: '1', posts: 5 }])
    const list = await area.get<RecordPage>(
      `${records}/approvedPost?institutionId=${ownerId}&schoolYear=${year}`,
    )
    expect(list.data.list).toMatchObject([{ posts: 5, ownerId, can: ['edit', 'void'] }])
  })
})
