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

it('a teacher comments a lesson of counterpart support, the city lets it through by key, everybody reads it', async () => {
  const { page } = await openDesk(undefined, await sessionOf('teacher'))
  await page.goto('/home/dkbf/keli')
  await page.locator('.portal-cards a').first().click()
  const comments = page.getByTestId('lesson-comments')
  await comments.waitFor()
  const address = page.url()
  const text = `板书留下了学生自己的词 ${Date.now() % 100_000}`
  await comments.getByLabel('评论', { exact: true }).fill(text)
  await comments.getByLabel('评分（可不评）').selectOption('5')
  await comments.getByRole('button', { name: '提交评论' }).click()
  await page.getByText('已提交，审核后显示').first().waitFor()
  await expectAccessible(page, 'comments of a lesson')
  await shoot(page, 'lesson-comments')
  const city = await openDesk(undefined, await sessionOf('city'))
  await city.page.goto('/city/bfsy')
  await city.page.getByTestId('support-home').waitFor()
  await expectAccessible(city.page, 'home of counterpart support')
  await shoot(city.page, 'support-home')
  await city.page.getByRole('link', { name: /课例评论 \d+ 条/ }).click()
  const own = city.page.getByTestId('support-comment').filter({ hasText: text })
  await own.waitFor()
  await expectAccessible(city.page, 'comments that wait')
  await shoot(city.page, 'support-comments')
  await own.getByRole('button', { name: /^显示/ }).focus()
  await city.page.keyboard.press('a')
  await city.page.getByText('已显示', { exact: true }).first().waitFor()
  await own.waitFor({ state: 'detached' })
  const small = await openDesk(phone)
  await small.page.goto(address)
  await small.page.getByText(text).waitFor()
  await expectNoSidewaysScroll(small.page, 'a lesson with comments on a phone')
  await shoot(small.page, 'lesson-comments-phone')
  const office = await openDesk(phone, await sessionOf('province'))
  for (const path of ['/province/bfsy', '/province/bfkl/klpl']) {
    await office.page.goto(path)
    await office.page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoSidewaysScroll(office.page, path)
  }
  await shoot(office.page, 'support-comments-phone')
  expect(await small.page.getByTestId('lesson-comments').getByRole('textbox').count()).toBe(0)
})
