import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onlinePage } from '../../../catalogue/contract/administration/online.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('online')))
afterAll(() => region.close())

const url = '/api/v1/userManage/online'
const read = async (who: Person, query = '') => {
  const answer = await who.get(`${url}?pageSize=100${query}`)
  expect(answer.msg).toBe('ok')
  return onlinePage.parse(answer.data)
}

describe('who is signed in', () => {
  it('is for the administrator alone', async () => {
    const { teacher, school, area, city, province, expert, staff } = region.people
    for (const who of [teacher, school, area, city, province, expert, staff]) {
      expect((await who.get(url)).status).toBe(403)
      expect((await who.del(`${url}/${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`)).status).toBe(403)
    }
    expect((await region.app.inject({ url })).statusCode).toBe(401)
  })

  it('is found by name and role; whoever did nothing for half an hour is not in it', async () => {
    const { admin, teacher } = region.people
    const all = await read(admin)
    expect(all.list.find(({ personId }) => personId === teacher.personId)?.role).toBe(2)
    expect(all.list.filter(({ current }) => current).map(({ personId }) => personId)).toEqual([
      admin.personId,
    ])
    expect((await read(admin, '&role=3')).list.every(({ role }) => role === 3)).toBe(true)
    const own = all.list.find(({ personId }) => personId === teacher.personId)
    expect((await read(admin, `&q=${encodeURIComponent(own?.name ?? '')}`)).people).toBe(1)
    expect((await read(admin, '&q=%25')).total).toBe(0)
    const idle = await region.add(2, region.places.school, '久未操作')
    await region.db.execute(sql`
      update session set last_seen_at = now() - interval '31 minutes' where identity_id = ${idle.identityId}`)
    expect((await read(admin)).list.map(({ personId }) => personId)).not.toContain(idle.personId)
    expect((await admin.get(`${url}?role=7`)).status).toBe(400)
    expect((await admin.get(`${url}?page=0`)).status).toBe(400)
  })

  it('is ended: the next call says by whom, nothing else of that person ends, and the audit has it', async () => {
    const { admin } = region.people
    const someone = await region.add(2, region.places.school, '在线甲')
    const again = await region.signInAgain(someone)
    const [device] = (await read(admin)).list.filter(({ personId }) => personId === someone.personId)
    expect((await admin.del(`${url}/${device?.id}`)).msg).toBe('ok')
    const answers = [await someone.get('/api/v1/user/sessions'), await again.get('/api/v1/user/sessions')]
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ status }) => status === 401)?.msg).toContain('管理员已让本设备退出登录')
    const { facts } = await region.db.one<{ facts: { because: string; by: number } }>(sql`
      select facts from audit where action = 'session.ended' and person_id = ${someone.personId}`)
    expect(facts).toEqual({ because: 'administrator', by: admin.identityId })
    // Again, of nobody, in another form: a sentence each time.
    expect((await admin.del(`${url}/${device?.id}`)).status).toBe(404)
    expect((await admin.del(`${url}/x`)).status).toBe(404)
  })

  it('does not end the device that asks', async () => {
    const { admin } = region.people
    const own = (await read(admin)).list.find(({ current }) => current)
    const answer = await admin.del(`${url}/${own?.id}`)
    expect([answer.status, answer.msg]).toEqual([409, '这是您正在使用的设备，请用“退出登录”'])
    expect((await admin.get(url)).status).toBe(200)
  })
})
