import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
} from '../tools/browser.ts'
import { confirmWith, expectFocused, expectSaid, type } from '../tools/form.ts'

afterAll(closeBrowser)

const picture = () =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: '#a9c0d7' } })
    .png()
    .toBuffer()

/** An instant as the time control of a browser in Asia/Shanghai takes it. */
const local = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000 + 8 * 3_600_000).toISOString().slice(0, 16)

it('the administrator adds a banner and a link, one at once and one for later; a visitor sees what is due', async () => {
  const admin = await openDesk(desk, await sessionOf('admin'))
  const { page } = admin
  await page.goto('/appCore/banner')
  await page.getByRole('link', { name: '新增横幅' }).click()
  // The list that is about to go has a field whose label begins with the same word.
  await page.getByRole('heading', { name: '新增横幅' }).waitFor()
  // What is missing is said at its field, which gets the focus, and what was typed stays.
  await page.getByLabel('标题').fill('教师节致全市教师的一封信')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('请上传图片').waitFor()
  await expectFocused(page, page.locator('#f-image'))
  await page
    .getByLabel('图片')
    .setInputFiles({ name: 'letter.png', mimeType: 'image/png', buffer: await picture() })
  await page.getByRole('img', { name: 'letter.png' }).waitFor()
  await page.getByLabel('链接').fill('javascript:alert(1)')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText(/应以 \/ 开头/).waitFor()
  await page.getByLabel('链接').fill('/home/messageData/news')
  await page.getByLabel('排序').fill('0')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByTestId('standing').getByText('草稿，读者看不到').waitFor()
  await expectAccessible(page, 'banner form')

  const visitor = await openDesk()
  await visitor.page.goto('/home/index')
  await visitor.page.getByTestId('carousel').waitFor()
  expect(await visitor.page.getByText('教师节致全市教师的一封信').count()).toBe(0)

  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByTestId('standing').getByText('已发布，正在显示').waitFor()
  await visitor.page.reload()
  await visitor.page.getByRole('link', { name: '教师节致全市教师的一封信' }).waitFor()

  // A link for later: the administrator sees from when on, the visitor nothing yet.
  await page.goto('/appCore/homeLinkEdit')
  await page.getByLabel('名称').fill('寒假研修报名')
  await page.getByLabel('地址').fill('https://training.example/apply')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByTestId('standing').waitFor()
  await type(page, '发布时间', local(30).replace('T', ' '))
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page
    .getByTestId('standing')
    .getByText(/起显示/)
    .waitFor()
  await visitor.page.reload()
  await visitor.page.getByTestId('carousel').waitFor()
  expect(await visitor.page.getByText('寒假研修报名').count()).toBe(0)
  // Published again without a time it is due now; it leads to a host off the list, so by way of the page that
  // says so. What is typed meanwhile stays, also over a reload.
  await page.getByLabel('名称').fill('寒假研修网上报名')
  await page.getByRole('button', { name: '下架', exact: true }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: '下架' })
    .click()
  await page.getByTestId('standing').getByText('已下架').waitFor()
  expect(await page.getByLabel('名称').inputValue()).toBe('寒假研修网上报名')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByText('上次没保存的填写已恢复').waitFor()
  expect(await page.getByLabel('名称').inputValue()).toBe('寒假研修网上报名')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('上次没保存的填写已恢复').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByTestId('standing').getByText('正在显示').waitFor()
  await visitor.page.reload()
  await visitor.page.getByRole('link', { name: '寒假研修网上报名' }).click()
  await visitor.page.getByRole('heading', { name: '即将离开本站' }).waitFor()
  await visitor.page.getByText('training.example', { exact: true }).waitFor()
  // Chosen in the list, it is taken down together with whatever else is chosen, and the answer counts them.
  await page.goto('/appCore/homeLink')
  await page.getByRole('checkbox', { name: '选择 寒假研修网上报名' }).check()
  await page.getByRole('button', { name: '下架 1 条' }).click()
  await confirmWith(page, '下架')
  await expectSaid(page, '已下架 1 条')
  await page.getByTestId('content-line').filter({ hasText: '寒假研修网上报名' }).getByText('已下架').waitFor()
  await expectAccessible(page, 'list of links')
  expect(admin.complaints.concat(visitor.complaints)).toEqual([])
  await admin.close()
  await visitor.close()
})

it('the banners turn by hand, stop on request, and nothing moves below them', async () => {
  for (const size of [desk, phone]) {
    const window = await openDesk(size)
    const { page } = window
    await page.addInitScript({
      content: `globalThis.shifts = { value: 0 }
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts.value += entry.value
        }).observe({ type: 'layout-shift', buffered: true })`,
    })
    await page.goto('/home/index')
    const carousel = page.getByTestId('carousel')
    await carousel.getByText(/第 1 条，共 \d+ 条/).waitFor()
    await page.waitForLoadState('networkidle')
    await carousel.getByRole('button', { name: '下一条' }).click()
    await carousel.getByText(/第 2 条/).waitFor()
    await carousel.getByRole('button', { name: '下一条' }).press('ArrowLeft')
    await carousel.getByText(/第 1 条/).waitFor()
    await carousel.getByRole('button', { name: '暂停轮播' }).click()
    await carousel.getByRole('button', { name: '继续轮播' }).waitFor()
    expect(await page.evaluate<number>('globalThis.shifts.value')).toBeLessThanOrEqual(0.02)
    await expectAccessible(page, 'portal home')
    await expectNoSidewaysScroll(page, 'portal home')
    expect(window.complaints).toEqual([])
    await window.close()
  }
})

it('an address from outside never leads away by itself', async () => {
  const window = await openDesk()
  const { page } = window
  const hostile = [
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'data:text/html,x',
    'https://www.moe.gov.cn@evil.example',
    'https://127.0.0.1/',
    'https://evil.example:8443/',
    '/home/../x',
  ]
  for (const url of hostile) {
    await page.goto(`/home/pF?url=${encodeURIComponent(url)}`)
    await page.getByText('该地址不能打开。').waitFor()
    expect(await page.locator('main a[href^="http"], main a[href^="javascript"]').count(), url).toBe(0)
  }
  await page.goto(`/home/pF3?url=${encodeURIComponent('https://evil.example/?a=1')}`)
  await page.getByText('evil.example', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/home/pF3')
  expect(window.complaints).toEqual([])
  await window.close()
})
