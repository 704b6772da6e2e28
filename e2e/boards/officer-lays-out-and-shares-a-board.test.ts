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

const wall = { width: 1920, height: 1080 }
/**
 * The figures of a region are worked out anew after changes; journeys beside this one change much. In
 * milliseconds.
 */
const figures = { timeout: 60_000 }

it('an officer steps through a board, lays it out anew, and gives a link to a wall without an account until it is revoked', async () => {
  const city = await openDesk(undefined, await sessionOf('city'))
  const { page } = city
  await page.goto('/dataLarge')
  const board = page.getByTestId('board')
  await page.getByRole('heading', { level: 1, name: '阳江市教师队伍' }).waitFor(figures)
  await page.getByText('演示数据').waitFor()
  await expectAccessible(page, 'a board')
  await shoot(page, 'board-teachers')

  // A district of the map by keyboard, and back by its path; tables and steps of the tour by key.
  await page.getByRole('button', { name: /^江城区，/ }).press('Enter')
  await page.getByRole('heading', { level: 1, name: '江城区教师队伍' }).waitFor(figures)
  await page.getByRole('navigation', { name: '所在单位' }).getByRole('button').click()
  await page.getByRole('heading', { level: 1, name: '阳江市教师队伍' }).waitFor(figures)
  await page.keyboard.press('t')
  await page.getByRole('table', { name: '年龄结构（人）' }).waitFor()
  await expectAccessible(page, 'a board as tables', { contrast: false })
  await page.keyboard.press('t')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { level: 2, name: /^学科分布/ }).waitFor()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: '暂停' }).waitFor()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: '巡回' }).waitFor()

  // When the line fails the last figures stay and say so.
  await city.context.setOffline(true)
  await page.getByText(/^断网·数据截至/).waitFor()
  await city.context.setOffline(false)

  await page.goto('/analysis/shujuDapin')
  await page.getByRole('heading', { level: 1, name: '数据大屏' }).waitFor()
  await page.getByRole('link', { name: '修改教师数据大屏的布局' }).click()
  await page.getByRole('heading', { level: 1, name: '教师数据大屏的布局' }).waitFor()
  await board.waitFor()
  await page.getByRole('textbox', { name: /^标题/ }).first().fill('{地区}教师一张图')
  await page.getByRole('button', { name: '左栏第 1 项：下移' }).click()
  await page.getByRole('combobox', { name: '左栏第 1 项：面板' }).selectOption('subject')
  await board.getByText('阳江市教师一张图').waitFor()
  await board.getByText('学科分布').waitFor()
  await expectAccessible(page, 'the layout of a board')
  await shoot(page, 'board-layout')
  await page.getByRole('textbox', { name: '说明' }).fill('左栏换成学科')
  await page.getByRole('button', { name: '保存布局' }).click()
  await page.getByText('左栏换成学科').waitFor()

  await page.goto('/analysis/shujuDapin')
  await page.getByRole('button', { name: '制作教师数据大屏的链接' }).click()
  const dialog = page.getByRole('dialog', { name: '制作大屏链接' })
  await dialog.getByLabel('用途').fill('政务大厅电视墙')
  await expectAccessible(page, 'asking for a link', { contrast: false })
  await dialog.getByRole('button', { name: '制作链接' }).click()
  const link = (await page.getByTestId('board-link').textContent()) ?? ''
  expect(link).toMatch(/\/home\/dapin#[\w-]{32}$/)
  await shoot(page, 'board-link')
  await dialog.getByRole('button', { name: '已复制，关闭' }).click()

  const visitor = await openDesk(wall)
  await visitor.page.goto(link)
  await visitor.page.getByRole('heading', { level: 1, name: '阳江市教师一张图' }).waitFor(figures)
  expect(await visitor.page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  await expectNoSidewaysScroll(visitor.page, 'a wall')
  await expectAccessible(visitor.page, 'a wall', { contrast: false })
  await shoot(visitor.page, 'board-wall')

  const small = await openDesk(phone)
  await small.page.goto(link)
  await small.page.getByRole('heading', { level: 1, name: '阳江市教师一张图' }).waitFor(figures)
  await expectNoSidewaysScroll(small.page, 'a board on a phone')
  await shoot(small.page, 'board-phone')
  expect(small.complaints).toEqual([])
  await small.close()

  await page.getByRole('button', { name: '撤销链接 政务大厅电视墙' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销链接' }).click()
  await page.getByText('已撤销').first().waitFor()
  await visitor.page.reload()
  await visitor.page.getByText('该链接不对、已过期或已撤销').waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.close()
  expect(city.complaints).toEqual([])
  await city.close()
})
