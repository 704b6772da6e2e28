import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CampaignView } from '../../catalogue/contract/campaigns.ts'
import type { CaseView } from '../../catalogue/contract/processes.ts'
import type { ActivityBoard, OwnRecord, PlacesReport } from '../../catalogue/contract/teaching/activities.ts'
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

/** 听潮中学 holds an 听评课: 温知遥 teaches, 林疏影 observes on a phone, and it stands in the archives of both. */
let school: Desk
let observer: Desk
beforeAll(async () => {
  school = await openDesk(desk, await sessionOf('school'))
  observer = await openDesk(phone, await sessionOf('teacher'))
})
afterAll(async () => {
  // What comes by itself after a page has settled may want the network while there is none.
  const away = /Failed to fetch dynamically imported module/
  const complaints = [...school.complaints, ...observer.complaints]
  expect(complaints.filter((one) => !away.test(one))).toEqual([])
  await closeBrowser()
})

const [activities, places] = ['/api/v1/teaching/activity', '/api/v1/teaching/place']
const title = `听评课 ${unique()}`
const summing = '问题落到文本，学生有时间自己读；后半段追问稍密，有两个学生没来得及说完。'

/** Makes a move; while the move before still goes over its entries, it is made again, as its answer asks. */
const moved = (who: Caller, path: string, action: string): Promise<void> =>
  vi.waitFor(
    async () => {
      const { data } = await who.get<{ version: number }>(path)
      const answer = await who.post(`${path}/${action}`, { version: data.version })
      expect(answer.status, `${action}: ${answer.text}`).toBe(200)
    },
    { timeout: 40_000, interval: 500 },
  )

async function personOf(host: Caller, id: string, name: string): Promise<number> {
  const found = await host.get<{ list: { teacherId: number; name: string }[] }>(
    `${activities}/${id}/candidates?q=${encodeURIComponent(name)}`,
  )
  return found.data.list.find((one) => one.name === name)?.teacherId ?? 0
}

async function invited(host: Caller, who: Caller, id: string, name: string, task: object): Promise<string> {
  const report = await host.post<PlacesReport>(`${activities}/${id}/invitations`, {
    teachers: [await personOf(host, id, name)],
    ...task,
  })
  const place = report.data.done[0]?.id ?? ''
  await moved(who, `${places}/${place}`, 'accept')
  return place
}

it('from the form to the archive', async () => {
  const [host, teacher, lecturer] = await Promise.all(
    ['school', 'teacher', 'newcomer'].map((one) => callerOf(one)),
  )
  if (!host || !teacher || !lecturer) throw new Error('nobody signed in')
  const made = await host.post<CampaignView>(activities, {
    collects: 'activityPlace',
    title,
    value: {
      activityKind: '02',
      activityMode: '1',
      leader: '周明岚',
      introduction: '<p>听一节课，按量表记录，课后评议。</p>',
      signupStart: minuteIn(-600),
      signupEnd: minuteIn(-61),
      quota: 10,
      startTime: minuteIn(-60),
      endTime: minuteIn(60),
      sittings: [{ title: '上课与评议', startsAt: minuteIn(-60), endsAt: minuteIn(60), hours: 2 }],
      creditKind: '4',
    },
  })
  const { id } = made.data
  await moved(host, `${activities}/${id}`, 'open')
  const task = { lessonTitle: '背影', lessonSubject: '13', lessonGrade: '08' }
  const lesson = await invited(host, lecturer, id, '温知遥', task)
  await invited(host, teacher, id, '林疏影', {})

  // The host or the clock begins it, whoever is first; the host marks who is there.
  const { version } = (await host.get<CampaignView>(`${activities}/${id}`)).data
  expect([200, 409]).toContain((await host.post(`${activities}/${id}/start`, { version })).status)
  await vi.waitFor(
    async () => expect((await host.get<CampaignView>(`${activities}/${id}`)).data.state).toBe('ongoing'),
    { timeout: 90_000, interval: 500 },
  )
  const { page } = school
  await page.goto(`/school/jyhd?tab=researchActivity&id=${id}`)
  await page.getByRole('heading', { name: '归档会写入什么' }).waitFor()
  await settled(page)
  await expectAccessible(page, 'an activity')
  await shoot(page, 'activity')
  const { data: board } = await host.get<ActivityBoard>(`${activities}/${id}/board`)
  await page.getByRole('link', { name: '签到', exact: true }).click()
  await page.getByRole('heading', { name: new RegExp(title) }).waitFor()
  const sheet = await host.post(`/api/v1/presence/sessions/${board.sittings[0]?.id ?? ''}/sheet`, {
    rows: ['林疏影', '温知遥'].map((name, n) => ({ row: n + 1, name, cell: '出勤' })),
  })
  expect(sheet.status, sheet.text).toBe(200)

  // The observer writes on a phone, first without a network.
  await observes(lesson)
  const seen = await lecturer.get<{ closedBecause: string | null; remarks: { text: string }[] }>(
    `/api/v1/teaching/lessons/${lesson}`,
  )
  expect(seen.data.closedBecause).toBeNull()
  expect(seen.data.remarks.map(({ text }) => text)).toEqual(['追问停了五秒', '后排举了手'])

  await moved(host, `${activities}/${id}`, 'end')
  const { data: now } = await host.get<CampaignView>(`${activities}/${id}`)
  const summary = `<p>${'课堂从学生的问题开始，评议对着证据说，下一次把讨论放在第二课时。'.repeat(2)}</p>`
  await host.put(`${activities}/${id}`, {
    version: now.version,
    title,
    value: { ...now.value, summary },
  })
  await moved(host, `${activities}/${id}`, 'archive')
  await vi.waitFor(
    async () => expect((await lecturer.get<CaseView>(`${places}/${lesson}`)).data.state).toBe('recorded'),
    { timeout: 40_000, interval: 250 },
  )
  const record = await lecturer.get<OwnRecord>('/api/v1/teaching/record')
  expect(record.data.sums).toMatchObject({ taught: 1, hours: 2 })
  await observer.page.goto('/teacher/jyda?tab=record')
  await observer.page.getByRole('link', { name: title }).waitFor()
  await expectNoSidewaysScroll(observer.page, 'the record')
  await shoot(observer.page, 'record')
})

async function observes(lesson: string): Promise<void> {
  const { page, context } = observer
  await page.goto(`/teacher/jyda?lesson=${lesson}`)
  await page.getByLabel('看到了什么').waitFor()
  await settled(page)
  await context.setOffline(true)
  for (const text of ['追问停了五秒', '后排举了手']) {
    await page.getByLabel('看到了什么').fill(text)
    await page.getByRole('button', { name: '记下' }).click()
  }
  await page.getByText('2 句尚未上传').waitFor()
  await context.setOffline(false)
  await page.getByText('尚未上传').waitFor({ state: 'detached' })
  await page.getByTestId('remarks').getByText('后排举了手', { exact: true }).waitFor()
  for (const item of ['目标', '内容', '过程', '学生']) await page.getByLabel(`${item}的得分`).fill('14')
  await page.getByRole('checkbox', { name: /未观察\s*素养/ }).check()
  await page.getByLabel(/^总评/).fill(summing)
  await expectNoSidewaysScroll(page, 'a sheet')
  await expectAccessible(page, 'a sheet')
  await shoot(page, 'sheet')
  await page.getByRole('button', { name: '提交听课表' }).click()
  await page.getByText('已提交', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: /^撤回/ }).waitFor()
}
