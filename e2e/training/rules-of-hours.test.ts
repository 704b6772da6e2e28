import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  settled,
  shoot,
  type Desk,
} from '../tools/browser.ts'

/** The province writes the next version of a year's rule, tries it, and publishes it; a school reads it on a phone. */
let province: Desk
let school: Desk
beforeAll(async () => {
  province = await openDesk(desk, await sessionOf('province'))
  school = await openDesk(phone, await sessionOf('school'))
})
afterAll(async () => {
  expect([...province.complaints, ...school.complaints]).toEqual([])
  await closeBrowser()
})

it('a rule is tried before it is published, and read by a school', async () => {
  const { page } = province
  await page.goto('/province/xsgz')
  await page.getByRole('button', { name: /^写第 \d+ 版$/ }).click()
  await page.getByLabel('一天至多（学时）').fill('一天')
  await page.getByRole('button', { name: '试算影响' }).click()
  await page.getByText('没有办成').waitFor()
  await page.getByLabel('一天至多（学时）').fill('6')
  await page.getByLabel('国内进修学习').check()
  await page.getByRole('button', { name: '试算影响' }).click()
  await page.getByTestId('rule-effect').waitFor()
  await settled(page)
  await expectAccessible(page, 'the form of a rule')
  await expectNoSidewaysScroll(page, 'the form of a rule')
  await shoot(page, 'hour-rule-form')
  // Nothing typed is lost where the document is missing.
  await page.getByRole('button', { name: /^发布第 \d+ 版$/ }).click()
  await page.getByText('请写明依据的文件').waitFor()
  await page.getByLabel('依据的文件').fill('粤教师函〔2026〕12 号')
  await page.getByRole('button', { name: /^发布第 \d+ 版$/ }).click()
  const version = page.getByTestId('rule-version').first()
  await version.getByText('粤教师函〔2026〕12 号').waitFor()
  await settled(page)
  await expectAccessible(page, 'rules of hours')
  await shoot(page, 'hour-rule')
  const { page: small } = school
  await small.goto('/school/xsgz')
  await small.getByTestId('rule-version').first().getByText('6.0 学时').waitFor()
  expect(await small.getByRole('button', { name: /^写第/ }).count()).toBe(0)
  await settled(small)
  await expectAccessible(small, 'rules of hours on a phone')
  await expectNoSidewaysScroll(small, 'rules of hours on a phone')
  await shoot(small, 'hour-rule-phone')
})
