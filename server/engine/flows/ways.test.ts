import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryEntry, RecordView } from '../../../catalogue/contract/archive/records.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'

const url = '/api/v1/records/sharedResource'
let region: Region
beforeAll(async () => void (region = await testRegion('ways')))
afterAll(() => region.close())

const resource = {
  title: '背影教学设计',
  resourceKind: '01',
  schoolStage: '4',
  subject: '13',
  isOriginal: true,
}

/** A resource of the teacher that asks to be shared this far: 0 only oneself … 2 district, 4 province. */
async function draft(shareScope: string, title: string): Promise<string> {
  const { teacher } = region.people
  const file = await picture(region, teacher)
  const made = await teacher.post(url, { ...resource, title, shareScope, attachments: [file] })
  expect(made.msg).toBe('ok')
  return made.data.id
}

describe('a way that depends on the value', () => {
  it('has no step for what nobody has to review: it takes effect with its submission, and the school may void it', async () => {
    const { teacher, school } = region.people
    const id = await draft('0', '只给自己')
    const preview = await teacher.post(`${url}/preview`, { id })
    expect(preview.data).toMatchObject({ steps: [], blocked: null })
    const sent = await teacher.post(`${url}/${id}/submit`, {})
    expect(sent).toMatchObject({ status: 200, data: { state: 'approved', level: null } })
    const read = await teacher.get<RecordView>(`${url}/${id}`)
    expect(read.data).toMatchObject({ state: 'approved', effective: { title: '只给自己' }, pending: null })
    expect(read.data.can).not.toContain('undo')
    const history = await teacher.get<HistoryEntry[]>(`${url}/${id}/history`)
    expect(history.data[0]).toMatchObject({
      action: 'submit',
      diff: { title: { from: null, to: '只给自己' } },
    })
    expect((await school.post(`${url}/${id}/void`, { reason: '含学生照片' })).data.state).toBe('voided')
  })

  it('is taken anew when mending changed it: coming straight back passes nobody over', async () => {
    const { teacher, school, area } = region.people
    const id = await draft('2', '给全县')
    await teacher.post(`${url}/${id}/submit`, {})
    await school.post(`${url}/${id}/approve`, {})
    await area.post(`${url}/${id}/return`, { reason: '请补来源', comeBack: true })
    const seen = await teacher.get(`${url}/${id}`)
    await teacher.put(`${url}/${id}`, { shareScope: '4', version: seen.data.version })
    const sent = await teacher.post(`${url}/${id}/submit`, {})
    expect(sent.data).toMatchObject({ state: 'inReview', level: 'school' })
    const route = (await teacher.get<RecordView>(`${url}/${id}`)).data.pending?.route.map((s) => s.level)
    expect(route).toEqual(['school', 'area', 'city', 'province'])
  })

  it('is voided by the level that passed it or one above, not by the school below', async () => {
    const { teacher, school, area } = region.people
    const id = await draft('2', '县里共享')
    await teacher.post(`${url}/${id}/submit`, {})
    await school.post(`${url}/${id}/approve`, {})
    expect((await area.post(`${url}/${id}/approve`, {})).data.state).toBe('approved')
    expect((await school.post(`${url}/${id}/void`, { reason: '重复' })).status).toBe(403)
    expect((await area.post(`${url}/${id}/void`, { reason: '重复' })).data.state).toBe('voided')
  })
})
