import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'
import { callerOf } from '../tools/api.ts'
import { expectSaid } from '../tools/form.ts'

afterAll(closeBrowser)

it('a district opens a collection, and visitors read in it what is public, with its licence', async () => {
  const title = `区级精品 ${Date.now() % 100_000}`
  const province = await callerOf('province')
  const { list } = (
    await province.get<{ list: { id: number; title: string; reach: string }[] }>(
      '/api/v1/library/resource?pageSize=100',
    )
  ).data
  const open = list.find(({ reach }) => reach === '9')
  if (!open) throw new Error('no public resource in the demo region')
  const area = await callerOf('area')
  const made = await area.post<{ id: number }>('/api/v1/collection', { title, items: [{ id: open.id }] })
  expect(made.status, made.text).toBe(200)

  const office = await openDesk(desk, await sessionOf('area'))
  await office.page.goto(`/area/gxzy?view=sets&set=${made.data.id}`)
  await office.page.getByRole('checkbox', { name: /^公开/ }).check()
  await office.page.getByRole('button', { name: '保存' }).click()
  await expectSaid(office.page, '合集已保存')
  await expectAccessible(office.page, 'a collection of an office')
  await shoot(office.page, 'collection-opened')

  for (const [name, screen] of [
    ['desk', desk],
    ['phone', phone],
  ] as const) {
    const visitor = await openDesk(screen)
    await visitor.page.goto('/home/resourcesCloud')
    await visitor.page.getByRole('link', { name: title }).click()
    await visitor.page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expectAccessible(visitor.page, `open collection (${name})`)
    await expectNoSidewaysScroll(visitor.page, `open collection (${name})`)
    await shoot(visitor.page, `open-collection-${name}`)
    await visitor.page.getByRole('link', { name: open.title }).click()
    await visitor.page.getByRole('heading', { level: 1, name: open.title }).waitFor()
    await visitor.page.getByText('许可').first().waitFor()
    await visitor.page.getByRole('link', { name: '侵权投诉' }).waitFor()
    await expectAccessible(visitor.page, `a public resource (${name})`)
    await expectNoSidewaysScroll(visitor.page, `a public resource (${name})`)
    await shoot(visitor.page, `public-resource-${name}`)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  }
})
