import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  sessionOf,
} from '../tools/browser.ts'
import { expectText } from '../tools/form.ts'

afterAll(closeBrowser)

it('a page that is opened without a network says so, and goes on by itself when it is back', async () => {
  const teacher = await openDesk(undefined, await sessionOf('teacher'))
  const { page, context } = teacher
  await page.goto('/teacher/sy')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The code of the next page is there already; what it reads is not.
  await page.goto('/mandata/manbXuexi')
  await page.getByTestId('record-row').first().or(page.getByText('没有')).first().waitFor()
  await page.goto('/teacher/sy')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.setOffline(true)
  await expectText(page.getByRole('status').filter({ hasText: '网络断开了' }), '接着打开')
  await expectAccessible(page, 'offline')
  await context.setOffline(false)
  await page.getByText('网络断开了').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '首页', exact: true }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await teacher.close()
})

it.each([
  '/home/index',
  '/home/messageData/policy',
  '/home/jyFIle/jy1Huodong',
  '/home/cloudCenter',
  '/login',
])('%s does not scroll sideways on the narrowest phone, and dates stay whole', async (path) => {
  const visitor = await openDesk({ width: 320, height: 640 })
  await visitor.page.goto(path)
  await visitor.page.waitForLoadState('networkidle')
  await expectNoSidewaysScroll(visitor.page, path)
  // Header and navigation leave the narrowest phone to what is read.
  const top = await visitor.page.evaluate<number>(
    `Math.max(...[...document.querySelectorAll('.x-strip, .portal-nav')].map((e) => e.getBoundingClientRect().bottom))`,
  )
  if (path.startsWith('/home')) expect(top).toBeLessThanOrEqual(112)
  const broken = `[...document.querySelectorAll('time')].filter((e) => e.getClientRects().length > 1).length`
  expect(await visitor.page.evaluate<number>(broken)).toBe(0)
  await visitor.close()
})
