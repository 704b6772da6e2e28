import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecordPage } from '../../../catalogue/contract/archive/records.ts'
import { registry } from '../../app/records.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('fixed_lists')))
afterAll(() => region.close())

const urls = { sharedResource: '/api/userdanan/gongxianglist', workSummary: '/api/userZj/view_list' } as const

/** What is for oneself alone is in force at once. */
const reviewed = { sharedResource: { shareScope: '1' }, workSummary: {} } as const

async function write(who: Person, type: keyof typeof urls, verb?: 'submit'): Promise<string> {
  const definition = registry[type]
  if (!definition) throw new Error(type)
  const made = await who.post(`/api/v1/records/${type}`, {
    ...sampleOf(definition, 3),
    ...reviewed[type],
    attachments: [await picture(region, who)],
  })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  if (verb) expect((await who.post(`/api/v1/records/${type}/${made.data.id}/${verb}`, {})).msg).toBe('ok')
  return made.data.id
}

it('are the general lists of their types under the names of the specification, within the scope', async () => {
  const { teacher, stranger, school, otherSchool, admin } = region.people
  for (const [type, url] of Object.entries(urls)) {
    const list = async (who: Person, query = '') => (await who.get<RecordPage>(`${url}${query}`)).data
    const kind = type === 'sharedResource' ? 'sharedResource' : 'workSummary'
    const submitted = await write(teacher, kind, 'submit')
    expect((await list(teacher)).list.map(({ id }) => id)).toEqual([submitted])
    expect((await list(teacher, '?status=inReview')).total).toBe(1)
    expect((await list(teacher, '?status=approved')).total).toBe(0)
    expect((await list(teacher, '?limit=1&page=2')).list).toEqual([])
    expect((await list(teacher, '?keyword=没有这样的字')).total).toBe(0)
    expect((await list(stranger)).total).toBe(0)
    expect((await list(school)).total).toBe(0)
    expect((await list(school, '?status=inReview')).list.map(({ id }) => id)).toEqual([submitted])
    expect((await list(otherSchool, '?status=inReview')).total).toBe(0)
    expect((await school.post(`/api/v1/records/${kind}/${submitted}/approve`, {})).msg).toBe('ok')
    expect(await list(school, '?pageSize=5&limit=7')).toMatchObject({ total: 1, page: 1, pageSize: 7 })
    expect((await list(otherSchool)).total).toBe(0)
    expect((await school.get(`${url}?status=draft`)).data.errors[0]?.field).toBe('status')
    expect((await school.get(`${url}?status=none`)).status).toBe(400)
    expect((await school.get(`${url}?other=1`)).status).toBe(400)
    expect((await admin.get(url)).status).toBe(403)
  }
})
