import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CampaignView } from '../../catalogue/contract/campaigns.ts'
import type { CaseView } from '../../catalogue/contract/processes.ts'
import type { StudioBoard, StudioPage } from '../../catalogue/contract/teaching/studios.ts'
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
import { unique } from '../tools/evidence.ts'

/** 温知遥 asks to host a studio; 林疏影 joins it on a phone; its year is handed in and scored without a file. */
let host: Desk
let member: Desk
beforeAll(async () => {
  host = await openDesk(desk, await sessionOf('newcomer'))
  member = await openDesk(phone, await sessionOf('teacher'))
})
afterAll(async () => {
  expect([...host.complaints, ...member.complaints]).toEqual([])
  await closeBrowser()
})

const [cases, calls, years, notices] = [
  '/api/v1/teaching/studio',
  '/api/v1/teaching/studios',
  '/api/v1/teaching/studio-year',
  '/api/v1/teaching/studio-notice',
]
const name = `温知遥市级写作工作室 ${unique()}`
const day = (days: number) => minuteIn(days * 1440).slice(0, 10)

async function moved(who: Caller, path: string, action: string, more: object = {}): Promise<void> {
  const { data } = await who.get<{ version: number }>(path)
  const answer = await who.post(`${path}/${action}`, { version: data.version, ...more })
  expect(answer.status, `${action}: ${answer.text}`).toBe(200)
}

it('from the application to the result', async () => {
  const [own, school, city] = await Promise.all(['newcomer', 'school', 'city'].map((one) => callerOf(one)))
  if (!own || !school || !city) throw new Error('nobody signed in')
  const { page } = host

  // The application is a form that saves itself; nothing is attached to it.
  await page.goto('/teacher/gzs')
  await page.getByRole('heading', { name: '我的工作室' }).waitFor()
  await page.getByRole('link', { name: '申报工作室' }).click()
  await page.getByRole('heading', { name: '工作室', exact: true }).first().waitFor()
  await settled(page)
  await expectAccessible(page, 'an application')
  const begun = await own.post<CaseView>(cases, {
    about: {},
    value: {
      name,
      studioKind: '1',
      studioLevel: '3',
      subject: '13',
      schoolStage: '3',
      periodStart: day(-100),
      periodEnd: day(800),
      hostIntro: '<p>新入职教师，负责学校的写作课程，两年里改了三百篇学生作文。</p>',
      introduction: '<p>一周改一篇作文，改的过程全部公开，成员轮流主讲，互相听课。</p>',
    },
  })
  expect(begun.status, begun.text).toBe(200)
  const { id } = begun.data
  await moved(own, `${cases}/${id}`, 'submit')
  await moved(school, `${cases}/${id}`, 'approve')
  await moved(city, `${cases}/${id}`, 'approve', { value: { capacity: 10, schoolCap: 3, ruralShare: 0 } })

  // The tasks of the year say what is counted.
  await page.goto(`/teacher/gzs?studio=${id}`)
  await page.getByRole('heading', { name }).waitFor()
  await page.getByRole('link', { name: '写年度任务' }).first().click()
  await page.getByLabel('按什么计数').selectOption('papersAndAwards')
  await page.getByLabel('目标').fill('3')
  await page.getByRole('button', { name: '加一项' }).click()
  const second = page.getByTestId('plan-row').nth(1)
  await second.getByLabel('按什么计数').selectOption('stated')
  await second.getByLabel('任务').fill('读书会')
  await second.getByLabel('目标').fill('2')
  await second.getByLabel('已完成').fill('1')
  await expectAccessible(page, 'the plan of a year')
  await shoot(page, 'studio-plan')
  await page.getByRole('button', { name: '保存任务' }).click()
  await page.getByTestId('studio-task').first().waitFor()

  await joins(own, id)

  await page.goto(`/teacher/gzs?studio=${id}`)
  await page.getByTestId('application').getByRole('button', { name: /^同意/ }).click()
  await page.getByTestId('studio-member').getByText('林疏影').waitFor()
  // A number leads to what was counted, in one press.
  await page.getByRole('button', { name: /论文与获奖完成/ }).click()
  await page.getByRole('heading', { name: /论文与获奖：/ }).waitFor()
  await page.getByRole('button', { name: '关闭', exact: true }).click()
  await settled(page)
  await expectAccessible(page, 'a studio')
  await expectNoSidewaysScroll(page, 'a studio')
  await shoot(page, 'studio')

  // Whoever hosts a studio starts activities in the name of the school.
  await page.goto('/teacher/jyda')
  await page.getByRole('link', { name: '新增教研活动' }).click()
  await page.getByText('以江城区听潮中学的名义（您是工作室主持人）').waitFor()
  await settled(page)
  await expectAccessible(page, 'an activity in the name of the school')

  await assessed(city, id)
})

/** 林疏影 finds the studio on a phone and asks to join it. */
async function joins(own: Caller, id: string): Promise<void> {
  const { page } = member
  await page.goto('/teacher/gzs')
  await page.getByLabel('名称或主持人').fill(name)
  await page.getByTestId('open-studio').getByText(name, { exact: true }).first().waitFor()
  await settled(page)
  await expectNoSidewaysScroll(page, 'studios on a phone')
  await expectAccessible(page, 'studios on a phone')
  await shoot(page, 'studios-on-a-phone')
  await page
    .getByTestId('open-studio')
    .getByRole('button', { name: /^申请加入/ })
    .click()
  await page.getByLabel('申请理由').fill('想跟着工作室研究写作课，把改作文的过程带回本校备课组一起用。')
  await page.getByRole('combobox', { name: '角色' }).first().waitFor()
  // In the room of a studio of the city already: over the network there is no such limit.
  const { data } = await own.get<StudioBoard>(`${calls}/${id}/board`)
  expect(data.applications).toEqual([])
  await page.getByRole('combobox', { name: '角色' }).first().click()
  await page.getByText('网络学员', { exact: true }).last().click()
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.getByRole('button', { name: '撤回申请' }).waitFor()
  await expectNoSidewaysScroll(page, 'an application on a phone')
}

/** The city opens the year; the report freezes the numbers; the result stands on the page of the studio. */
async function assessed(city: Caller, id: string): Promise<void> {
  const { page } = host
  const made = await city.post<CampaignView>(notices, {
    collects: 'studioYear',
    title: `市级工作室年度考核 ${unique()}`,
    value: {
      assessedYear: Number(day(0).slice(0, 4)),
      studioLevel: '3',
      countedTo: day(0),
      reportStart: minuteIn(-60),
      reportEnd: minuteIn(60 * 24 * 10),
      content: '<p>写总结，完成数由平台数。</p>',
    },
  })
  expect(made.status, made.text).toBe(200)
  await moved(city, `${notices}/${made.data.id}`, 'open')
  await page.goto(`/teacher/gzs?studio=${id}`)
  await page.getByText(made.data.title).waitFor()
  await page.goto(`/teacher/gzskh?id=${made.data.id}`)
  await page.getByRole('button', { name: '提交年度总结' }).click()
  await page
    .getByLabel('年度总结')
    .fill('这一年读了两本书，改了三百篇作文，互相听了十二节课；没有做好的是成果整理。')
  await page.getByText('草稿已保存').waitFor()
  await page.getByRole('button', { name: '提交年度总结' }).click()
  await page.getByRole('button', { name: '撤回修改' }).waitFor()
  const entry = new URL(page.url()).searchParams.get('case') ?? ''
  const report = await city.get<CaseView>(`${years}/${entry}`)
  expect(report.data).toMatchObject({ state: 'expertReview', files: [] })
  expect(report.data.value['digest']).toMatch(/^[0-9a-f]{64}$/)
  await moved(city, `${years}/${entry}`, 'score', { value: { score: 88.5 } })
  await moved(city, `${years}/${entry}`, 'publish', { value: { result: '2' } })

  await page.goto(`/teacher/gzs?studio=${id}`)
  await page.getByText('88.50 分').first().waitFor()
  await settled(page)
  await shoot(page, 'studio-scored')
  const listed = await city.get<StudioPage>(`${calls}?q=${encodeURIComponent(name)}`)
  expect(listed.data.list).toMatchObject([{ name, lastResult: '2', state: 'active' }])

  const office = await openDesk(desk, await sessionOf('city'))
  await office.page.goto('/city/jymsgzs')
  await office.page.getByTestId('studio').first().waitFor()
  await settled(office.page)
  await expectAccessible(office.page, 'studios of a city')
  await expectNoSidewaysScroll(office.page, 'studios of a city')
  await shoot(office.page, 'studios')
  await office.page.goto(`/city/jymsgzs?studio=${id}`)
  await office.page.getByTestId('studio-board').waitFor()
  await shoot(office.page, 'studio-of-an-office')
  const small = member.page
  await small.goto(`/teacher/gzs?studio=${id}`)
  await small.getByTestId('studio-board').waitFor()
  await settled(small)
  await expectNoSidewaysScroll(small, 'a studio on a phone')
  await expectAccessible(small, 'a studio on a phone')
  await shoot(small, 'studio-on-a-phone')
  expect(office.complaints).toEqual([])
}
