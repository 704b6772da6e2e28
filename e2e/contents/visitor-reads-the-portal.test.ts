import { afterAll, expect, it } from 'vitest'
import { pagesFor } from '../../catalogue/pages/pages.ts'
import { everything } from '../../server/platform/testing/test-extent.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
} from '../tools/browser.ts'

afterAll(closeBrowser)

const lists = [
  '/home/jyFIle/jy1Huodong',
  '/home/jyFIle/jy2Zhibo',
  '/home/jyFIle/yx3Kecheng',
  '/home/msWork',
  '/home/resourcesCloud',
] as const

it('every published route of the portal shows something to a visitor, without a word in the console', async () => {
  const window = await openDesk()
  const { page } = window
  const paths = pagesFor(null)
    .filter(({ page: name, path }) => name === 'portal' && !/\/pF\d?$|Detail$/.test(path))
    .map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(15)
  for (const path of everything ? paths : paths.filter((_, place) => place % 3 === 0)) {
    await page.goto(path)
    await page.locator('main h1, .portal-mast h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    const shown = async () => (await page.locator('main').innerText()).length
    await expect.poll(shown, { message: path }).toBeGreaterThan(30)
    expect(await page.getByText(/暂无|还在准备|未能打开/).count(), path).toBe(0)
  }
  expect(window.complaints).toEqual([])
  await window.close()
})

it.each(everything ? lists : lists.slice(0, 1))(
  '%s: cards, one of them, narrowed and empty, on a desk and in the hand',
  async (path) => {
    for (const size of [desk, phone]) {
      const window = await openDesk(size)
      const { page } = window
      await page.goto(path)
      const cards = page.locator('.portal-card')
      await cards.first().waitFor()
      expect(await cards.count()).toBeGreaterThanOrEqual(10)
      // The lists themselves are among the screens every-screen looks at.
      const name = await cards.first().getByRole('link').innerText()
      await cards.first().getByRole('link').click()
      await page.waitForURL(/\?id=\d+/)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await expectAccessible(page, `${path} one`)
      await expectNoSidewaysScroll(page, `${path} one`)
      await page.goto(`${path}?q=${encodeURIComponent(name)}`)
      await page.getByText(/共 [1-3] 条/).waitFor()
      await page.getByLabel('名称关键词').fill('没有这样的名称')
      await page.getByRole('main').getByRole('button', { name: '搜索' }).click()
      await page.getByText(/没有符合条件的/).waitFor()
      await page.getByRole('button', { name: '看全部' }).click()
      await cards.nth(9).waitFor()
      await page.goto(`${path}?id=99999999`)
      await page.getByText('没有这一篇，或已经下架。').waitFor()
      expect(window.complaints).toEqual([])
      await window.close()
    }
  },
)

it('what is on stands first among activities, and the address keeps what was asked', async () => {
  const window = await openDesk()
  const { page } = window
  await page.goto(lists[0])
  await page.getByLabel('状态').selectOption({ label: '已结束' })
  await page.getByRole('main').getByRole('button', { name: '搜索' }).click()
  await page.waitForURL(/phase=2/)
  await page.getByText('四个县区同备一课（第六轮）').waitFor()
  expect(await page.locator('.portal-phase').allInnerTexts()).not.toContain('未开始')
  await page.reload()
  await page.getByText('四个县区同备一课（第六轮）').waitFor()
  expect(window.complaints).toEqual([])
  await window.close()
})

it('the front page says nothing twice, each figure says what it counts and when; the papers of a policy are found and fetched', async () => {
  const window = await openDesk()
  const { page } = window
  await page.goto('/home/index')
  const band = page.getByRole('region', { name: '教育一览' })
  await band.getByText('已审核档案记录').first().waitFor()
  await band.getByText(/^数据时间/).waitFor()
  await band.getByText('各项口径').click()
  await band.getByText('学校与教学点：正在办学的').waitFor()
  const names = await page
    .locator('main a')
    .evaluateAll((links: readonly unknown[]) =>
      links.map((link) => (link as { innerText: string }).innerText),
    )
  const titles = names.filter((name) => name.length > 6)
  expect(titles.length).toBeGreaterThan(25)
  expect(titles.filter((name, place) => titles.indexOf(name) !== place)).toEqual([])
  expect(await page.getByText('阳江市教师发展与教研平台').filter({ visible: true }).count()).toBe(1)
  await page.goto(`/home/search?q=${encodeURIComponent('轮岗申请表')}`)
  await page.getByRole('link', { name: /交流轮岗管理办法/ }).click()
  await page.getByRole('link', { name: '预览 教师交流轮岗申请表.docx，在新窗口打开' }).waitFor()
  const paper = page.getByRole('link', { name: /^下载 .*盖章扫描件.*pdf$/ })
  const fetched = page.waitForEvent('download')
  await paper.click()
  expect((await fetched).suggestedFilename()).toMatch(/盖章扫描件）\.pdf$/)
  expect(window.complaints).toEqual([])
  await window.close()
})
