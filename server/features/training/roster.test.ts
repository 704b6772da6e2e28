import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('rosters')
})
afterAll(() => region.close())

const base = '/api/v1/train/roster'
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
})
