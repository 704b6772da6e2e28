import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyRecord } from '../../catalogue/define.ts'
import { pagesFor } from '../../catalogue/pages/pages.ts'
import { records } from '../../catalogue/records/registry.gen.ts'
import { levelLabels } from '../../catalogue/flows/review.ts'
import { checkDigit } from '../../catalogue/kinds/id-card.ts'
import { sampleOf } from '../../server/app/testing/test-sample.ts'
import { isExpected } from '../../server/engine/records/index.ts'
import { callerOf, type Caller } from '../tools/api.ts'
import { closeBrowser, expectAccessible, openDesk, sessionOf, shoot } from '../tools/browser.ts'
import { countHands, handsOf } from '../tools/counted.ts'
import { certificate, unique } from '../tools/evidence.ts'
import { fillRecord } from '../tools/fill.ts'
import { confirmWith, expectSaid, expectText, type } from '../tools/form.ts'
import { seeAll } from '../tools/review.ts'
import { fillStudy } from '../tools/study.ts'

const word = unique()

/** What a newcomer of the demo region fills in, beyond what a form asks for by itself. */
const values: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  workExperience: {
    unitName: '江城区听潮中学',
    startMonth: '2024-08',
    unitNature: '29',
    position: '语文教师',
    isTeaching: true,
  },
  postAppointment: {
    positionCategory: '1',
    positionGrade: '113',
    appointUnit: '江城区听潮中学',
    appointMonth: '2024-08',
    appointStatus: '11',
    isConcurrent: false,
  },
  teachingRecord: {
    schoolYear: 2025,
    semester: '1',
    schoolStage: '4',
    teachingStatus: '20',
    subject: ['13'],
    weeklyHours: 12,
    teachingRole: '1',
    concurrentWork: ['00'],
  },
  languageAbility: { isPutonghua: true, putonghuaLevel: '3' },
  teacherQualification: {
    qualificationKind: '4',
    qualificationNo: '20244401742000135',
    subject: '13',
    issueDate: '2024-06-20',
    issuer: '广东省教育厅',
  },
}

/** The teacher's own page of a type. */
function pathOf(type: string): string {
  const entry = pagesFor(2).find(
    ({ page, records: shown }) => page === 'record-section' && shown?.includes(type),
  )
  if (!entry) throw new Error(`no page of ${type}`)
  return `${entry.path}?tab=${type}`
}

/** Reads how full the archive is from the first screen. */
async function percentOf(page: Page): Promise<number> {
  await page.goto('/teacher/sy')
  return Number.parseInt((await page.locator('.home-percent').textContent()) ?? '', 10)
}

/** The first steps are shown by themselves, once; a keyboard leads through them. */
async function walkThroughTheTour(page: Page): Promise<void> {
  const tour = page.getByRole('dialog', { name: '新手引导' })
  // An archive that is being built has no panel of its own yet, so one step has nothing to point at.
  await tour.getByText('第 1 步，共 5 步').waitFor()
  await expectAccessible(page, 'tour of the first steps')
  await shoot(page, 'tour')
  for (const step of [2, 3, 4, 5]) {
    await page.keyboard.press('Enter')
    await tour.getByText(`第 ${step} 步，共 5 步`).waitFor()
  }
  await page.keyboard.press('Enter')
  await tour.waitFor({ state: 'detached' })
  const answered = page.waitForResponse('**/api/v1/account/tour')
  await page.reload()
  expect(await (await answered).json()).toMatchObject({ data: { due: false } })
}

/** What the newcomer fills in from the steps of the home. */
const fromSteps: readonly string[] = ['contactInfo', 'studyExperience']

/**
 * Fills in contact and study from the steps of the home; returns the clicks it took, with choosing the file.
 */
async function contactAndStudyFromTheSteps(page: Page): Promise<number> {
  await page.getByRole('heading', { level: 2, name: '建立档案' }).waitFor()
  await expectAccessible(page, 'home of a newcomer')
  await shoot(page, 'home-newcomer')
  expect(await page.locator('.x-button-primary').count()).toBe(1)
  await countHands(page)
  await page.reload()
  await page.getByRole('link', { name: '填写：联系方式' }).click()
  await page.getByRole('heading', { level: 1, name: '新增联系方式' }).waitFor()
  await type(page, '手机号码', `199${String(Date.now()).slice(-8)}`)
  await page.getByRole('button', { name: /^保存/ }).click()
  await expectSaid(page, '已保存，已生效')
  await page.getByRole('link', { name: '下一步：填写学习经历' }).click()
  await page.getByRole('heading', { level: 1, name: '新增学习经历' }).waitFor()
  await fillStudy(page, { college: `岭南师范学院${word}`, certNo: '105791202406000135' })
  await page.getByRole('button', { name: /^提交审核/ }).click()
  await confirmWith(page, '提交审核')
  await expectSaid(page, /^已提交/)
  await page.getByRole('link', { name: /^下一步：/ }).waitFor()
  await shoot(page, 'home-next-step')
  return (await handsOf(page)).clicks + 1
}

afterAll(closeBrowser)

/** The school registers a new colleague: what only it may write, and the rest as the colleague told it. */
async function register(): Promise<void> {
  const school = await callerOf('school')
  const { data } = await school.get<{ list: { id: number }[] }>(
    `/api/v1/teachers?q=${encodeURIComponent('温知遥')}`,
  )
  const first = `4499992002${'0506'}${100 + (Date.now() % 800)}`.slice(0, 16) + '2'
  const sample = sampleOf(records.basicInfo, 7)
  const made = await school.post('/api/v1/records/basicInfo', {
    ...sample,
    ownerId: data.list[0]?.id,
    name: '温知遥',
    gender: '2',
    birthDate: '2002-05-06',
    idCardType: '1',
    idCardNo: first + checkDigit(first),
    staffNo: `N${word}`,
    nationality: '156',
    ethnicity: '01',
    politicalStatus: ['13'],
    schoolStage: '4',
    mainSubject: '13',
    workStartMonth: '2024-08',
    teachStartMonth: '2024-08',
    orgEntryMonth: '2024-08',
  })
  expect(made.status, made.text).toBe(200)
}

describe('a newcomer’s archive', () => {
  beforeAll(register)

  it('is filled in to the last expected section, by hand, and complete once the levels have passed it', async () => {
    const me = await openDesk(undefined, await sessionOf('newcomer'))
    const { page } = me
    expect(await percentOf(page)).toBeLessThan(30)
    await walkThroughTheTour(page)
    expect(await contactAndStudyFromTheSteps(page)).toBeLessThanOrEqual(14)
    const expected = Object.values<AnyRecord>(records).filter((d) => isExpected(d) && d.name !== 'basicInfo')
    for (const definition of expected.filter(({ name }) => !fromSteps.includes(name))) {
      const given = values[definition.name]
      if (!given)
        throw new Error(`${definition.name} is expected of everybody: tell this journey what to fill in`)
      await page.goto(`${pathOf(definition.name)}&new=1`)
      await fillRecord(page, definition, given)
      if (definition.regime === 'own') {
        await page.getByRole('button', { name: /^保存/ }).click()
        await expectSaid(page, '已保存，已生效')
        continue
      }
      await page.getByRole('button', { name: /^提交审核/ }).click()
      await confirmWith(page, '提交审核')
      await expectSaid(page, /^已提交/)
    }
    await shoot(page, 'journey-newcomer')
    const officers: Record<string, Caller> = {}
    for (const level of ['school', 'area', 'city', 'province']) officers[level] = await callerOf(level)
    const teacher = await callerOf('newcomer')
    for (const { name, review } of expected) {
      if (!review) continue
      const { data } = await teacher.get<{
        list: { id: string; level: keyof typeof levelLabels | null; state: string }[]
      }>(`/api/v1/records/${name}`)
      for (const row of data.list.filter(({ state }) => state === 'inReview')) {
        let level = row.level
        while (level !== null) {
          const answer = await officers[level]?.post<{ level: keyof typeof levelLabels | null }>(
            `/api/v1/records/${name}/${row.id}/approve`,
            { reason: '核对无误' },
          )
          expect(answer?.status, `${name} at ${level}`).toBe(200)
          level = answer?.data.level ?? null
        }
      }
    }
    expect(await percentOf(page)).toBe(100)
    await expectText(page, '已填全')
    await shoot(page, 'journey-newcomer-complete')
    expect(me.complaints).toEqual([])
    await me.close()
  }, 240_000)
})

describe('reviewing at volume', () => {
  const lessons = 24
  beforeAll(async () => {
    const teacher = await callerOf('teacher')
    const file = await teacher.upload('教学设计.jpg', 'image/jpeg', await certificate('教学设计'))
    for (let i = 0; i < lessons; i += 1) {
      const made = await teacher.post<{ id: string; version: number }>('/api/v1/records/workSummary', {
        title: `第 ${i + 1} 篇总结 ${word}`,
        schoolYear: 1990 + i,
        semester: '1',
        summaryKind: `教学总结${word}`,
        content: '教书育人，学有所得。',
        attachments: [file],
      })
      expect(made.status, made.text).toBe(200)
      const sent = await teacher.post(`/api/v1/records/workSummary/${made.data.id}/submit`, {
        version: made.data.version,
      })
      expect(sent.status, sent.text).toBe(200)
    }
  }, 120_000)

  it('reviews twenty one by one, two of them sent back, and no key is lost', async () => {
    const school = await openDesk(undefined, await sessionOf('school'))
    const { page } = school
    await countHands(page)
    await page.goto(`/zhuanyeaJX/zhuanyefZJ?q=${word}`)
    await expectText(page.getByTestId('queue-age'), '三天以内')
    await page.getByTestId('record-row').first().getByRole('button', { name: /^审核/ }).click()
    const rail = page.getByRole('navigation', { name: '待审队列' })
    const row = (n: number) => rail.getByRole('listitem').nth(n)
    const { clicks } = await handsOf(page)
    let decided = 0
    for (let i = 0; i < 20; i += 1) {
      await expectText(rail, `第 ${i + 1} 条，共 ${lessons} 条`)
      await seeAll(page)
      const keys = i === 2 || i === 10 ? ['1', 'r'] : ['a']
      const before = (await handsOf(page)).keys
      // The next record is not waited for: what is pressed counts for the one that is shown.
      for (const key of keys) await page.keyboard.press(key)
      decided += (await handsOf(page)).keys - before
    }
    // Eighteen times A, twice 1 and R; the mouse lies still.
    expect([decided, (await handsOf(page)).clicks - clicks]).toEqual([22, 0])
    for (let i = 0; i < 20; i += 1)
      await row(i)
        .getByText(i === 2 || i === 10 ? '退回' : '通过', { exact: true })
        .waitFor()
    // The rail tells what became of each, and forgets it when it was taken back.
    expect(await rail.getByText('通过', { exact: true }).count()).toBe(18)
    expect(await rail.getByText('退回', { exact: true }).count()).toBe(2)
    await page.getByTestId('undo-bar').getByRole('button', { name: '撤销', exact: true }).click()
    await row(19).getByText('通过', { exact: true }).waitFor({ state: 'detached' })
    expect(await rail.getByText('通过', { exact: true }).count()).toBe(17)
    expect(school.complaints).toEqual([])
    await school.close()
  }, 120_000)

  it('sends several back at once with a reason, which the officer keeps for the next time', async () => {
    const school = await openDesk(undefined, await sessionOf('school'))
    const { page } = school
    await page.goto(`/zhuanyeaJX/zhuanyefZJ?q=${word}`)
    const rows = page.getByTestId('record-row').filter({ hasText: word })
    await rows.first().waitFor()
    await rows.nth(0).getByRole('checkbox').check()
    await rows.nth(1).getByRole('checkbox').check()
    await page.getByRole('button', { name: /^批量退回/ }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('请补写听课与评课的次数')
    await page.getByRole('dialog').getByRole('button', { name: '退回 2 条' }).click()
    await expectText(page.getByTestId('batch-outcome'), '退回了 2 条')
    await page
      .getByTestId('record-row')
      .filter({ hasText: word })
      .first()
      .getByRole('button', { name: /^审核/ })
      .click()
    const own = `总结太短 ${word}`
    await page.getByLabel('另写意见').fill(own)
    await page.getByRole('button', { name: '加上' }).click()
    await page.getByRole('button', { name: `存为常用：${own}` }).click()
    await page.getByRole('button', { name: `不再存：${own}` }).waitFor()
    await page.reload()
    await page.getByTestId('reasons').getByText(own).click()
    await page.getByRole('button', { name: '不通过…' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('与去年的总结雷同')
    await confirmWith(page, '不通过')
    await expectSaid(page, /^已判为不通过：林疏影/)
    expect(school.complaints).toEqual([])
    await school.close()
  })
})

describe('what comes from above', () => {
  it('the city confirms a title that school and district have passed; the teacher’s level follows', async () => {
    const [teacher, school, area] = (await Promise.all(
      ['newcomer', 'school', 'area'].map((one) => callerOf(one)),
    )) as [Caller, Caller, Caller]
    const path = '/api/v1/records/titleCertification'
    const file = await teacher.upload('职称证书.jpg', 'image/jpeg', await certificate('职称证书'))
    const made = await teacher.post<{ id: string }>(path, {
      titleSeries: '050',
      professionalTitle: '054',
      obtainWay: '1',
      obtainDate: '2025-12-20',
      certificateNo: `粤中职证字${word}`,
      reviewUnit: '阳江市中小学教师职称评审委员会',
      attachments: [file],
    })
    expect(made.status, made.text).toBe(200)
    const { id } = made.data
    for (const [who, verb] of [
      [teacher, 'submit'],
      [school, 'approve'],
      [area, 'approve'],
    ] as const) {
      const answer = await who.post(`${path}/${id}/${verb}`, {})
      expect(answer.status, answer.text).toBe(200)
    }
    const city = await openDesk(undefined, await sessionOf('city'))
    await city.page.goto(`/examinePage/examinejZC?id=${id}`)
    await seeAll(city.page)
    await city.page.keyboard.press('a')
    await expectSaid(city.page, /^已通过/)
    expect(
      (await teacher.get<{ state: string; effective: { titleLevel: string } }>(`${path}/${id}`)).data,
    ).toMatchObject({ state: 'approved' })
    expect(city.complaints).toEqual([])
    await city.close()
  })

  it('a punishment is read by the teacher it concerns and written only by the office', async () => {
    const school = await callerOf('school')
    const teacher = await callerOf('newcomer')
    const { data: mine } = await teacher.get<{ list: { ownerId: number }[] }>('/api/v1/records/contactInfo')
    const ownerId = mine.list[0]?.ownerId
    const file = await school.upload('处分决定.jpg', 'image/jpeg', await certificate('处分决定'))
    const made = await school.post<{ id: string }>('/api/v1/records/punishment', {
      ownerId,
      punishmentKind: '11',
      punishmentReason: '12',
      occurDate: '2026-03-02',
      punishDate: '2026-04-01',
      influenceUntil: '2026-10-01',
      description: `课堂管理不当 ${word}`,
      punishUnit: '江城区听潮中学',
      attachments: [file],
    })
    expect(made.status, made.text).toBe(200)
    const me = await openDesk(undefined, await sessionOf('newcomer'))
    const { page } = me
    await page.goto('/marchives/aHpunish')
    await page.getByTestId('record-row').first().getByRole('button').first().click()
    await expectText(page.getByTestId('record-detail'), `课堂管理不当 ${word}`)
    expect(await page.getByRole('button', { name: /^(修改|删除|作废|新增)/ }).count()).toBe(0)
    const path = `/api/v1/records/punishment/${made.data.id}`
    expect((await teacher.put(path, { description: '没有的事', version: 1 })).status).toBe(403)
    expect((await teacher.post(`${path}/void`, { reason: '不服' })).status).toBe(403)
    for (const other of ['teacher', 'area2', 'school2'])
      expect((await (await callerOf(other)).get(path)).status, other).toBe(404)
    expect(me.complaints).toEqual([])
    await me.close()
  })
})
