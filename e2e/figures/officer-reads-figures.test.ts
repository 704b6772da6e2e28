import { readFile } from 'node:fs/promises'
import { read } from '@e965/xlsx'
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

/** The first number of a text: 135 of 共 135 人. */
const numberIn = (text: string | null): number => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''))

it('an officer reads figures of a district by keyboard, opens the list behind one, and takes pictures of them', async () => {
  const city = await openDesk(undefined, await sessionOf('city'))
  const { page } = city
  await page.goto('/analysis/teacherage')
  const sheet = page.getByTestId('analysis-sheet')
  await sheet.waitFor()
  await sheet.locator('.x-chart svg').first().waitFor()

  // A name beside a picture leads one step down; the way back stands above.
  await page.getByRole('button', { name: '平均年龄：看表' }).click()
  await page.getByRole('link', { name: '江城区教育局' }).first().click()
  await page.getByText(/^江城区教育局，含下级/).waitFor()
  await page.getByRole('combobox', { name: '学段' }).click()
  await page.getByTitle('小学', { exact: true }).click()
  await page.waitForURL(/stage=/)
  await page.getByLabel('时点：').fill('2025-09-01')
  await page.getByLabel('时点：').press('Enter')
  await page.waitForURL(/on=2025-09-01/)
  await page.getByText('统计时点 2025-09-01').first().waitFor()

  // One stop of Tab in the table behind the picture, arrows within it; the picture shows which figure that
  // is.
  const panel = page.locator('[data-panel="ageBand"]')
  await panel.getByRole('link').first().focus()
  await page.keyboard.press('ArrowRight')
  await panel.locator('.x-chart-focused').waitFor()
  const figure = await page.locator('*:focus').textContent()
  await shoot(page, 'figures-focus')
  await page.keyboard.press('Enter')
  await page.getByTestId('counted-person').first().waitFor()
  const head = await page.getByText(/^共 [\d,]+ 人，与统计数字一致$/).textContent()
  expect(numberIn(head)).toBe(numberIn(figure))
  expect(await page.getByTestId('counted-person').count()).toBe(Math.min(20, numberIn(figure)))
  await page.getByRole('button', { name: /^导出这 [\d,]+ 人$/ }).waitFor()
  await expectAccessible(page, 'the list behind a figure')
  await shoot(page, 'figures-list')
  await page.goBack()
  await sheet.waitFor()
  expect(page.url()).toMatch(/stage=.*on=2025-09-01/)

  await page.getByRole('button', { name: '表', exact: true }).click()
  await panel.getByRole('table').waitFor()
  await expectAccessible(page, 'figures as tables')
  await page.getByRole('button', { name: '图', exact: true }).click()
  await sheet.locator('.x-chart svg').first().waitFor()
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '图片', exact: true }).click(),
  ])
  expect(picture.suggestedFilename()).toBe('江城区教育局-年龄分析-2025-09-01.png')
  expect((await readFile(await picture.path())).subarray(1, 4).toString()).toBe('PNG')
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Excel', exact: true }).click(),
  ])
  const book = read(await readFile(await workbook.path()), { type: 'buffer' })
  expect(book.SheetNames.slice(0, 2)).toEqual(['封面', '1. 平均年龄'])

  // Records of the archives are counted as well, and open the records.
  await page.goto('/analysis/teacher_Statistics')
  await page.getByRole('button', { name: '档案记录' }).click()
  await page.getByTestId('record-figures').locator('.x-chart svg').first().waitFor()
  await expectAccessible(page, 'figures of records')
  await shoot(page, 'figures-records')
  const records = page.getByTestId('record-figures').getByRole('link').first()
  const many = numberIn(await records.textContent())
  await records.focus()
  await page.keyboard.press('Enter')
  await page.getByTestId('counted-record').first().waitFor()
  expect(numberIn(await page.getByText(/^共 [\d,]+ 条，与统计数字一致$/).textContent())).toBe(many)
  await shoot(page, 'figures-records-list')

  // What cannot be counted says why, and leads back.
  await page.goto('/analysis/teacherage?on=2099-01-01')
  await page.getByText('统计日期不能晚于今天').waitFor()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await sheet.waitFor()
  expect(city.complaints).toEqual([])
  await city.close()

  const area = await openDesk(phone, await sessionOf('area'))
  await area.page.goto('/analysis/teacherecharts')
  await area.page.getByTestId('analysis-sheet').locator('.x-chart svg').first().waitFor()
  await expectNoSidewaysScroll(area.page, 'figures, phone')
  await expectAccessible(area.page, 'figures, phone')
  await shoot(area.page, 'figures-phone')
  expect(area.complaints).toEqual([])
  await area.close()
})
