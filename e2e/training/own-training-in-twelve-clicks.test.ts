import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  closeBrowser,
  desk,
  expectAccessible,
  openDesk,
  phone,
  sessionOf,
  shoot,
  type Desk,
} from '../tools/browser.ts'
import { countHands, handsOf } from '../tools/counted.ts'
import { minuteIn } from '../tools/notices.ts'
import { readCode } from '../tools/qr.ts'
import { unique } from '../tools/evidence.ts'

/** One school holds a 校本 training of today: plans it, shows the code, settles who came. */
let school: Desk
let teacher: Desk
beforeAll(async () => {
  school = await openDesk(desk, await sessionOf('school'))
  teacher = await openDesk(phone, await sessionOf('teacher'))
  await countHands(school.page)
})
afterAll(async () => {
  expect([...school.complaints, ...teacher.complaints]).toEqual([])
  await closeBrowser()
})

/** A click, then the keys of what is typed: as a person fills in a field. */
async function type(label: string, text: string): Promise<void> {
  const field = school.page.getByLabel(label, { exact: true })
  await field.click()
  await field.fill(text)
}

it('a school holds a training of its own within twelve clicks', async () => {
  const { page } = school
  const title = `集体备课 ${unique()}`
  await page.goto('/school/xbyx')
  await page
    .getByRole('link', { name: /新增校本研修|新增/ })
    .first()
    .click()
  await type('主题', title)
  await type('日期', minuteIn(0).slice(0, 10))
  await type('开始', minuteIn(-1).slice(11))
  await type('结束', minuteIn(2).slice(11))
  await type('地点', '阶梯教室')
  await type('按姓名找', '林疏影')
  await page.getByRole('button', { name: /^全选/ }).click()
  await page.getByRole('button', { name: '保存' }).click()
  const screen = page.getByRole('img', { name: /签到二维码/ })
  await screen.waitFor()
  await expectAccessible(page, 'a training of the school')
  await shoot(page, 'own-training')
  const address = new URL(await readCode(screen))
  await teacher.page.goto(address.pathname)
  await teacher.page.getByText('已签到').first().waitFor()
  await page
    .getByTestId('expected')
    .filter({ hasText: '林疏影' })
    .getByText('出勤', { exact: true })
    .waitFor()
  // The training is over within two minutes: then its attendance is settled.
  await page.getByRole('button', { name: '确定出勤' }).click({ timeout: 170_000 })
  await page.getByRole('dialog').getByRole('button', { name: '确定出勤' }).click()
  await page.getByText('出勤已确定').first().waitFor()
  const { clicks } = await handsOf(page)
  expect(clicks).toBeGreaterThan(0)
  expect(clicks).toBeLessThanOrEqual(12)
})
