import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CaseView } from '../../catalogue/contract/processes.ts'
import { callerOf } from '../tools/api.ts'
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
import { expectSaid, expectText } from '../tools/form.ts'

/** Two rosters of 听潮中学 wait for 江城区, which deals with both at once and keeps its view of the list. */
const titles = ['2027 年学科带头人名单', '2026 年支教人员名单']
const path = '/api/v1/train/roster'
let area: Desk
beforeAll(async () => {
  const school = await callerOf('school')
  for (const [n, title] of titles.entries()) {
    const value = {
      title,
      rosterYear: 2027 - n,
      rosterKind: '骨干教师',
      people: [{ name: '林疏影', org: '江城区听潮中学' }],
    }
    const begun = await school.post<CaseView>(path, { about: { office: true }, value })
    const { id, version } = begun.data
    expect((await school.post<CaseView>(`${path}/${id}/submit`, { version })).data.state).toBe(
      'pendingConfirm',
    )
  }
  area = await openDesk(undefined, await sessionOf('area'))
})
afterAll(async () => {
  expect(area.complaints).toEqual([])
  await closeBrowser()
})

it('an office orders the list, keeps a view of it and confirms what it chose in one go', async () => {
  const { page } = area
  await page.goto('/area/mdgl?queue=mine')
  const lines = page.getByTestId('case-line')
  await lines.nth(1).waitFor()
  const shown = async () =>
    (await lines.getByRole('link').allTextContents()).filter((one) => titles.includes(one))
  await page.getByRole('button', { name: '年度' }).click()
  await expect.poll(shown).toEqual(titles.toReversed())
  await page.getByRole('button', { name: '年度' }).click()
  await expect.poll(shown).toEqual(titles)
  await page.getByText('存为视图').click()
  await page.getByLabel('视图名称').fill('按年度')
  await page.getByRole('button', { name: '保存视图' }).click()
  await page.getByRole('navigation', { name: '常用视图' }).getByText('按年度').waitFor()

  for (const title of titles) await page.getByRole('checkbox', { name: `选择 ${title}` }).check()
  await expectText(page, '已选 2 件')
  await expectAccessible(page, 'several rosters')
  await shoot(page, 'several-rosters')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page, 'several rosters on a phone')
  await shoot(page, 'several-rosters-phone')
  await page.setViewportSize({ width: 1366, height: 768 })

  // Words are asked for once, for both.
  await page.getByRole('button', { name: '核对确认 2 件' }).click()
  await page.getByRole('dialog').getByLabel('意见').fill('已核对')
  await page.getByRole('dialog').getByRole('button', { name: '核对确认 2 件' }).click()
  await expectSaid(page, '核对确认 2 件')
  await expect.poll(shown).toEqual([])
  await page
    .getByRole('button', { name: /^已办结|^正在办理/ })
    .first()
    .click()
  await expect.poll(async () => (await shown()).length).toBe(2)
})
