import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  settled,
  shoot,
  type Desk,
} from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'
import { confirmWith, type } from '../tools/form.ts'
import { dayIn } from '../tools/support.ts'

/**
 * 江城区教育局 has schools complete what is missing: it sees whom the task concerns before it begins, a school finds it
 * among its to-dos on a phone, the district urges, moves the day and ends it.
 */
let district: Desk
let school: Desk
beforeAll(async () => {
  district = await openDesk(desk, await sessionOf('area'))
  school = await openDesk(phone, await sessionOf('school'))
})
afterAll(async () => {
  expect([...district.complaints, ...school.complaints]).toEqual([])
  await closeBrowser()
})

const title = `补齐联系方式 ${unique()}`

async function looksWell({ page }: Desk, name: string): Promise<void> {
  await settled(page)
  await expectAccessible(page, name)
  await expectNoSidewaysScroll(page, name)
  await shoot(page, `archive-task-${name}`)
}

it('a district begins a task, a school sees its own part, and it ends', async () => {
  const { page } = district
  await page.goto('/area/caijiRenwu')
  await page.getByRole('link', { name: '下达任务' }).first().click()
  await page.getByLabel('缺哪类档案').selectOption({ label: '个人档案：其他信息' })
  await page.getByText(/没有其他信息的人。：/).waitFor()
  await type(page, '任务名称', title)
  await page.getByLabel('要求').fill('特长和兴趣至少写一项。')
  // What was typed is there again after a reload.
  await settled(page)
  await page.reload()
  await expect.poll(() => page.getByLabel('任务名称').inputValue()).toBe(title)
  await page.getByRole('button', { name: '下达任务' }).click()
  await page.getByText('日期应形如 2026-01-31').waitFor()
  await type(page, '期限', dayIn(15))
  await page.keyboard.press('Escape')
  await looksWell(district, 'new')
  await page.getByRole('button', { name: '下达任务' }).click()
  await page.getByTestId('task-place').first().waitFor()
  await looksWell(district, 'progress')

  const own = school.page
  await own.goto('/school/daiban?f.type=archiveTask')
  await own.getByTestId('todo').filter({ hasText: title }).getByRole('link', { name: title }).first().click()
  await own.getByTestId('task-person').first().waitFor()
  expect(await own.getByTestId('task-place').count(), 'a school reads nothing of others').toBe(0)
  expect(await own.getByRole('button', { name: '催办' }).count()).toBe(0)
  await looksWell(school, 'school-phone')

  await page.getByRole('button', { name: '催办' }).click()
  await page
    .getByText(/^已通知 \d+ 位教师和 \d+ 个学校账号$/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: '修改' }).click()
  await type(page, '期限', dayIn(30))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '保存' }).click()
  await page
    .getByText(`期限 ${dayIn(30)}`)
    .first()
    .waitFor()
  await page.getByRole('button', { name: '结束任务' }).click()
  await confirmWith(page, '结束任务')
  await page.getByText(/结束$/).first().waitFor()
  await page.goto('/area/caijiRenwu?state=ended')
  await page.getByTestId('archive-task').filter({ hasText: title }).waitFor()
  await own.goto('/school/daiban?f.type=archiveTask')
  await settled(own)
  expect(await own.getByText(title).count()).toBe(0)
})
