import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
  type Desk,
} from '../tools/browser.ts'
import { expectSaid, expectText } from '../tools/form.ts'

let admin: Desk
beforeAll(async () => void (admin = await openDesk(undefined, await sessionOf('admin'))))
afterAll(async () => {
  expect(admin.complaints).toEqual([])
  await closeBrowser()
})
const address = '/appCore/dictionary?view=calendar&year=2031'

it('makes a day a holiday and back, by a click', async () => {
  const { page } = admin
  await page.goto('/appCore/dictionary')
  await page.getByRole('button', { name: '工作日历' }).click()
  await page.goto(address)
  const day = page.locator('[data-day="2031-10-01"]')
  await day.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('调休上班').check()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expectText(dialog, '这一天本来就是工作日，无需设为调休上班')
  await dialog.getByLabel('法定节假日').check()
  await dialog.getByLabel('名称').fill('国庆节')
  await expectAccessible(page, 'day')
  await shoot(page, 'journey-calendar-day')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '10月1日，星期三，法定节假日，国庆节' }).waitFor()
  await expectAccessible(page, 'calendar')
  await shoot(page, 'journey-calendar')
  await day.click()
  await dialog.getByLabel('照星期').check()
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '10月1日，星期三', exact: true }).waitFor()
})

it('takes the list of the year by pasting it; faults are told by line and the text stays', async () => {
  const { page } = admin
  const text = page.getByLabel('一行一天或一段，后面写名称')
  await text.fill('2031-10-01至2031-10-07 国庆节\n2031-13-09 调休上班')
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await expectText(page, /第 2 行“2031-13-09 调休上班”/)
  expect(await text.inputValue()).toContain('2031-13-09')
  await text.fill('2031-10-01至2031-10-07 国庆节\n2031-10-11 调休上班')
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await expectSaid(page, /已导入/)
  await page.getByRole('button', { name: '10月11日，星期六，调休上班，调休上班' }).waitFor()
})

it('fits a phone', async () => {
  const small = await openDesk(phone, await sessionOf('admin'))
  await small.page.goto(address)
  await small.page.locator('[data-day="2031-10-01"]').waitFor()
  await expectNoSidewaysScroll(small.page, 'calendar')
  await expectAccessible(small.page, 'calendar')
  await shoot(small.page, 'journey-phone-calendar')
  expect(small.complaints).toEqual([])
  await small.close()
})
