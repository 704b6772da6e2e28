import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('support_contents')
})
afterAll(() => region.close())

const base = '/api/v1/contents/supportCarousel'
type View = Answer<ContentView & { errors: { field: string; message: string }[] }>

describe('pictures on top of counterpart support', () => {
  const write = async (who: Person, title: string): Promise<View> =>
    who.post(base, { value: { title, image: await picture(region, who), sortNo: 1 } })
  const publish = async (who: Person, { data }: View): Promise<View> =>
    who.post(`${base}/${data.id}/publish`, { version: data.version })

  it('are written by city and province, and not by whom is supported', async () => {
    const { area, school, teacher, city } = region.people
    for (const who of [area, school, teacher])
      expect((await who.post(base, { value: { title: '不能写' } })).status).toBe(403)
    expect((await write(city, '能写')).msg).toBe('ok')
  })

  it('are eight at once: the ninth names those that are shown, also where two are published together', async () => {
    const { city, province } = region.people
    for (let n = 1; n <= 7; n += 1)
      expect((await publish(city, await write(city, `第${n}张`))).msg).toBe('ok')
    const two = [await write(city, '第八张'), await write(city, '第九张')]
    const both = await Promise.all(two.map((one) => publish(city, one)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)
    expect(refused?.msg).toMatch(/^帮扶轮播图同时展示不超过 8 个，请先下架一个。正在展示：“第1张”、“第2张”/)
    // The province's pictures are its own, and what is shown may be changed.
    expect((await publish(province, await write(province, '省里的一张'))).msg).toBe('ok')
    const list = await city.get<{ list: ContentView[] }>(`${base}?state=published`)
    const shown = list.data.list.find(({ value }) => value['title'] === '第1张')
    const opened = (await city.get<View['data']>(`${base}/${shown?.id}`)) as View
    expect((await publish(city, opened)).status).toBe(200)
  })
})
