import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeBrowser, expectAccessible, openDesk, sessionOf, type Desk } from '../tools/browser.ts'
import { rightNumber, teachersFile, wrongNumber } from './teachers-file.ts'

let window: Desk
beforeEach(async () => void (window = await openDesk(undefined, await sessionOf('school'))))
afterEach(() => window.close())
afterAll(closeBrowser)

/** Waits until the figure of an outcome above the list is this one. */
const figure = (label: string, count: string) =>
  window.page
    .getByRole('navigation', { name: '校验结果' })
    .getByRole('button', { name: label })
    .getByText(count, { exact: true })
    .waitFor()

/** Types into a faulty cell as into a sheet: the letters begin the editor. */
async function retype(cell: string | RegExp, text: string) {
  const { page } = window
  await page.getByRole('button', { name: cell }).first().press('Enter')
  const field = page.getByRole('combobox', { name: /^第 \d+ 行/ })
  await field.fill(text)
  return field
}

describe('a school', () => {
  it('imports three hundred teachers with twelve faults, mends them, starts, and takes it back', async () => {
    const { page } = window
    await page.goto('/history/getHistoryUp')
    await page.getByRole('heading', { name: '3. 上传填好的文件' }).waitFor()
    await expectAccessible(page, 'the first step of an import')
    const template = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载教师模板' }).click()
    expect((await template).suggestedFilename()).toMatch(/^教师导入模板-.*\.xlsx$/)
    const file = { name: '新聘教师.csv', mimeType: 'text/csv', buffer: teachersFile() }
    await page.getByLabel('选择文件').setInputFiles(file)

    await page.getByRole('heading', { name: '错误的行' }).waitFor()
    await figure('新增', '288')
    await figure('错误', '12')
    await expectAccessible(page, 'rows with faults')

    await retype(/^民族：空，错误/, '汉族')
    await page.locator('.ant-select-item-option', { hasText: '汉族' }).first().click()
    await figure('错误', '11')
    // The keyboard goes on from the cell that was mended.
    await expect
      .poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")'))
      .toMatch(/^民族：/)
    await (await retype(/^进本校年月：2012-13/, '2012-09')).press('Tab')
    await figure('错误', '10')
    await (await retype(new RegExp(`^身份证件号：${wrongNumber}`), rightNumber)).press('Enter')
    await figure('错误', '9')
    await page.getByRole('button', { name: '撤销上一处修改' }).click()
    await figure('错误', '10')
    await (await retype(new RegExp(`^身份证件号：${wrongNumber}`), rightNumber)).press('Enter')
    await figure('错误', '9')

    await page
      .getByRole('button', { name: /^一级老师 → 一级教师.*，记住$/ })
      .first()
      .click()
    await page
      .getByText(/^9 行改为“一级教师.*，以后也这样读$/)
      .first()
      .waitFor()
    await figure('新增', '300')

    await page.getByRole('button', { name: '导入 300 行', exact: true }).click()
    await page.getByRole('dialog').getByText('新增 300').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '导入 300 行' }).click()
    await page.getByRole('heading', { name: '全部成功：写入 300 行' }).waitFor({ timeout: 60_000 })
    await expectAccessible(page, 'what an import did')

    // What those who came need next stands there, and its button covers them alone.
    await page.getByRole('link', { name: '给这 300 位发一次性密码' }).click()
    await page.getByText('只看本次导入新增的教师的账号').waitFor()
    await page.getByRole('button', { name: '给本页 50 位发一次性密码' }).waitFor()
    await page
      .getByRole('button', { name: /^给.+发一次性密码$/ })
      .nth(1)
      .waitFor()
    await expectAccessible(page, 'accounts after an import')
    await page.goBack()
    await page.getByRole('heading', { name: '全部成功：写入 300 行' }).waitFor()

    await page.getByRole('button', { name: '撤销导入' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click()
    await page.getByRole('heading', { name: '已撤销 300 行' }).waitFor({ timeout: 60_000 })

    await page.getByRole('link', { name: '导入记录' }).first().click()
    await page.getByRole('heading', { name: '导入导出记录', level: 1 }).waitFor()
    await page
      .getByRole('row', { name: /新聘教师\.csv/ })
      .getByText('已撤销')
      .waitFor()
    await expectAccessible(page, 'the list of imports')
    expect(window.complaints).toEqual([])
  })
})
