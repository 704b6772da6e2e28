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

it('a teacher sees what is ahead day by day, and goes to what it is about', async () => {
  const { page } = await openDesk(undefined, await sessionOf('teacher'))
  await page.goto('/teacher/wdzb')
  const coming = page.getByTestId('own-live').filter({ hasText: '未开始' }).first()
  const title = await coming.getByRole('link').first().textContent()
  await coming.getByRole('button', { name: /^收藏/ }).click()
  await coming.getByRole('button', { name: /^取消收藏/ }).waitFor()
  await page.goto('/teacher/richeng')
  await page
    .getByTestId('appointment')
    .filter({ hasText: title ?? '' })
    .waitFor()
  await expectAccessible(page, 'schedule')
  await shoot(page, 'schedule')
  await page.getByRole('button', { name: '后四周' }).click()
  await page.getByRole('button', { name: '回到今天' }).click()
  await page.getByRole('link', { name: title ?? '' }).click()
  await page.getByRole('heading', { level: 1, name: title ?? '' }).waitFor()
  const small = await openDesk(phone, await sessionOf('teacher'))
  await small.page.goto('/teacher/richeng')
  await small.page.getByTestId('schedule').waitFor()
  await expectNoSidewaysScroll(small.page, 'schedule on a phone')
  await shoot(small.page, 'schedule-phone')
  expect(await small.page.getByTestId('appointment').count()).toBeGreaterThan(0)
})
