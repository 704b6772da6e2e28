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

it('a school begins with what waited longest, in one click; its figures lead to lists of as many rows', async () => {
  const school = await openDesk(undefined, await sessionOf('school'))
  const { page } = school
  await page.goto('/school/sy')
  await page.getByRole('heading', { level: 2, name: '待审核' }).waitFor()
  await expectAccessible(page, 'home of a school')
  await shoot(page, 'home-school')
  // One primary action on the whole screen.
  expect(await page.locator('.x-button-primary').count()).toBe(1)
  const ages = await page
    .locator('.home-archive')
    .first()
    .locator('.home-queue > :last-child')
    .allTextContents()
  const days = ages.map((text) => Number(/\d+/.exec(text)?.[0] ?? 0))
  expect(days).toEqual(days.toSorted((a, b) => b - a))
  await page.getByRole('link', { name: '从最久的开始审' }).click()
  await page.getByTestId('diff').waitFor()
  // A figure of several kinds unfolds; each part is a list of exactly that many rows.
  await page.goto('/school/sy')
  await page.getByText('退回待改分类明细').click()
  const part = page.locator('.home-figure details[open] li').first()
  const count = Number(await part.locator('.x-num').textContent())
  await part.getByRole('link').click()
  await page.getByTestId('record-row').first().waitFor()
  expect(await page.getByTestId('record-row').count()).toBe(count)
  expect(school.complaints).toEqual([])
  await school.close()
})

it('every part of an authority stands in the header of an office computer', async () => {
  for (const account of ['area', 'city', 'province']) {
    const office = await openDesk(undefined, await sessionOf(account))
    await office.page.goto(`/${account}/sy`)
    const nav = office.page.getByRole('navigation', { name: '主导航' })
    await nav.getByRole('link', { name: '应用中心' }).waitFor()
    await shoot(office.page, `header-${account}`)
    expect(await nav.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), account).toBe(0)
    await office.close()
  }
})

it('the shortcuts follow the pages that are opened', async () => {
  const area = await openDesk({ width: 320, height: 640 }, await sessionOf('area'))
  const { page } = area
  for (let i = 0; i < 2; i += 1) {
    await page.goto('/teacherArchives/zhiliangData')
    await page.getByRole('heading', { level: 1, name: '数据质量' }).waitFor()
  }
  await page.goto('/area/sy')
  const shortcuts = page.getByRole('region', { name: '快捷入口' })
  await shortcuts.waitFor()
  expect(await shortcuts.getByRole('link').first().textContent()).toBe('数据质量')
  await expectNoSidewaysScroll(page, 'home of a district at 320 px')
  await expectAccessible(page, 'home of a district at 320 px', { contrast: false })
  expect(area.complaints).toEqual([])
  await area.close()
})

it('an administrator begins with what needs somebody, and each figure is a list', async () => {
  const admin = await openDesk(undefined, await sessionOf('admin'))
  const { page } = admin
  await page.goto('/appCore/overview')
  const backup = page.getByRole('region', { name: '备份' })
  await backup.getByText('未设置备份').waitFor()
  await expectAccessible(page, 'overview of an administrator')
  // Jobs and queues have names that a clerk reads, none that of its program.
  const named = page.locator('.overview-table th[scope=row]')
  await expect.poll(() => named.count()).toBeGreaterThan(30)
  expect((await named.allTextContents()).filter((name) => !/^\p{Script=Han}+$/u.test(name))).toEqual([])
  await shoot(page, 'home-admin')
  const signIns = page.getByRole('link', { name: /^登录成功 \d+，查看日志/ })
  const count = Number(await signIns.locator('.overview-value').textContent())
  await signIns.click()
  await page.getByTestId('log-line').first().waitFor()
  // Other journeys of the day sign in, too: the list shows as many as a page holds.
  const most = 50
  await expect.poll(() => page.getByTestId('log-line').count()).toBe(Math.min(count, most))
  expect(admin.complaints).toEqual([])
  await admin.close()
})

it('an expert and review staff land on a home that says what comes', async () => {
  for (const [account, address, none] of [
    ['expert', '/zhuanjia/zhuanjiaList', '2026 年阳江市教育科研课题征集专家评审'],
    ['review100', '/home/index', '等我核对'],
  ] as const) {
    const window = await openDesk(phone, await sessionOf(account))
    const { page } = window
    await page.goto('/')
    await page.waitForURL(`**${address}`)
    await page.getByText(none).first().waitFor()
    await page.getByRole('heading', { level: 2, name: '咨询与帮助' }).waitFor()
    await expectAccessible(page, `home of ${account}`)
    await expectNoSidewaysScroll(page, `home of ${account}`)
    await shoot(page, `home-${account}`)
    // The expert's name has four letters, which is too much beside everything else.
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page, `home of ${account} at 320 px`)
    await page.setViewportSize(phone)
    if (account === 'review100') {
      await page.getByRole('link', { name: '核对个人资料' }).click()
      await page.getByRole('heading', { level: 1, name: '个人中心' }).waitFor()
    }
    expect(window.complaints).toEqual([])
    await window.close()
  }
})
