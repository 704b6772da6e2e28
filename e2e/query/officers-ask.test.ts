import { afterAll, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
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

const total = async (page: Page): Promise<number> =>
  Number((await page.getByTestId('total').textContent())?.replace(',', ''))

/** Waits until the number is that of what stands on the page. */
const counted = (page: Page) => page.locator('.xq-total[aria-busy="false"]').waitFor()

/** Chooses from the list of a control by typing its words: of a long list only what is in view is there. */
async function choose(control: Locator, option: string) {
  const page = control.page()
  await control.click()
  await control.pressSequentially(option.slice(0, 2).trim())
  const list = page.locator(
    `.ant-select-dropdown:visible:has([id="${await control.getAttribute('id')}_list"])`,
  )
  const offered = list.locator('.ant-select-item-option').and(page.getByTitle(option, { exact: true }))
  const shown = control
    .locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " ant-select ")]')
    .getByText(option, { exact: true })
  // A press on a list that is just being narrowed hits nothing; whoever sees that presses again.
  await expect
    .poll(async () => {
      const isOpen = (await offered.and(page.locator(':not(.ant-select-item-option-selected)')).count()) > 0
      if (isOpen) await offered.click({ timeout: 5_000 }).catch(() => undefined)
      return shown.count()
    })
    .toBeGreaterThan(0)
}

it('an officer finds the mathematics teachers of forty without training, saves, shares, and takes them out', async () => {
  const city = await openDesk(undefined, await sessionOf('city'))
  const { page } = city
  await page.goto('/analysis/ziChaXun')
  await page.getByRole('heading', { name: '新增查询' }).waitFor()
  await page.getByTestId('found').first().waitFor()
  const everybody = await total(page)

  const box = (row: number, label: string) =>
    page.getByTestId('condition').nth(row).getByRole('combobox', { name: label, exact: true })
  const add = (name: string) =>
    page.getByRole('region', { name: '查询条件' }).getByRole('button', { name, exact: true }).click()
  await add('年龄')
  await page.getByTestId('condition').nth(0).getByRole('textbox', { name: '年龄' }).fill('40')
  await add('再加一个条件')
  await choose(box(1, '字段'), '主要任教学科')
  await choose(box(1, '主要任教学科'), '数学')
  await page.keyboard.press('Escape')
  await add('再加一个条件')
  await choose(box(2, '字段'), '现任职称级别')
  await choose(box(2, '现任职称级别'), '高级（正高、副高）')
  await page.keyboard.press('Escape')
  await add('有或没有某类记录')
  await choose(box(3, '有几条'), '没有')
  const last = page.getByTestId('condition').nth(3)
  await last.getByRole('button', { name: '其中', exact: true }).click()
  await choose(box(3, '字段'), '培训年度')
  await choose(box(3, '培训年度从何时算'), '近 3 年')
  await last.getByRole('button', { name: '且', exact: true }).click()
  await choose(last.getByRole('combobox', { name: '字段', exact: true }).nth(1), '培训级别')
  await choose(box(3, '培训级别'), '市级及以上')
  await page.keyboard.press('Escape')
  const said = page.getByTestId('sentence')
  await said.getByText('年龄不小于 40 岁').waitFor()
  await expect
    .poll(() => said.textContent())
    .toContain(
      '年龄不小于 40 岁，并且主要任教学科属于数学，并且现任职称级别属于高级（正高、副高），并且没有培训登记（培训年度在近 3 年、培训级别属于市级及以上）的人。',
    )
  await counted(page)
  const found = await total(page)
  expect(found).toBeGreaterThan(0)
  expect(found).toBeLessThan(everybody)
  await page.getByText(`余 ${found}`, { exact: true }).waitFor()
  expect(await page.getByTestId('found').count()).toBe(Math.min(found, 20))
  await expectAccessible(page, 'a query')
  await shoot(page, 'query-built')

  // A reload loses nothing.
  await page.reload()
  await page.getByTestId('condition').nth(3).waitFor()
  await counted(page)
  expect(await total(page)).toBe(found)
  await page.getByLabel('查询名称').fill('数学高级教师近三年未培训')
  await page.getByRole('button', { name: '保存查询' }).click()
  await page.getByRole('heading', { name: '数学高级教师近三年未培训' }).waitFor()
  await page.getByLabel('所辖县区').check()
  await page.getByText('已共享给县区').first().waitFor()
  const address = page.url()

  await page.getByRole('button', { name: `导出这 ${found} 人` }).click()
  const dialog = page.getByRole('dialog', { name: /^导出/ })
  await dialog.getByLabel('用途', { exact: true }).selectOption({ label: '教研与培训组织' })
  await dialog.getByRole('button', { name: /^(导出|申请导出)/ }).click()
  await dialog
    .getByText(/已生成|可以下载|正在生成|排队/)
    .first()
    .waitFor()
  expect(city.complaints).toEqual([])
  await city.close()

  const area = await openDesk(phone, await sessionOf('area'))
  await area.page.goto('/analysis/haXunList?which=shared')
  await area.page.getByRole('link', { name: '数学高级教师近三年未培训' }).click()
  await area.page.getByRole('heading', { name: '数学高级教师近三年未培训' }).waitFor()
  expect(new URL(area.page.url()).search).toBe(new URL(address).search)
  await area.page.getByTestId('total').waitFor()
  await counted(area.page)
  expect(await total(area.page)).toBeLessThan(found)
  await expectNoSidewaysScroll(area.page, 'a shared query, phone')
  await expectAccessible(area.page, 'a shared query, phone')
  await shoot(area.page, 'query-shared-phone')
  expect(area.complaints).toEqual([])
  await area.close()
})
