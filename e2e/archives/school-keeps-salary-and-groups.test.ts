import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { callerOf } from '../tools/api.ts'
import { closeBrowser, expectAccessible, openDesk, sessionOf, shoot, type Desk } from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'
import {
  choose,
  confirmWith,
  expectFocused,
  expectSaid,
  expectText,
  field,
  linesOf,
  type,
} from '../tools/form.ts'

/** A year nobody has registered yet, another one for each run. */
const year = String(1960 + (Date.now() % 45))
const group = `口语备课组${unique()}`
const monthly = ['基本工资', '绩效工资', '乡村教师生活补助', '其他津贴补贴', '其他']
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

/** The line of a field with everything that is said beneath it. */
const lineOf = (label: string) => page.locator('[data-field]').filter({ has: field(page, label) })

it('registers a salary for a teacher found by pinyin initials; a wrong value is told at its field', async () => {
  await page.goto('/setteacher/daiyu')
  await page.getByRole('button', { name: '新增基本待遇' }).first().click()
  await choose(page, '教师', 'lsy', '林疏影')
  await page.getByRole('button', { name: '下一步，填写' }).click()
  await expectText(page, /林疏影/)
  await type(page, '年度', String(new Date().getFullYear()))
  for (const label of monthly) await type(page, `${label}（元/月）`, '1,000')
  await type(page, '年工资收入（元）', '六万')
  await choose(page, '五险一金', 'ylbx', '养老保险')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^保存/ }).click()
  await expectText(lineOf('年度'), '只登记以前的年度，当年的明年再填')
  await expectText(lineOf('年工资收入（元）'), '应为数字')
  await expectText(page.getByTestId('faults'), '还有 2 处要改')
  await page
    .getByTestId('faults')
    .getByRole('button', { name: /年工资收入/ })
    .click()
  await expectFocused(page, field(page, '年工资收入（元）'))
  expect(await field(page, '年工资收入（元）').inputValue()).toBe('六万')
  await expectAccessible(page, 'form with faults')
  await shoot(page, 'journey-faults')
  await type(page, '年工资收入（元）', '60000')
  await type(page, '年度', year)
  await page.getByRole('button', { name: /^保存/ }).click()
  await expectSaid(page, '已保存，已生效')
})

it('corrects it, reads what changed, and makes it void with a reason', async () => {
  await page.getByRole('button', { name: '修改', exact: true }).click()
  await type(page, '薪级', '23')
  await page.getByRole('button', { name: /^保存/ }).click()
  const timeline = page.getByTestId('timeline')
  await timeline.getByRole('button', { name: '查看 1 处变更' }).first().click()
  await expectText(timeline, /薪级/)
  await expectText(timeline, '周明岚')
  const address = page.url()
  await page.getByRole('button', { name: '作废', exact: true }).click()
  await confirmWith(page, '作废')
  await expectText(page.getByRole('dialog'), '请写明原因')
  await page.getByLabel('作废原因').fill('登记到了其他年度')
  await confirmWith(page, '作废')
  await expectSaid(page, '已作废')
  await page.goto(`/setteacher/daiyu?f.year=${year}`)
  await expectText(page, '没有符合这些条件的记录。')
  await page.goto(address)
  await expectText(page.getByTestId('timeline'), '登记到了其他年度')
})

it('adds a subject group with members', async () => {
  await page.goto('/setteacher/kezu')
  await page.getByRole('button', { name: '新增科组' }).first().click()
  await page.getByRole('heading', { level: 1, name: '新增科组' }).waitFor()
  await type(page, '科组名称', group)
  await choose(page, '科组类别', 'bkz', '备课组')
  await choose(page, '学段', '高中', '普通高中')
  await choose(page, '科组长', 'lsy', '林疏影')
  await field(page, '组员').click()
  const lines = await linesOf(page, '组员')
  await lines.nth(1).click()
  await lines.nth(2).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^保存/ }).click()
  await expectSaid(page, '已保存，已生效')
  await page.getByRole('heading', { level: 1, name: group }).waitFor()
  await expectText(page.getByTestId('record-detail'), '林疏影')
  await page.getByRole('button', { name: '作废', exact: true }).click()
  await page.getByLabel('作废原因').fill('并入英语科组')
  await confirmWith(page, '作废')
  await expectSaid(page, '已作废')
})

it('registers pupils of a school year; the quota it only reads', async () => {
  await page.goto('/school/xuexiaoXinxi')
  await page.getByTestId('quota-line').first().waitFor()
  await expectAccessible(page, 'own school')
  await page.getByRole('link', { name: '历年学生与班级' }).click()
  await page.getByRole('heading', { level: 1, name: '学生与编制' }).waitFor()
  await page.getByRole('button', { name: '新增学生与班级' }).first().click()
  await page.getByRole('heading', { level: 1, name: '新增学生与班级' }).waitFor()
  await type(page, '学年', year)
  await choose(page, '学段', '高中', '普通高中')
  await type(page, '在校学生数', '812')
  await type(page, '班级数', '18')
  await page.getByRole('button', { name: /^保存/ }).click()
  await expectSaid(page, '已保存，已生效')
  await page.goto('/school/bianzhi?tab=staffQuota')
  await page.getByTestId('record-row').first().waitFor()
  await expectText(page, '由上级教育局登记')
  expect(await page.getByRole('button', { name: '新增核定编制' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: '修改' }).count()).toBe(0)
})

it('keeps what was chosen from a list of several when going on with Tab', async () => {
  await page.goto('/setteacher/kezu?new=1')
  await choose(page, '组员', 'lsy', '林疏影')
  await page.keyboard.press('Tab')
  await page.waitForTimeout(300)
  await expectText(lineOf('组员'), '林疏影')
  // From the button that empties the list it goes on, too.
  await page.keyboard.press('Tab')
  await lineOf('组员').locator(':focus').waitFor({ state: 'detached' })
  await expectText(lineOf('组员'), '林疏影')
})

it('the teacher reads the own salary and finds no way to write it', async () => {
  const teacher = await callerOf('teacher')
  const list = await teacher.get<{
    list: { id: string; version: number; can: string[]; baseSalary: string }[]
  }>('/api/v1/records/salary')
  const [own] = list.data.list
  expect(own?.can).toEqual([])
  expect(own?.baseSalary).toMatch(/^\d+\.\d{2}$/)
  const path = '/api/v1/records/salary'
  const write = { baseSalary: '99999', version: own?.version }
  expect((await teacher.put(`${path}/${own?.id}`, write)).status).toBe(403)
  expect((await teacher.post(path, { year: 2001 })).status).toBe(403)
  expect((await teacher.post(`${path}/${own?.id}/void`, { reason: '不要' })).status).toBe(403)
  const window = await openDesk(undefined, await sessionOf('teacher'))
  await window.page.goto('/setteacher/daiyu')
  await window.page.getByTestId('not-found').waitFor()
  await vi.waitFor(
    async () => {
      await window.page.goto('/teacher/xiaoxiList?tab=all')
      await window.page.getByText(`周明岚为您登记了基本待遇：${year}`).first().waitFor({ timeout: 2000 })
    },
    { timeout: 40_000 },
  )
  expect(window.complaints).toEqual([])
  await window.close()
})
