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

const ends = '江城区星贝幼儿园'
const stays = '江城区春苗幼儿园'

async function pick(label: string, words: string, name: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: label })
  await box.fill(words)
  await box.press('Enter')
  await page
    .getByRole('list', { name: `找到的${label}` })
    .getByRole('button', { name })
    .click()
}

it('sees what a merge would move, types the name, and merges', async () => {
  await page.goto('/institu/tiaozheng')
  await page.getByRole('heading', { level: 1, name: '结构调整' }).waitFor()
  await expectText(page, '暂无机构调整')
  await expectAccessible(page, 'changes of the structure')
  await pick('机构', 'xbyey', ends)
  await page.getByRole('heading', { level: 1, name: ends }).waitFor()
  await page.getByRole('radio', { name: /^合并/ }).click()
  await page.getByRole('button', { name: '预览影响' }).click()
  await expectText(page, '请填写依据或原因')
  await pick('并入哪个机构', '春苗', stays)
  await type(page, '依据或原因', '江城教字〔2026〕18 号')
  await page.getByRole('button', { name: '预览影响' }).click()
  const table = page.getByRole('table', { name: '调整的影响' })
  await expectText(table, /教师（人事关系）\s*\d+/)
  await expectAccessible(page, 'preview of a merge')
  await shoot(page, 'structure-preview')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page, 'preview on a phone')
  await shoot(page, 'structure-preview-phone')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.getByRole('button', { name: '合并', exact: true }).click()
  await expectText(page, `请完整输入“${ends}”`)
  await page.getByLabel(`输入“${ends}”以确认`).fill(ends)
  await page.getByRole('button', { name: '合并', exact: true }).click()
  await expectSaid(page, '已合并')
  await page.getByRole('heading', { level: 1, name: '结构调整' }).waitFor()
  await expectText(page.getByRole('list', { name: '机构调整' }), /合并.*已办结/)
})

it('the former name leads to the successor, whose history says where it came from', async () => {
  await page.goto('/institu/institubSchool')
  const box = page.getByLabel('名称或标识码')
  await box.fill(ends)
  await box.press('Enter')
  const line = page.getByTestId('institution-line').filter({ hasText: stays })
  await expectText(line, `曾用名 ${ends}`)
  await line.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: stays }).waitFor()
  await page.getByRole('link', { name: '结构调整与沿革' }).click()
  await page.getByRole('heading', { level: 2, name: '沿革' }).waitFor()
  await expectText(page, `由 ${ends} 并入`)
  await expectText(page, /今天 .*/)
  await expectAccessible(page, 'history of an institution')
  await shoot(page, 'structure-history')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page, 'history on a phone')
  await shoot(page, 'structure-history-phone')
})
