import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import type { Deputy } from '../../../catalogue/contract/account/deputies.ts'
import type { IdentityCard } from '../../../catalogue/contract/account/personal.ts'
import type { HistoryEntry } from '../../../catalogue/contract/archive/records.ts'
import type { UserView } from '../../../catalogue/contract/administration/users.ts'
import { testRegion, testKeys, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { openSession } from '../../platform/session/session.ts'
import { endOverdue } from './store.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('deputies')))
afterAll(() => region.close())

const url = '/api/v1/user/deputies'
const day = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const read = async (who: Person) => (await who.get<{ list: Deputy[]; mine: Deputy | null }>(url)).data
const name = (who: Person, deputy: Person, from = day(0), until = day(5)) =>
  who.post<{ list: Deputy[]; errors: { field: string; message: string }[] }>(url, {
    personId: deputy.personId,
    from,
    until,
  })

/** Goes over to a lent identity from a session of its own, as “切换身份” does. */
async function switched(deputy: Person, id: number) {
  const own = await openSession(region.db, testKeys, deputy.identityId, { ip: '127.0.0.1', agent: 'test' })
  const answer = await as(own, 'POST', '/api/v1/user/switch', { account_id: id })
  const info = answer.json<{ data: UserInfo | null }>().data
  return { status: answer.statusCode, token: info?.token ?? '', info }
}
const as = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  region.app.inject({ method, url: path, headers: { token }, ...(payload && { payload }) })

describe('a deputy', () => {
  it('does an officer’s work for some days, with both names on it, and no longer', async () => {
    const { school, teacher } = region.people
    const deputy = await region.add(2, region.places.school, '代代')
    const named = await name(school, deputy)
    expect(named.msg).toBe('ok')
    const [lent] = named.data.list
    expect(lent).toMatchObject({ standing: 'now', acts: 0, from: day(0), until: day(5) })
    if (!lent) throw new Error('nobody was named')
    expect(
      (await deputy.get<IdentityCard[]>('/api/v1/user/identities')).data.find(({ id }) => id === lent.id),
    ).toMatchObject({ role: 3, standsFor: lent.lender })
    const told = await deputy.get<{ list: { title: string }[] }>('/api/v1/userSystemMessage?page=1')
    expect(JSON.stringify(told.data)).toContain('委托您代办')

    const record = (
      await teacher.post('/api/v1/records/studyExperience', {
        ...study,
        attachments: [await picture(region, teacher)],
      })
    ).data.id
    await teacher.post(`/api/v1/records/studyExperience/${record}/submit`, {})
    const { token, info } = await switched(deputy, lent.id)
    expect(info?.stands_for).toEqual({ name: lent.lender, until: day(5) })
    const version = (await as(token, 'GET', `/api/v1/records/studyExperience/${record}`)).json().data.version
    const approved = await as(token, 'POST', `/api/v1/records/studyExperience/${record}/approve`, { version })
    expect(approved.json().msg).toBe('ok')
    const history = (await teacher.get<HistoryEntry[]>(`/api/v1/records/studyExperience/${record}/history`))
      .data
    expect(history.find(({ action }) => action === 'approve')).toMatchObject({
      operator: lent.name,
      onBehalfOf: lent.lender,
    })
    expect((await read(school)).list[0]?.acts).toBe(1)

    expect((await school.del(`${url}/${lent.id}`)).msg).toBe('ok')
    expect((await as(token, 'GET', '/api/v1/records/studyExperience')).json().error_code).toBe(22018)
    expect((await switched(deputy, lent.id)).status).toBe(404)
    // What was done stays with both names.
    const after = (await teacher.get<HistoryEntry[]>(`/api/v1/records/studyExperience/${record}/history`))
      .data
    expect(after.find(({ action }) => action === 'approve')).toMatchObject({ onBehalfOf: lent.lender })
    expect((await read(school)).list[0]?.standing).toBe('over')
    const acts = await region.db.query(
      sql`select action, by_identity
        from audit
        where action like 'deputy.%' and person_id = ${deputy.personId}
        order by id`,
    )
    expect(acts).toEqual([
      { action: 'deputy.named', by_identity: school.identityId },
      { action: 'deputy.ended', by_identity: school.identityId },
    ])
  })

  it('never decides on their own archive, nor names a deputy in turn', async () => {
    const { school } = region.people
    const deputy = await region.add(2, region.places.school, '自代')
    const record = (
      await deputy.post('/api/v1/records/studyExperience', {
        ...study,
        attachments: [await picture(region, deputy)],
      })
    ).data.id
    await deputy.post(`/api/v1/records/studyExperience/${record}/submit`, {})
    const id = (await name(school, deputy)).data.list[0]?.id ?? 0
    const { token } = await switched(deputy, id)
    const version =
      (await as(token, 'GET', `/api/v1/records/studyExperience/${record}`)).json().data?.version ?? 1
    expect(
      (await as(token, 'POST', `/api/v1/records/studyExperience/${record}/approve`, { version })).statusCode,
    ).toBeGreaterThanOrEqual(403)
    expect(
      (await deputy.get<{ state: string }>(`/api/v1/records/studyExperience/${record}`)).data.state,
    ).toBe('inReview')
    const other = await region.add(2, region.places.school, '再代')
    const again = await as(token, 'POST', url, { personId: other.personId, from: day(0), until: day(1) })
    expect(again.json()).toMatchObject({ msg: '代办人不能再委托他人' })
    // The deputy may lay it down.
    expect((await as(token, 'GET', url)).json().data.mine).toMatchObject({ id })
    expect((await as(token, 'DELETE', `${url}/${id}`)).statusCode).toBe(200)
  })

  it('is a colleague of the own institution, who could not do it anyway, for days to come', async () => {
    const { school, teacher, otherSchool, area } = region.people
    const faults = async (...given: Parameters<typeof name>) =>
      (await name(...given)).data.errors?.map(({ field }) => field)
    expect(await faults(school, otherSchool)).toEqual(['personId'])
    expect(await faults(school, school)).toEqual(['personId'])
    expect(await faults(school, area)).toEqual(['personId'])
    const second = await region.add(3, region.places.school, '另一位')
    expect((await name(school, second)).data.errors).toEqual([
      { field: 'personId', message: '该同事本来就能办理，无需委托' },
    ])
    expect(await faults(school, teacher, day(-1))).toEqual(['from'])
    expect(await faults(school, teacher, day(3), day(2))).toEqual(['until'])
    expect(await faults(school, teacher, day(0), day(400))).toEqual(['until'])
    expect(await faults(school, teacher, 'tomorrow')).toEqual(['from'])
    expect((await name(teacher, second)).status).toBe(403)
    const found = (await school.get<{ personId: number }[]>(`${url}/colleagues?q=`)).data.map(
      ({ personId }) => personId,
    )
    expect(found).toContain(teacher.personId)
    for (const who of [school, second, otherSchool, area]) expect(found).not.toContain(who.personId)
  })

  it('begins on its first day and ends after its last, job or no job', async () => {
    const { school } = region.people
    const deputy = await region.add(2, region.places.school, '未来')
    const id = (await name(school, deputy, day(1), day(2))).data.list[0]?.id ?? 0
    const cards = async () =>
      (await deputy.get<IdentityCard[]>('/api/v1/user/identities')).data.map((card) => card.id)
    expect(await cards()).not.toContain(id)
    await region.db.execute(sql`update identity set lent_from = lent_from - 1 where id = ${id}`)
    expect(await cards()).toContain(id)
    const { token } = await switched(deputy, id)
    await region.db.execute(
      sql`update identity set lent_from = lent_from - 9, lent_until = lent_until - 9 where id = ${id}`,
    )
    region.app.forgetSession(token)
    expect((await as(token, 'GET', '/api/v1/records/studyExperience')).json().error_code).toBe(22018)
    expect(await endOverdue(region.db)).toBe(1)
    expect(await endOverdue(region.db)).toBe(0)
    expect(await region.db.one(sql`select state from identity where id = ${id}`)).toEqual({
      state: 'disabled',
    })
  })

  it('belongs to two people: nobody else ends or changes it, one at a time, and it falls with either', async () => {
    const { school, admin, teacher } = region.people
    const lender = await region.add(3, region.places.sibling, '委托人')
    const deputy = await region.add(2, region.places.sibling, '受托人')
    const id = (await name(lender, deputy)).data.list[0]?.id ?? 0
    expect((await name(lender, deputy)).status).toBe(409)
    expect((await school.del(`${url}/${id}`)).status).toBe(404)
    expect((await school.put(`${url}/${id}`, { until: day(9) })).status).toBe(404)
    expect((await teacher.del(`${url}/${id}`)).status).toBe(403)
    expect((await lender.put(`${url}/${id}`, { until: day(9) })).msg).toBe('ok')
    expect((await read(lender)).list[0]?.until).toBe(day(9))
    const off = await admin.put<UserView>(`/api/v1/userManage/${lender.personId}/status`, {
      identityId: lender.identityId,
      status: '0',
    })
    expect(off.msg).toBe('ok')
    expect(await region.db.one(sql`select state from identity where id = ${id}`)).toEqual({
      state: 'disabled',
    })
    const on = await admin.put(`/api/v1/userManage/${deputy.personId}/status`, {
      identityId: id,
      status: '1',
    })
    expect(on).toMatchObject({ status: 409, msg: '代办的身份由委托人重新委托，不能在这里启用' })
    // Somebody who left the institution does nobody's work there.
    const next = await region.add(3, region.places.sibling, '下一位')
    const again = (await name(next, deputy)).data.list[0]?.id ?? 0
    await admin.put(`/api/v1/userManage/${deputy.personId}/status`, {
      identityId: deputy.identityId,
      status: '0',
    })
    expect(await region.db.one(sql`select state from identity where id = ${again}`)).toEqual({
      state: 'disabled',
    })
  })
})
