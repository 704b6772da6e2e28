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

/**
 * The texts of the first sign-in (docs/decisions/0152): shown above the workspace, agreed to once, read by
 * anybody.
 */
let me: Desk
beforeAll(async () => void (me = await openDesk(phone)))
afterAll(async () => {
  await me.close()
  await closeBrowser()
})

it('somebody new reads the texts, agrees, and is not asked again', async () => {
  const { page } = me
  await signIn(me, 'newcomer')
  const dialog = page.getByRole('dialog', { name: '用户协议和隐私政策' })
  await page.goto('/teacher/index')
  await dialog.waitFor()
  await expectAccessible(page, 'texts of the first sign-in')
  await expectNoSidewaysScroll(page, 'legal texts')
  await shoot(page, 'first-sign-in-texts')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: '同意并继续' }).click()
  expect(await dialog.getByRole('alert').textContent()).toContain('请先勾选')
  await dialog.getByLabel(/已阅读并同意/).check()
  await dialog.getByRole('button', { name: '同意并继续' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto('/teacher/personal?tab=consents')
  await page.getByText('同意“用户协议”').waitFor()
  expect(await dialog.count()).toBe(0)
})

it('anybody finds them at the foot of the portal', async () => {
  const { page } = me
  await page.goto('/home/index')
  for (const title of ['用户协议', '隐私政策', '个人信息收集清单']) {
    const link = page.getByRole('contentinfo').getByRole('link', { name: title })
    await page.goto((await link.getAttribute('href')) ?? '')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText(/版本 .* 起施行/).waitFor()
    await expectNoSidewaysScroll(page, 'legal texts')
    await expectAccessible(page, title)
    await page.goto('/home/index')
  }
  expect(me.complaints).toEqual([])
})
