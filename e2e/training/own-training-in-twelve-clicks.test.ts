import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CampaignView } from '../../catalogue/contract/campaigns.ts'
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
import { callerOf } from '../tools/api.ts'
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

/** Seconds that a press takes with pointing and deciding, and a page with being read: generous for a practised clerk. */
const [pressSeconds, pageSeconds] = [4, 20]

it('a project is made from last year’s within eight clicks: well under three minutes', async () => {
  const { page } = school
  const office = await callerOf('school')
  const today = minuteIn(0).slice(0, 10)
  const year = today.slice(0, 4)
  const name = unique()
  const day = minuteIn(24 * 60 * 3).slice(0, 10)
  const value = {
    projectYear: Number(year),
    trainingKind: '13',
    trainingWay: '5',
    trainingLevel: '5',
    introduction: '<p>课堂观察与改进。</p>',
    signupStart: minuteIn(-60),
    signupEnd: minuteIn(24 * 60),
    startDate: day,
    endDate: day,
    quota: 30,
    pooled: true,
    creditKind: '4',
    creditHours: 4,
    sessions: [
      {
        title: '观察量表',
        lecturer: '陶叙白',
        startsAt: `${day}T08:30`,
        endsAt: `${day}T11:30`,
        hours: 4,
        mode: '1',
      },
    ],
  }
  const path = '/api/v1/train/project'
  const title = `${year} 年课堂观察研修 ${name}`
  const made = await office.post<CampaignView>(path, { collects: 'trainingEnrolment', title, value })
  expect(made.status, made.text).toBe(200)
  await office.post(`${path}/${made.data.id}/open`, { version: made.data.version })

  await page.goto('/school/ltxmgl')
  const before = await handsOf(page)
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: '复制', exact: true }).first().click()
  await page.locator('main form').getByRole('button', { name: '复制' }).click()
  const quota = page.locator('#f-quota')
  await quota.click({ clickCount: 2 })
  await quota.pressSequentially('45')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '开放报名' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开放报名' }).click()
  await page.getByText('开放报名：已办理').first().waitFor()
  const after = await handsOf(page)
  const [clicks, keys] = [after.clicks - before.clicks, after.keys - before.keys]
  expect(clicks).toBeLessThanOrEqual(8)
  expect(keys).toBeLessThanOrEqual(10)
  // Four pages: the list, the project, the editor, the new project.
  expect(pressSeconds * (clicks + keys) + pageSeconds * 4).toBeLessThanOrEqual(180)
  const { data } = await office.get<{ list: CampaignView[] }>(`${path}?q=${encodeURIComponent(name)}`)
  const [next] = data.list.filter(({ id }) => id !== made.data.id)
  expect(next).toMatchObject({ state: 'recruiting', title: `${Number(year) + 1} 年课堂观察研修 ${name}` })
  expect(next?.value).toMatchObject({ quota: 45, projectYear: Number(year) + 1 })
})
