import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CampaignView } from '../../catalogue/contract/campaigns.ts'
import type { PaperAddress } from '../../catalogue/contract/forms.ts'
import type { CaseView } from '../../catalogue/contract/processes.ts'
import type { WalletLine } from '../../catalogue/contract/training/credentials.ts'
import type { CandidatePage, NominationReport } from '../../catalogue/contract/training/enrolments.ts'
import type { CourseRoster } from '../../catalogue/contract/training/rosters.ts'
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

/**
 * The province plans, the city opens a project whose seat goes down to a district and a school; one teacher agrees and
 * withdraws, the next one is asked by the portal, checks in by the picture on the wall, has a mark corrected and
 * passes.
 */
let desks: Record<'province' | 'city' | 'area' | 'school', Desk>
let phones: Record<'teacher' | 'newcomer', Desk>
let visitor: Desk
beforeAll(async () => {
  const open = async (size: Parameters<typeof openDesk>[0], account: string) =>
    openDesk(size, await sessionOf(account))
  desks = {
    province: await open(desk, 'province'),
    city: await open(desk, 'city'),
    area: await open(desk, 'area'),
    school: await open(desk, 'school'),
  }
  phones = { teacher: await open(phone, 'teacher'), newcomer: await open(phone, 'newcomer') }
  visitor = await openDesk(phone)
})
afterAll(async () => {
  const all = [...Object.values(desks), ...Object.values(phones), visitor]
  expect(all.flatMap(({ complaints }) => complaints)).toEqual([])
  await closeBrowser()
})

const [projects, entries] = ['/api/v1/train/project', '/api/v1/train/enrolment']
const name = unique()
const [planTitle, title] = [`广东省教师培训计划 ${name}`, `大单元教学骨干研修 ${name}`]

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
const dayIn = (days: number): string => minuteIn(24 * 60 * days).slice(0, 10)

const session = (label: string, startsAt: string, endsAt: string) => ({
  title: label,
  lecturer: '陶叙白',
  startsAt,
  endsAt,
  hours: 4,
  mode: '1',
})

/** Gives a seat to an institution right below, on the page of the project. */
async function grantSeat({ page }: Desk, at: string, institution: string): Promise<void> {
  await page.goto(at)
  const row = page.getByRole('row').filter({ hasText: institution })
  await row.getByRole('textbox').or(row.getByRole('spinbutton')).first().fill('1')
  await page.getByRole('button', { name: '保存分配' }).click()
  await page.getByText('名额已分配').first().waitFor()
}

/** Approves on the desk what waits and has no hint. */
async function approveOn({ page }: Desk, path: string): Promise<void> {
  await page.goto(path)
  const line = page.getByTestId('desk-line').filter({ hasText: title })
  await line.getByRole('button', { name: '通过 1 人' }).click()
  await page
    .getByText(/^通过 1 人/)
    .first()
    .waitFor()
}

it('from the plan of the province to the result of a teacher', async () => {
  const callers = await Promise.all(
    ['province', 'city', 'school', 'teacher', 'newcomer'].map((account) => callerOf(account)),
  )
  const [province, city, school, teacher, newcomer] = callers
  if (!province || !city || !school || !teacher || !newcomer) throw new Error('no callers')
  const year = Number(dayIn(0).slice(0, 4))

  // The province plans.
  const plan = {
    title: planTitle,
    planYear: year,
    trainingLevel: '2',
    objective: '<p>大单元教学。</p>',
    items: [{ name: '骨干研修', trainingKind: '03', people: 100, hours: '40.0', cost: 800 }],
    targetCount: 100,
    budget: '8.00',
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    visibility: '1',
  }
  const planned = await province.post<{ id: number }>('/api/v1/contents/trainingPlan', { value: plan })
  expect(planned.status, planned.text).toBe(200)
  await moved(province, `/api/v1/contents/trainingPlan/${planned.data.id}`, 'publish')
  await desks.province.page.goto('/province/pxjh')
  await desks.province.page.getByText(planTitle).first().waitFor()
  await expectAccessible(desks.province.page, 'plans')
  await shoot(desks.province.page, 'plans')

  // The city opens a project of one seat, which goes down to the district and the school.
  const value = {
    projectYear: year,
    trainingKind: '03',
    trainingWay: '1',
    trainingLevel: '3',
    introduction: '<p>大单元教学。</p>',
    plan: planTitle,
    signupStart: minuteIn(-60),
    signupEnd: minuteIn(60 * 24 * 5),
    startDate: dayIn(10),
    endDate: dayIn(10),
    place: '阳江市第一中学',
    quota: 1,
    pooled: false,
    byRank: true,
    noOverlap: false,
    creditKind: '2',
    creditHours: 8,
    leastAttendance: 50,
    sessions: [session('开班', `${dayIn(10)}T08:30`, `${dayIn(10)}T11:30`)],
  }
  const made = await city.post<CampaignView>(projects, { collects: 'trainingEnrolment', title, value })
  expect(made.status, made.text).toBe(200)
  const { id } = made.data
  const project = `${projects}/${id}`
  await moved(city, project, 'open')
  await grantSeat(desks.city, `/city/ltxmgl?id=${id}&part=places`, '江城区教育局')
  await shoot(desks.city.page, 'project-places')
  await grantSeat(desks.area, `/area/ltxmgl?id=${id}&part=places`, '听潮中学')

  // The school nominates; district and city agree; the teacher agrees on the phone.
  const { page } = desks.school
  await page.goto(`/school/ltxmgl?id=${id}&part=recommend`)
  await page.getByLabel('教师姓名').fill('林疏影')
  const candidate = page.getByTestId('candidate').filter({ hasText: '林疏影' })
  await candidate.getByRole('checkbox').check()
  await expectAccessible(page, 'recommending')
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/nominations'))
  await page.getByRole('button', { name: '推荐 1 人' }).click()
  const report = (await (await sent).json()) as { data: NominationReport }
  expect(report.data.refused).toEqual([])
  const first = report.data.done[0]?.id ?? ''
  await approveOn(desks.area, '/area/xxpxbm')
  await approveOn(desks.city, '/city/xxpxbm')
  await phones.teacher.page.goto(`/teacher/ltxmgl?tab=trainingEnrolment&case=${first}`)
  await phones.teacher.page.getByRole('button', { name: '同意参加' }).click()
  await comesTo(teacher, first, 'confirmed')

  // The next one waits; when the first withdraws, the portal asks at once.
  const begun = await newcomer.post<CaseView>(entries, {
    about: { campaign: id },
    value: { trainingRole: '1' },
  })
  const entry = begun.data.id
  await moved(newcomer, `${entries}/${entry}`, 'submit')
  await moved(school, `${entries}/${entry}`, 'waitlist')
  // The school says who comes first of its own.
  await page.goto(`/school/ltxmgl?id=${id}&part=ranking`)
  await page.getByRole('button', { name: /^温知遥的.*上移$/ }).click()
  await page.locator('.campaign-ranking > li').first().filter({ hasText: '温知遥' }).waitFor()
  await expectAccessible(page, 'ranking')
  await shoot(page, 'project-ranking')
  await moved(teacher, `${entries}/${first}`, 'cancel', { reason: '家里有事' })
  await comesTo(newcomer, entry, 'offered')
  await phones.newcomer.page.goto(`/teacher/ltxmgl?tab=trainingEnrolment&case=${entry}`)
  await shoot(phones.newcomer.page, 'offered')
  await phones.newcomer.page.getByRole('button', { name: '接受席位' }).click()
  await comesTo(newcomer, entry, 'confirmed')
  await desks.city.page.goto(`/city/ltxmgl?id=${id}&part=seats`)
  await desks.city.page.getByTestId('seat-pool').first().waitFor()
  await settled(desks.city.page)
  await expectAccessible(desks.city.page, 'seats')
  await shoot(desks.city.page, 'project-seats')

  // It begins earlier: one session is over, one is now.
  const before = (await city.get<CampaignView>(project)).data
  const now = [session('开班', minuteIn(-240), minuteIn(-120)), session('观摩', minuteIn(-2), minuteIn(120))]
  const days = { startDate: dayIn(10), endDate: dayIn(10) }
  const put = await city.put(project, {
    version: before.version,
    title,
    value: { ...before.value, ...days, sessions: now },
  })
  expect(put.status, put.text).toBe(200)
  await moved(city, project, 'close')
  await moved(city, project, 'start')
  await comesTo(newcomer, entry, 'learning')

  // The code on the wall, read from its picture by the phone; the session that was missed is corrected.
  const roster = await city.get<CourseRoster>(`${project}/roster`)
  const [missed = '', running = ''] = roster.data.sessions.map((one) => one.id)
  await desks.city.page.goto(`/city/ltkcgl?id=${running}`)
  const screen = desks.city.page.getByRole('img', { name: /签到二维码/ })
  await screen.waitFor()
  const address = new URL(await readCode(screen))
  await phones.newcomer.page.goto(address.pathname)
  await phones.newcomer.page.getByText('已签到').first().waitFor()
  await phones.newcomer.page.goto('/teacher/pxqd')
  const missedLine = phones.newcomer.page.getByTestId('own-session').filter({ hasText: '开班' })
  await missedLine.getByRole('button', { name: /申请更正/ }).click()
  const dialog = phones.newcomer.page.getByRole('dialog')
  await dialog.getByLabel('应为').selectOption({ label: '请假' })
  await dialog.getByLabel('原因').fill('上午有课，已向学校请假')
  await dialog.getByRole('button', { name: '申请更正' }).click()
  await phones.newcomer.page.getByText('待办理').first().waitFor()
  await expectNoSidewaysScroll(phones.newcomer.page, 'own sessions')
  await desks.city.page.goto(`/city/ltkcgl?id=${missed}`)
  await desks.city.page.getByRole('button', { name: /^同意.*的更正/ }).click()
  await vi.waitFor(async () => {
    const { data } = await city.get<CourseRoster>(`${project}/roster`)
    expect(data.list[0]?.statuses).toEqual({ [missed]: '4', [running]: '1' })
  })

  // Scores and the result.
  await desks.city.page.goto(`/city/ltxmgl?id=${id}&part=roster`)
  await desks.city.page.getByText(/^登记成绩/).click()
  await desks.city.page.getByRole('textbox', { name: /从表格里复制/ }).fill('1\t92')
  await desks.city.page.getByRole('button', { name: '登记', exact: true }).click()
  await desks.city.page.getByText('已登记 1 人').first().waitFor()
  await expectAccessible(desks.city.page, 'roster')
  await shoot(desks.city.page, 'project-roster')
  await moved(city, project, 'assess')
  await moved(city, project, 'finish')
  await comesTo(newcomer, entry, 'qualified')
  const found = await school.get<CandidatePage>(`${project}/candidates?q=${encodeURIComponent('温知遥')}`)
  expect(found.data.list[0]?.entry?.state).toBe('qualified')
  const printed = await newcomer.post<PaperAddress>('/api/v1/forms/print', {
    form: 'completionCertificate',
    about: entry,
  })
  expect(printed.status, printed.text).toBe(200)
  const wallet = await newcomer.get<{ list: WalletLine[] }>('/api/v1/credentials')
  const code = wallet.data.list.find((one) => one.title === '结业证书')?.code.replaceAll(' ', '') ?? ''
  await visitor.page.goto(`/v/${code}`)
  await visitor.page.getByText('有效', { exact: false }).first().waitFor()
  expect(await visitor.page.locator('main').innerText()).toContain(title)
})
