import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryEntry, RecordView } from '../../../catalogue/contract/archive/records.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { mostRemarks } from '../../../catalogue/flows/review.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'

const url = '/api/v1/records/studyExperience'
let region: Region
beforeAll(async () => void (region = await testRegion('remark')))
afterAll(() => region.close())

async function submitted(): Promise<string> {
  const { teacher } = region.people
  const made = await teacher.post(url, { ...study, attachments: [await picture(region, teacher)] })
  expect((await teacher.post(`${url}/${made.data.id}/submit`, {})).msg).toBe('ok')
  return made.data.id
}
const say = (who: Person, id: string, reason: string) => who.post(`${url}/${id}/remark`, { reason })
const view = async (who: Person, id: string) => (await who.get<RecordView>(`${url}/${id}`)).data
const told = async (who: Person, kind: string) =>
  (await who.get<{ list: Message[] }>(`/api/v1/userSystemMessage?kind=${kind}&pageSize=100`)).data.list
    .map(({ title }) => title)
    .filter((title) => title.includes('留言'))

describe('a remark about a submission', () => {
  it('goes from the office to the owner and back, each hears of the other, and nothing moves', async () => {
    const { teacher, school } = region.people
    const id = await submitted()
    const before = await view(school, id)
    expect(before.can).toContain('remark')
    expect((await say(school, id, '证书编号请再核对一遍')).msg).toBe('ok')
    expect((await say(teacher, id, '已核对，编号无误')).msg).toBe('ok')
    const after = await view(teacher, id)
    expect([after.version, after.pending?.state]).toEqual([before.version, 'inReview'])
    expect(after.pending?.remarks.map(({ text }) => text)).toEqual([
      '证书编号请再核对一遍',
      '已核对，编号无误',
    ])
    // It is no decision: the owner may still withdraw, and nothing counts as sent back.
    expect(after.can).toContain('withdraw')
    expect([after.pending?.reason, after.pending?.decidedBy]).toEqual([null, null])
    await expect.poll(() => told(teacher, '2'), { timeout: 10_000 }).toHaveLength(1)
    await expect.poll(() => told(school, '3'), { timeout: 10_000 }).toHaveLength(1)
    const lines = (await teacher.get<HistoryEntry[]>(`${url}/${id}/history`)).data
    expect(lines.slice(0, 2).map(({ action, reason }) => [action, reason])).toEqual([
      ['remark', '已核对，编号无误'],
      ['remark', '证书编号请再核对一遍'],
    ])
    expect((await school.post(`${url}/${id}/approve`, {})).msg).toBe('ok')
  })

  it('is for the owner and the office that holds it, has words, and is written once however often it is sent', async () => {
    const { teacher, school, area, colleague, otherSchool } = region.people
    const id = await submitted()
    expect((await say(area, id, '上级')).status).toBe(403)
    for (const who of [colleague, otherSchool]) expect((await say(who, id, '外人')).status).toBe(404)
    const empty = await say(school, id, '  ')
    expect([empty.status, empty.data]).toMatchObject([
      400,
      { errors: [{ field: 'reason', message: '请写留言' }] },
    ])
    await Promise.all([say(school, id, '同一句'), say(school, id, '同一句'), say(school, id, '同一句')])
    expect((await view(teacher, id)).pending?.remarks).toHaveLength(1)
    for (let at = 1; at < mostRemarks; at += 1) await say(teacher, id, `第 ${at} 句`)
    const full = await say(school, id, '再一句')
    expect([full.status, full.msg]).toEqual([409, `留言已满 ${mostRemarks} 条，请审核或电话联系`])
    await school.post(`${url}/${id}/return`, { reason: '退回' })
    expect((await say(school, id, '已经退回')).status).toBe(409)
  })
})
