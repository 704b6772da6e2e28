import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  BuiltInReason,
  LibraryReason,
  SavedReason,
} from '../../../catalogue/contract/archive/reason-library.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('reasons')))
afterAll(() => region.close())

const url = '/api/v1/reasons'
const mine = { type: 'studyExperience', field: 'major', text: '专业名称请写全称' }

describe('kept reasons', () => {
  it('are each officer’s own, kept once, deleted by nobody else', async () => {
    const { school, school2, area, teacher } = region.people
    for (const _ of [1, 2]) expect((await school.post(url, mine)).msg).toBe('ok')
    expect((await school.get<{ list: SavedReason[] }>(`${url}?type=studyExperience`)).data.list).toEqual([
      { field: 'major', text: mine.text },
    ])
    expect((await school.get<{ list: SavedReason[] }>(`${url}?type=paper`)).data.list).toEqual([])
    for (const other of [school2, area])
      expect((await other.get<{ list: SavedReason[] }>(`${url}?type=studyExperience`)).data.list).toEqual([])
    const query = new URLSearchParams(mine).toString()
    expect((await school2.del(`${url}?${query}`)).status).toBe(404)
    expect((await school.del(`${url}?${query}`)).msg).toBe('ok')
    expect((await school.get<{ list: SavedReason[] }>(`${url}?type=studyExperience`)).data.list).toEqual([])
    expect((await teacher.get<{ list: SavedReason[] }>(`${url}?type=studyExperience`)).status).toBe(403)
    expect((await teacher.post(url, mine)).status).toBe(403)
  })

  it('name a field that exists, say something, and stay a list one can read', async () => {
    const { area } = region.people
    expect((await area.post(url, { ...mine, field: 'nothing' })).data.errors[0]?.field).toBe('field')
    expect((await area.post(url, { ...mine, type: 'constructor' })).data.errors[0]?.field).toBe('type')
    expect((await area.post(url, { ...mine, text: '  ' })).status).toBe(400)
    expect((await area.post(url, { ...mine, text: '长'.repeat(201) })).status).toBe(400)
    expect((await area.post(url, { ...mine, extra: 1 })).status).toBe(400)
    for (let i = 0; i < 30; i += 1)
      expect((await area.post(url, { ...mine, text: `意见 ${i}` })).status).toBe(200)
    expect((await area.post(url, { ...mine, text: '第三十一条' })).status).toBe(400)
    expect((await area.post(url, { ...mine, text: '意见 3' })).status).toBe(200)
  })
})

describe('the library of reasons', () => {
  const library = '/api/v1/reasonLibrary'
  const one = (content: string, more: Partial<LibraryReason> = {}): LibraryReason => ({
    recordType: null,
    action: 'return',
    content,
    sortNo: 1,
    enabled: true,
    ...more,
  })
  const offered = async (who: Person, type = 'studyExperience') =>
    (await who.get<{ library: { content: string }[] }>(`${url}?type=${type}`)).data.library.map(
      ({ content }) => content,
    )

  it('is the portal’s for all and each office’s for itself; what is off or of another type is not offered', async () => {
    const { admin, school, school2, otherSchool, area, teacher } = region.people
    expect(
      (
        await admin.put(library, {
          list: [
            one('请补充盖章页'),
            one('停用的', { enabled: false }),
            one('只给论文', { recordType: 'paper' }),
          ],
        })
      ).msg,
    ).toBe('ok')
    expect(
      (
        await school.put(library, {
          list: [
            one('本校：请写全称', { recordType: 'studyExperience', sortNo: 2 }),
            one('先看这条', { sortNo: 0 }),
          ],
        })
      ).msg,
    ).toBe('ok')
    for (const who of [school, school2])
      expect(await offered(who)).toEqual(['请补充盖章页', '先看这条', '本校：请写全称'])
    for (const who of [otherSchool, area]) expect(await offered(who)).toEqual(['请补充盖章页'])
    expect(await offered(area, 'paper')).toEqual(['请补充盖章页', '只给论文'])
    expect((await area.get<LibraryReason[]>(library)).data).toEqual([])
    expect((await school2.get<LibraryReason[]>(library)).data.map(({ content }) => content)).toEqual([
      '先看这条',
      '本校：请写全称',
    ])
    for (const call of [teacher.get(library), teacher.put(library, { list: [] })])
      expect((await call).status).toBe(403)
  })

  it('is not written over by whoever read it earlier, and says which line is wrong', async () => {
    const { city, citySchool } = region.people
    const was = (await city.get<LibraryReason[]>(library)).data
    expect((await city.put(library, { list: [one('甲')], was })).msg).toBe('ok')
    expect((await city.put(library, { list: [one('乙')], was })).status).toBe(409)
    expect((await city.get<LibraryReason[]>(library)).data).toEqual([one('甲')])
    const field = async (list: unknown) => (await citySchool.put(library, { list })).data.errors[0]?.field
    expect(await field([one('甲'), one('')])).toBe('list.1.content')
    expect(await field([one('甲'), one('甲')])).toBe('list.1.content')
    expect(await field([one('甲', { recordType: 'constructor' })])).toBe('list.0.recordType')
    expect(await field([{ ...one('甲'), action: 'approve' }])).toBe('list.0.action')
    expect(await field(Array.from({ length: 201 }, (_, n) => one(`第 ${n} 条`)))).toBe('list')
  })
})

describe('the reasons of the declarations', () => {
  const builtIn = '/api/v1/reasonLibrary/builtIn'
  const one = { recordType: 'studyExperience', field: 'studyMode', text: '学习方式与学历证书不一致' }
  const listed = async (who: Person) =>
    (await who.get<{ list: BuiltInReason[] }>(builtIn)).data.list.find(({ text }) => text === one.text)
  const off = async (who: Person) =>
    (await who.get<{ off: SavedReason[] }>(`${url}?type=studyExperience`)).data.off.map(({ text }) => text)

  it('are listed for administrator and offices, and switched off by an office for itself alone', async () => {
    const { admin, school, school2, otherSchool } = region.people
    expect(await listed(admin)).toEqual({ ...one, enabled: true, offForAll: false })
    for (const _ of [1, 2]) expect((await school.put(builtIn, { ...one, enabled: false })).msg).toBe('ok')
    expect(await listed(school2)).toMatchObject({ enabled: false })
    for (const who of [admin, otherSchool]) expect(await listed(who)).toMatchObject({ enabled: true })
    for (const who of [school, school2]) expect(await off(who)).toEqual([one.text])
    expect(await off(otherSchool)).toEqual([])
    expect((await school.put(builtIn, { ...one, enabled: true })).msg).toBe('ok')
    expect(await off(school)).toEqual([])
  })

  it('are switched off for all by the administrator alone, whatever an office does', async () => {
    const { admin, school, area } = region.people
    await admin.put(builtIn, { ...one, enabled: false })
    expect(await listed(admin)).toMatchObject({ enabled: false, offForAll: false })
    expect(await listed(school)).toMatchObject({ enabled: true, offForAll: true })
    await school.put(builtIn, { ...one, enabled: true })
    for (const who of [school, area]) expect(await off(who)).toEqual([one.text])
    await admin.put(builtIn, { ...one, enabled: true })
    expect(await off(area)).toEqual([])
  })

  it('are nobody else’s, and only those that are declared', async () => {
    const { school, teacher, expert } = region.people
    for (const who of [teacher, expert])
      for (const call of [who.get(builtIn), who.put(builtIn, { ...one, enabled: false })])
        expect((await call).status).toBe(403)
    const field = async (body: object) =>
      (await school.put(builtIn, { ...one, enabled: false, ...body })).data.errors[0]?.field
    expect(await field({ text: '没有的' })).toBe('text')
    expect(await field({ field: 'major' })).toBe('text')
    expect(await field({ recordType: 'constructor' })).toBe('text')
    expect(await field({ recordType: 'paper' })).toBe('text')
    expect(await field({ text: '\u0000' })).toBe('text')
    expect(await field({ enabled: 'no' })).toBe('enabled')
    expect((await school.put(builtIn, { ...one, enabled: false, institution: 1 })).status).toBe(400)
    expect((await school.put(builtIn, {})).status).toBe(400)
  })
})
