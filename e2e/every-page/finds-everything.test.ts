import { afterAll, expect, it } from 'vitest'
import { homeOf } from '../../catalogue/pages/pages.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'

afterAll(closeBrowser)

it('a school opens the search by /, walks to a teacher by initials, and finds the archive among the recent ones', async () => {
  const window = await openDesk(desk, await sessionOf('school'))
  const { page } = window
  await page.goto(homeOf(3))
  const button = page.getByRole('button', { name: '找人、记录、功能' })
  await button.waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('textbox', { name: '找人、单位、记录、内容、功能' })
  await field.fill('lsy')
  const people = page.getByRole('region', { name: '人员' })
  await people.getByRole('link').first().waitFor()
  expect(await people.getByRole('link').first().textContent()).toContain('林疏影')
  // Beside the lines stands what the first one is about, and the arrow keys reach it.
  const pane = page.getByRole('complementary', { name: '摘要：林疏影' })
  await pane.getByText(/^\d+%，/).waitFor()
  await expectAccessible(page, 'search with lines')
  await shoot(page, 'find-desk')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await pane.getByRole('link', { name: '打开档案' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '林疏影' }).first().waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.keyboard.press('/')
  await page.getByRole('region', { name: '最近打开' }).getByRole('link', { name: '林疏影' }).waitFor()
  await field.fill('没有该人')
  await page.getByText('在您的范围内没有找到“没有该人”').waitFor()
  // A whole number stands in no address: nothing is asked before Enter, and then in a body.
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await field.fill('449999199001011234')
  await page.getByText('按回车，按完整的证件号或手机号搜索').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('范围内没有人用该证件号或手机号').first().waitFor()
  expect(asked.filter((url) => url.includes('449999'))).toEqual([])
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(window.complaints).toEqual([])
  await window.close()
})

it('a teacher on the phone finds a page of their own by pinyin and goes there', async () => {
  const window = await openDesk(phone, await sessionOf('teacher'))
  const { page } = window
  await page.goto(homeOf(2))
  await page.getByRole('button', { name: '找人、记录、功能' }).click()
  await page.getByRole('textbox').fill('xuexi')
  const line = page.getByRole('region', { name: '页面与功能' }).getByRole('link', { name: '学习经历' })
  await line.waitFor()
  expect(await page.getByRole('complementary').count()).toBe(0)
  await shoot(page, 'find-phone')
  await expectNoSidewaysScroll(page, 'search on the phone')
  await expectAccessible(page, 'search on the phone')
  await line.click()
  await page.getByRole('heading', { name: '学习经历' }).first().waitFor()
  expect(window.complaints).toEqual([])
  await window.close()
})
