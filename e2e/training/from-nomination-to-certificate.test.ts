import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CampaignView } from '../../catalogue/contract/campaigns.ts'
import type { PaperAddress } from '../../catalogue/contract/forms.ts'
import type { CaseView } from '../../catalogue/contract/processes.ts'
import type {
  CandidatePage,
  NominationReport,
  SessionList,
} from '../../catalogue/contract/training/enrolments.ts'
import type { WalletLine } from '../../catalogue/contract/training/credentials.ts'
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
import { readCode } from '../tools/qr.ts'
import { unique } from '../tools/evidence.ts'

/** 听潮中学 trains two of its teachers for one seat: one of them leaves, the other one was nominated, waited, agrees and learns. */
let school: Desk
let teacher: Desk
let visitor: Desk
beforeAll(async () => {
  school = await openDesk(desk, await sessionOf('school'))
  teacher = await openDesk(phone, await sessionOf('teacher'))
  visitor = await openDesk(phone)
})
afterAll(async () => {
  expect([...school.complaints, ...teacher.complaints, ...visitor.complaints]).toEqual([])
  await closeBrowser()
})

const [projects, entries] = ['/api/v1/train/project', '/api/v1/train/enrolment']
const title = `课堂观察校本研修 ${unique()}`

async function moved<T>(who: Caller, path: string, action: string, more: object = {}): Promise<T> {
  const { data } = await who.get<{ version: number }>(path)
  const answer = await who.post<T>(`${path}/${action}`, { version: data.version, ...more })
  expect(answer.status, `${action}: ${answer.text}`).toBe(200)
  return answer.data
}
const comesTo = (who: Caller, entry: string, state: string) =>
  vi.waitFor(async () => expect((await who.get<CaseView>(`${entries}/${entry}`)).data.state).toBe(state), {
    timeout: 40_000,
    interval: 250,
  })

it('from a nomination to a certificate that is revoked', async () => {
  const [office, learner, newcomer] = await Promise.all(
    ['school', 'teacher', 'newcomer'].map((one) => callerOf(one)),
  )
  if (!office || !learner || !newcomer) throw new Error('no callers')
  const today = minuteIn(0).slice(0, 10)
  const value = {
    projectYear: Number(today.slice(0, 4)),
    trainingKind: '13',
    trainingWay: '5',
    trainingLevel: '5',
    introduction: '<p>课堂观察与改进。</p>',
    signupStart: minuteIn(-60),
    signupEnd: minuteIn(3),
    startDate: minuteIn(3).slice(0, 10),
    endDate: minuteIn(3).slice(0, 10),
    place: '阶梯教室',
    quota: 1,
    pooled: true,
    noOverlap: false,
    // The hours that the teacher of the demo lacks: they move the gap.
    creditKind: '3',
    creditHours: 40,
    sessions: [
      {
        title: '观察量表',
        lecturer: '陶叙白',
        startsAt: minuteIn(-2),
        endsAt: minuteIn(120),
        hours: 40,
        mode: '1',
      },
    ],
  }
  const made = await office.post<CampaignView>(projects, { collects: 'trainingEnrolment', title, value })
  expect(made.status, made.text).toBe(200)
  const project = `${projects}/${made.data.id}`
  await moved(office, project, 'open')
  const begun = await newcomer.post<CaseView>(entries, {
    about: { campaign: made.data.id },
    value: { trainingRole: '1' },
  })
  const first = begun.data.id
  await moved(newcomer, `${entries}/${first}`, 'submit')
  expect(await moved<CaseView>(office, `${entries}/${first}`, 'approve')).toMatchObject({
    state: 'confirmed',
  })
  const found = await office.get<CandidatePage>(`${project}/candidates?q=${encodeURIComponent('林疏影')}`)
  const nominated = await office.post<NominationReport>(`${project}/nominations`, {
    teachers: found.data.list.map(({ teacherId }) => teacherId),
  })
  expect(nominated.data.done).toMatchObject([{ state: 'waitlisted' }])
  const entry = nominated.data.done[0]?.id ?? ''

  // The seat is free. The course begins too soon for an offer by the clock: the office asks by hand.
  await moved(newcomer, `${entries}/${first}`, 'cancel', { reason: '家里有事' })
  await moved(office, `${entries}/${entry}`, 'promote', { reason: '有人退出' })
  const { page } = teacher
  await page.goto(`/teacher/ltxmgl?tab=trainingEnrolment&case=${entry}`)
  await page.getByRole('button', { name: '同意参加' }).click()
  await comesTo(learner, entry, 'confirmed')
  await moved(office, project, 'close')
  await moved(office, project, 'start')
  await comesTo(learner, entry, 'learning')

  // The code on the screen, read from its picture as a camera does, opened by the phone.
  const week = await office.get<SessionList>(`/api/v1/train/sessions?from=${today}`)
  const session = week.data.list.find((one) => one.project === title)?.id ?? ''
  await school.page.goto(`/school/ltkcgl?id=${session}`)
  const screen = school.page.getByRole('img', { name: /签到二维码/ })
  await screen.waitFor()
  await expectAccessible(school.page, 'the screen of a session')
  await shoot(school.page, 'session')
  const address = new URL(await readCode(screen))
  expect(address.pathname).toContain(`/q/${session}.`)
  await page.goto(address.pathname)
  await page.getByText('已签到').first().waitFor()
  await shoot(page, 'checked-in')
  await school.page
    .getByTestId('expected')
    .filter({ hasText: '林疏影' })
    .getByText('出勤', { exact: true })
    .waitFor()

  // The own code of the phone, which the school scans: the mark that is there stays.
  await page.goto('/teacher/pxqd')
  await page
    .getByTestId('own-session')
    .filter({ hasText: title })
    .getByRole('button', { name: /本人码/ })
    .click()
  const own = page.getByRole('img', { name: /^本人码/ })
  await own.waitFor()
  await expectAccessible(page, 'own code')
  await shoot(page, 'own-code')
  const shown = new URL(await readCode(own))
  await school.page.goto(`${shown.pathname}${shown.search}`)
  await school.page.getByTestId('check-in').filter({ hasText: '林疏影' }).getByText('已签到').waitFor()
  await expectAccessible(school.page, 'an own code that was scanned')
  await shoot(school.page, 'own-code-scanned')

  await moved(office, project, 'assess')
  await moved(office, project, 'finish')
  await comesTo(learner, entry, 'qualified')
  const printed = await learner.post<PaperAddress>('/api/v1/forms/print', {
    form: 'completionCertificate',
    about: entry,
  })
  expect(printed.status, printed.text).toBe(200)
  const wallet = await learner.get<{ list: WalletLine[] }>('/api/v1/credentials')
  const code = wallet.data.list.find((one) => one.title === '结业证书')?.code.replaceAll(' ', '') ?? ''
  await visitor.page.goto(`/v/${code}`)
  await visitor.page.getByText('结业证书').first().waitFor()
  await visitor.page.getByText('有效', { exact: false }).first().waitFor()
  expect(await visitor.page.locator('main').innerText()).toContain(`PX${today.slice(0, 4)}-`)

  await page.goto('/teacher/pxda')
  await page.getByText(title).first().waitFor()
  await settled(page)
  await expectAccessible(page, 'hours with the project')
  await expectNoSidewaysScroll(page, 'hours with the project')
  const before = await page.locator('.hours-gap').allInnerTexts()
  await moved(office, `${entries}/${entry}`, 'revoke', { reason: '替课' })
  await page.reload()
  await page.getByText('−40.0').first().waitFor()
  await shoot(page, 'hours-revoked')
  expect(await page.locator('.hours-gap').allInnerTexts()).not.toEqual(before)
  await visitor.page.reload()
  await visitor.page.getByText('撤销').first().waitFor()
})
