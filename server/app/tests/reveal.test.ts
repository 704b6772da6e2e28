import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Person, type Region } from '../testing/test-region.ts'

let region: Region
let id = ''
const mobile = '13955556666'
beforeAll(async () => {
  region = await testRegion('reveal')
  const made = await region.people.teacher.post('/api/v1/records/contactInfo', { mobile, qq: '20260001' })
  id = made.data.id
})
afterAll(() => region.close())

const address = () => `/api/v1/records/contactInfo/${id}`
const ask = (who: Person, field = 'mobile', reason: unknown = '电话联系本人核对') =>
  who.post<{ value: unknown }>(`${address()}/reveal`, { field, reason })

describe('a masked value in full', () => {
  it('is told with a reason to an office whose scope holds the teacher, and the teacher sees who read it', async () => {
    const { area, school, teacher } = region.people
    const shown = await area.get<{ effective: Record<string, unknown>; masked: string[] }>(address())
    expect(shown.data.effective['mobile']).toBe('139****6666')
    expect(shown.data.masked).toEqual(expect.arrayContaining(['mobile', 'qq']))
    expect((await ask(area)).data.value).toBe(mobile)
    expect((await ask(school)).data.value).toBe(mobile)
    const [kept] = await region.db.query<{ by_identity: number; facts: unknown }>(sql`
      select by_identity, facts from audit where action = 'field.revealed' order by id limit 1`)
    expect(kept).toEqual({
      by_identity: area.identityId,
      facts: { field: 'mobile', reason: '电话联系本人核对' },
    })
    const read = await teacher.get<{ list: { who: string; what: string }[] }>('/api/v1/user/archiveReads')
    expect(read.data.list).toContainEqual(expect.objectContaining({ who: '何以宁', what: '完整的手机号码' }))
  })

  it('is not told without a reason, nor what is not masked for the reader, nor outside the scope, which answers like what is missing', async () => {
    const { area, otherArea, siblingSchool, otherCity, colleague, admin, expert, school } = region.people
    expect((await ask(area, 'mobile', ' ')).data).toMatchObject({ errors: [{ field: 'reason' }] })
    expect((await ask(area, 'officeTel')).status).toBe(400)
    expect((await ask(area, '__proto__')).status).toBe(400)
    expect((await ask(school, 'qq')).status).toBe(400)
    const missing = await area.post(
      '/api/v1/records/contactInfo/0197f1c2-0000-7000-8000-00000000abcd/reveal',
      { field: 'mobile', reason: '核对' },
    )
    for (const who of [otherArea, siblingSchool, otherCity, colleague]) {
      const answer = await ask(who)
      expect([answer.status, answer.msg]).toEqual([missing.status, missing.msg])
    }
    for (const who of [admin, expert]) expect((await ask(who)).status).toBe(403)
  })

  it('is told thirty times an hour to one identity, also when all are asked at once', async () => {
    const { city } = region.people
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(city)))
    expect(answers.filter((a) => a.status === 200)).toHaveLength(30)
    expect(answers.filter((a) => a.status === 429)).toHaveLength(30)
    expect((await ask(region.people.province)).status).toBe(200)
  })
})
