import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('rising')
})
afterAll(() => region.close())

type View = Answer<ContentView & { errors: { field: string; message: string }[] }>
const base = '/api/v1/contents/resource'
const at = (id: number) => `${base}/${id}`
async function drafted(who: Person, more: object = {}): Promise<number> {
  const value = {
    title: '一元二次方程的应用',
    resourceKind: '02',
    schoolStage: '3',
    subject: '14',
    author: '林疏影',
    shareScope: '2',
    file: await picture(region, who),
    isOriginal: true,
    licence: '3',
    statement: true,
    ...more,
  }
  return (await who.post<ContentView>(base, { value })).data.id
}
const look = async (who: Person, id: number) => (await who.get<ContentView>(at(id))).data
async function decide(who: Person, id: number, name = 'publish', more: object = {}): Promise<View> {
  const done: View = await who.post(`${at(id)}/${name}`, { version: (await look(who, id)).version, ...more })
  expect(done.msg, JSON.stringify(done.data)).toBe('ok')
  return done
}
/** Changes fields of the working copy as its author. */
async function changed(who: Person, id: number, more: object): Promise<void> {
  const { version, value } = await look(who, id)
  expect((await who.put<View>(at(id), { version, value: { ...value, ...more } })).msg).toBe('ok')
}
async function sent(who: Person, more: object = {}): Promise<number> {
  const id = await drafted(who, more)
  await decide(who, id)
  return id
}
/** The title that somebody reads in the portal; null where he finds nothing. */
async function readBy(who: Person, id: number): Promise<unknown> {
  const one = await who.get<{ title: string }>(`/api/v1/portal/contents/resource/${id}`)
  return one.status === 200 ? one.data.title : one.status === 404 ? null : one.status
}
const shelved = (id: number) =>
  region.db.maybeOne<{ reach: string; reach_key: number; version: number; gone: boolean }>(sql`
    select reach, reach_key, version, gone_at is not null as gone
    from shelf where kind = 'resource' and item_id = ${id}`)
const steps = ({ approval }: ContentView) => approval?.steps.map(({ institution }) => institution)

describe('each agreement', () => {
  it('lets the school read at once, and the district only when it agreed', async () => {
    const { teacher, colleague, siblingSchool, school, area } = region.people
    const id = await sent(teacher)
    expect([await readBy(colleague, id), await shelved(id)]).toEqual([null, undefined])
    await decide(school, id)
    expect([await readBy(colleague, id), await readBy(siblingSchool, id)]).toEqual([
      '一元二次方程的应用',
      null,
    ])
    expect(await shelved(id)).toMatchObject({ reach: '1', reach_key: region.places.school, version: 1 })
    await decide(area, id)
    expect(await readBy(siblingSchool, id)).toBe('一元二次方程的应用')
    // One text is one version, however many offices agreed to it.
    expect(await shelved(id)).toMatchObject({ reach: '2', version: 1 })
  })

  it('is told to the author with who reads now', async () => {
    const { teacher, school } = region.people
    const id = await sent(teacher, { title: '旋转' })
    await decide(school, id)
    const told = await teacher.get<{ list: { title: string; content: string }[] }>(
      '/api/v1/userSystemMessage',
    )
    const about = told.data.list.find(({ title }) => title.endsWith('：旋转'))
    expect([about?.title, about?.content]).toEqual([
      '学校已通过：旋转',
      '“本校”的老师现在就能用；更大范围的，等上级通过。',
    ])
  })

  it('stays what it is when the office above returns the content', async () => {
    const { teacher, colleague, school, area } = region.people
    const id = await sent(teacher)
    await decide(school, id)
    await decide(area, id, 'sendBack', { reason: '第 3 页的图不清楚' })
    expect(await readBy(colleague, id)).toBe('一元二次方程的应用')
    expect((await look(teacher, id)).remark).toBe('第 3 页的图不清楚')
    // Sent in again as it is, the school that agreed to this text is not asked again.
    expect(steps((await decide(teacher, id)).data)).toEqual(['东区教育局'])
  })

  it('comes from the city where a school has no district, and its city reads', async () => {
    const { cityTeacher, citySchool, city, school } = region.people
    const id = await drafted(cityTeacher)
    expect(steps(await look(cityTeacher, id))).toEqual(['市直中学', '市教育局'])
    await decide(cityTeacher, id)
    await decide(citySchool, id)
    expect(await readBy(school, id)).toBe(null)
    await decide(city, id)
    expect(await readBy(school, id)).toBe('一元二次方程的应用')
    expect(await shelved(id)).toMatchObject({ reach: '2', reach_key: region.places.city })
  })

  it('is nobody’s for what he wrote himself as an officer of the school', async () => {
    const { teacher, school } = region.people
    const id = await sent(teacher)
    const before = await region.db.one<{ person_id: number }>(
      sql`select person_id from identity where id = ${school.identityId}`,
    )
    await region.db.execute(sql`
      update identity set person_id = (select person_id from identity where id = ${teacher.identityId})
      where id = ${school.identityId}`)
    const officer = await region.signInAgain(school)
    const refused: View = await officer.post(`${at(id)}/publish`, {
      version: (await look(officer, id)).version,
    })
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('自己不能审核')])
    await region.db.execute(
      sql`update identity set person_id = ${before.person_id} where id = ${school.identityId}`,
    )
    await region.signInAgain(school)
  })
})

describe('how many will read', () => {
  it('is told to the author by what he asks for, to each office by what its agreement gives', async () => {
    const { teacher, school, area, stranger } = region.people
    const id = await sent(teacher, { shareScope: '3' })
    const reach = async (who: Person) =>
      (await who.get<{ reach: string; people: number; institutions: number }>(`${at(id)}/reach`)).data
    const counted = async (where: ReturnType<typeof sql>) =>
      (
        await region.db.one<{ people: number }>(sql`
          select count(distinct a.person_id)::int as people
          from identity a join institution i on i.id = a.institution_id
          where a.state = 'enabled' and ${where}`)
      ).people
    const { places } = region
    expect(await reach(school)).toMatchObject({
      reach: '1',
      people: await counted(sql`i.id = ${places.school}`),
    })
    expect(await reach(teacher)).toMatchObject({
      reach: '3',
      people: await counted(sql`i.city_id = ${places.city}`),
    })
    await decide(school, id)
    expect(await reach(area)).toMatchObject({
      reach: '2',
      people: await counted(sql`i.district_id = ${places.district}`),
    })
    expect((await stranger.get(`${at(id)}/reach`)).status).toBe(404)
  })
})

describe('a new version', () => {
  it('takes the place of the live one when it came as far; until then everybody reads the one before', async () => {
    const { teacher, colleague, siblingSchool, school2, area } = region.people
    const id = await sent(teacher, { title: '第一版' })
    await decide(school2, id)
    await decide(area, id)
    await changed(teacher, id, { title: '第二版' })
    await decide(teacher, id)
    await decide(school2, id)
    expect([await readBy(colleague, id), await readBy(siblingSchool, id)]).toEqual(['第一版', '第一版'])
    await decide(area, id)
    expect([await readBy(colleague, id), await readBy(siblingSchool, id)]).toEqual(['第二版', '第二版'])
    expect(await shelved(id)).toMatchObject({ reach: '2', version: 2 })
  })

  it('that asks for more readers only asks the offices above; one that asks for fewer asks nobody', async () => {
    const { teacher, colleague, siblingSchool, school2, area } = region.people
    const id = await sent(teacher, { shareScope: '1' })
    await decide(school2, id)
    await changed(teacher, id, { shareScope: '2' })
    expect(steps((await decide(teacher, id)).data)).toEqual(['东区教育局'])
    expect(await readBy(colleague, id)).toBe('一元二次方程的应用')
    await decide(area, id)
    expect(await readBy(siblingSchool, id)).toBe('一元二次方程的应用')
    await changed(teacher, id, { shareScope: '1' })
    expect((await decide(teacher, id)).data.state).toBe('published')
    expect([await readBy(colleague, id), await readBy(siblingSchool, id)]).toEqual([
      '一元二次方程的应用',
      null,
    ])
    await changed(teacher, id, { shareScope: '0' })
    const refused: View = await teacher.post(`${at(id)}/publish`, {
      version: (await look(teacher, id)).version,
    })
    expect([refused.status, refused.data.errors[0]?.field]).toEqual([400, 'shareScope'])
  })
})

describe('what an institution shares', () => {
  it('is read by its own people at once, and further as the offices above agree', async () => {
    const { area, school, otherSchool, city } = region.people
    const id = await drafted(area, { shareScope: '3' })
    await decide(area, id)
    expect([await readBy(school, id), await readBy(otherSchool, id)]).toEqual(['一元二次方程的应用', null])
    await decide(city, id)
    expect(await readBy(otherSchool, id)).toBe('一元二次方程的应用')
    const narrow = await drafted(area, { shareScope: '1' })
    const refused: View = await area.post(`${at(narrow)}/publish`, { version: 1 })
    expect([refused.status, refused.data.errors[0]?.message]).toEqual([400, '本单位的内容至少共享到“本县区”'])
  })
})

describe('what is taken down', () => {
  it('is read by nobody, and its place on the shelf is a tombstone; its readers come back one office at a time', async () => {
    const { teacher, colleague, school2 } = region.people
    const id = await sent(teacher)
    await decide(school2, id)
    await decide(teacher, id, 'takeDown')
    expect([await readBy(colleague, id), (await shelved(id))?.gone]).toEqual([null, true])
    expect(steps((await decide(teacher, id)).data)).toEqual(['东区一中', '东区教育局'])
    expect(await readBy(colleague, id)).toBe(null)
    await decide(school2, id)
    expect([await readBy(colleague, id), (await shelved(id))?.gone]).toEqual(['一元二次方程的应用', false])
  })
})

describe('an agreement', () => {
  const undo = async (who: Person, id: number): Promise<View> =>
    who.post(`${at(id)}/undo`, { version: (await look(who, id)).version })
  const may = async (who: Person, id: number) => (await look(who, id)).can.includes('undo')

  it('is taken back by who gave it last, within minutes, once; readers see what they saw before', async () => {
    const { teacher, colleague, siblingSchool, school2, school, area } = region.people
    const id = await sent(teacher, { title: '第一版' })
    await decide(school2, id)
    expect([await may(school2, id), await may(school, id), await may(teacher, id)]).toEqual([
      true,
      false,
      false,
    ])
    expect((await undo(school, id)).status).toBe(409)
    expect((await undo(school2, id)).data.state).toBe('inReview')
    expect([await readBy(colleague, id), (await shelved(id))?.gone]).toEqual([null, true])
    expect((await look(school2, id)).approval?.trail.map(({ verdict }) => verdict)).toEqual([
      'submitted',
      'approved',
      'undone',
    ])
    expect([await may(school2, id), (await undo(school2, id)).status]).toEqual([false, 409])
    await decide(school, id)
    await decide(area, id)
    await changed(teacher, id, { title: '第二版' })
    await decide(teacher, id)
    await decide(school, id)
    await decide(area, id)
    expect(await readBy(siblingSchool, id)).toBe('第二版')
    expect((await undo(area, id)).status).toBe(200)
    expect([await readBy(siblingSchool, id), await readBy(colleague, id)]).toEqual(['第一版', '第一版'])
    await decide(area, id)
    expect(await readBy(siblingSchool, id)).toBe('第二版')
    await region.db.execute(
      sql`update content_decision set at = now() - interval '11 minutes' where content_id = ${id}`,
    )
    expect([await may(area, id), (await undo(area, id)).status]).toEqual([false, 409])
  })

  it('stays once a person beyond the former readers opened the resource; a colleague does not count', async () => {
    const { teacher, colleague, siblingSchool, school2, area } = region.people
    const id = await sent(teacher)
    await decide(school2, id)
    await decide(area, id)
    await colleague.get(`/api/v1/library/resource/${id}`)
    expect((await undo(area, id)).status).toBe(200)
    await decide(area, id)
    await siblingSchool.get(`/api/v1/library/resource/${id}`)
    expect((await undo(area, id)).msg).toBe('已有更大范围的人打开过，不能撤销；不宜再用的请下架')
    expect(await readBy(siblingSchool, id)).toBe('一元二次方程的应用')
  })
})
