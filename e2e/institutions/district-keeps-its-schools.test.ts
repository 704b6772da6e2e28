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
import { unique } from '../tools/evidence.ts'
import { choose, confirmWith, expectFocused, expectSaid, expectText, field, type } from '../tools/form.ts'

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

const mark = unique()
const school = `渔歌小学${mark}`
const run = String(Date.now()).slice(-7)
/** Ten digits that this run alone uses, for each place the same. */
const codeOf = (place: number) => `2${run}${String(place).padStart(2, '0')}`
const line = (name: string) => page.getByTestId('institution-line').filter({ hasText: name })
const search = async (text: string) => {
  const box = page.getByLabel('名称或标识码')
  await box.fill(text)
  await box.press('Enter')
}

it('adds a school: what is missing is named and focused, what was typed stays', async () => {
  await page.goto('/institu/instituaaList')
  await line('江城区听潮中学').waitFor()
  await expectAccessible(page, 'tree of institutions')
  await page.getByRole('link', { name: '新增机构' }).click()
  await page.getByRole('heading', { level: 1, name: '新增机构' }).waitFor()
  await type(page, '机构名称', school)
  await type(page, '标识码', '12')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  await expectText(page, '学校填 10 位标识码')
  await expectText(page, '请选择办学类型')
  await expectFocused(page, field(page, '标识码'))
  expect(await field(page, '机构名称').inputValue()).toBe(school)
  await expectAccessible(page, 'new institution with faults')
  await type(page, '标识码', codeOf(1))
  await choose(page, '办学类型', 'xx', '小学')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  await expectSaid(page, `已新增${school}`)
  await page.getByRole('heading', { level: 1, name: school }).waitFor()
  await shoot(page, 'institution')
})

it('renames it from today on; the former name still finds it', async () => {
  const renamed = `海韵小学${mark}`
  await type(page, '机构名称', renamed)
  await page.getByRole('button', { name: '更名', exact: true }).click()
  await confirmWith(page, '更名')
  await expectSaid(page, '已更名')
  await page.getByRole('heading', { level: 1, name: renamed }).waitFor()
  await expectText(page, '曾用名称和标识码')
  await page.goto('/institu/institubSchool')
  await search(school)
  await expectText(line(renamed), `曾用名 ${school}`)
  await line(renamed).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: renamed }).waitFor()
})

it('grants it a quota of a subject, which its page then shows as free', async () => {
  await expectText(page, '本学年的学生与班级尚未登记。')
  await page.getByRole('link', { name: '历年编制' }).click()
  await page.getByRole('heading', { level: 1, name: '学生与编制' }).waitFor()
  await page.getByRole('button', { name: '新增核定编制' }).first().click()
  await page.getByRole('heading', { level: 1, name: '新增核定编制' }).waitFor()
  await expectText(page, `海韵小学${mark}`)
  await page.getByRole('button', { name: '下一步，填写' }).click()
  const now = new Date(Date.now() + 8 * 3_600_000)
  await type(page, '学年', String(now.getUTCFullYear() - (now.getUTCMonth() < 8 ? 1 : 0)))
  await choose(page, '学科', 'yw', '语文')
  await type(page, '编制数', '6')
  await page.getByRole('button', { name: /^保存/ }).click()
  await expectSaid(page, '已保存，已生效')
  await page.goto('/institu/institubSchool')
  await search(`海韵小学${mark}`)
  await line(`海韵小学${mark}`).getByRole('link').first().click()
  await expectText(page.getByTestId('quota-line'), /语文\s*6\s*0\s*空 6/)
  await expectAccessible(page, 'institution with its year')
})

it('closes it with a reason, and opens it again', async () => {
  await page.getByRole('button', { name: '撤销机构' }).click()
  await confirmWith(page, '撤销')
  await expectText(page, '请写明依据或原因')
  await type(page, '依据或原因', '生源不足，学生已分流')
  await page.getByRole('button', { name: '撤销机构' }).click()
  await confirmWith(page, '撤销')
  await expectSaid(page, '已撤销')
  await type(page, '依据或原因', '撤销有误')
  await page.getByRole('button', { name: '恢复机构' }).click()
  await expectSaid(page, '已恢复')
})

it('cannot close a school with teachers: the sentence says how many', async () => {
  await page.goto('/institu/institubSchool')
  await search('hongyan')
  await line('江城区鸿雁初级中学').getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: '江城区鸿雁初级中学' }).waitFor()
  await type(page, '依据或原因', '并入他校')
  await page.getByRole('button', { name: '撤销机构' }).click()
  await confirmWith(page, '撤销')
  await expectText(page, /江城区鸿雁初级中学还有 \d+ 位教师/)
})

it('adds two schools pasted from a table, after mending what the check found', async () => {
  await page.goto('/institu/instituaaList')
  await line('江城区听潮中学').waitFor()
  await page.getByRole('link', { name: '批量新增' }).click()
  await page.getByRole('heading', { level: 1, name: '批量新增机构' }).waitFor()
  const table = (second: string) =>
    `机构名称\t标识码\t办学类型\n甲村小学${mark}\t${codeOf(2)}\t小学\n乙村小学${mark}\t${second}\t小学`
  await page.getByLabel('学校名单').fill(table(codeOf(2)))
  await page.getByRole('button', { name: '核对', exact: true }).click()
  await expectText(page.getByTestId('pasted-row').nth(1), '标识码：该标识码已有机构使用，或曾经使用过')
  await expectAccessible(page, 'pasted institutions')
  await page.getByLabel('学校名单').fill(table(codeOf(3)))
  await page.getByRole('button', { name: '核对', exact: true }).click()
  await expectText(page.getByTestId('pasted-row').nth(1), '可以新增')
  await page.getByRole('button', { name: '新增这 2 个机构' }).click()
  await expectSaid(page, '已新增 2 个机构')
  await line(`乙村小学${mark}`).waitFor()
})

it('stands on a phone without sideways scrolling', async () => {
  const small = await openDesk(phone, await sessionOf('city'))
  for (const path of ['/institu/instituaaList', '/institu/institubSchool']) {
    await small.page.goto(path)
    await small.page.getByTestId('institution-line').first().waitFor()
    await expectNoSidewaysScroll(small.page, path)
  }
  expect(small.complaints).toEqual([])
})
