import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppCentre, AppRequest } from '../../../catalogue/contract/portal/app-centre.ts'
import type { TodoPage } from '../../../catalogue/contract/todos.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { addApp, centreFor } from './test-apps.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('app_requests')
  await addApp(
    region,
    'q1',
    [2, 3, 4, 5, 6].map((role) => ({ role, level: 1 })),
  )
})
afterAll(() => region.close())

const ask = async (who: Person) => {
  const made = await who.post<{ id: number }>('/api/v1/appRequests', { app: 'q1', reason: '备课要用' })
  expect(made.msg).toBe('ok')
  return made.data.id
}
const act = (who: Person, id: number, verb: string, reason = '') =>
  who.post(`/api/v1/appRequests/${id}/${verb}`, { reason })
const waits = async (who: Person) =>
  (await who.get<TodoPage>('/api/v1/todo?kind=app')).data.list.map(({ title }) => title)

describe('asking for an app', () => {
  it('goes to the office above, is decided from its to-dos, and opens the app for that person alone', async () => {
    const { teacher, colleague, school, otherSchool, area } = region.people
    expect((await teacher.post('/api/v1/apps/q1/open', {})).status).toBe(404)
    const id = await ask(teacher)
    expect(await ask(teacher)).toBe(id)
    expect((await centreFor(teacher))['q1']).toBe('asked')
    expect(await waits(school)).toEqual(['林疏影申请使用“应用q1”'])
    for (const other of [otherSchool, area]) expect(await waits(other)).toEqual([])
    for (const other of [otherSchool, area, region.people.admin])
      expect((await act(other, id, 'grant')).status).toBe(404)
    expect((await act(colleague, id, 'withdraw')).status).toBe(404)
    expect((await act(teacher, id, 'grant')).status).toBe(403)
    const done = await school.post(`/api/v1/todo/app.request.${id}/confirm`, {})
    expect(done.msg).toBe('ok')
    expect(await centreFor(teacher)).toEqual({ q1: 'use' })
    expect(await centreFor(colleague)).toEqual({ q1: 'ask' })
    expect((await teacher.post('/api/v1/apps/q1/open', {})).status).toBe(200)
    const told = await teacher.get<{ list: { title: string }[] }>('/api/v1/userSystemMessage')
    expect(told.data.list[0]?.title).toBe('东区一中同意您使用应用“应用q1”')
  })

  it('is revoked with a reason by any office above, and seen there until then', async () => {
    const { teacher, city, otherCity, otherSchool } = region.people
    const listed = async (who: Person) =>
      (await who.get<{ list: AppRequest[] }>('/api/v1/appRequests?of=office&state=granted')).data.list
    const [granted] = await listed(city)
    expect(granted).toMatchObject({ person: '林疏影', decidedBy: '东区一中' })
    for (const other of [otherCity, otherSchool]) {
      expect(await listed(other)).toEqual([])
      expect((await act(other, granted?.id ?? 0, 'revoke', '不再需要')).status).toBe(404)
    }
    expect((await act(city, granted?.id ?? 0, 'revoke')).data.errors[0]?.field).toBe('reason')
    expect((await act(city, granted?.id ?? 0, 'revoke', '不再需要')).msg).toBe('ok')
    expect((await act(city, granted?.id ?? 0, 'revoke', '不再需要')).msg).toBe('ok')
    expect(await centreFor(teacher)).toEqual({ q1: 'ask' })
    expect((await teacher.post('/api/v1/apps/q1/open', {})).status).toBe(404)
  })

  it('is refused with a reason, or withdrawn by who asked', async () => {
    const { colleague, school } = region.people
    const first = await ask(colleague)
    expect((await act(school, first, 'refuse')).data.errors[0]?.message).toBe('请写明原因')
    expect((await act(school, first, 'refuse', '请用备课组的账号')).msg).toBe('ok')
    expect((await act(school, first, 'grant')).status).toBe(409)
    const second = await ask(colleague)
    expect((await act(colleague, second, 'withdraw')).msg).toBe('ok')
    expect((await act(school, second, 'grant')).status).toBe(409)
    expect(await waits(school)).toEqual([])
    const own = await colleague.get<{ list: AppRequest[] }>('/api/v1/appRequests')
    expect(own.data.list.map(({ state }) => state)).toEqual(['withdrawn', 'refused'])
  })

  it('passes over offices without staff, and comes to the administrator from the top', async () => {
    const { southSchool, city, province, admin, school } = region.people
    // The south district has nobody.
    const id = await ask(southSchool)
    expect((await southSchool.get<AppCentre>('/api/v1/apps')).data.decides).toBe('市教育局')
    expect(await waits(city)).toHaveLength(1)
    expect((await act(city, id, 'grant')).msg).toBe('ok')
    const top = await ask(province)
    expect((await province.get<AppCentre>('/api/v1/apps')).data.decides).toBe('系统管理员')
    expect(await waits(admin)).toHaveLength(1)
    expect((await act(province, top, 'grant')).status).toBe(404)
    expect((await act(admin, top, 'grant')).msg).toBe('ok')
    // Two people of one office do not decide about their own office.
    const own = await ask(school)
    expect((await act(region.people.school2, own, 'grant')).status).toBe(404)
  })

  it('ends when the app is no longer offered, and leaves a line in the audit for each step', async () => {
    const { admin, southSchool } = region.people
    expect((await centreFor(southSchool))['q1']).toBe('use')
    await admin.put('/api/v1/appManage/role', { app_id: 'q1', lines: [{ role: 2, level: 1 }] })
    expect((await centreFor(southSchool))['q1']).toBeUndefined()
    const acts = await region.db.query<{ action: string }>(
      sql`select distinct action from audit where action like 'app.%' order by 1`,
    )
    expect(acts.map(({ action }) => action)).toEqual([
      'app.added',
      'app.ask-withdrawn',
      'app.asked',
      'app.bound',
      'app.granted',
      'app.opened',
      'app.refused',
      'app.revoked',
    ])
  })
})
