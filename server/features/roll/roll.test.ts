import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rollPage, rollQuery, type RollPage } from '../../../catalogue/contract/archive/roll.ts'
import { actorOf, idNumber, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { registry } from '../../app/records.ts'
import { sql } from '../../platform/db/sql.ts'
import { rollOf } from './roll.ts'

let region: Region
const url = '/api/v1/teacher'
beforeAll(async () => void (region = await testRegion('roll')))
afterAll(() => region.close())

const read = async (who: Person, query = '') => {
  const answer = await who.get<RollPage>(`${url}?pageSize=100${query}`)
  expect(answer.msg).toBe('ok')
  return rollPage.parse(answer.data)
}
const names = async (who: Person, query = '') => (await read(who, query)).list.map(({ name }) => name)
const refused = async (who: Person, query: string) => {
  const answer = await who.get<{ errors: { field: string; message: string }[] }>(`${url}?${query}`)
  return [answer.status, answer.data?.errors?.[0]?.field]
}
const status = (person: Person, code: string) =>
  region.db.execute(sql`update teacher set status = ${code} where id = ${person.teacherId ?? 0}`)

describe('what an attacker would try', () => {
  it('a teacher, an expert, review staff and the administrator read no roll', async () => {
    const { teacher, expert, staff, admin } = region.people
    for (const who of [teacher, expert, staff, admin]) expect((await who.get(url)).status).toBe(403)
  })

  it('nobody of another school or district stands in it, by name, number or place', async () => {
    const { school, siblingSchool, area, otherArea, city, teacher } = region.people
    const id = teacher.teacherId
    expect((await read(school)).list.map(({ teacherId }) => teacherId)).toContain(id)
    for (const who of [siblingSchool, otherArea])
      for (const query of ['', `&keyword=${encodeURIComponent('林')}`, `&teacherId=${id}&state=all`])
        expect(
          (await read(who, query)).list.map(({ teacherId }) => teacherId),
          query,
        ).not.toContain(id)
    for (const who of [area, city])
      expect((await read(who, `&teacherId=${id}`)).list.map(({ teacherId }) => teacherId)).toEqual([id])
    const { otherSchool, school: own } = region.places
    expect(await refused(area, `institutionId=${otherSchool}`)).toEqual([400, 'institutionId'])
    expect(await refused(siblingSchool, `institutionId=${own}`)).toEqual([400, 'institutionId'])
  })

  it('what is no condition is refused with its field', async () => {
    const { school, area } = region.people
    for (const [query, field] of [
      ['ageFrom=abc', 'ageFrom'],
      ['ageFrom=40&ageTo=30', 'ageTo'],
      ['mainSubject=nope', 'mainSubject'],
      ['sort=idCardNo', 'sort'],
      ['state=mine', 'state'],
      ['page=0', 'page'],
      ['keyword=%00', 'keyword'],
    ])
      expect(await refused(school, query ?? ''), query).toEqual([400, field])
    expect(await refused(area, 'keyword=1234')).toEqual([400, 'keyword'])
  })
})

describe('the roll', () => {
  it('shows who serves, and the others in their groups with their numbers', async () => {
    const { school, teacher, colleague } = region.people
    const before = await read(school)
    const all = before.counts?.serving ?? 0
    expect(before.total).toBe(all)
    await status(colleague, '14')
    expect((await read(school, '&state=away')).list.map(({ teacherId }) => teacherId)).toEqual([
      colleague.teacherId,
    ])
    await status(colleague, '01')
    expect((await read(school)).counts).toMatchObject({ serving: all - 1, retired: 1, left: 0 })
    expect((await read(school, '&state=retired')).list[0]?.status).toBe('01')
    await status(colleague, '07')
    expect((await read(school, '&employmentStatus=07')).list.map(({ teacherId }) => teacherId)).toEqual([
      colleague.teacherId,
    ])
    expect((await read(school, '&state=all')).total).toBe(all)
    expect((await read(region.people.area)).counts).toBeNull()
    await status(colleague, '11')
    expect((await read(school)).list.map(({ teacherId }) => teacherId)).toContain(teacher.teacherId)
  })

  it('shows the basic information as this reader may see it, and finds by it', async () => {
    const { school, area, teacher } = region.people
    expect((await read(school, `&teacherId=${teacher.teacherId}`)).list[0]).toMatchObject({
      recordId: null,
      values: {},
      missing: expect.arrayContaining(['基本信息']),
    })
    const number = await enrol(teacher, '张三丰', '09123')
    const [line] = (await read(school, '&keyword=zsf')).list
    expect(line).toMatchObject({ name: '张三丰', values: { staffNo: '09123' } })
    expect(String(line?.values['idCardNo'])).toContain('*')
    for (const keyword of ['张三', 'zhangsan', 'zsf', '09123', number.slice(-4), number.slice(-6)])
      expect(await names(school, `&keyword=${encodeURIComponent(keyword)}`), keyword).toEqual(['张三丰'])
    expect(await names(area, `&keyword=${number.slice(-4)}&institutionId=${region.places.school}`)).toEqual([
      '张三丰',
    ])
    expect(await names(school, '&filled=true')).toEqual(['张三丰'])
    expect(await names(school, '&inEstablishment=true&filled=true')).toEqual(['张三丰'])
    expect(await names(school, '&inEstablishment=false')).toEqual([])
    expect(await names(school, '&ageFrom=16&ageTo=100')).toEqual(['张三丰'])
    expect(await names(school, '&ageFrom=110')).toEqual([])
    const rising = await names(school)
    expect(rising.length).toBeGreaterThan(1)
    expect(await names(school, '&sort=-name')).toEqual(rising.toReversed())
  })

  it('leaves a reading of whoever was shown', async () => {
    const { school, teacher } = region.people
    await read(school)
    const found = await region.db.query(sql`
      select 1 from reading where by_identity = ${school.identityId} and kind = 'roster'
        and ${teacher.teacherId ?? 0} = any(owner_ids)`)
    expect(found.length).toBeGreaterThan(0)
  })

  it('in a scope too wide to look through asks to narrow it, and answers where a page is full', async () => {
    const { city } = region.people
    const actor = actorOf(city, 5)
    const ask = (more: object) => rollOf(region.engine, actor, rollQuery.parse({ pageSize: 1, ...more }), 3)
    expect((await ask({ state: 'working' })).totalMore).toBe(true)
    await expect(ask({ inEstablishment: 'false' })).rejects.toMatchObject({ code: 'invalid' })
  })

  it('keeps its conditions as a view, and none that it would refuse', async () => {
    const { school } = region.people
    const view = (query: object) => ({
      list: 'roll',
      type: 'basicInfo',
      name: '退休',
      query,
      isDefault: false,
    })
    expect(
      (await school.put('/api/v1/views', view({ state: 'retired', 'f.ageFrom': '55', q: 'zs' }))).status,
    ).toBe(200)
    expect((await school.put('/api/v1/views', view({ 'f.ageFrom': 'x' }))).status).toBe(400)
    expect((await school.put('/api/v1/views', view({ 'f.idCardNo': '1' }))).status).toBe(400)
  })
})

describe('researchers of a school or a region (researchTeam)', () => {
  const at = '/api/v1/records/researchTeam'
  const post = (owner: Person, more: object = {}) => ({
    ownerId: owner.teacherId,
    teamKind: '2',
    schoolStage: '3',
    subject: subjectOf('3'),
    startDate: '2024-09-01',
    isFullTime: false,
    ...more,
  })
  const subjectOf = (stage: string) => selectable('subject', { within: stage })[0]?.code ?? ''

  it('are kept by the school and by the authority above it, one in office for each stage and subject', async () => {
    const { school, area, teacher, colleague, siblingSchool, otherArea } = region.people
    const made = await school.post(at, post(teacher))
    expect(made.msg, JSON.stringify(made.data)).toBe('ok')
    const second = await area.post(at, post(teacher, { startDate: '2025-09-01' }))
    expect([second.status, second.msg]).toEqual([
      400,
      '同一人在同一学段、学科只能有一条在任的记录，请先填写原来一条的任职止',
    ])
    expect((await area.post(at, post(teacher, { endDate: '2024-12-31' }))).msg).toBe('ok')
    expect((await area.post(at, post(colleague))).msg).toBe('ok')
    for (const who of [siblingSchool, otherArea]) expect((await who.post(at, post(teacher))).status).toBe(404)
    expect((await teacher.post(at, post(teacher))).status).toBe(403)
    const total = async (who: Person) => (await who.get<{ total: number }>(at)).data.total
    expect(await Promise.all([school, area, teacher, siblingSchool, otherArea].map(total))).toEqual([
      3, 3, 2, 0, 0,
    ])
  })
})

/** The basic information as the school writes it first; returns the identity number. */
async function enrol(owner: Person, name: string, staffNo: string): Promise<string> {
  const definition = registry['basicInfo']
  if (!definition) throw new Error('basicInfo')
  const sample = sampleOf(definition, 7)
  const idCardNo = idNumber(String(sample['birthDate']), sample['gender'] === '1')
  const made = await region.people.school.post('/api/v1/records/basicInfo', {
    ...sample,
    name,
    staffNo,
    idCardNo,
    inEstablishment: true,
    employForm: null,
    ownerId: owner.teacherId,
    attachments: [],
  })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  return idCardNo
}

it('walks through what the roll finds, with its filters and its order, and never out of the scope', async () => {
  const { province, otherCity } = region.people
  const query = 'state=all&sort=-name'
  const { data } = await province.get<RollPage>(`/api/v1/teacher?${query}&pageSize=100`)
  const ids = data.list.map(({ teacherId }) => teacherId)
  expect(ids.length).toBeGreaterThan(2)
  const besideOf = async (who: Person, id: number) =>
    (
      await who.get<{
        place: number | null
        previous: { teacherId: number } | null
        next: { teacherId: number } | null
      }>(`/api/v1/teacher/${id}/neighbours?${query}`)
    ).data
  for (const [at, id] of ids.slice(0, 3).entries())
    expect(await besideOf(province, id)).toMatchObject({
      place: at + 1,
      previous: at === 0 ? null : { teacherId: ids[at - 1] },
      next: ids[at + 1] === undefined ? null : { teacherId: ids[at + 1] },
    })
  expect(await besideOf(otherCity, ids[0] ?? 0)).toMatchObject({ place: null, previous: null, next: null })
})
