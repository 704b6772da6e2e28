import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PublicPairs } from '../../catalogue/contract/support-effects.ts'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  portalUrl,
  sessionOf,
  settled,
  shoot,
  type Desk,
} from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'
import { choose, confirmWith, expectText, type } from '../tools/form.ts'
import { dayIn as day, paired } from '../tools/support.ts'

/**
 * 扬帆实验学校 needs a teacher on a desk, 听潮中学 offers one on a phone, the city approves the posting; both settle the
 * tasks of the year; what was done is typed by one school, confirmed by the other, a goal moves, and all stands on
 * the dashboard and the public page. Every page is read in large type and in the dark, too.
 */
let supported: Desk
let supporter: Desk
beforeAll(async () => {
  supported = await openDesk(desk, await sessionOf('cityschool'))
  supporter = await openDesk(phone, await sessionOf('school'))
})
afterAll(async () => {
  expect([...supported.complaints, ...supporter.complaints]).toEqual([])
  await closeBrowser()
})

const title = `物理教师支教 ${unique()}`
const visit = `送教：浮力演示实验 ${unique()}`

const setMode = (page: Page, mode: string): Promise<void> =>
  page.evaluate(`(() => {
    const root = document.documentElement
    for (const [name, value] of [['data-mode', 'elder'], ['data-theme', 'dark']])
      if ('${mode}'.includes(value)) root.setAttribute(name, value)
      else root.removeAttribute(name)
  })()`)

/** Reads a page as it is, in large type, and in the dark; it fits its screen in each. */
async function looksWell(page: Page, name: string): Promise<void> {
  await settled(page)
  for (const mode of ['', 'elder', 'dark']) {
    await setMode(page, mode)
    await expectAccessible(page, `${name} ${mode}`)
    await expectNoSidewaysScroll(page, `${name} ${mode}`)
    await shoot(page, `way-${name}${mode === '' ? '' : `-${mode}`}`)
  }
  await setMode(page, '')
}

/** Types into a field that opens a calendar, which is closed again. */
async function typeDay(page: Page, label: string, on: string): Promise<void> {
  await type(page, label, on)
  await page.keyboard.press('Escape')
}

/** 送教 lessons that the public page counts. */
async function publicLessons(): Promise<number> {
  const answer = await fetch(`${portalUrl()}/api/v1/support/public`)
  const { data } = (await answer.json()) as { data: PublicPairs }
  return data.ledger.byKind.find(({ kind }) => kind === '1')?.lessons ?? 0
}

it('a need becomes an offer, a posting, a confirmed entry, a goal that moves and a number that everybody reads', async () => {
  const [own, other, city] = await Promise.all(['school', 'cityschool', 'city'].map((one) => callerOf(one)))
  if (!own || !other || !city) throw new Error('nobody signed in')
  const agreement = await paired(own, other, city)
  const before = await publicLessons()
  await asks()
  await offers()
  await agrees()
  await accepts()
  await posts(agreement)
  await plans(agreement)
  await entersVisit()
  await confirms(agreement)
  await goalMoves(agreement)
  await officeReads()
  await everybodyReads(before)
})

async function asks(): Promise<void> {
  const { page } = supported
  await page.goto('/school/jdbf?tab=supportNeed')
  await page.getByRole('button', { name: '提出需求' }).click()
  await type(page, '需求', title)
  await choose(page, '类别', '支教', '支教')
  await type(page, '需要人数（次数）', '1')
  await typeDay(page, '从', day(20))
  await typeDay(page, '到', day(60))
  await type(page, '说明', '八、九年级物理缺一名教师，想请结对学校派人支教半学期。')
  await expectText(page.getByTestId('save-line'), '草稿已保存')
  await looksWell(page, 'need-form')
  await page.getByRole('button', { name: '发布需求' }).click()
  await page.getByRole('link', { name: '看需求和全部响应' }).click()
  await page.getByTestId('support-need-page').waitFor()
  await looksWell(page, 'need')
}

async function offers(): Promise<void> {
  const { page } = supporter
  await page.goto('/school/jdbf?tab=needs')
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: '响应该项需求' }).click()
  await page.getByRole('button', { name: '提交响应' }).waitFor()
  await type(page, '姓名', '林疏影')
  await type(page, '单位', '江城区听潮中学')
  await type(page, '承担什么', '八年级物理')
  await expectText(page.getByTestId('save-line'), '草稿已保存')
  await looksWell(page, 'offer-form')
  await page.getByRole('button', { name: '提交响应' }).click()
  await page.getByText('待受援方接受').first().waitFor()
}

async function agrees(): Promise<void> {
  const teacher = await openDesk(phone, await sessionOf('teacher'))
  const { page } = teacher
  await page.goto('/teacher/bfqr')
  await page.getByText(title).first().waitFor()
  await page
    .getByRole('button', { name: /确认参加|参加/ })
    .first()
    .click()
  await page.getByText('已确认').first().waitFor()
  expect(teacher.complaints).toEqual([])
}

async function accepts(): Promise<void> {
  const { page } = supported
  await page.goto('/school/jdbf?tab=needs')
  await page.getByRole('link', { name: title }).click()
  await page.getByTestId('support-offer').getByRole('link').click()
  await page.getByRole('button', { name: '接受', exact: true }).click()
  await confirmWith(page, '接受')
  await page.getByText('已接受', { exact: true }).first().waitFor()
}

/** Both schools have agreed by offer and acceptance: the posting waits for the city, which approves it. */
async function posts(agreement: string): Promise<void> {
  const office = await openDesk(desk, await sessionOf('city'))
  const { page } = office
  await page.goto('/city/daiban?f.type=posting')
  await page.getByTestId('todo').filter({ hasText: '林疏影' }).getByRole('link').first().click()
  await page.getByText(`帮扶需求：${title}`).first().waitFor()
  await looksWell(page, 'posting')
  await page.getByRole('button', { name: '批准', exact: true }).click()
  await confirmWith(page, '批准')
  await page.getByText('待开始', { exact: true }).first().waitFor()
  expect(office.complaints).toEqual([])
  await supported.page.goto(`/school/jdbf?tab=pairs&pair=${agreement}`)
  await supported.page.getByTestId('pair-exchange').filter({ hasText: '林疏影' }).waitFor()
}

/** The supporting school proposes the tasks of the year; the other one finds them among its to-dos and agrees. */
async function plans(agreement: string): Promise<void> {
  const { page } = supporter
  await page.goto(`/school/jdbf?tab=pairs&pair=${agreement}`)
  await page.getByTestId('beside-need').filter({ hasText: title }).getByText('已满足').waitFor()
  await page
    .getByRole('link', { name: /^(写年度任务|调整任务)$/ })
    .first()
    .click()
  await page.getByTestId('plan-row').getByLabel('目标').fill('8')
  await page.getByRole('button', { name: '加一项任务' }).click()
  const second = page.getByTestId('plan-row').nth(1)
  await second.getByLabel('按什么计数').selectOption('stated')
  await second.getByLabel('任务名称').fill('联席会议')
  await second.getByLabel('单位').fill('次')
  await second.getByLabel('目标').fill('2')
  await second.getByLabel('由谁完成').selectOption('both')
  await looksWell(page, 'plan-form')
  await page.getByRole('button', { name: '送对方同意' }).click()
  await page.getByTestId('pair-plan').getByText('待对方答复').waitFor()
  const { page: theirs } = supported
  await theirs.goto('/school/daiban?f.type=pairPlan')
  await theirs
    .getByTestId('todo')
    .filter({ hasText: '答复结对年度任务' })
    .getByRole('link', { name: '江城区听潮中学 帮扶 阳江市扬帆实验学校', exact: true })
    .click()
  await theirs.getByRole('button', { name: '同意年度任务' }).click()
  await theirs.getByTestId('pair-task').filter({ hasText: '联席会议' }).waitFor()
  await looksWell(theirs, 'agreement')
  await theirs.goto('/school/daiban?f.type=pairPlan')
  await settled(theirs)
  expect(await theirs.getByText('答复结对年度任务').count()).toBe(0)
}

async function entersVisit(): Promise<void> {
  const { page } = supporter
  await page.goto('/school/jdbf?tab=supportEntry')
  await page.getByLabel('对方单位').selectOption({ label: '阳江市扬帆实验学校（受援方）' })
  await page.getByRole('button', { name: '记一条' }).click()
  await type(page, '事项', visit)
  await typeDay(page, '从', day(-3))
  await typeDay(page, '到', day(-3))
  await choose(page, '学科', '物理', '物理')
  await type(page, '姓名', '林疏影')
  await type(page, '单位', '江城区听潮中学')
  await type(page, '学时', '2')
  await type(page, '节（场）数', '2')
  await type(page, '做了什么', '两节课，课后和物理组讨论演示实验的改进。')
  await expectText(page.getByTestId('save-line'), '草稿已保存')
  await looksWell(page, 'entry-form')
  await page.getByRole('button', { name: '送对方确认' }).click()
  await page.getByText('待对方确认').first().waitFor()
}

/** The supported school comes from the agreement to what waits, and confirms; the task of the year moves. */
async function confirms(agreement: string): Promise<void> {
  const { page } = supported
  const board = `/school/jdbf?tab=pairs&pair=${agreement}`
  await page.goto(board)
  const task = page.getByTestId('pair-task').filter({ hasText: '送教' })
  await task.getByText('0 / 8').waitFor()
  await page
    .getByTestId('pair-waits')
    .getByRole('link', { name: /条台账/ })
    .click()
  await page.getByRole('link', { name: visit }).click()
  await page.getByRole('button', { name: '确认', exact: true }).click()
  await page.getByText('已确认', { exact: true }).first().waitFor()
  await page.goto(board)
  await task.getByText('2 / 8').waitFor()
  await page.getByTestId('pair-entry').filter({ hasText: visit }).waitFor()
}

/** One school states what no figure knows, the other one confirms it: the goal moves. */
async function goalMoves(agreement: string): Promise<void> {
  const board = `/school/jdbf?tab=pairs&pair=${agreement}`
  const { page: small } = supporter
  await small.goto(board)
  await small.getByTestId('pair-task').first().waitFor()
  await looksWell(small, 'agreement-phone')
  await small.getByRole('button', { name: '填写数值' }).first().click()
  await small.getByLabel('数值').fill('11')
  await small.getByLabel('统计日期').fill(day(0))
  await small.getByLabel('依据').fill('两校教研组的共同备课记录')
  await small.getByRole('button', { name: '送对方确认' }).click()
  await small.getByTestId('pair-statement').getByText('待对方确认').waitFor()
  const { page } = supported
  await page.goto(board)
  await page.getByRole('button', { name: /^确认/ }).click()
  await page.getByTestId('pair-goal').filter({ hasText: '共同备课' }).getByText('50%').waitFor()
}

/** The dashboards of a school and of the city, and the home of the city with its map. */
async function officeReads(): Promise<void> {
  const { page } = supported
  await page.goto('/school/jdbf?tab=effects')
  await page.getByRole('heading', { name: '本年度任务' }).waitFor()
  await looksWell(page, 'effects')
  const office = await openDesk(desk, await sessionOf('city'))
  await office.page.goto('/city/bfgzz?tab=effects')
  await office.page.getByText('自报指标').first().waitFor()
  await office.page.goto('/city/bfsy')
  await office.page.getByTestId('pair-way').first().waitFor()
  await looksWell(office.page, 'home')
  expect(office.complaints).toEqual([])
}

async function everybodyReads(before: number): Promise<void> {
  const now = before + 2
  expect(await publicLessons()).toBe(now)
  for (const size of [desk, phone]) {
    const visitor = await openDesk(size)
    await visitor.page.goto('/home/dkbf')
    await visitor.page.getByText(`送教 ${now} 节`).waitFor()
    await looksWell(visitor.page, `public-${size.width}`)
    expect(visitor.complaints).toEqual([])
  }
}
