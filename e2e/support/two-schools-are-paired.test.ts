import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CaseView } from '../../catalogue/contract/processes.ts'
import type { PairBoard } from '../../catalogue/contract/support-pairs.ts'
import { callerOf, type Caller } from '../tools/api.ts'
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
import { minuteIn } from '../tools/notices.ts'

/**
 * Two schools agree: one proposes, the other signs on a phone, the city records, the clock begins it, the first
 * day is frozen, a stated goal moves once the other side confirmed it, and the portal counts it.
 */
let school: Desk
let other: Desk
let city: Desk
beforeAll(async () => {
  school = await openDesk(desk, await sessionOf('school'))
  other = await openDesk(phone, await sessionOf('school2'))
  city = await openDesk(desk, await sessionOf('city'))
})
afterAll(async () => {
  expect([...school.complaints, ...other.complaints, ...city.complaints]).toEqual([])
  await closeBrowser()
})

const [cases, calls] = ['/api/v1/support/pair', '/api/v1/support/agreement']
const day = (days: number) => minuteIn(days * 1440).slice(0, 10)
const title = '江城区听潮中学 帮扶 阳东区听松初级中学'

/** Begins the agreement as the school whose account is shown, from the day before. */
async function begun(own: Caller, partner: number): Promise<string> {
  const made = await own.post<CaseView>(cases, {
    about: { office: true },
    value: {
      kind: '2',
      side: '1',
      partner,
      contact: '容与之',
      fromDay: day(-1),
      untilDay: day(1000),
      content: '<p>每学期送教四节，同课异构两场，跟岗两人；双方每学期开一次联席会议。</p>',
      goals: [
        { goal: '01', direction: '1', target: 99 },
        { goal: '05', direction: '1', target: 99, dueOn: day(600) },
        { goal: '99', stated: '学生实验开出率', unit: '%', start: 62, direction: '1', target: 90 },
      ],
    },
  })
  expect(made.status, made.text).toBe(200)
  return made.data.id
}

/** Waits until the job has read the first day. */
async function readFirst(who: Caller, id: string): Promise<PairBoard> {
  for (let turn = 0; turn < 120; turn += 1) {
    const { data } = await who.get<PairBoard>(`${calls}/${id}`)
    if (data.goals[0]?.baseline && data.goals[0].now) return data
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
  throw new Error('nobody read the first day')
}

it('from the proposal to the public page', async () => {
  const [own, others] = [await callerOf('school'), await callerOf('school2')]
  const partner = await others.get<{ id: number }>('/api/v1/organization')
  const id = await begun(own, partner.data.id)
  const { page } = school
  await page.goto(`/school/jdbf?tab=pairAgreement&case=${id}`)
  await page.getByRole('button', { name: '签署并送对方' }).waitFor()
  await settled(page)
  await expectAccessible(page, 'an agreement as a draft')
  await shoot(page, 'pair-draft')
  await page.getByRole('button', { name: '签署并送对方' }).click()
  await page.getByText('签署并送对方：待对方签署').first().waitFor()

  await signs(id)
  await records()

  const first = await readFirst(own, id)
  expect(first.state).toBe('active')
  expect(first.goals[0]?.baseline?.of).toBeGreaterThan(0)
  await goalMoves(id)
  await pages(id)
  // A kept job reads the first day; on a busy machine it comes late.
})

/** The other school finds it at home on a phone, and signs. */
async function signs(id: string): Promise<void> {
  const { page } = other
  await page.goto('/school/jdbf?stage=waiting&tab=pairs')
  await page.getByRole('link', { name: /^签署.*听松/ }).click()
  await page.getByRole('button', { name: '签署', exact: true }).click()
  await page.getByLabel('对方联系人').fill('柏见山')
  await expectAccessible(page, 'signing on a phone')
  await shoot(page, 'pair-sign-phone')
  await page.getByRole('dialog').getByRole('button', { name: '签署', exact: true }).click()
  await page.getByText('签署：待备案').first().waitFor()
  expect(page.url()).toContain(id)
}

async function records(): Promise<void> {
  const { page } = city
  await page.goto('/city/bfsy')
  await page.getByRole('link', { name: /份结对协议待备案/ }).waitFor()
  await settled(page)
  await expectAccessible(page, 'home of counterpart support with agreements')
  await shoot(page, 'pair-home')
  await page.goto('/city/bfgzz?tab=pairs&stage=waiting')
  await page.getByRole('link', { name: /^备案.*听松/ }).click()
  await page.getByRole('button', { name: '备案', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '备案', exact: true }).click()
  await page.getByText('备案：执行中').first().waitFor()
}

/** The supported school states a number on a phone; it counts once the supporting one has confirmed it. */
async function goalMoves(id: string): Promise<void> {
  const small = other.page
  await small.goto(`/school/jdbf?tab=pairs&pair=${id}`)
  await small.getByRole('button', { name: '填写数值' }).click()
  await small.getByLabel('数值').fill('76')
  await small.getByLabel('统计日期').fill(day(0))
  await small.getByLabel('依据').fill('实验室使用登记簿，教导处按课程表逐节核对')
  await expectAccessible(small, 'stating a number on a phone')
  await expectNoSidewaysScroll(small, 'stating a number on a phone')
  await small.getByRole('button', { name: '送对方确认' }).click()
  await small.getByTestId('pair-statement').getByText('待对方确认').waitFor()
  await shoot(small, 'pair-phone')
  const { page } = school
  await page.goto(`/school/jdbf?tab=pairs&pair=${id}`)
  await page.getByRole('button', { name: /^确认/ }).click()
  await page.getByTestId('pair-goal').filter({ hasText: '学生实验开出率' }).getByText('50%').waitFor()
}

async function pages(id: string): Promise<void> {
  const { page } = school
  await settled(page)
  await expectAccessible(page, 'the page of an agreement')
  await expectNoSidewaysScroll(page, 'the page of an agreement')
  await shoot(page, 'pair')
  await page.getByRole('button', { name: /高级职称教师占比/ }).click()
  await page.getByTestId('pair-reading').first().waitFor()
  await expectAccessible(page, 'what a goal counts')
  await shoot(page, 'pair-goal')
  await page.getByRole('button', { name: '关闭', exact: true }).click()
  await page.getByRole('link', { name: '补充协议' }).click()
  await page.getByTestId('amend-row').first().waitFor()
  await settled(page)
  await expectAccessible(page, 'a supplement')
  await shoot(page, 'pair-amend')
  // The one in its second year: a goal stays behind, and those without a partner stand beside in grey.
  await page.goto('/school/jdbf')
  await page.getByRole('link', { name: /溪畔学校/ }).click()
  await page.getByTestId('pair-goal').filter({ hasText: '偏慢' }).waitFor()
  await settled(page)
  await expectAccessible(page, 'an agreement in its second year')
  await shoot(page, 'pair-second-year')
  const office = city.page
  for (const tab of ['pairs', 'effects', 'pairAgreement', 'supportWorkstation']) {
    await office.goto(`/city/bfgzz?tab=${tab}`)
    await office.getByRole('heading', { level: 1 }).waitFor()
    await settled(office)
    await expectAccessible(office, `bfgzz ${tab}`)
    await expectNoSidewaysScroll(office, `bfgzz ${tab}`)
    await shoot(office, `bfgzz-${tab}`)
  }
  const small = other.page
  for (const address of ['/school/jdbf', '/school/jdbf?tab=effects', `/school/jdbf?tab=pairs&pair=${id}`]) {
    await small.goto(address)
    await small.getByRole('heading', { level: 1 }).waitFor()
    await settled(small)
    await expectAccessible(small, address)
    await expectNoSidewaysScroll(small, address)
  }
  await shoot(small, 'pair-page-phone')
  const visitor = await openDesk(phone)
  await visitor.page.goto('/home/dkbf')
  await visitor.page.getByText(title).waitFor()
  await expectAccessible(visitor.page, 'counterpart support for visitors')
  await expectNoSidewaysScroll(visitor.page, 'counterpart support for visitors')
  await shoot(visitor.page, 'pair-public-phone')
}
