import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeBrowser, openDesk, sessionOf, shoot, type Desk } from '../tools/browser.ts'
import { choose, confirmWith, expectSaid, expectText, field, type } from '../tools/form.ts'
import { seeAll } from '../tools/review.ts'

const contact = '/mandata/manjOther?tab=contactInfo'
const digits = String(Date.now()).slice(-6)
let teacher: Desk
let page: Page

beforeAll(async () => {
  teacher = await openDesk(undefined, await sessionOf('teacher'))
  page = teacher.page
})
afterAll(async () => {
  expect(teacher.complaints).toEqual([])
  await closeBrowser()
})

const save = (where: Page) => where.getByRole('button', { name: /^保存/ }).click()
const lineOf = (where: Page, label: string) =>
  where.locator('[data-field]').filter({ has: field(where, label) })

async function openContact(where: Page) {
  await where.goto(contact)
  await where.getByRole('button', { name: '修改', exact: true }).click()
  await where.getByTestId('record-form').waitFor()
}

/** Yesterday in the region, as the page wants it. */
const yesterday = () =>
  new Date(Date.now() - 24 * 3600_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })

it('keeps the contact details: effective at once, with history, and yesterday as it was', async () => {
  await openContact(page)
  await type(page, '办公电话', `0662-3${digits}`)
  await save(page)
  await expectSaid(page, '已保存，已生效')
  const detail = page.getByTestId('record-detail')
  await expectText(detail, `0662-3${digits}`)
  const timeline = page.getByTestId('timeline')
  await timeline.getByRole('button', { name: '查看 1 处变更' }).first().click()
  await expectText(timeline, `0662-3${digits}`)
  await page.getByLabel('对照日期', { exact: true }).fill(yesterday())
  await page.getByRole('button', { name: '对照', exact: true }).click()
  await expectText(page.getByTestId('as-of'), /与今天相比有 \d 处不同/)
  await expectText(detail, `${yesterday()}：`)
  await shoot(page, 'journey-as-of')
})

it('is asked before leaving with unsaved typing, and finds it again', async () => {
  await openContact(page)
  await type(page, '邮政编码', '529500')
  // Nobody types and leaves within a quarter of a second.
  await page.waitForTimeout(400)
  const home = page.getByRole('link', { name: '首页', exact: true })
  await home.click()
  await expectText(page.getByRole('dialog'), '还有没保存的填写')
  await confirmWith(page, '取消')
  expect(await field(page, '邮政编码').inputValue()).toBe('529500')
  await home.click()
  await confirmWith(page, '离开')
  await page.waitForURL(/\/teacher\//)
  // Until the next page is there the form stays, and has nothing to restore.
  await page.getByRole('heading', { level: 1, name: /老师/ }).waitFor()
  // By the keys of the browser, too; the page that is held stays at its own address.
  await page.goBack()
  await expectText(page, /已恢复本机 .+ 没来得及保存的填写/)
  const at = page.url()
  await page.goForward()
  await confirmWith(page, '取消')
  expect(page.url()).toBe(at)
  expect(await field(page, '邮政编码').inputValue()).toBe('529500')
  await page.goForward()
  await confirmWith(page, '离开')
  await page.waitForURL(/\/teacher\//)
  await page.getByRole('heading', { level: 1, name: /老师/ }).waitFor()
  await openContact(page)
  await expectText(page, /已恢复本机 .+ 没来得及保存的填写/)
  expect(await field(page, '邮政编码').inputValue()).toBe('529500')
  await page.getByRole('button', { name: '放弃修改' }).click()
  await confirmWith(page, '放弃改动')
  await page.getByTestId('record-detail').waitFor()
})

it('in two tabs: the later save hears of the earlier one and loses nothing of its typing', async () => {
  const other = await teacher.context.newPage()
  await openContact(page)
  await openContact(other)
  await type(other, '微信号', `wx${digits}a`)
  await save(other)
  await expectSaid(other, '已保存，已生效')
  await type(page, '微信号', `wx${digits}b`)
  await type(page, 'QQ号', `8${digits}`)
  await save(page)
  await expectText(page, /该记录刚在别处修改过.*您填的都还在/)
  expect(await field(page, '微信号').inputValue()).toBe(`wx${digits}b`)
  expect(await field(page, 'QQ号').inputValue()).toBe(`8${digits}`)
  await expectText(lineOf(page, '微信号'), `wx${digits}a`)
  await shoot(page, 'journey-stale')
  await lineOf(page, '微信号').getByRole('button', { name: '用这个' }).click()
  expect(await field(page, '微信号').inputValue()).toBe(`wx${digits}a`)
  await save(page)
  await expectSaid(page, '已保存，已生效')
  for (const text of [`wx${digits}a`, `8${digits}`]) await expectText(page.getByTestId('record-detail'), text)
  await other.close()
})

it('changes an own field of the basic information; the school’s fields are only read', async () => {
  await page.goto('/mandata/manaXinxi')
  const now = await page.locator('[data-field=itCapability] dd').first().textContent()
  const next = now?.includes('熟练') ? '良好' : '熟练'
  await page.getByRole('button', { name: '修改', exact: true }).click()
  await page.getByTestId('record-form').waitFor()
  const name = page.locator('[data-field=name]')
  await expectText(name, '由学校填写')
  expect(await name.getByRole('textbox').count()).toBe(0)
  await choose(page, '信息技术应用能力', next, next)
  await expectText(page.getByRole('complementary', { name: '本次提交' }), '本次会改动 1 项')
  await page.getByRole('button', { name: /^提交审核/ }).click()
  await expectText(page.getByRole('dialog'), /会改动 1 项，审核通过前仍是现行值。/)
  await confirmWith(page, '提交审核')
  await expectSaid(page, '已提交，待学校审核')
  const value = page.locator('[data-field=itCapability]')
  await expectText(value, now?.trim() ?? '')
  await expectText(value, new RegExp(`：${next}$`))
  await shoot(page, 'journey-beside')
  await passBySchool(now?.trim() ?? '', next)
  await page.reload()
  await expectText(value, next)
  expect(await value.getByText('：').count()).toBe(0)
})

/** The school sees the one changed field, old beside new, and passes it. */
async function passBySchool(before: string, after: string) {
  const school = await openDesk(undefined, await sessionOf('school'))
  const desk = school.page
  await desk.goto('/examinePage/examineaXX?tab=basicInfo&q=lsy')
  await expectText(desk.getByTestId('record-row'), '改 1 项')
  await desk.getByTestId('record-row').getByRole('button', { name: /^审核/ }).click()
  const diff = desk.getByTestId('diff')
  await expectText(diff, before)
  await expectText(diff, after)
  expect(await diff.getByRole('row').count()).toBe(2)
  await seeAll(desk)
  await desk.keyboard.press('a')
  await expectSaid(desk, /已通过：林疏影/)
  expect(school.complaints).toEqual([])
  await school.close()
}
