import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
} from '../tools/browser.ts'
import { choose, chooseFirst, type } from '../tools/form.ts'

afterAll(closeBrowser)

/** A portal that runs already may have one of an earlier run. */
const title = `请各校核对寒假值班安排（${Date.now() % 100_000}）`

it('an author asks schools to confirm a notice, one confirms, the rest are reminded and read it', async () => {
  const author = await openDesk(desk, await sessionOf('admin'))
  const { page } = author
  await page.goto('/appCore/uppage?tab=notice&new=1')
  await page.getByLabel('标题').fill(title)
  await chooseFirst(page, '类别', '1')
  await page.getByLabel('正文').fill('请各校核对值班表，确保每天有人在岗。')
  // What everybody may read cannot be for some.
  await choose(page, '面向角色', '学校', '学校')
  await page.keyboard.press('Escape')
  await choose(page, '面向区域', '江城区', '江城区')
  await page.keyboard.press('Escape')
  await type(page, '确认截止日期', '2099-12-31')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('选了面向区域或角色的，公开程度应为“登录可见”').waitFor()
  await chooseFirst(page, '公开程度', '1')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page
    .getByTestId('reach')
    .getByText(/登录后能看到的 \d+ 人，分属 \d+ 个单位/)
    .waitFor()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page
    .getByTestId('confirmed')
    .getByText(/已确认 0 个/)
    .waitFor()
  await expectAccessible(page, 'notice with confirmations')

  const school = await openDesk(phone, await sessionOf('school'))
  await school.page.goto('/school/sy')
  await school.page.getByRole('link', { name: `去确认：请确认已读：${title}` }).click()
  await school.page
    .getByTestId('confirm-read')
    .getByText(/前确认已读/)
    .waitFor()
  await expectAccessible(school.page, 'notice to confirm')
  await expectNoSidewaysScroll(school.page, 'notice to confirm')
  await school.page.getByRole('button', { name: '确认已读' }).click()
  await school.page
    .getByTestId('confirm-read')
    .getByText(/已确认：周明岚/)
    .waitFor()

  // A school elsewhere does not learn of it, nor does a visitor.
  for (const other of [await openDesk(desk, await sessionOf('school2')), await openDesk()]) {
    await other.page.goto(new URL(school.page.url()).pathname + new URL(school.page.url()).search)
    await other.page.getByText('没有这一篇，或已经下架。').waitFor()
    await other.close()
  }

  await page.reload()
  await page
    .getByTestId('confirmed')
    .getByText(/已确认 1 个/)
    .waitFor()
  await page.getByRole('button', { name: '提醒未确认的单位' }).click()
  await page
    .getByText(/已给 \d+ 个单位发站内消息/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: '提醒未确认的单位' }).click()
  await page
    .getByText(/24 小时内已提醒过/)
    .first()
    .waitFor()
  await page
    .getByRole('tab', { name: /已确认 1/ })
    .or(page.getByRole('button', { name: /^已确认 1/ }))
    .first()
    .click()
  await page
    .getByText(/江城区听潮中学/)
    .first()
    .waitFor()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出表格' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^确认情况-.*\.csv$/)
  await expectNoSidewaysScroll(page, 'confirmations')
  expect(author.complaints.concat(school.complaints)).toEqual([])
  await author.close()
  await school.close()
})

it('whoever was reminded finds the message and from it the notice', async () => {
  const other = await openDesk(desk, await sessionOf('cityschool'))
  await other.page.goto('/school/messageList')
  await other.page.getByText(`请确认已读：${title}`).first().click()
  await other.page.goto('/school/sy')
  await other.page.getByRole('link', { name: `去确认：请确认已读：${title}` }).click()
  await other.page.getByRole('heading', { name: title }).waitFor()
  expect(other.complaints).toEqual([])
  await other.close()
})
