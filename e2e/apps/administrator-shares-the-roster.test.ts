import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  portalUrl,
  sessionOf,
  settled,
  shoot,
  type Desk,
} from '../tools/browser.ts'

afterAll(closeBrowser)

async function sound({ page }: Desk, name: string) {
  for (const [word, size] of [
    ['desk', desk],
    ['phone', phone],
  ] as const) {
    await page.setViewportSize(size)
    await settled(page)
    await shoot(page, `${word}-${name}`)
    await expectAccessible(page, `${word} ${name}`)
    await expectNoSidewaysScroll(page, `${word} ${name}`)
  }
  await page.setViewportSize(desk)
}

it('an administrator agrees with an app, gives it a token and a secret, tries it, and sends again', async () => {
  const window = await openDesk(desk, await sessionOf('admin'))
  const { page } = window
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(`${portalUrl()}/appCore/tongbu`)
  await page.getByTestId('roster-app').first().waitFor()
  await sound(window, 'roster-list')
  await page.getByRole('link', { name: /^查看\s*阅读测评/ }).click()
  await page.getByTestId('roster-delivery').first().waitFor()
  await page.getByRole('heading', { name: '发送记录' }).scrollIntoViewIfNeeded()
  await sound(window, 'roster-deliveries')
  await button('重新发送没有送达的 1 条').click()
  await page.getByText('1 条将重新发送').first().waitFor()
  // Another app, from the beginning.
  await page.goBack()
  await page.getByRole('link', { name: /^登记/ }).first().click()
  await button('保存约定').click()
  await page.getByText('请选择范围').first().waitFor()
  await page.getByLabel('范围').fill('江城区教育局')
  await button('江城区教育局').click()
  await page.getByLabel('手机号').check()
  await page.getByLabel('依据').fill('数据提供协议 2026-07')
  await page.getByLabel('有效期至').fill('2027-08-31')
  await sound(window, 'roster-feed')
  await button('保存约定').click()
  await page.getByText('约定已保存').first().waitFor()
  // The portal calls nothing within its own network, and says so before the address is kept.
  await page.getByLabel('接收地址').fill('http://127.0.0.1:4790/hook')
  await button('保存通知设置').click()
  await page.getByText('这是本机或内网地址，平台不能访问').first().waitFor()
  await page.getByLabel('接收地址').fill('https://roster.invalid/hook')
  await button('保存通知设置').click()
  await page.getByTestId('roster-secret').waitFor()
  expect(await page.getByTestId('roster-secret').textContent()).toMatch(/whsec_/)
  await button('试发').click()
  await page.getByText('找不到这个域名').first().waitFor()
  await sound(window, 'roster-hook')
  await page.goto(`${portalUrl()}/appCore/jiekou`)
  await button('发放令牌').click()
  await page.getByLabel('系统名称').fill('名册接收程序')
  await page.getByLabel('名册同步').check()
  await page.getByLabel('名册提供给哪个应用').selectOption({ index: 1 })
  await sound(window, 'roster-token')
  await page.getByRole('dialog').getByRole('button', { name: '发放令牌' }).click()
  await page.getByTestId('api-token-secret').waitFor()
  expect(window.complaints).toEqual([])
  await window.close()
})
