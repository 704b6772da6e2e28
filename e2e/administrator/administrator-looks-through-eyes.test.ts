import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  shoot,
  signIn,
  type Desk,
} from '../tools/browser.ts'
import { expectSaid, expectText } from '../tools/form.ts'

let admin: Desk
beforeAll(async () => {
  admin = await openDesk()
  await signIn(admin, 'admin')
})
afterAll(async () => {
  // A write that is refused is what this is about; the browser calls it an error.
  expect(admin.complaints.filter((text) => !text.includes('403'))).toEqual([])
  await closeBrowser()
})

it('asks whose eyes and why', async () => {
  const { page } = admin
  await page.goto('/appCore/permission?view=viewAs')
  await page.getByRole('button', { name: '开始查看' }).click()
  await expectText(page, '请先搜索并选定以谁的身份查看')
  const box = page.getByRole('searchbox', { name: '以谁的身份' })
  await box.fill('林疏影')
  await box.press('Enter')
  await page
    .getByRole('list', { name: '找到的以谁的身份' })
    .getByRole('button', { name: /林疏影.*教师/ })
    .first()
    .click()
  await page.getByRole('button', { name: '开始查看' }).click()
  await expectText(page, '请写明原因')
  await expectAccessible(page, 'view-as')
  await page.getByLabel('原因').fill('教师来电说看不到学历')
  await shoot(page, 'journey-view-as')
  await page.getByRole('button', { name: '开始查看' }).click()
  await page.getByRole('region', { name: '以其身份查看' }).waitFor()
})

it('sees the teacher’s pages with a banner on each, and can do nothing there', async () => {
  const { page } = admin
  const banner = page.getByRole('region', { name: '以其身份查看' })
  await page.waitForURL('**/teacher/sy')
  await expectText(banner, /正在以 林疏影，教师/)
  await expectAccessible(page, 'banner')
  await shoot(page, 'journey-view-as-home')
  await page.goto('/mandata/manbXuexi')
  await page.getByTestId('record-row').first().waitFor()
  await banner.waitFor()
  await page.goto('/home/index')
  await banner.waitFor()
  await page.goto('/teacher/messageList')
  await banner.waitFor()
  const said = await page.evaluate(async () => {
    const kept = JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { token?: string }
    const answer = await fetch('/api/v1/records/studyExperience', {
      method: 'POST',
      headers: { token: kept.token ?? '', 'content-type': 'application/json' },
      body: '{}',
    })
    return ((await answer.json()) as { msg: string }).msg
  })
  expect(said).toBe('正在以他人的身份查看，只能看，不能办理')
  await page.setViewportSize(phone)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectNoSidewaysScroll(page, 'banner')
  await shoot(page, 'journey-phone-view-as')
  await page.setViewportSize({ width: 1366, height: 768 })
})

it('ends with one click and finds all of it in the log', async () => {
  const { page } = admin
  await page.getByRole('button', { name: '结束查看' }).click()
  await expectSaid(page, '已结束查看')
  await page.waitForURL('**/appCore/overview')
  await page.getByRole('region', { name: '以其身份查看' }).waitFor({ state: 'detached' })
  await page.goto('/appCore/logs?action=viewAs.started')
  await expectText(page.getByTestId('log-line').first(), '开始以其身份查看')
  await page.goto('/appCore/logs?action=viewAs.read')
  await expectText(page.getByTestId('log-line').first(), /林疏影/)
})
