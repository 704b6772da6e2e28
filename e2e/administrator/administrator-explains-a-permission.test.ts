import { readFile } from 'node:fs/promises'
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
import { expectText } from '../tools/form.ts'

let admin: Desk
beforeAll(async () => void (admin = await openDesk(undefined, await sessionOf('admin'))))
afterAll(async () => {
  expect(admin.complaints).toEqual([])
  await closeBrowser()
})

it('reads what a role may do, compares it with another, and takes the table along', async () => {
  const { page } = admin
  await page.goto('/appCore/permission')
  const row = page.locator('[data-testid="matrix-row"][data-type="studyExperience"]')
  await expectText(row.locator('[data-verb="submit"]'), '草稿、已撤回')
  await expectAccessible(page, 'matrix')
  await shoot(page, 'journey-permission-matrix')
  await page.getByRole('combobox', { name: /^角色/ }).selectOption('学校')
  await expectText(row.locator('[data-verb="approve"]'), '轮到本级审核时：审核中')
  await page.getByRole('combobox', { name: /^与另一角色比较/ }).selectOption('县区')
  await expectText(page, /学校 与 县区 的差别/)
  await shoot(page, 'journey-permission-difference')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出全部角色' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('"教师","学习经历"')
  expect(text.split('\r\n').length).toBeGreaterThan(300)
})

it('explains why the school sees a teacher’s archive and another school does not', async () => {
  const { page } = admin
  await page.getByRole('button', { name: '为什么能看到' }).click()
  await page.getByRole('button', { name: '查询' }).click()
  await expectText(page, '请先搜索并选定谁在看')
  const pick = async (label: string, name: string, line: RegExp) => {
    const box = page.getByRole('searchbox', { name: label })
    await box.fill(name)
    await box.press('Enter')
    await page
      .getByRole('list', { name: `找到的${label}` })
      .getByRole('button', { name: line })
      .first()
      .click()
  }
  await pick('谁在看', '周明岚', /周明岚.*学校/)
  await pick('看谁的档案', '林疏影', /林疏影.*教师/)
  await page.getByLabel('哪一类记录').selectOption('学习经历')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByRole('heading', { level: 2, name: '能看到' }).waitFor()
  await expectText(page, /就是本校/)
  await expectText(page, /第 1 条：/)
  await expectAccessible(page, 'why')
  await shoot(page, 'journey-permission-why')
  await page.getByRole('button', { name: '换一位谁在看' }).click()
  // Not a line of the search before, which stays until the new one answers.
  await pick('谁在看', 'school2', /^(?!周明岚).*学校/)
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByRole('heading', { level: 2, name: '看不到' }).waitFor()
  await expectText(page, /到此为止：.*不是/)
  await shoot(page, 'journey-permission-why-not')
})

it('fits a phone', async () => {
  const small = await openDesk(phone, await sessionOf('admin'))
  for (const [path, word] of [
    ['/appCore/permission', 'matrix'],
    ['/appCore/permission?view=why', 'why'],
  ] as const) {
    await small.page.goto(path)
    await small.page.getByRole('button', { name: word === 'why' ? '查询' : '打印', exact: true }).waitFor()
    await expectNoSidewaysScroll(small.page, word)
    await expectAccessible(small.page, word)
    await shoot(small.page, `journey-phone-permission-${word}`)
  }
  expect(small.complaints).toEqual([])
  await small.close()
})
