import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BatchResult, HistoryEntry, RecordView } from '../../../catalogue/contract/archive/records.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { picture } from '../../app/testing/test-values.ts'
import { registry } from '../../app/records.ts'
import { sql } from '../../platform/db/sql.ts'

/** A type that school and district review one after the other. */
const url = '/api/v1/records/titleCertification'
let region: Region
beforeAll(async () => void (region = await testRegion('urge')))
afterAll(() => region.close())

/** Something the school passed on to the district, which has it since yesterday. */
async function forwarded(who: Person): Promise<string> {
  const definition = registry['titleCertification']
  if (!definition) throw new Error('titleCertification')
  const made = await who.post(url, { ...sampleOf(definition, 7), attachments: [await picture(region, who)] })
  expect(made.msg).toBe('ok')
  const { id } = made.data
  expect((await who.post(`${url}/${id}/submit`, {})).msg).toBe('ok')
  expect((await region.people.school.post(`${url}/${id}/approve`, {})).data.level).toBe('area')
  return id
}
const yesterday = (id: string) =>
  region.db.query(sql`
    update revision
    set holder_since = (holder_since at time zone 'UTC' - interval '25 hours') at time zone 'UTC', urged_at = (urged_at at time zone 'UTC' - interval '25 hours') at time zone 'UTC'
    where record_id = ${id}`)
const told = async (who: Person) =>
  (await who.get<{ list: Message[] }>('/api/v1/userSystemMessage?kind=3&pageSize=100')).data.list
    .map(({ title }) => title)
    .filter((title) => title.includes('催办'))

describe('urging the office that holds a submission', () => {
  it('is for the owner and for who passed it on, once a day, tells the holder and moves nothing', async () => {
    const { teacher, school, area, city, colleague, otherArea } = region.people
    const id = await forwarded(teacher)
    const early = await teacher.post(`${url}/${id}/urge`, {})
    expect([early.status, early.msg]).toEqual([409, '送到这一步或上次催办还不满 24 小时，请稍后再催'])
    await yesterday(id)
    const before = (await teacher.get<RecordView>(`${url}/${id}`)).data
    expect(before.can).toContain('urge')
    const answer = await teacher.post(`${url}/${id}/urge`, {})
    expect([answer.status, answer.data.state, answer.data.level]).toEqual([200, 'inReview', 'area'])
    expect((await school.post(`${url}/${id}/urge`, {})).status).toBe(409)
    expect((await teacher.get<RecordView>(`${url}/${id}`)).data.version).toBe(before.version)
    await expect
      .poll(() => told(area), { timeout: 5000 })
      .toEqual([expect.stringMatching(/催办.+的职称评定：.*，请尽快审核$/)])
    expect([await told(school), await told(city)]).toEqual([[], []])
    const [line] = (await teacher.get<HistoryEntry[]>(`${url}/${id}/history`)).data
    expect(line).toMatchObject({ action: 'urge', level: 'area' })
    for (const who of [area, city]) expect((await who.post(`${url}/${id}/urge`, {})).status).toBe(403)
    for (const who of [colleague, otherArea])
      expect((await who.post(`${url}/${id}/urge`, {})).status).toBe(404)
    expect((await area.post(`${url}/${id}/approve`, {})).status).toBe(200)
  })

  it('by an office reaches many at once, each answered by itself', async () => {
    const { teacher, school, area } = region.people
    const [late, fresh] = [await forwarded(teacher), await forwarded(teacher)]
    await yesterday(late)
    const list = await school.get<{ list: { id: string; can: string[] }[] }>(`${url}?queue=forwarded`)
    expect(list.data.list.find((one) => one.id === late)?.can).toContain('urge')
    const { data } = await school.post<BatchResult>(`${url}/batch`, { ids: [late, fresh], action: 'urge' })
    expect(data.results.map(({ ok }) => ok)).toEqual([true, false])
    expect(data.results[1]?.message).toContain('不满 24 小时')
    await expect.poll(async () => (await told(area)).length, { timeout: 5000 }).toBe(2)
    expect((await teacher.post(`${url}/batch`, { ids: [late], action: 'urge' })).status).toBe(403)
  })

  it('takes nobody the right to withdraw, however often it was done', async () => {
    const { teacher } = region.people
    const definition = registry['titleCertification']
    if (!definition) throw new Error('titleCertification')
    const made = await teacher.post(url, {
      ...sampleOf(definition, 8),
      attachments: [await picture(region, teacher)],
    })
    const { id } = made.data
    await teacher.post(`${url}/${id}/submit`, {})
    for (let day = 0; day < 14; day += 1) {
      await yesterday(id)
      expect((await teacher.post(`${url}/${id}/urge`, {})).status).toBe(200)
    }
    expect((await teacher.post(`${url}/${id}/withdraw`, {})).data.state).toBe('withdrawn')
    expect((await teacher.post(`${url}/${id}/urge`, {})).status).toBe(409)
  })
})
