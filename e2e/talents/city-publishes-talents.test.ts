import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'

afterAll(closeBrowser)

it('a city officer sees what a sync would bring, applies it, confirms, publishes and withdraws', async () => {
  const city = await openDesk(undefined, await sessionOf('city'))
  const { page } = city
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await page.goto('/analysis/highlevel')
  await page.getByRole('link', { name: '从档案同步' }).last().click()
  await page.getByRole('heading', { name: '从档案同步' }).waitFor()
  await page.getByTestId('talents-added').first().waitFor()
  await expectAccessible(page, 'the difference of a sync')
  await shoot(page, 'talents-difference')
  await button('应用这些变化').click()
  await page
    .getByText(/^同步完成：列入 \d+ 条/)
    .first()
    .waitFor()

  await page.getByRole('heading', { name: '高层次人才' }).waitFor()
  const line = page.getByTestId('talent-line').filter({ hasNotText: '待核' }).first()
  await line.waitFor()
  const name = (await line.getByRole('link').first().textContent()) ?? ''
  await expectAccessible(page, 'the lists of talents')
  await shoot(page, 'talents-list')
  await line.getByRole('link').first().click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByTestId('talent-history').getByText('同步列入').waitFor()
  await button('确认').click()
  await button('发布到大屏').click()
  await page.getByRole('main').getByText('已发布', { exact: true }).waitFor()
  await button('取消发布').click()
  const asked = page.getByRole('dialog', { name: `取消发布${name}` })
  await asked.getByLabel('原因').fill('本人要求')
  await asked.getByRole('button', { name: '取消发布' }).click()
  await page.getByTestId('talent-history').getByText('原因：本人要求').waitFor()
  await expectAccessible(page, 'one entry')
  await shoot(page, 'talents-entry')
  await button('撤销').last().click()
  await page.getByRole('main').getByText('已发布', { exact: true }).waitFor()
  const address = page.url()
  expect(city.complaints).toEqual([])
  await city.close()

  // The district reads the same entry, which is the city’s to act on.
  const area = await openDesk(phone, await sessionOf('area'))
  await area.page.goto('/analysis/highlevel')
  await area.page.getByTestId('talent-line').first().waitFor()
  await expectNoSidewaysScroll(area.page, 'the lists of talents, phone')
  await shoot(area.page, 'talents-list-phone')
  await area.page.goto(new URL(address).pathname + new URL(address).search)
  await area.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await area.page.getByRole('button', { name: '取消发布' }).count()).toBe(0)
  expect(area.complaints).toEqual([])
  await area.close()
})
