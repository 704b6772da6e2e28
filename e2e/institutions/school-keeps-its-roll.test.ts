import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkDigit } from '../../catalogue/kinds/id-card.ts'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  type Desk,
} from '../tools/browser.ts'
import { answer, chooseFirst, expectText, type } from '../tools/form.ts'

let school: Desk
let page: Page
beforeAll(async () => {
  school = await openDesk(undefined, await sessionOf('school'))
  page = school.page
})
afterAll(async () => {
  expect(school.complaints).toEqual([])
  await closeBrowser()
})

const lines = () => page.getByTestId('roll-line')
/** A birthday that no earlier run of this journey typed, and numbers of people born on it. */
const born = new Date(Date.UTC(1975, 0, 1 + (Math.floor(Date.now() / 1000) % 7_000)))
  .toISOString()
  .slice(0, 10)
const numberOf = (serial: number): string => {
  const first = `449999${born.replaceAll('-', '')}${serial}2`
  return first + checkDigit(first)
}
const name = '柏舟晚'

/** Fills the form of a new teacher, but does not save it. */
async function fillIn(serial: number): Promise<void> {
  await page.getByRole('link', { name: '新增教师' }).click()
  await page.getByRole('heading', { level: 1, name: '新增教师' }).waitFor()
  await type(page, '姓名', name)
  await type(page, '身份证件号', numberOf(serial))
}

async function fillPost(): Promise<void> {
  await chooseFirst(page, '教职工类别')
  await answer(page, '是否在编', '是')
  await chooseFirst(page, '签订合同情况')
  await page.getByRole('button', { name: '新增教师' }).click()
  await page.getByTestId('one-time-password').waitFor()
  await page.getByRole('button', { name: '我已记录，关闭' }).click()
  await page.getByRole('heading', { level: 1, name: '教师名册' }).waitFor()
  await lines().filter({ hasText: name }).waitFor()
}

it('finds a teacher by pinyin, hides a column and keeps the view', async () => {
  await page.goto('/setteacher/teacher')
  await lines().nth(3).waitFor()
  await expectAccessible(page, 'roll')
  await page.getByText('列', { exact: true }).click()
  await page.getByRole('group', { name: '显示的列' }).getByLabel('现任职称级别').uncheck()
  await expect.poll(() => page.getByRole('columnheader', { name: '现任职称级别' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByLabel('搜索教师').fill('linshuying')
  await page.getByLabel('搜索教师').press('Enter')
  await expectText(page, '共 1 条')
  await lines().getByRole('link', { name: '林疏影' }).waitFor()
  await page.getByRole('button', { name: '存为视图' }).click()
  await page.getByRole('dialog').getByLabel('视图名称').fill('找林老师')
  await page.getByRole('dialog').getByRole('button', { name: '保存视图' }).click()
  await page.getByRole('navigation', { name: '常用视图' }).getByRole('button', { name: '找林老师' }).waitFor()
  await page.getByRole('navigation', { name: '常用视图' }).getByRole('button', { name: '全部' }).click()
  await lines().nth(3).waitFor()
})

it('enrols a new teacher; the number says gender and birthday, and is not taken twice', async () => {
  await fillIn(31)
  expect(await page.locator('[data-field=birthDate] input').inputValue()).toContain(born)
  await expectAccessible(page, 'new teacher')
  await fillPost()
  await fillIn(31)
  await expectText(page, '该证件号的教师已在本校名册里')
  expect(await page.getByRole('button', { name: '新增教师' }).isDisabled()).toBe(true)
})

it('asks whether somebody of the same name and birthday is the same person, and keeps the answer', async () => {
  await type(page, '身份证件号', numberOf(32))
  await expectText(page, '可能是同一个人')
  await expectAccessible(page, 'perhaps the same person')
  await page.getByLabel('不是同一人').check()
  await fillPost()
  expect(await page.getByText('疑似重复').count()).toBe(0)
})

it('gives the new teacher another one-time password from the roll', async () => {
  await lines().filter({ hasText: name }).getByRole('checkbox').check()
  await page.getByRole('link', { name: '重置密码、发一次性密码' }).click()
  await page.getByRole('heading', { level: 1, name: '账号管理' }).waitFor()
  await page.getByTestId('account-line').filter({ hasText: name }).waitFor()
  expect(await page.getByTestId('account-line').count()).toBe(1)
})

it('is read on a phone by an authority, where a row leads to the archive and the processes are a tap away', async () => {
  const area = await openDesk(phone, await sessionOf('area'))
  await area.page.goto('/areas/teacher')
  await area.page.getByTestId('roll-line').nth(2).waitFor()
  await expectNoSidewaysScroll(area.page, 'roll')
  await expectAccessible(area.page, 'roll on a phone')
  await area.page.getByRole('button', { name: /^教师调动/ }).click()
  await area.page.getByRole('button', { name: '正在办理' }).waitFor()
  expect(area.complaints).toEqual([])
  await area.close()
})
