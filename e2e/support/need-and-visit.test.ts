import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CaseView } from '../../catalogue/contract/processes.ts'
import { callerOf } from '../tools/api.ts'
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
import { choose, confirmWith, expectText, type } from '../tools/form.ts'
import { dayIn, paired } from '../tools/support.ts'

/**
 * 扬帆实验学校 needs a teacher, 听潮中学 offers one on a phone, the teacher agrees, the posting goes to the city; a
 * visit is written by one school and counts when the other confirmed it.
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

const day = dayIn
const title = `物理教师支教 ${unique()}`
const visit = `送教：浮力演示实验 ${unique()}`

it('from the need to the posting, and a visit that both confirmed', async () => {
  const [own, other, city] = await Promise.all(['school', 'cityschool', 'city'].map((one) => callerOf(one)))
  if (!own || !other || !city) throw new Error('nobody signed in')
  await paired(own, other, city)
  await asks()
  await offers()
  await agrees()
  const { page } = supported
  await page.goto('/school/jdbf?tab=needs')
  await page.getByRole('link', { name: title }).click()
  await page.getByTestId('support-offer').getByRole('link').click()
  await page.getByRole('button', { name: '接受', exact: true }).click()
  await confirmWith(page, '接受')
  await page.getByText('已接受', { exact: true }).first().waitFor()
  await shoot(page, 'support-offer-accepted')
  // The posting stands before the common authority: both schools have agreed.
  const waiting = await city.get<{ list: { state: string; value: { reason?: string } }[] }>(
    '/api/v1/posting?queue=mine&pageSize=100',
  )
  expect(waiting.data.list.some(({ value }) => value.reason?.includes(title))).toBe(true)
  await page.goto('/school/jdbf?tab=needs')
  await page.getByTestId('support-need').filter({ hasText: title }).getByText('已满足').waitFor()
  await visits()
})

/** Writes fields of the draft that is open on a page of the supporting school, and opens it anew. */
async function put(process: 'offer' | 'entry', page: Page, value: object): Promise<void> {
  const own = await callerOf('school')
  const path = `/api/v1/support/${process}/${new URL(page.url()).searchParams.get('case') ?? ''}`
  const { version } = (await own.get<CaseView>(path)).data
  const kept = await own.put(path, { version, value })
  expect(kept.status, kept.text).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: /^(提交响应|送对方确认)$/ }).waitFor()
  await settled(page)
}

/** The supported school writes what it needs, on the page. */
async function asks(): Promise<void> {
  const { page } = supported
  await page.goto('/school/jdbf?tab=supportNeed')
  await page.getByRole('button', { name: '提出需求' }).click()
  await type(page, '需求', title)
  await choose(page, '类别', '支教', '支教')
  await type(page, '需要人数（次数）', '1')
  for (const [label, on] of [
    ['从', day(75)],
    ['到', day(200)],
  ] as const) {
    await type(page, label, on)
    await page.keyboard.press('Escape')
  }
  await type(page, '说明', '八、九年级物理只有一名专任教师，每周十二节，想请结对学校派一名教师驻校。')
  await expectText(page.getByTestId('save-line'), '草稿已保存')
  await settled(page)
  await expectAccessible(page, 'the form of a need')
  await shoot(page, 'support-need-form')
  await page.getByRole('button', { name: '发布需求' }).click()
  await page.getByRole('link', { name: '看需求和全部响应' }).click()
  await page.getByTestId('support-need-page').waitFor()
  await expectAccessible(page, 'a need')
  await shoot(page, 'support-need')
}

/** The supporting school offers 林疏影 on a phone. */
async function offers(): Promise<void> {
  const { page } = supporter
  await page.goto('/school/jdbf?tab=needs')
  await page.getByTestId('support-need').filter({ hasText: title }).waitFor()
  await expectNoSidewaysScroll(page, 'needs on a phone')
  await expectAccessible(page, 'needs on a phone')
  await shoot(page, 'support-needs-phone')
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: '响应该项需求' }).click()
  await page.getByRole('button', { name: '提交响应' }).waitFor()
  await put('offer', page, { people: [{ name: '林疏影', org: '江城区听潮中学', task: '八年级物理' }] })
  await settled(page)
  await expectNoSidewaysScroll(page, 'an offer on a phone')
  await expectAccessible(page, 'the form of an offer')
  await shoot(page, 'support-offer-phone')
  await page.getByRole('button', { name: '提交响应' }).click()
  await page.getByText('待受援方接受').first().waitFor()
}

/** The teacher agrees in person. */
async function agrees(): Promise<void> {
  const teacher = await openDesk(phone, await sessionOf('teacher'))
  const { page } = teacher
  await page.goto('/teacher/bfqr')
  await page.getByText(title).first().waitFor()
  await expectNoSidewaysScroll(page, 'asked to take part')
  await expectAccessible(page, 'asked to take part')
  await shoot(page, 'support-asked-phone')
  await page
    .getByRole('button', { name: /确认参加|参加/ })
    .first()
    .click()
  await page.getByText('已确认').first().waitFor()
  expect(teacher.complaints).toEqual([])
}

/** A visit: written by the supporting school on a phone, confirmed by the other one, and then in the sums. */
async function visits(): Promise<void> {
  const { page } = supporter
  await page.goto('/school/jdbf?tab=supportEntry')
  await page.getByLabel('对方单位').selectOption({ label: '阳江市扬帆实验学校（受援方）' })
  await page.getByRole('button', { name: '记一条' }).click()
  await type(page, '事项', visit)
  await expectText(page.getByTestId('save-line'), '草稿已保存')
  await put('entry', page, {
    fromOn: day(-3),
    toOn: day(-3),
    people: [{ name: '林疏影', org: '江城区听潮中学', hours: 2 }],
    subject: '16',
    lessons: 2,
    content: '两节课，课后和物理组讨论演示实验的改进。',
  })
  await expectNoSidewaysScroll(page, 'an entry on a phone')
  await expectAccessible(page, 'the form of an entry')
  await shoot(page, 'support-entry-phone')
  await page.getByRole('button', { name: '送对方确认' }).click()
  await page.getByText('待对方确认').first().waitFor()
  const { page: theirs } = supported
  await theirs.goto('/school/jdbf?tab=supportEntry&queue=mine')
  await theirs.getByTestId('case-line').filter({ hasText: visit }).waitFor()
  await expectAccessible(theirs, 'the ledger')
  await shoot(theirs, 'support-ledger')
  await theirs.getByRole('link', { name: visit }).click()
  await theirs.getByRole('button', { name: '确认', exact: true }).click()
  await theirs.getByText('已确认', { exact: true }).first().waitFor()
  await theirs.goto('/school/jdbf?tab=supportEntry')
  await theirs.getByTestId('support-sums').getByText('送教').waitFor()
  await shoot(theirs, 'support-ledger-confirmed')
}
