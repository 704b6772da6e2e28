import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  password,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'
import { field, type } from '../tools/form.ts'
import { unique } from '../tools/evidence.ts'

afterAll(closeBrowser)

const form = '/mandata/manbXuexi?tab=studyExperience&new=1'
const college = '获得学历院校或机构'
const dialogOf = (page: Page) => page.getByRole('dialog', { name: '重新登录' })

/** The server forgets the session; the page does not know yet. */
const endSession = (page: Page) =>
  page.evaluate(
    `fetch('/login/logout', { headers: { token: JSON.parse(localStorage.userInfo).token } }).then((a) => a.text())`,
  )

async function signInAgain(page: Page): Promise<void> {
  const dialog = dialogOf(page)
  await dialog.getByLabel('账号', { exact: true }).fill('teacher')
  await dialog.getByLabel('密码', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

it('signs in above the form, saves what was typed, and the other window follows', async () => {
  const teacher = await openDesk(undefined, await sessionOf('teacher'))
  const { page, context } = teacher
  const other = await context.newPage()
  await other.goto(form)
  await type(other, college, '另一窗口的大学')
  await page.goto(form)
  const typed = `中途大学${unique()}`
  await type(page, college, typed)
  await endSession(page)
  await page.getByRole('button', { name: '保存草稿' }).click()
  await dialogOf(page).waitFor()
  await page.getByText('登录过期，请重新登录').first().waitFor()
  await expectAccessible(page, 'signing in again')
  await shoot(page, 'journey-sign-in-again')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialogOf(page).getByText('林疏影').waitFor()
  expect(await page.evaluate<boolean>('localStorage.userInfo === undefined')).toBe(true)
  expect(await field(page, college).inputValue()).toBe(typed)

  // A wrong password is said in the dialog, and asks again.
  await dialogOf(page).getByLabel('账号', { exact: true }).fill('teacher')
  await dialogOf(page).getByLabel('密码', { exact: true }).fill('wrong-Password-1')
  await dialogOf(page).getByRole('button', { name: '登录', exact: true }).click()
  await dialogOf(page).getByText('账号或密码').first().waitFor()
  await signInAgain(page)
  await page.getByText('草稿已保存').first().waitFor()
  expect(await field(page, college).inputValue()).toBe(typed)

  // The other window was not asked: it goes on with the new session.
  await other.bringToFront()
  await other.getByRole('button', { name: '保存草稿' }).click()
  await other.getByText('草稿已保存').first().waitFor()
  expect(await dialogOf(other).count()).toBe(0)
  expect(await field(other, college).inputValue()).toBe('另一窗口的大学')
  expect(teacher.complaints).toEqual([])
  await teacher.close()
})

it('stands above the form on a phone, and who gives up finds the portal and nothing of themselves', async () => {
  const teacher = await openDesk(phone, await sessionOf('teacher'))
  const { page } = teacher
  await page.goto(form)
  await type(page, college, '手机大学')
  await endSession(page)
  await page.getByRole('button', { name: '保存草稿' }).click()
  await dialogOf(page).waitFor()
  await expectNoSidewaysScroll(page, 'signing in again on a phone')
  await shoot(page, 'journey-sign-in-again-phone')
  await dialogOf(page).getByRole('button', { name: '不再继续，回到门户首页' }).click()
  await page.getByRole('link', { name: '登录' }).first().waitFor()
  expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('林疏影')
  await teacher.close()
})
