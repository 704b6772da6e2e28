import { afterAll, beforeAll, expect, it } from 'vitest'
import { callerOf } from '../tools/api.ts'
import { closeBrowser, openDesk, sessionOf, shoot, type Desk } from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'
import { confirmWith, expectSaid, expectText } from '../tools/form.ts'
import { seeAll } from '../tools/review.ts'
import { fillStudy, studyRow } from '../tools/study.ts'

/** A school directly under the city has a district's area code and is not the district's to review. */
const college = `沧浪师范学院${unique()}`
let teacher: Desk
let id = ''

beforeAll(async () => {
  teacher = await openDesk(undefined, await sessionOf('cityteacher'))
})
afterAll(async () => {
  expect(teacher.complaints).toEqual([])
  await closeBrowser()
})

it('the teacher sees before submitting that no district stands on the way', async () => {
  const { page } = teacher
  await page.goto('/mandata/manbXuexi?new=1')
  await fillStudy(page, { college, certNo: '991011201806000519' })
  const route = page.getByTestId('route')
  await expectText(route, '许向帆')
  await expectText(route, '学校通过即生效')
  expect(await route.textContent()).not.toContain('县区')
  await page.getByRole('button', { name: /^提交审核/ }).click()
  const question = page.getByRole('dialog')
  await expectText(question, /提交后交给学校（许向帆）。/)
  expect(await question.textContent()).not.toContain('县区')
  await confirmWith(page, '提交审核')
  await expectSaid(page, '已提交，待学校审核')
  id = new URL(page.url()).searchParams.get('id') ?? ''
})

it('the school refuses it', async () => {
  const school = await openDesk(undefined, await sessionOf('cityschool'))
  const { page } = school
  await page.goto('/examinePage/examineaXX?q=zya')
  await studyRow(page, college).getByRole('button', { name: /^审核/ }).click()
  await page.getByRole('button', { name: '不通过…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '不通过', exact: true }).click()
  await expectText(page.getByRole('dialog'), '请写明原因')
  await page.getByLabel('原因').fill('查无此证书')
  await page.getByRole('dialog').getByRole('button', { name: '不通过', exact: true }).click()
  await expectSaid(page, /已判为不通过：曾予安/)
  expect(school.complaints).toEqual([])
  await school.close()
})

it('the appeal goes to the city, past the district', async () => {
  const { page } = teacher
  await page.goto(`/mandata/manbXuexi?id=${id}`)
  await expectText(page, '查无此证书')
  await expectText(page, /如有异议，.+前可以申诉一次/)
  await page.getByRole('button', { name: '申诉', exact: true }).click()
  await page.getByLabel('申诉理由').fill('学信网可查，已附查询结果')
  await confirmWith(page, '提交申诉')
  await expectSaid(page, '已申诉，等上一级答复')
  const aside = page.getByRole('complementary', { name: '状态与办理记录' })
  await expectText(aside, '阳江市教育局')
  const track = await aside.getByRole('list').first().textContent()
  expect(track).toContain('市，正在办')
  expect(track).not.toContain('县区')
  await shoot(page, 'journey-appeal')
})

it('the city passes it', async () => {
  const city = await openDesk(undefined, await sessionOf('city'))
  const { page } = city
  await page.goto('/examinePage/examineaXX?q=zya')
  await expectText(studyRow(page, college), '阳江市扬帆实验学校')
  await studyRow(page, college).getByRole('button', { name: /^审核/ }).click()
  await seeAll(page)
  await page.getByRole('button', { name: /^审核通过/ }).click()
  await expectSaid(page, /已通过：曾予安/)
  expect(city.complaints).toEqual([])
  await city.close()
  await teacher.page.reload()
  await expectText(teacher.page, '市审核通过')
  await expectText(teacher.page, '学校不通过')
})

it.each(['area', 'area2', 'school'])('%s never had to do with it', async (account) => {
  const caller = await callerOf(account)
  expect((await caller.get(`/api/v1/records/studyExperience/${id}`)).status).toBe(404)
})
