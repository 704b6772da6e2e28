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
  signIn,
  type Desk,
} from '../tools/browser.ts'
import { expectSaid, expectText, field } from '../tools/form.ts'

const stamp = Date.now().toString(36).slice(-5)
const code = `T${stamp}`
const label = `弹性学制${stamp}`
let admin: Desk
let page: Page

beforeAll(async () => {
  admin = await openDesk()
  page = admin.page
})
afterAll(async () => {
  expect(admin.complaints).toEqual([])
  await closeBrowser()
})

const item = (of: string) => page.locator(`[data-testid="dictionary-item"][data-code="${of}"]`)

it('finds a dictionary by the field of an archive that shows it', async () => {
  await signIn(admin, 'admin')
  await page.getByRole('heading', { level: 1, name: '运行概览' }).waitFor()
  await page.goto('/appCore/dictionary')
  await page.getByRole('heading', { level: 1, name: '数据字典' }).waitFor()
  await page.getByTestId('dictionary-line').first().waitFor()
  await expectAccessible(page, 'dictionaries')
  await shoot(page, 'journey-dictionaries')
  await page.getByLabel('字典或栏目名称').fill('学习方式')
  await page.getByLabel('字典或栏目名称').press('Enter')
  await page.waitForURL(/[?&]q=/)
  await page.getByTestId('dictionary-line').getByRole('link', { name: '学习方式', exact: true }).click()
  await expectText(page, '学习经历 · 学习方式')
})

it('adds an item; a fault stands beside the field and nothing typed is lost', async () => {
  await page.getByRole('button', { name: '新增一项' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('代码').fill('1')
  await dialog.getByLabel('名称').fill(label)
  await dialog.getByLabel('别名').fill(`弹性${stamp}、学分制${stamp}`)
  await dialog.getByRole('button', { name: '新增', exact: true }).click()
  await expectText(dialog, '该代码已经有了，请换一个')
  expect(await dialog.getByLabel('名称').inputValue()).toBe(label)
  await expectAccessible(page, 'new item with a fault')
  await shoot(page, 'journey-dictionary-new')
  await dialog.getByLabel('代码').fill(code)
  await dialog.getByRole('button', { name: '新增', exact: true }).click()
  await expectSaid(page, '已新增')
  await expectText(item(code), '本平台新增')
  await page.getByRole('button', { name: '统计使用次数' }).click()
  await expectText(item('1'), /\d+ 处/)
  await expectText(item(code), '0 处')
  await expectAccessible(page, 'dictionary')
  await shoot(page, 'journey-dictionary')
})

it('the teacher finds it in the form by its other word', async () => {
  const teacher = await openDesk(undefined, await sessionOf('teacher'))
  await teacher.page.goto('/mandata/manbXuexi?new=1')
  const form = teacher.page.getByTestId('record-form')
  if (!(await form.isVisible().catch(() => false))) await form.waitFor()
  await field(teacher.page, '学习方式').click()
  await teacher.page.keyboard.type(`学分制${stamp}`)
  await teacher.page
    .locator('.ant-select-dropdown:visible')
    .getByTitle(label, { exact: true })
    .first()
    .click()
  await form.getByTitle(label).first().waitFor()
  await shoot(teacher.page, 'journey-dictionary-in-form')
  expect(teacher.complaints).toEqual([])
  await teacher.close()
})

it('ends it: it stays in the list, and forms do not offer it', async () => {
  await item(code)
    .getByRole('button', { name: `修改${label}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '今天起停用' }).click()
  await expectText(item(code), /起停用/)
  await expectText(page, '修改记录')
  await expectText(page, /改停用日期/)
  const teacher = await openDesk(undefined, await sessionOf('teacher'))
  await teacher.page.goto('/mandata/manbXuexi?new=1')
  await field(teacher.page, '学习方式').click()
  await teacher.page.keyboard.type(label)
  await expectText(teacher.page, '没有这一项')
  await teacher.close()
})

it('a code of a national standard is renamed with a reason only', async () => {
  await page.goto('/appCore/dictionaryEdit?name=ethnicity')
  await item('97').getByRole('button').click()
  const dialog = page.getByRole('dialog')
  const before = await dialog.getByLabel('名称').inputValue()
  await dialog.getByLabel('名称').fill(`${before}（旧）`)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expectText(dialog, '标准里的项目改名或停用，请写明原因')
  await dialog.getByLabel('改动原因').fill('按上级通知')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expectText(page, /原因：按上级通知/)
  await expectText(item('97'), `标准名称：${before}`)
  await item('97').getByRole('button').click()
  await dialog.getByLabel('名称').fill(before)
  await dialog.getByLabel('改动原因').fill('改回')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expectText(page, /原因：改回/)
})

it('what the system itself uses can only be read', async () => {
  await page.goto('/appCore/dictionaryEdit?name=approvalStatus')
  await expectText(page, '系统本身使用，只能查看。')
  expect(await page.getByRole('button', { name: /新增一项|^修改/ }).count()).toBe(0)
})

it('all of it fits a phone', async () => {
  const small = await openDesk(phone, await sessionOf('admin'))
  for (const [path, word] of [
    ['/appCore/dictionary', 'dictionaries'],
    ['/appCore/dictionaryEdit?name=studyMode', 'dictionary'],
  ] as const) {
    await small.page.goto(path)
    await small.page
      .getByTestId(word === 'dictionary' ? 'dictionary-item' : 'dictionary-line')
      .first()
      .waitFor()
    await expectNoSidewaysScroll(small.page, word)
    await expectAccessible(small.page, word)
    await shoot(small.page, `journey-phone-${word}`)
  }
  await small.page.getByRole('button', { name: '新增一项' }).click()
  await expectNoSidewaysScroll(small.page, 'dialog')
  await shoot(small.page, 'journey-phone-dictionary-new')
  expect(small.complaints).toEqual([])
  await small.close()
})
