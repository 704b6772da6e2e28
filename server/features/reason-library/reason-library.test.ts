import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SavedReason } from '../../../catalogue/contract/reason-library.ts'
import { testRegion, type Region } from '../../app/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('reasons')))
afterAll(() => region.close())

const url = '/api/v1/reasons'
const mine = { type: 'studyExperience', field: 'major', text: '专业名称请写全称' }

describe('kept reasons', () => {
  it('are each officer’s own, kept once, deleted by nobody else', async () => {
    const { school, school2, area, teacher } = region.people
    for (const _ of [1, 2]) expect((await school.post(url, mine)).msg).toBe('ok')
    expect((await school.get<{ list: SavedReason[] }>(`${url}?type=studyExperience`)).data.list).toEqual([{ field: 'major', text: mine.text }])
    expect((await school.get<{ list: SavedReason[] }>(`${url}?type=paper`)).data.list).toEqual([])
    for (const other of [school2, area]) expect((await other.get<{ list: SavedReason[] }>(`${url}?type=studyExperience`)).data.list).toEqual([])
    const query = new URLSearchParams(mine).toString()
    expect((await school2.del(`${url}?${query}`)).status).toBe(404)
    expect((await school.del(`${url}?${query}`)).msg).toBe('ok')
    expect((await school.get<{ list: SavedReason[] }>(`${url}?type=studyExperience`)).data.list).toEqual([])
    expect((await teacher.get<{ list: SavedReason[] }>(`${url}?type=studyExperience`)).status).toBe(403)
    expect((await teacher.post(url, mine)).status).toBe(403)
  })

  it('name a field that exists, say something, and stay a list one can read', async () => {
    const { area } = region.people
    expect((await area.post(url, { ...mine, field: 'nothing' })).data.errors[0]?.field).toBe('field')
    expect((await area.post(url, { ...mine, type: 'constructor' })).data.errors[0]?.field).toBe('type')
    expect((await area.post(url, { ...mine, text: '  ' })).status).toBe(400)
    expect((await area.post(url, { ...mine, text: '长'.repeat(201) })).status).toBe(400)
    expect((await area.post(url, { ...mine, extra: 1 })).status).toBe(400)
    for (let i = 0; i < 30; i += 1) expect((await area.post(url, { ...mine, text: `意见 ${i}` })).status).toBe(200)
    expect((await area.post(url, { ...mine, text: '第三十一条' })).status).toBe(400)
    expect((await area.post(url, { ...mine, text: '意见 3' })).status).toBe(200)
  })
})
