import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  password,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'

afterAll(closeBrowser)

/** The question in words is a sum. */
function sumOf(question: string): string {
  const [a = 0, b = 0, c = 0] = [...question]
    .map((letter) => '零一二三四五六七八九'.indexOf(letter))
    .filter((n) => n > 0)
  return String(question.includes('减') ? a - b : a + b - c)
}

it('after three wrong passwords there is a captcha, as picture or in words; with it and the right password they are in', async () => {
  const window = await openDesk()
  const { page } = window
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/login')
  await page.getByLabel('账号', { exact: true }).fill('school2')
  for (let i = 0; i < 3; i += 1) {
    expect(await page.getByLabel('验证码', { exact: true }).count()).toBe(0)
    await page.getByLabel('密码', { exact: true }).fill(`wrong${i}`)
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/login'))
    await button('登录').click()
    await answered
    await button('登录').waitFor()
  }
  await page.getByRole('img', { name: /验证码图片/ }).waitFor()
  for (const [word, size] of [
    ['desk', desk],
    ['phone', phone],
  ] as const) {
    await page.setViewportSize(size)
    await shoot(page, `${word}-captcha`)
    await expectAccessible(page, `${word} captcha`)
    await expectNoSidewaysScroll(page, `${word} captcha`)
  }
  await page.getByLabel('密码', { exact: true }).fill(password)
  await button('登录').click()
  await page.getByText('请填写验证码').first().waitFor()
  await button('改听语音').click()
  await button('再听一遍').click()
  await shoot(page, 'phone-captcha-spoken')
  await button('改答文字题').click()
  const question = (await page.getByText(/几[本棵]？|等于几？/).textContent()) ?? ''
  await page.getByLabel('验证码', { exact: true }).fill(sumOf(question))
  await button('登录').click()
  await page.waitForURL('**/school/sy')
  expect(window.complaints).toEqual([])
  await window.close()
})

it('a code asked for on the sign-in page is where the administrator of a trial looks; an unknown number looks the same', async () => {
  const window = await openDesk()
  const { page } = window
  await page.goto('/login')
  await page.getByRole('button', { name: '短信登录', exact: true }).click()
  await page.getByLabel('手机号', { exact: true }).fill('13955556666')
  await page.getByRole('button', { name: '获取验证码', exact: true }).click()
  await page.getByText('手机号登记过的话，验证码已经发出').first().waitFor()
  await expectAccessible(page, 'code')
  await page.getByLabel('短信验证码', { exact: true }).fill('000000')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('验证码不对或已过期').first().waitFor()
  expect(window.complaints).toEqual([])
  await window.close()
  const admin = await openDesk(desk, await sessionOf('admin'))
  await admin.page.goto('/appCore/outbox')
  await admin.page.getByRole('heading', { name: '短信与邮件（开发）' }).waitFor()
  await admin.page.getByText('正在加载', { exact: true }).first().waitFor({ state: 'detached' })
  await expectAccessible(admin.page, 'outbox')
  await shoot(admin.page, 'desk-outbox')
  expect(admin.complaints).toEqual([])
  await admin.close()
})

it('an office describes its own institution; what is wrong is said at its field', async () => {
  const window = await openDesk(desk, await sessionOf('school'))
  const { page } = window
  await page.goto('/school/personal?tab=institution')
  await page.getByLabel('负责人').fill('钟立')
  await page.getByLabel('联系电话').fill('12')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('联系电话应为固定电话或手机号').waitFor()
  expect(await page.getByLabel('负责人').inputValue()).toBe('钟立')
  await page.getByLabel('联系电话').fill('0662-3312345')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('本单位资料已保存').first().waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('联系电话').inputValue()).toBe('0662-3312345')
  for (const [word, size] of [
    ['desk', desk],
    ['phone', phone],
  ] as const) {
    await page.setViewportSize(size)
    await shoot(page, `${word}-institution`)
    await expectAccessible(page, `${word} institution`)
    await expectNoSidewaysScroll(page, `${word} institution`)
  }
  expect(window.complaints).toEqual([])
  await window.close()
})
