import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { callerOf, type Caller } from '../tools/api.ts'
import {
  closeBrowser,
  expectAccessible,
  openDesk,
  sessionOf,
  shoot,
  signIn,
  type Desk,
} from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'
import { confirmWith, expectFocused, expectSaid, expectText, field, type } from '../tools/form.ts'
import { seeAll } from '../tools/review.ts'
import { fillStudy, studyRow } from '../tools/study.ts'

/** One story in five acts, told in order: the later acts have the record of the first. */
const college = `澜江师范大学${unique()}`
const certNo = '991011201806000417'
const mended = '991011201806000471'
let teacher: Desk
let school: Desk
let id = ''

beforeAll(async () => {
  teacher = await openDesk()
  school = await openDesk()
})
afterAll(async () => {
  expect([...teacher.complaints, ...school.complaints]).toEqual([])
  await closeBrowser()
})

/** The row of the college in a list. */
const rowOf = (page: Page) => studyRow(page, college)

it('the teacher fills in a study experience with a picture, and finds the typing again after a reload', async () => {
  const { page } = teacher
  await signIn(teacher, 'teacher')
  await page.getByRole('link', { name: '个人档案', exact: true }).click()
  await page
    .getByRole('navigation', { name: '个人档案' })
    .getByRole('link', { name: /^学习经历/ })
    .click()
  await page.getByRole('button', { name: '新增学习经历' }).click()
  await expectText(page, '必传，至多 5 份，单份 10 MB 以内，可传 jpg、png、pdf')
  await fillStudy(page, { college, certNo })
  expect(await field(page, '入学年月').inputValue()).toBe('2014-09')
  await page.getByTestId('save-line').getByText('草稿已保存').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('id')).toMatch(/^[0-9a-f-]{36}$/)
  id = new URL(page.url()).searchParams.get('id') ?? ''
  await page.reload()
  await page.getByTestId('record-form').waitFor()
  expect(await field(page, '获得学历院校或机构').inputValue()).toBe(college)
  expect(await field(page, '学历证书编号').inputValue()).toBe(certNo)
  await expectText(page.getByTestId('evidence-field'), /毕业证书\.jpg/)
  await expectAccessible(page, 'form')
  await shoot(page, 'journey-form')
})

it('is told who will review it, and submits', async () => {
  const { page } = teacher
  await expectText(page.getByTestId('route'), '周明岚')
  await expectText(page.getByTestId('route'), '学校通过即生效')
  await page.getByRole('button', { name: /^提交审核/ }).click()
  await expectText(page.getByRole('dialog'), /提交后交给学校（周明岚）。审核前可以撤回。/)
  // Nothing is destroyed, so Enter says yes.
  await expectFocused(page, page.getByRole('dialog').getByRole('button', { name: '提交审核', exact: true }))
  await page.keyboard.press('Enter')
  await expectSaid(page, '已提交，待学校审核')
  await page.getByRole('heading', { level: 1, name: new RegExp(college) }).waitFor()
})

/** The school's list of what waits, narrowed to the teacher by pinyin initials. */
async function openQueue(page: Page) {
  await page.goto('/examinePage/examineaXX?q=lsy')
  await rowOf(page).waitFor()
}

it('the school finds it waiting with its fields and returns it, with a reason from the library at the field', async () => {
  const { page } = school
  await signIn(school, 'school')
  await openQueue(page)
  for (const text of ['林疏影', '大学本科毕业', '汉语言文学', '新增']) await expectText(rowOf(page), text)
  await rowOf(page).getByRole('button', { name: /^审核/ }).click()
  const diff = page.getByTestId('diff')
  for (const text of [college, '2014-09', '2018-06', '全日制', certNo]) await expectText(diff, text)
  await expectText(page.getByTestId('evidence'), /毕业证书\.jpg/)
  await page.getByRole('button', { name: '退回修改' }).click()
  await expectSaid(page, '请先选或写一条退回意见')
  await page
    .getByTestId('reasons')
    .getByRole('button', { name: /学历证书编号与佐证材料不一致/ })
    .click()
  await expectText(diff.getByRole('row').filter({ hasText: certNo }), '学历证书编号与佐证材料不一致')
  await shoot(page, 'journey-return')
  await page.getByRole('button', { name: /^退回修改，1 条意见/ }).click()
  await expectSaid(page, /已退回：林疏影/)
})

it('the teacher hears of it, goes to the field, mends it and hands it in again', async () => {
  const { page } = teacher
  const message = page.getByRole('button', { name: new RegExp(`被退回修改.*${college}`) })
  // Messages are written by a consumer that looks every half second.
  await vi.waitFor(
    async () => {
      await page.goto('/teacher/xiaoxiList')
      await message.waitFor({ timeout: 2000 })
    },
    { timeout: 40_000 },
  )
  await page.getByRole('link', { name: /^消息，\d+ 条未读$/ }).waitFor()
  await page.getByRole('link', { name: '首页', exact: true }).click()
  const todo = page
    .getByRole('listitem')
    .filter({ hasText: college })
    .filter({ hasText: '学历证书编号与佐证材料不一致' })
  await todo.getByRole('link', { name: /^去修改/ }).click()
  await expectFocused(page, field(page, '学历证书编号'))
  await expectText(page.getByTestId('return-note'), '学历证书编号：学历证书编号与佐证材料不一致')
  await type(page, '学历证书编号', mended)
  await page.getByRole('button', { name: /^重新提交审核/ }).click()
  await confirmWith(page, '提交审核')
  await expectSaid(page, '已提交，待学校审核')
})

it('the school sees only that field marked, passes it with A, takes it back and passes it again', async () => {
  const { page } = school
  await openQueue(page)
  await rowOf(page).getByRole('button', { name: /^审核/ }).click()
  await expectText(page, '您上次看过以后又改了 1 项，已标出。')
  const marked = page.getByTestId('diff').getByRole('row').filter({ hasText: '上次看后又改' })
  expect(await marked.count()).toBe(1)
  await expectText(marked, mended)
  await seeAll(page)
  await page.keyboard.press('a')
  await expectSaid(page, /已通过：林疏影/)
  const undo = page.getByTestId('undo-bar').first()
  await expectText(undo, new RegExp(college))
  await undo.getByRole('button', { name: '撤销' }).click()
  await expectSaid(page, '已撤销 1 条，回到待我审')
  await openQueue(page)
  await rowOf(page).getByRole('button', { name: /^审核/ }).click()
  await seeAll(page)
  await page.keyboard.press('a')
  await expectSaid(page, /已通过：林疏影/)
})

it('the district has it in its archives, with everything that happened to it', async () => {
  const area = await openDesk()
  await signIn(area, 'area')
  await area.page.goto('/teacherArchives/xuexiData?q=lsy')
  await rowOf(area.page).getByRole('button', { name: /^查看/ }).click()
  const drawer = area.page.getByRole('dialog')
  for (const word of ['学校审核通过', '撤销通过', '学校退回修改'])
    await expectText(drawer.getByTestId('timeline'), word)
  await expectAccessible(area.page, 'archive drawer')
  expect(area.complaints).toEqual([])
  await area.close()
})

it('the school finds it among the archives in force, where a draft has no place', async () => {
  const begun = `${college}预科`
  await (
    await callerOf('teacher')
  ).post('/api/v1/records/studyExperience', { educationSchool: begun, educationLevel: '21' })
  const office = await openDesk(undefined, await sessionOf('school'))
  const { page } = office
  await page.goto(`/teacherArchives/xuexiData?f.educationSchool=${encodeURIComponent(college)}`)
  await rowOf(page).first().waitFor()
  expect(await studyRow(page, begun).count()).toBe(0)
  await office.close()
})

/** Every way to a record answers as for one that does not exist, byte for byte. */
async function expectAbsent(caller: Caller, fileId: string) {
  const unknown = '01890000-0000-7000-8000-000000000000'
  const list = await caller.get<{ list: { id: string }[] }>(
    `/api/v1/records/studyExperience?educationSchool=${encodeURIComponent(college)}`,
  )
  expect(list.data.list).toEqual([])
  for (const way of ['', '/history', '/asOf?date=2026-01-01']) {
    const asked = await caller.get(`/api/v1/records/studyExperience/${id}${way}`)
    const missing = await caller.get(`/api/v1/records/studyExperience/${unknown}${way}`)
    expect([way, asked.status]).toEqual([way, 404])
    expect(asked.text).toBe(missing.text)
  }
  const file = await caller.get(`/api/v1/upload/file?key=${fileId}&action=preview`)
  const missing = await caller.get(`/api/v1/upload/file?key=${unknown}&action=preview`)
  expect([file.status, file.text]).toEqual([404, missing.text])
}

it.each(['area2', 'school2'])('%s, elsewhere, finds no trace of it', async (account) => {
  const owner = await callerOf('area')
  const view = await owner.get<{ effectiveAttachments: { id: string }[] }>(
    `/api/v1/records/studyExperience/${id}`,
  )
  const fileId = view.data.effectiveAttachments[0]?.id ?? ''
  expect((await owner.get(`/api/v1/upload/file?key=${fileId}&action=preview`)).status).toBe(200)
  await expectAbsent(await callerOf(account), fileId)
  const elsewhere = await openDesk()
  const { page } = elsewhere
  await signIn(elsewhere, account)
  await page.goto(`/teacherArchives/xuexiData?f.educationSchool=${encodeURIComponent(college)}`)
  await expectText(page, '没有符合这些条件的记录。')
  await page.goto(`/teacherArchives/xuexiData?id=${id}`)
  await expectText(page, '记录打开失败')
  expect(await page.getByText(college).count()).toBe(0)
  expect(elsewhere.complaints).toEqual([])
  await elsewhere.close()
})
