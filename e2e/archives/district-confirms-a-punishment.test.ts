import { afterAll, expect, it } from 'vitest'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'
import { certificate, unique } from '../tools/evidence.ts'
import { pick, expectSaid, expectText } from '../tools/form.ts'

afterAll(closeBrowser)

it('what the school recorded waits for the district, which finds it on its workbench and confirms it', async () => {
  const school = await callerOf('school')
  const { data: self } = await (
    await callerOf('teacher')
  ).get<{ list: { ownerId: number }[] }>('/api/v1/records/basicInfo')
  const file = await school.upload('处分决定.jpg', 'image/jpeg', await certificate('处分决定'))
  const description = `违规补课${unique()}`
  const made = await school.post<{ id: string }>('/api/v1/records/punishment', {
    ownerId: self.list[0]?.ownerId,
    punishmentKind: '11',
    punishmentReason: '01',
    occurDate: '2024-03-01',
    description,
    punishUnit: '江城区听潮中学',
    punishDate: '2024-04-01',
    attachments: [file],
  })
  expect(made.status, made.text).toBe(200)
  const area = await openDesk(undefined, await sessionOf('area'))
  const { page } = area
  await page.goto('/area/sy')
  await page.getByRole('link', { name: /^去确认：惩处记录有 \d+ 条待确认/ }).click()
  await page.getByRole('heading', { level: 1, name: '更正与确认' }).waitFor()
  await page
    .getByRole('navigation', { name: '办理状态' })
    .getByRole('button', { name: /^待我处理 *\d+$/ })
    .waitFor()
  const row = page.getByTestId('corrections-queue').getByRole('listitem').filter({ hasText: '林疏影' }).last()
  await expectText(row, '待确认')
  await expectAccessible(page, 'records to confirm')
  await shoot(page, 'journey-confirmations')
  // The list of the type carries the mark too.
  await page.goto('/examinePage/examinefCX?tab=punishment')
  await expectText(page.locator(`[data-id="${made.data.id}"]`), '待确认')
  // Narrowed to the school it stays, and the address says so; any other way of narrowing goes through the
  // same call.
  await pick(page, '单位', '江城区听潮中学')
  await page.waitForURL(/place=\d+/)
  await expectText(page.locator(`[data-id="${made.data.id}"]`), '待确认')
  await expectAccessible(page, 'a list narrowed to a school')
  await page.goto('/area/dealtDetail?kind=confirmations')
  await page.locator(`a[href*="${made.data.id}"]`).click()
  await expectText(page.getByTestId('corrections'), '待确认')
  // What is to be confirmed can be read.
  await expectText(page.getByTestId('record-detail'), description)
  await page.getByRole('button', { name: '作废', exact: true }).waitFor()
  await expectAccessible(page, 'punishment to confirm')
  await shoot(page, 'journey-punishment')
  await page.getByRole('button', { name: '确认属实' }).click()
  await expectSaid(page, '已确认')
  await expectText(page.getByTestId('corrections'), /确认$/)
  await page.getByRole('button', { name: '确认属实' }).waitFor({ state: 'detached' })
  await page.goto('/area/dealtDetail?kind=confirmations&queue=done')
  await expectText(
    page.getByTestId('corrections-queue').getByRole('listitem').first(),
    /登记；.+，\d\d-\d\d \d\d:\d\d确认$/,
  )
  expect(area.complaints).toEqual([])
  await area.close()
  // One for all journeys: it goes again.
  expect(
    (
      await (
        await callerOf('area')
      ).post(`/api/v1/records/punishment/${made.data.id}/void`, { reason: '演练' })
    ).status,
  ).toBe(200)
})

it('on a phone the list fits, and of a row of tabs the current one is in view without the page having moved', async () => {
  const area = await openDesk(phone, await sessionOf('area'))
  const { page } = area
  await page.goto('/area/dealtDetail?kind=confirmations')
  await page.getByTestId('corrections-queue').waitFor()
  await expectNoSidewaysScroll(page, 'confirmations')
  await expectAccessible(page, 'confirmations on a phone')
  await page.goto('/examinePage/examinefCX?tab=punishment')
  const tab = page.getByRole('navigation', { name: '栏目' }).getByRole('button', { name: /^惩处记录/ })
  await tab.waitFor()
  const box = await tab.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= phone.width).toBe(true)
  expect(await page.evaluate('[scrollX, scrollY]')).toEqual([0, 0])
  await expectNoSidewaysScroll(page, 'tabs')
  expect(area.complaints).toEqual([])
  await area.close()
})
