import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserInfo } from '../../../../catalogue/contract/account/account.ts'
import type {
  AccountReport,
  IssuedCodes,
  OfficeAccountLine,
} from '../../../../catalogue/contract/administration/office-accounts.ts'
import type { IssuedPassword } from '../../../../catalogue/contract/administration/users.ts'
import { testRegion, type Envelope, type Person, type Region } from '../../../app/testing/test-region.ts'
import { sql } from '../../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('office-accounts')))
afterAll(() => region.close())

const url = '/api/v1/accountManage'
let count = 0
const draft = (more: object = {}) => ({
  name: '温如玉',
  loginName: `kept_${(count += 1)}`,
  idNo: '',
  mobile: '',
  role: 2,
  institutionId: region.places.school,
  ...more,
})
const act = (who: Person, whom: Person, what: string) => who.put(`${url}/${whom.identityId}/${what}`, {})
const faultOf = (answer: { data: unknown }) =>
  (answer.data as { errors: { field: string }[] } | null)?.errors[0]?.field
const signIn = async (account: string, password: string) => {
  const response = await region.app.inject({
    method: 'POST',
    url: '/api/v1/login',
    payload: { account, password },
  })
  return response.json<Envelope<UserInfo>>()
}
const list = async (who: Person, query = '') =>
  (await who.get<{ list: OfficeAccountLine[]; total: number }>(`${url}?pageSize=100&${query}`)).data

describe('what an attacker would try', () => {
  it('a teacher, an expert, review staff and the administrator keep nobody’s account here', async () => {
    const { teacher, expert, staff, admin } = region.people
    for (const who of [teacher, expert, staff, admin]) {
      expect((await who.get(url)).status).toBe(403)
      expect((await who.post(url, draft())).status).toBe(403)
      expect(
        (await who.post(`${url}/codes`, { identities: [region.people.colleague.identityId] })).status,
      ).toBe(403)
    }
  })

  it('a school gives no school, no district, no city account, and no teacher to the next school', async () => {
    const { school } = region.people
    const { district, city, sibling } = region.places
    for (const [more, field] of [
      [{ role: 3 }, 'role'],
      [{ role: 4, institutionId: district }, 'role'],
      [{ role: 5, institutionId: city }, 'role'],
      [{ role: 1, institutionId: city }, 'role'],
      [{ role: 99, institutionId: city }, 'role'],
      [{ institutionId: sibling }, 'institutionId'],
    ] as const) {
      const answer = await school.post(url, draft(more))
      expect([answer.status, faultOf(answer)], JSON.stringify(more)).toEqual([400, field])
    }
  })

  it('a district gives nothing in the next district, and no district account in its own', async () => {
    const { area } = region.people
    const { otherSchool, district, citySchool } = region.places
    for (const more of [
      { role: 3, institutionId: otherSchool },
      { role: 3, institutionId: citySchool },
      { role: 4, institutionId: district },
    ])
      expect((await area.post(url, draft(more))).status, JSON.stringify(more)).toBe(400)
  })

  it('nobody touches accounts of another school, of the own level, or above: as if there were none', async () => {
    const { school, siblingSchool, area, otherArea, city, stranger, colleague, admin } = region.people
    for (const [who, whom] of [
      [school, stranger],
      [siblingSchool, colleague],
      [school, school],
      [school, area],
      [school, admin],
      [area, otherArea],
      [area, area],
      [area, city],
      [otherArea, school],
      [otherArea, colleague],
      [city, city],
      [city, admin],
    ] as const)
      for (const what of ['disable', 'enable', 'unlock', 'signOut'])
        expect((await act(who, whom, what)).status, `${who.identityId} ${what} ${whom.identityId}`).toBe(404)
    const codes = await school.post(`${url}/codes`, {
      identities: [colleague.identityId, stranger.identityId],
    })
    expect(codes.status).toBe(404)
  })

  it('no password through a small office: who is also an official elsewhere is refused, with the reason', async () => {
    const { school, area } = region.people
    const both = await region.add(2, region.places.school, '兼任者')
    await region.db.query(sql`
      insert into identity (person_id, role, institution_id)
      values (${both.personId}, 4, ${region.places.otherDistrict})`)
    for (const who of [school, area]) {
      const { data } = await who.post<IssuedCodes>(`${url}/codes`, { identities: [both.identityId] })
      expect(data.list[0]).toMatchObject({ password: null, sentTo: null })
      expect(data.list[0]?.refused).toContain('不归本单位管理的身份')
      expect((await act(who, both, 'unlock')).status).toBe(403)
    }
    // Its own identity of the two the school may still end: nothing else of the person is reached.
    expect((await act(school, both, 'signOut')).status).toBe(200)
  })

  it('lists hold the own region and the levels below only', async () => {
    const { school, area, city } = region.people
    expect(new Set((await list(school)).list.map(({ role }) => role))).toEqual(new Set([2]))
    const below = (await list(area)).list
    expect(new Set(below.map(({ role }) => role))).toEqual(new Set([2, 3]))
    expect(below.some(({ institution }) => institution === '西区一中')).toBe(false)
    const all = (await list(city)).list
    expect(new Set(all.map(({ role }) => role))).toEqual(new Set([2, 3, 4]))
    expect((await area.get(`${url}?institution=${region.places.otherSchool}`)).status).toBe(400)
    expect((await school.get(`${url}?role=77`)).status).toBe(400)
  })
})

describe('a school and its teachers', () => {
  it('opens an account with an empty archive; the teacher signs in with the code and must change it', async () => {
    const { school } = region.people
    const given = await school.post<IssuedPassword>(url, draft({ loginName: 'first_teacher' }))
    expect(given.msg).toBe('ok')
    const { data } = await signIn('first_teacher', given.data.password ?? '')
    expect(data).toMatchObject({ role: 2 })
    const archive = await region.db.maybeOne(
      sql`select 1 from teacher where person_id = ${given.data.id} and institution_id = ${region.places.school}`,
    )
    expect(archive).toBeDefined()
    const again = await school.post(url, draft({ loginName: 'first_teacher' }))
    expect([again.status, faultOf(again)]).toEqual([409, 'loginName'])
  })

  it('gives one-time codes to several: old passwords and sessions end, each code works once', async () => {
    const { school } = region.people
    const made = await Promise.all([1, 2].map(() => school.post<IssuedPassword>(url, draft())))
    const lines = (await list(school, 'q=' + encodeURIComponent('温如玉'))).list
    const identities = lines.slice(-2).map(({ identityId }) => identityId)
    const issued = (await school.post<IssuedCodes>(`${url}/codes`, { identities })).data.list
    expect(issued.map(({ password }) => password)).toEqual([
      expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/),
      expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/),
    ])
    const [first] = issued
    expect((await signIn(first?.account ?? '', made[0]?.data.password ?? '')).error_code).not.toBe(0)
    expect((await signIn(first?.account ?? '', first?.password ?? '')).error_code).toBe(0)
    for (const bad of [[], ['x'], Array.from({ length: 61 }, (_, i) => i + 1)])
      expect((await school.post(`${url}/codes`, { identities: bad })).status).toBe(400)
  })

  it('ends and opens an account again; whoever sits at it is out at once', async () => {
    const { school } = region.people
    const teacher = await region.add(2, region.places.school, '待停用')
    expect((await teacher.get('/api/v1/organization')).status).toBe(200)
    expect((await act(school, teacher, 'disable')).status).toBe(200)
    expect((await teacher.get('/api/v1/organization')).status).toBe(401)
    expect((await act(school, teacher, 'disable')).status).toBe(409)
    expect((await act(school, teacher, 'enable')).status).toBe(200)
    expect((await act(school, teacher, 'unlock')).status).toBe(409)
    expect((await act(school, teacher, 'promote')).status).toBe(400)
    const actions = await region.db.query<{ action: string }>(sql`
      select action from audit where person_id = ${teacher.personId} and action like 'user.%' order by id`)
    expect(actions.map(({ action }) => action)).toEqual(['user.identity.disabled', 'user.identity.enabled'])
  })
})

describe('a city and its districts', () => {
  it('opens a district’s account without a second administrator, and ends and opens it', async () => {
    const { city } = region.people
    const { emptyDistrict } = region.places
    const given = await city.post<IssuedPassword>(url, draft({ role: 4, institutionId: emptyDistrict }))
    expect([given.msg, given.data.waits]).toEqual(['ok', false])
    const identity = await region.db.one<{ id: number }>(
      sql`select id from identity where person_id = ${given.data.id}`,
    )
    expect((await city.put(`${url}/${identity.id}/disable`, {})).status).toBe(200)
    expect((await city.put(`${url}/${identity.id}/enable`, {})).status).toBe(200)
    const { state } = await region.db.one<{ state: string }>(
      sql`select state from identity where id = ${identity.id}`,
    )
    expect(state).toBe('enabled')
  })

  it('sees by institution who never signed in, whose password is weak or old', async () => {
    const { city, school } = region.people
    await school.post(url, draft({ name: '从未登录' }))
    const report = (await city.get<AccountReport>(`${url}/report`)).data.list
    const own = report.find(({ institutionId }) => institutionId === region.places.school)
    expect(own?.unused).toBeGreaterThan(0)
    const unused = await list(city, `institution=${region.places.school}&concern=unused`)
    expect(unused.total).toBe(own?.unused)
    const districts = (await city.get<AccountReport>(`${url}/report`)).data.list.map(
      ({ institution }) => institution,
    )
    expect(districts).not.toContain('邻市教育局')
  })
})
