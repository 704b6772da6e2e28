import { afterAll, expect, it } from 'vitest'
import { answer, chooseFirst, type } from '../tools/form.ts'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'

afterAll(closeBrowser)

it('a teacher keeps a broadcast and asks the school for one; the school agrees and finds the draft', async () => {
  const { page } = await openDesk(undefined, await sessionOf('teacher'))
  await page.goto('/teacher/wdzb')
  const first = page.getByTestId('own-live').first()
  await first.waitFor()
  await expectAccessible(page, 'own broadcasts')
  await shoot(page, 'own-lives')
  await first.getByRole('button', { name: /^收藏/ }).click()
  await first.getByRole('button', { name: /^取消收藏/ }).waitFor()
  await page.getByRole('button', { name: '我的申请' }).click()
  await page.getByRole('button', { name: '申请直播' }).first().click()
  const title = `大单元教学怎样起步 ${Date.now() % 100_000}`
  await page.getByLabel('直播名称').fill(title)
  await chooseFirst(page, '类别')
  await page.getByLabel('主讲人').fill('林疏影')
  await type(page, '开始时间', '2030-05-06 19:00')
  await type(page, '结束时间', '2030-05-06 20:30')
  await page.getByRole('textbox', { name: '简介' }).fill('讲三个起步课例。')
  await answer(page, '有学生出镜', '否')
  await shoot(page, 'broadcast-form')
  await page.getByRole('button', { name: '提交学校' }).click()
  await page.getByText('待学校同意').first().waitFor()
  const school = await openDesk(undefined, await sessionOf('school'))
  await school.page.goto('/school/zbsq')
  await school.page.getByText(title).first().click()
  await school.page.getByRole('button', { name: '同意，生成直播预告' }).click()
  const sure = school.page.getByRole('dialog').getByRole('button', { name: /同意/ })
  if ((await sure.count()) > 0) await sure.click()
  await school.page.getByText('已同意').first().waitFor()
  await shoot(school.page, 'broadcast-agreed')
  await school.page.goto('/school/xinxiFabu?tab=liveBroadcast')
  await school.page.getByText(title).first().waitFor()
  const small = await openDesk(phone, await sessionOf('teacher'))
  for (const path of ['/teacher/wdzb?kept=1', '/teacher/wdzb?tab=broadcastRequest', '/teacher/wdsp']) {
    await small.page.goto(path)
    await small.page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoSidewaysScroll(small.page, path)
    await shoot(small.page, `own-lives-phone-${path.length}`)
  }
  await page.goto('/teacher/wdsp')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessible(page, 'own films')
  await shoot(page, 'own-videos')
  const city = await openDesk(undefined, await sessionOf('city'))
  await city.page.goto('/city/jyjyzb')
  await city.page.getByRole('heading', { level: 1 }).waitFor()
  await shoot(city.page, 'lives-desk')
  expect(await city.page.getByRole('heading', { level: 1 }).textContent()).toContain('教研直播')
})
