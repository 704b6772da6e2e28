import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'
import { confirmWith, expectText, field } from '../tools/form.ts'

afterAll(closeBrowser)

it('one teacher writes, another one notes, agrees and adapts; the plan becomes a draft of a resource', async () => {
  const title = `二次函数的图象 ${Date.now() % 100_000}`
  const { page, close } = await openDesk(desk, await sessionOf('teacher'))
  await page.goto('/teacher/bxbk')
  await page.getByRole('link', { name: '新增备课' }).click()
  await page.getByRole('textbox', { name: '课题', exact: true }).fill(title)
  await page.getByLabel(/^上课的那一周/).fill('2026-12-03')
  await page.getByLabel('学段').selectOption('普通初中')
  await page.getByRole('combobox', { name: '学科' }).selectOption('数学')
  await page.getByLabel('共案由谁定').selectOption('温知遥')
  await expectAccessible(page, 'a new prep')
  await shoot(page, 'prep-new')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '写初备' }).click()
  await page.getByRole('textbox', { name: '第 1 段：教学目标' }).fill('会用描点法画图象。')
  await expectAccessible(page, 'writing a prep')
  await page.getByRole('button', { name: '写好了' }).click()
  await page.getByRole('button', { name: '请大家研讨' }).click()
  await page.getByRole('heading', { name: '研讨中' }).waitFor()
  await shoot(page, 'prep-discussed')

  const other = await openDesk(phone, await sessionOf('newcomer'))
  await other.page.goto('/teacher/bxbk?view=asked')
  await expectNoSidewaysScroll(other.page, 'preps on a phone')
  await other.page.getByRole('link', { name: title }).click()
  await other.page.getByRole('button', { name: '写批注' }).first().click()
  await field(other.page, '批注').fill('先看实物，再描点。')
  await other.page.getByRole('button', { name: '发出批注' }).click()
  await expectText(other.page, '先看实物，再描点。')
  await other.page.getByRole('button', { name: '定为共案' }).click()
  await confirmWith(other.page, '定为共案')
  await other.page.getByRole('button', { name: '取用为我的个案' }).click()
  await other.page
    .getByRole('textbox', { name: '第 1 段：教学目标' })
    .fill('会用描点法画图象，说出开口方向。')
  await field(other.page, '教学反思（课后写）').fill('时间不够。')
  await other.page.getByRole('button', { name: '保存' }).click()
  await expectText(other.page, '已保存')
  await other.page.getByRole('list', { name: '与共案的差异' }).getByText('说出开口方向').waitFor()
  await expectNoSidewaysScroll(other.page, 'an own plan on a phone')
  await expectAccessible(other.page, 'an own plan on a phone')
  await shoot(other.page, 'prep-own-phone')
  await other.close()

  await page.reload()
  await expectText(page, '先看实物，再描点。')
  await expectAccessible(page, 'an agreed prep')
  await shoot(page, 'prep-agreed')
  await page.getByRole('button', { name: '转入资源库' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(await field(page, '资源名称').inputValue()).toBe(title)
  await close()
})
