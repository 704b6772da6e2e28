import { afterAll, expect, it } from 'vitest'
import { pagesFor } from '../../catalogue/pages/pages.ts'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'
import { confirmWith, expectSaid, expectText, type } from '../tools/form.ts'
import { fillStudy, studyRow } from '../tools/study.ts'

afterAll(closeBrowser)

const label = `走教学校数${unique()}`.slice(0, 18)
const college = `杏川师范大学${unique()}`

it('a district adds a field, a teacher fills it in, the school approves, the list of the district shows it', async () => {
  const area = await openDesk(undefined, await sessionOf('area'))
  await area.page.goto('/area/ziyouLanmu')
  await area.page.getByRole('button', { name: '学习经历', exact: true }).click()
  await area.page.getByRole('button', { name: '新增栏目' }).click()
  await type(area.page, '名称', label)
  await area.page.getByLabel('类型', { exact: true }).selectOption({ label: '整数' })
  await area.page.getByRole('button', { name: '试算影响' }).click()
  await expectText(area.page, '请说明收集目的')
  await type(area.page, '收集目的', '核算走教津贴')
  await area.page.getByRole('button', { name: '试算影响' }).click()
  await expectText(area.page, /范围内现行记录/)
  await expectAccessible(area.page, 'own fields of a type')
  await shoot(area.page, 'own-fields')
  await type(area.page, '变更说明', '按 2026 年文件')
  await area.page.getByRole('button', { name: '发布', exact: true }).click()
  await expectSaid(area.page, /已发布/)

  const teacher = await openDesk(undefined, await sessionOf('teacher'))
  const path = pagesFor(2).find(
    ({ page, records }) => page === 'record-section' && records?.includes('studyExperience'),
  )?.path
  // A publication counts in every process after ten seconds.
  await expect
    .poll(
      async () => {
        await teacher.page.goto(path ?? '')
        await teacher.page.getByRole('button', { name: '新增学习经历' }).click()
        await teacher.page.getByTestId('record-form').waitFor()
        return teacher.page.getByLabel(label).count()
      },
      { timeout: 60_000, interval: 2_000 },
    )
    .toBe(1)
  await fillStudy(teacher.page, { college, certNo: `1066842018${unique()}` })
  await type(teacher.page, label, '3')
  await teacher.page.getByTestId('save-line').getByText('草稿已保存').waitFor()
  await teacher.page.getByRole('button', { name: /^提交审核/ }).click()
  await confirmWith(teacher.page, '提交审核')
  await expectSaid(teacher.page, /^已提交/)

  const school = await callerOf('school')
  const queue = await school.get<{ list: { id: string; summary: string; version: number }[] }>(
    '/api/v1/records/studyExperience?queue=open&pageSize=100',
  )
  const mine = queue.data.list.find(({ summary }) => summary.includes(college))
  const approved = await school.post(`/api/v1/records/studyExperience/${mine?.id}/approve`, {
    version: mine?.version,
  })
  expect(approved.status).toBe(200)

  const small = await openDesk(phone, await sessionOf('area'))
  await small.page.goto('/area/ziyouLanmu?type=studyExperience')
  await expectText(small.page, label)
  await expectNoSidewaysScroll(small.page, 'own fields on a phone')
  await expectAccessible(small.page, 'own fields on a phone')
  await shoot(small.page, 'own-fields-phone')
  await teacher.page.goto(path ?? '')
  await studyRow(teacher.page, college).waitFor()
  await expectText(studyRow(teacher.page, college), '3')
  expect([...area.complaints, ...teacher.complaints, ...small.complaints]).toEqual([])
})
