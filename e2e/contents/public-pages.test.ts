import { afterAll, expect, it } from 'vitest'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  portalUrl,
  shoot,
} from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'

afterAll(closeBrowser)

it.each([
  ['desk', desk],
  ['phone', phone],
] as const)('the test page says what works and what does not, on the %s', async (name, size) => {
  const window = await openDesk(size)
  const { page } = window
  await page.goto('/home/test')
  await page.getByText('没有发现问题，可以正常使用。').waitFor()
  for (const label of ['往返用时', '电脑时间', '浏览器', '屏幕', 'Cookie', '本机存储', '打开附件'])
    await page.getByText(label, { exact: true }).waitFor()
  await expectAccessible(page, 'test page')
  await expectNoSidewaysScroll(page, 'test page')
  await shoot(page, `test-page-${name}`)
  // A clock that is off, and a server that does not answer.
  await page.route('**/health', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), date: new Date(Date.now() - 600_000).toUTCString() },
    })
  })
  await page.getByRole('button', { name: '重新检查' }).click()
  await page.getByText('有 1 处问题：电脑时间。').waitFor()
  await page.getByText(/比服务器快 (599|600|601) 秒/).waitFor()
  await page.route('**/health', (route) => route.abort())
  await page.getByRole('button', { name: '重新检查' }).click()
  await page.getByText('有 1 处问题：服务器。').waitFor()
  expect(window.complaints).toEqual([])
  await window.close()
})

it('an article is printed without what is clicked, with its address and the time; programs find head, feed and map', async () => {
  const area = await callerOf('area')
  const title = `打印${unique()}`
  const made = await area.post<{ id: number; version: number }>('/api/v1/contents/notice', {
    value: { title, noticeKind: '1', visibility: '2', content: '第一段。\n\n第二段。', files: [] },
  })
  await area.post(`/api/v1/contents/notice/${made.data.id}/publish`, { version: made.data.version })
  const path = `/home/messageData/messageDetail?type=notice&id=${made.data.id}`
  const html = await (await fetch(portalUrl() + path)).text()
  expect(html).toContain(`<title>${title} - 杏坛</title>`)
  expect(html).toContain('<meta name="description" content="第一段。 第二段。">')
  expect(await (await fetch(`${portalUrl()}/feed/notice.xml`)).text()).toContain(title)
  expect(await (await fetch(`${portalUrl()}/sitemap.xml`)).text()).toContain(`id=${made.data.id}<`)
  const window = await openDesk()
  const { page } = window
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  // Larger to read, and kept so for the next article of this device.
  const textSize = () =>
    page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('article .rich')).fontSize)`)
  const usual = await textSize()
  await page.getByRole('button', { name: '特大', exact: true }).click()
  expect(await textSize()).toBeGreaterThan(usual * 1.4)
  await page.reload()
  await page.getByRole('button', { name: '特大', exact: true, pressed: true }).waitFor()
  // The address goes to a phone as a code.
  await page.getByRole('button', { name: '分享' }).click()
  await page
    .getByRole('dialog', { name: '分享' })
    .getByRole('img', { name: /二维码/ })
    .waitFor()
  await page.getByRole('dialog').getByText(`id=${made.data.id}`).waitFor()
  await expectAccessible(page, 'share')
  await shoot(page, 'share')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: '所在位置' }).getByRole('link', { name: '首页' }).waitFor()
  await page.evaluate('dispatchEvent(new Event("beforeprint"))')
  await page.emulateMedia({ media: 'print' })
  await page.getByText(new RegExp(`网址：.*id=${made.data.id}.*打印时间`)).waitFor()
  expect([
    await page.getByRole('navigation', { name: '门户导航' }).isVisible(),
    await page.getByRole('searchbox').isVisible(),
    await page.getByRole('button', { name: '分享' }).isVisible(),
    await page.getByText('第二段。').isVisible(),
  ]).toEqual([false, false, false, true])
  await shoot(page, 'print')
  expect(window.complaints).toEqual([])
  await window.close()
})
