import type { Page } from 'playwright-core'
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
import { expectSaid, expectText, type } from '../tools/form.ts'

/** 黄秀婵 stands at two schools of 江城区 with one birthday (demo/region/region.ts, lookAlikes). */
const name = '黄秀婵'
let area: Desk
let page: Page
beforeAll(async () => {
  area = await openDesk(undefined, await sessionOf('area'))
  page = area.page
})
afterAll(async () => {
  expect(area.complaints).toEqual([])
  await closeBrowser()
})

it('a district joins two archives of one human: looks at both, chooses, gives the ground, types the name', async () => {
  await page.goto(`/areas/teacher?q=${encodeURIComponent(name)}`)
  await page.getByText('疑似重复').first().click()
  await page.getByRole('link', { name: '核对并合并' }).first().click()
  await page.getByRole('heading', { level: 1, name: '核对两份档案' }).waitFor()
  await expectText(page, '现在还不能合并')
  await page.getByRole('radio', { name: /^保留的一份（/ }).check()
  await type(page, '从哪一天起以它为准', '2024-09-01')
  await page.keyboard.press('Tab')
  await expectText(page, /2024-09-01 至 今/)
  await page.getByRole('radio', { name: '教职工号：并入的一份' }).check()
  await expectText(page, '两份的身份证件号不同，请核对证件原件后再合并')
  await expectAccessible(page, 'two archives side by side')
  await shoot(page, 'two-archives')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page, 'two archives on a phone')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.getByRole('button', { name: '合并为一份' }).click()
  await expectText(page, '请填写依据')
  await type(page, '依据', '本人到场，证件原件核对一致')
  await type(page, `输入“${name}”以确认`, name)
  await page.getByRole('button', { name: '合并为一份' }).click()
  await expectSaid(page, /已合并为一份/)
  await page.waitForURL(/teacher=\d+/)
})

it('the list of pairs is empty afterwards, and says what to do about names written differently', async () => {
  await page.goto('/areas/hebing')
  await expectText(page, '没有姓名、出生日期都相同的教师')
  await expectAccessible(page, 'candidates of doubles')
})
