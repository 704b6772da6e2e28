import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { SchoolRosters } from '../../../catalogue/contract/training/roster-schools.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('rosters')
})
afterAll(() => region.close())

const base = '/api/v1/train/roster'
const asked = '/api/v1/train/roster-schools'
const line = (name: string, org = '东区一中') => ({ name, org, subject: '14' })
const list = {
  title: '2027 年骨干教师名单',
  rosterYear: 2027,
  rosterKind: '骨干教师',
  people: [line('林疏影'), line('周启衡')],
}
type View = Answer<CaseView & { errors: { field: string; message: string }[] }>
const begin = async (who: Person, more: object = {}): Promise<View> =>
  who.post(base, { about: { office: true }, value: { ...list, ...more } })
const look = async (who: Person, id: string): Promise<View> => who.get(`${base}/${id}`)
const act = async (who: Person, id: string, action: string, reason = ''): Promise<View> =>
  who.post(`${base}/${id}/${action}`, { version: (await look(who, id)).data.version, reason })

describe('a roster', () => {
  it('is checked by the authority above, sent back with a reason, and archived there', async () => {
    const { school, area, otherArea, teacher } = region.people
    expect((await begin(teacher)).status).toBe(403)
    const { id } = (await begin(school)).data
    expect((await act(school, id, 'submit')).msg).toBe('ok')
    expect((await look(otherArea, id)).status).toBe(404)
    expect((await look(teacher, id)).status).toBe(404)
    const silent = await act(area, id, 'return')
    expect([silent.status, silent.data.errors[0]?.field]).toEqual([400, 'reason'])
    expect((await act(area, id, 'return', '缺任教学科')).data.state).toBe('draft')
    expect((await act(school, id, 'submit')).data.state).toBe('pendingConfirm')
    expect((await act(area, id, 'confirm')).data.state).toBe('confirmed')
    // What is confirmed changes by a supplement alone, and is checked again.
    expect((await act(school, id, 'archive')).status).toBe(403)
    expect((await act(school, id, 'supplement')).data.errors[0]?.field).toBe('reason')
    expect((await act(school, id, 'supplement', '增补一人')).data.state).toBe('draft')
    expect((await act(school, id, 'submit')).data.state).toBe('pendingConfirm')
    await act(area, id, 'confirm')
    expect((await act(area, id, 'archive')).data.state).toBe('archived')
  })

  it('of the province is settled by itself, and nobody else settles one', async () => {
    const { province, city } = region.people
    const own = (await begin(province)).data.id
    expect((await act(province, own, 'submit')).status).toBe(409)
    expect((await act(province, own, 'settle')).data.state).toBe('confirmed')
    expect((await act(province, own, 'archive')).data.state).toBe('archived')
    const below = (await begin(city)).data.id
    expect((await act(city, below, 'settle')).status).toBe(409)
    expect((await act(city, below, 'submit')).data.state).toBe('pendingConfirm')
  })

  it('names nobody twice, and an empty one is not handed in', async () => {
    const { school } = region.people
    const wrong = async (people: object[]) => {
      const made = await begin(school, { people })
      expect(made.status, made.msg).toBe(200)
      const { id } = made.data
      const answer = await act(school, id, 'submit')
      expect((await act(school, id, 'cancel')).data.state).toBe('cancelled')
      return [answer.status, answer.data.errors[0]?.field]
    }
    expect(await wrong([line('林疏影'), line('林疏影')])).toEqual([400, 'people'])
    expect(await wrong([])).toEqual([400, 'people'])
    expect(await wrong([{ org: '东区一中' }])).toEqual([400, 'people'])
    // Two people of one name at two schools are two.
    const { id } = (await begin(school, { people: [line('林疏影'), line('林疏影', '东区二中')] })).data
    expect((await act(school, id, 'submit')).msg).toBe('ok')
  })

  it('waits for the school of whoever belongs to another one, and goes on with its word (46)', async () => {
    const { school, area, siblingSchool, otherSchool, teacher } = region.people
    const asking = async (who: Person) => (await who.get<SchoolRosters>(asked)).data.list
    const answer = (who: Person, id: string, body: object) => who.post<View['data']>(`${asked}/${id}`, body)
    const people = [line('林疏影'), line('江邻', '东区二小'), line('外人', '没有的学校')]
    const { id } = (await begin(school, { people })).data
    expect((await act(school, id, 'submit')).data.state).toBe('pendingConfirm')
    const early = await act(area, id, 'confirm')
    expect([early.status, early.msg]).toEqual([
      409,
      '江邻是东区二小的教师，等东区二小同意。不同意的请退回修改',
    ])
    expect(await asking(siblingSchool)).toMatchObject([{ id, owner: '东区一中', names: ['江邻'] }])
    expect([await asking(school), await asking(otherSchool)]).toEqual([[], []])
    for (const who of [area, teacher]) expect((await who.get(asked)).status).toBe(403)
    expect((await answer(otherSchool, id, { agrees: true })).status).toBe(404)
    const silent = await answer(siblingSchool, id, { agrees: false })
    expect([silent.status, silent.data.errors[0]?.field]).toEqual([400, 'reason'])
    expect((await answer(siblingSchool, id, { agrees: false, reason: '本学期有课' })).status).toBe(200)
    expect((await act(area, id, 'confirm')).msg).toContain('东区二小不同意（江邻）：本学期有课')
    // Sent back and handed in again, the school is asked once more; what it agreed to it is not asked again.
    await act(area, id, 'return', '请与东区二小商量')
    expect((await answer(siblingSchool, id, { agrees: true })).status).toBe(409)
    await act(school, id, 'submit')
    const both = await Promise.all([1, 2].map(() => answer(siblingSchool, id, { agrees: true })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await act(area, id, 'return', '再看一次')
    await act(school, id, 'submit')
    expect(await asking(siblingSchool)).toEqual([])
    expect((await act(area, id, 'confirm')).data.state).toBe('confirmed')
  })
})
