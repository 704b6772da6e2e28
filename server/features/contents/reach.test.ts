import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import type {
  ConfirmationLine,
  ContentReach,
  OwnConfirmation,
} from '../../../catalogue/contract/portal/reach.ts'
import type { Message, Workbench } from '../../../catalogue/contract/workspace.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('reach')
  const areas = {
    otherCity: '440900',
    otherDistrict: '441704',
    otherSchool: '441704',
    province: '440000',
    city: '441700',
  } as const
  for (const [place, code] of Object.entries(areas))
    await region.db.execute(
      sql`update institution set area_code = ${code} where id = ${region.places[place as keyof typeof areas]}`,
    )
})
afterAll(() => region.close())

const written = { title: '通知', noticeKind: '1', visibility: '1', content: '正文', files: [] }
type View = Answer<ContentView & { errors: { field: string; message: string }[] }>
async function published(who: Person, more: object): Promise<number> {
  const made: View = await who.post('/api/v1/contents/notice', { value: { ...written, ...more } })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  expect(
    (await who.post(`/api/v1/contents/notice/${made.data.id}/publish`, { version: made.data.version })).msg,
  ).toBe('ok')
  return made.data.id
}
const own = (id: number) => `/api/v1/portal/confirmation/notice/${id}`
const managed = (id: number, what: string) => `/api/v1/contents/notice/${id}/${what}`
interface Page {
  list: ConfirmationLine[]
  total: number
  asked: number
  confirmed: number
  until: string | null
}

describe('for whom a content is', () => {
  it.each([
    ['everybody signed in', {}, 19],
    ['the schools', { audienceRoles: ['3'] }, 6],
    ['one district', { audienceAreas: ['441702'] }, 10],
    ['teachers of two districts', { audienceAreas: ['441702', '441704'], audienceRoles: ['2'] }, 5],
    ['a city with all below it', { audienceAreas: ['441700'] }, 14],
    ['a township nobody is in', { audienceAreas: ['441702001'] }, 0],
    ['nobody', { visibility: '0' }, 0],
  ])(
    '%s: as many people as are told can read it, in the list and by its number',
    async (_, more, expected) => {
      const title = `给${JSON.stringify(more)}`
      const id = await published(region.people.admin, { ...more, title })
      const told = (await region.people.admin.get<ContentReach>(managed(id, 'reach'))).data
      const everybody = Object.values(region.people)
      const readers: Person[] = []
      for (const who of everybody) {
        const [one, list] = [
          await who.get(`/api/v1/portal/contents/notice/${id}`),
          await who.get(`/api/v1/portal/contents/notice?q=${encodeURIComponent(title)}`),
        ]
        expect(JSON.stringify(list.data).includes(`"id":${id},`)).toBe(one.status === 200)
        if (one.status === 200) readers.push(who)
      }
      expect(readers.length).toBe(expected)
      expect([told.people, told.institutions]).toEqual([
        readers.length,
        new Set(readers.map((who) => who.institutionId)).size,
      ])
      expect(told.byRole.reduce((sum, { people }) => sum + people, 0)).toBe(readers.length)
      const visitor = await region.app.inject({ method: 'GET', url: `/api/v1/portal/contents/notice/${id}` })
      expect([visitor.statusCode, told.everybody]).toEqual([404, false])
    },
  )

  it('cannot be some and everybody at once, nor a region the writer is not in', async () => {
    const { area, otherArea } = region.people
    const wrong: View = await area.post('/api/v1/contents/notice', {
      value: { ...written, visibility: '2', audienceRoles: ['2'] },
    })
    expect([wrong.status, wrong.data.errors[0]?.field]).toEqual([400, 'visibility'])
    for (const [key, bad] of [
      ['audienceAreas', ['441702']],
      ['audienceAreas', ['999999']],
      ['audienceRoles', ['7']],
      ['confirmBy', '2026-02-30'],
    ] as const) {
      const refused: View = await otherArea.post('/api/v1/contents/notice', {
        value: { ...written, [key]: bad },
      })
      expect([refused.status, refused.data.errors[0]?.field], key).toEqual([400, key])
    }
  })

  it('stays when a caller of the specification, who knows nothing of it, changes a policy', async () => {
    const { city, area } = region.people
    const value = {
      title: '内部办法',
      policyKind: '4',
      issuer: '东区教育局',
      issueDate: '2026-11-01',
      areaCode: '441702',
      visibility: '1',
      audienceRoles: ['3'],
    }
    const made: View = await area.post('/api/v1/contents/policy', { value })
    const { visibility: _, audienceRoles: __, ...known } = value
    expect(
      (await area.put(`/api/v1/policy/${made.data.id}`, { ...known, title: '内部办法（修订）' })).msg,
    ).toBe('ok')
    expect((await city.get<ContentView>(`/api/v1/contents/policy/${made.data.id}`)).data.value).toMatchObject(
      { title: '内部办法（修订）', visibility: '1', audienceRoles: ['3'] },
    )
  })
})

describe('confirming', () => {
  it('asks the institutions below that may read it; each answers once; the rest are reminded once a day', async () => {
    const p = region.people
    const id = await published(p.area, {
      title: '请确认的通知',
      confirmBy: '2099-12-31',
      audienceRoles: ['3', '4'],
    })
    const standing = async (who: Person) => (await who.get<OwnConfirmation>(own(id))).data
    const rows = async (query = '') =>
      (await p.area.get<Page>(`${managed(id, 'confirmations')}${query}`)).data
    expect(await rows()).toMatchObject({
      asked: 2,
      confirmed: 0,
      until: '2099-12-31',
      list: [{ institution: '东区一中', confirmedAt: null }, { institution: '东区二小' }],
    })
    for (const who of [p.school, p.siblingSchool])
      expect(await standing(who)).toMatchObject({ until: '2099-12-31', confirmed: null })
    for (const who of [p.area, p.otherSchool, p.citySchool, p.city, p.admin, p.teacher]) {
      expect(await standing(who)).toBeNull()
      const [foreign, missing] = [await who.post(own(id), {}), await who.post(own(99_999_999), {})]
      expect([foreign.status, foreign.msg]).toEqual([404, missing.msg])
    }
    const todo = async (who: Person) =>
      (await who.get<Workbench>('/api/v1/workbench')).data.todos
        .filter(({ kind }) => kind === 'reading')
        .map(({ title }) => title)
    expect(await todo(p.school)).toEqual(['请确认已读：请确认的通知'])
    const both = await Promise.all([
      p.school.post<OwnConfirmation>(own(id), {}),
      p.school2.post<OwnConfirmation>(own(id), {}),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const [first, second] = both.map(({ data }) => data?.confirmed?.by)
    expect(first).toBe(second)
    expect([await todo(p.school), await todo(p.siblingSchool)]).toEqual([[], ['请确认已读：请确认的通知']])
    expect(await rows('?state=confirmed')).toMatchObject({
      asked: 2,
      confirmed: 1,
      total: 1,
      list: [{ institution: '东区一中', by: first }],
    })
    expect((await rows(`?q=${encodeURIComponent('二小')}`)).total).toBe(1)
    expect((await p.area.get(`${managed(id, 'confirmations')}?state=x`)).status).toBe(400)
    const messages = async (who: Person) =>
      (await who.get<{ list: Message[] }>('/api/v1/userSystemMessage?pageSize=100')).data.list.filter(
        ({ title }) => title.includes('请确认的通知'),
      )
    expect((await p.area.post(managed(id, 'remind'), {})).data).toEqual({ reminded: 1, lately: 0 })
    expect((await p.city.post(managed(id, 'remind'), {})).data).toEqual({ reminded: 0, lately: 1 })
    expect([(await messages(p.siblingSchool)).length, (await messages(p.school)).length]).toEqual([1, 0])
    await region.db.execute(
      sql`update content_reminder set at = (at at time zone 'UTC' - interval '25 hours') at time zone 'UTC' where content_id = ${id}`,
    )
    expect((await p.area.post(managed(id, 'remind'), {})).data).toEqual({ reminded: 1, lately: 0 })
    expect((await messages(p.siblingSchool))[0]?.link).toBe(
      `/home/messageData/messageDetail?type=notice&id=${id}`,
    )
    // Others of the region do not learn that there is such a list.
    for (const who of [p.otherArea, p.school, p.otherCity]) {
      for (const what of ['reach', 'confirmations'])
        expect((await who.get(managed(id, what))).status, what).toBe(404)
      expect((await who.post(managed(id, 'remind'), {})).status).toBe(404)
    }
    const { data: view } = await p.area.get<ContentView>(`/api/v1/contents/notice/${id}`)
    await p.area.post(managed(id, 'takeDown'), { version: view.version })
    expect([await todo(p.siblingSchool), await standing(p.siblingSchool), (await rows()).asked]).toEqual([
      [],
      null,
      0,
    ])
    expect((await p.siblingSchool.post(own(id), {})).status).toBe(404)
    expect((await p.area.post(managed(id, 'remind'), {})).status).toBe(409)
  })
})
