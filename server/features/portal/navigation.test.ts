import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { siteData } from '../../../catalogue/contract/portal/portal.ts'
import { testRegion, type Answer, type Region } from '../../app/testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('navigation')))
afterAll(() => region.close())

async function link(title: string, parentTitle: string | null, sortNo: number): Promise<void> {
  const { admin } = region.people
  const value = {
    title,
    url: '/home/product',
    linkKind: 'nav',
    activeName: null,
    openMode: '0',
    sortNo,
    parentTitle,
  }
  const made: Answer<ContentView> = await admin.post('/api/v1/contents/homeLink', { value })
  const done = await admin.post(`/api/v1/contents/homeLink/${made.data.id}/publish`, {
    version: made.data.version,
  })
  expect([title, done.msg]).toEqual([title, 'ok'])
}

it('links stand below the navigation link that 上级栏目 names, and in the first level where it names none', async () => {
  await link('中心', null, 1)
  await link('师资队伍', '中心', 3)
  await link('机构设置', '中心', 2)
  await link('自己', '自己', 4)
  await link('孤儿', '没有的栏目', 5)
  // The third level is none: its link stays where everybody finds it.
  await link('第三级', '师资队伍', 6)
  const answer = await region.app.inject({ method: 'GET', url: '/api/v1/siteConfig' })
  const { head_list } = siteData.parse(answer.json().data).data
  expect(head_list.map(({ title, sub }) => [title, sub.map((one) => one.title)])).toEqual([
    ['中心', ['机构设置', '师资队伍']],
    ['自己', []],
    ['孤儿', []],
    ['第三级', []],
  ])
  expect(head_list[0]?.sub[0]).toEqual({
    title: '机构设置',
    url: '/home/product',
    active_name: '',
    type: '0',
  })
})
