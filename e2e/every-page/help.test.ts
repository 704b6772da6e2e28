import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  sessionOf,
  shoot,
} from '../tools/browser.ts'

afterAll(closeBrowser)

it('every page explains itself where it stands, and all of it is found by words', async () => {
  const teacher = await openDesk(undefined, await sessionOf('teacher'))
  const { page } = teacher
  await page.goto('/mandata/manbXuexi')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('button', { name: '帮助' }).click()
  const dialog = page.getByRole('dialog', { name: '档案记录：这一页怎么用' })
  await dialog.getByText('用手机扫码拍照').waitFor()
  await expectAccessible(page, 'help of a page')
  await shoot(page, 'journey-help')
  await dialog.getByRole('link', { name: '全部帮助' }).click()
  await page.getByRole('heading', { level: 1, name: '帮助' }).waitFor()
  await page.getByText('停下几秒会自动保存草稿').waitFor()
  await page.getByLabel('搜索', { exact: true }).fill('撤回')
  // Only what mentions it is left, however many pages do by now.
  const entries = page.getByTestId('help-entry')
  await expect
    .poll(async () => (await entries.allTextContents()).every((text) => text.includes('撤回')))
    .toBe(true)
  expect(await entries.count()).toBeGreaterThan(1)
  await expectAccessible(page, 'all help')
  await shoot(page, 'journey-help-all')
  await page.getByLabel('搜索', { exact: true }).fill('量子纠缠')
  await page.getByText('没有提到“量子纠缠”的说明').waitFor()
  // All of it is one document for the printer.
  await page.getByRole('link', { name: '使用手册（可打印）' }).click()
  const manual = page.getByTestId('manual')
  await manual.getByRole('heading', { level: 1, name: '教师使用手册' }).waitFor()
  const chapters = await manual.getByRole('navigation', { name: '目录' }).getByRole('listitem').count()
  expect(await manual.locator('section').count()).toBe(chapters)
  expect(chapters).toBeGreaterThan(10)
  await expectAccessible(page, 'the manual of a role')
  // What help does not solve is told to the administrator.
  await page.goto('/mandata/manbXuexi')
  await page.getByRole('button', { name: '帮助' }).click()
  await dialog.getByRole('button', { name: '意见反馈' }).click()
  const says = page.getByRole('dialog', { name: '意见反馈' })
  await says.getByRole('button', { name: '提交反馈' }).click()
  await says.getByText('请填写反馈内容').waitFor()
  await says.getByLabel('反馈内容').fill('希望能批量上传证书。')
  await expectAccessible(page, 'feedback')
  await says.getByRole('button', { name: '提交反馈' }).click()
  await page.getByText('已反馈，答复后会给您发消息').first().waitFor()
  expect(teacher.complaints).toEqual([])
  await teacher.close()
})

it('stands on the narrowest phone, in large type, and for a visitor', async () => {
  const teacher = await openDesk({ width: 320, height: 640 }, await sessionOf('teacher'))
  await teacher.page.goto('/teacher/sy')
  await teacher.page.getByRole('button', { name: '帮助' }).click()
  await teacher.page.getByRole('dialog').getByText('等得最久').waitFor()
  await expectNoSidewaysScroll(teacher.page, 'help on a phone')
  await shoot(teacher.page, 'journey-help-phone')
  // The first steps are found again from here, and left by Esc.
  await teacher.page.getByRole('link', { name: '新手引导' }).click()
  const tour = teacher.page.getByRole('dialog', { name: '新手引导' })
  const next = tour.getByRole('button', { name: '下一步' })
  for (let step = 1, last = false; !last; step += 1) {
    await tour.getByText(`第 ${step} 步，`).waitFor()
    const card = await tour.locator('.tour-card').boundingBox()
    expect(
      card && [card.x >= 0, card.x + card.width <= 320, card.y >= 0, card.y + card.height <= 640],
    ).toEqual([true, true, true, true])
    await shoot(teacher.page, `journey-tour-phone-${step}`)
    last = (await next.count()) === 0
    if (!last) await next.click()
    else expect(step).toBeGreaterThanOrEqual(4)
  }
  await expectNoSidewaysScroll(teacher.page, 'tour on a phone')
  await teacher.page.keyboard.press('Escape')
  await tour.waitFor({ state: 'detached' })
  expect(new URL(teacher.page.url()).search).toBe('')
  await teacher.close()
  const visitor = await openDesk()
  await visitor.page.goto('/home/help')
  await visitor.page.getByRole('heading', { level: 2, name: '登录', exact: true }).waitFor()
  expect(await visitor.page.getByRole('heading', { level: 2, name: '审核', exact: true }).count()).toBe(0)
  await visitor.page.goto('/home/index')
  await visitor.page.getByRole('link', { name: '无障碍声明' }).click()
  await visitor.page.getByText('GB/T 37668').waitFor()
  await expectAccessible(visitor.page, 'statement of accessibility')
  await visitor.close()
})
