import { afterAll, beforeAll, expect, it } from 'vitest'
import { messageTemplates, mostTemplates } from '../../../catalogue/contract/account/message-templates.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'

let region: Region
const url = '/api/v1/userSystemMessage/templates'
beforeAll(async () => void (region = await testRegion('message-templates')))
afterAll(() => region.close())

const names = async (who: Person) =>
  messageTemplates.parse((await who.get(url)).data).list.map(({ name }) => name)
const keep = (who: Person, name: string, title = '停课一天') =>
  who.put(url, { name, title, content: '明天停课，复课另行通知。' })

it('templates are the office’s: colleagues use and change them, nobody else sees them, and there is a limit', async () => {
  const { school, school2, area, otherSchool, teacher } = region.people
  expect((await keep(school, '台风停课')).msg).toBe('ok')
  expect((await keep(school2, '台风停课', '停课两天')).msg).toBe('ok')
  expect(messageTemplates.parse((await school.get(url)).data).list).toEqual([
    { name: '台风停课', title: '停课两天', content: '明天停课，复课另行通知。' },
  ])
  for (const other of [area, otherSchool]) {
    expect(await names(other)).toEqual([])
    expect((await other.del(`${url}?name=${encodeURIComponent('台风停课')}`)).status).toBe(404)
  }
  expect((await teacher.get(url)).status).toBe(403)
  expect((await keep(school, '  ')).msg).toContain('请填写模板名称')
  const kept = await Promise.all(Array.from({ length: mostTemplates + 4 }, (_, n) => keep(area, `模板 ${n}`)))
  expect(kept.filter(({ status }) => status === 200)).toHaveLength(mostTemplates)
  expect(kept.find(({ status }) => status === 400)?.msg).toContain('至多存')
  expect((await school2.del(`${url}?name=${encodeURIComponent('台风停课')}`)).msg).toBe('ok')
  expect(await names(school)).toEqual([])
})
