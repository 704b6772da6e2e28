import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { contentPage } from '../../../catalogue/contract/portal/contents.ts'
import { contentFilters, contentOrders } from '../../../catalogue/contract/portal/content-query.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { testRegion, type Answer, type Region } from '../../app/testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('content-lists')))
afterAll(() => region.close())

type Page = Answer<z.output<typeof contentPage> & { errors: { field: string; message: string }[] }>
const notices = async (query: string): Promise<Page> =>
  region.people.area.get(`/api/v1/contents/notice?${query}`)
const titles = async (query: string) => (await notices(query)).data.list.map(({ value }) => value['title'])

describe('the list of the contents that an office keeps', () => {
  it('is narrowed by each declared filter and ordered by a column', async () => {
    const { area, otherArea } = region.people
    for (const [who, title, noticeKind] of [
      [area, 'b 通知', '1'],
      [area, 'a 公告', '2'],
      [area, 'c 通知', '1'],
      [otherArea, 'd 通知', '1'],
    ] as const)
      expect((await who.post('/api/v1/contents/notice', { value: { title, noticeKind } })).msg).toBe('ok')
    expect(await titles('noticeKind=1&sort=title')).toEqual(['b 通知', 'c 通知'])
    expect(await titles('sort=-title')).toEqual(['c 通知', 'b 通知', 'a 公告'])
    expect(await titles('sort=updatedAt')).toEqual(['b 通知', 'a 公告', 'c 通知'])
    for (const [query, field] of [
      ['noticeKind=99', 'noticeKind'],
      ['sort=content', 'sort'],
      ['pageSize=1000', 'pageSize'],
    ] as const) {
      const { status, data } = await notices(query)
      expect([status, data.errors[0]?.field]).toEqual([400, field])
    }
    expect((await notices('noFilter=1')).status).toBe(400)
  })

  it('of every type answers every order and filter that it offers', async () => {
    const { admin, area } = region.people
    for (const definition of Object.values(contents)) {
      const who = definition.writers.includes(4) ? area : admin
      for (const sort of contentOrders(definition))
        expect((await who.get(`/api/v1/contents/${definition.name}?sort=-${sort}`)).status).toBe(200)
      for (const key of contentFilters(definition))
        expect((await who.get(`/api/v1/contents/${definition.name}?${key}=nothing`)).status).toBe(400)
    }
  })
})
