import { afterAll, expect, it } from 'vitest'
import type { DeclareNotices } from '../../catalogue/contract/declarations.ts'
import type { CasePage } from '../../catalogue/contract/processes.ts'
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

afterAll(closeBrowser)

const title = /名教师申报$/

it('a visitor reads what can be declared, a teacher declares, offices recommend, staff check and ask for more', async () => {
  const visitor = await openDesk(phone)
  await visitor.page.goto('/usForm/index')
  await visitor.page.getByRole('link', { name: title }).waitFor()
  await expectAccessible(visitor.page, 'what can be declared')
  await expectNoSidewaysScroll(visitor.page, 'what can be declared, phone')
  await visitor.page.getByRole('link', { name: title }).click()
  await visitor.page.getByText('教龄满 5 年').waitFor()
  await visitor.page.getByRole('link', { name: '登录后申报' }).waitFor()
  await shoot(visitor.page, 'declare-notice-visitor-phone')
  expect(visitor.complaints).toEqual([])
  await visitor.close()

  const teacher = await openDesk(undefined, await sessionOf('teacher'))
  const { page } = teacher
  await page.goto('/usForm/index')
  await page.getByRole('link', { name: title }).click()
  await page
    .getByTestId('conditions')
    .getByText(/^教龄 \d+ 年/)
    .waitFor()
  await expectAccessible(page, 'the own eligibility')
  await page.getByRole('button', { name: '我要申报' }).click()
  await page.getByText('基本情况已按档案填好').waitFor()
  const choices = page.getByRole('group', { name: '从本人档案选' })
  await choices.getByRole('checkbox').first().check()
  await choices.getByRole('button', { name: '保存所选材料' }).click()
  await page.getByRole('button', { name: /^查看“.*”的文件$/ }).waitFor()
  // What is missing is said at its field.
  await page.getByRole('button', { name: '提交申报' }).click()
  await page
    .getByText(/请填写主要事迹与业绩|主要事迹与业绩.*必填|请填写/)
    .first()
    .waitFor()
  for (const label of ['主要事迹与业绩', '教育教学业绩', '教科研业绩']) {
    await page.getByRole('textbox', { name: new RegExp(`^${label}`) }).click()
    await page.keyboard.type('如附件所列。')
  }
  await page.getByRole('radio', { name: '是' }).check()
  await expectAccessible(page, 'the own declaration')
  await shoot(page, 'declare-form')
  await page.getByRole('button', { name: '提交申报' }).click()
  await page.getByText('等江城区听潮中学办理').waitFor()
  expect(teacher.complaints).toEqual([])

  const school = await openDesk(undefined, await sessionOf('school'))
  await school.page.goto('/school/declareDetail?queue=mine')
  await school.page.getByRole('link', { name: '林疏影' }).click()
  await school.page.getByRole('heading', { name: '条件核对' }).waitFor()
  await expectAccessible(school.page, 'a declaration at the school')
  await shoot(school.page, 'declare-school')
  await school.page.getByRole('button', { name: '推荐到上一级' }).click()
  await school.page.getByRole('dialog').getByRole('button', { name: '推荐到上一级' }).click()
  await school.page.getByText('等江城区教育局办理').waitFor()
  expect(school.complaints).toEqual([])
  await school.close()
  await recommend('area', 'approve')
  await recommend('city', 'forward')

  const staff = await openDesk(phone, await sessionOf('review100'))
  await staff.page.goto('/home/index')
  await staff.page.getByTestId('material-line').first().waitFor()
  await expectAccessible(staff.page, 'what waits for the staff')
  await expectNoSidewaysScroll(staff.page, 'what waits for the staff, phone')
  await shoot(staff.page, 'review-materials-phone')
  await staff.page.getByRole('link', { name: '林疏影' }).click()
  await staff.page.getByTestId('material').getByRole('radio', { name: '需补正' }).check()
  await staff.page.getByLabel('哪里不符合').fill('证书照片看不清')
  await expectAccessible(staff.page, 'the desk of the staff')
  await expectNoSidewaysScroll(staff.page, 'the desk of the staff, phone')
  await shoot(staff.page, 'review-material-phone')
  await staff.page.getByRole('button', { name: '要求补正' }).click()
  const asked = staff.page.getByRole('dialog', { name: '要求补正' })
  await asked.getByLabel('要补正什么').fill('证书照片看不清，请重新上传')
  await asked.getByRole('button', { name: '要求补正' }).click()
  // The next one that waits is opened.
  await staff.page.locator('h1', { hasNotText: '林疏影' }).waitFor()
  await staff.page.getByRole('heading', { name: '材料清单' }).waitFor()
  expect(staff.complaints).toEqual([])
  await staff.close()

  await page.reload()
  await page.getByText('待补正').first().waitFor()
  await page.getByText('需补正：证书照片看不清').waitFor()
  await page.getByRole('button', { name: '补正提交' }).click()
  await page.getByText('等阳江市教育局办理').waitFor()
  expect(teacher.complaints).toEqual([])
  await teacher.close()
})

/** Sends the declaration of the teacher on, as an office whose page was looked at before. */
async function recommend(account: string, action: string): Promise<void> {
  const office = await callerOf(account)
  const { data } = await office.get<DeclareNotices>('/api/v1/declare/open')
  const campaign = data.list.find((one) => title.test(one.title))?.id ?? ''
  const cases = await office.get<CasePage>(`/api/v1/declare?campaign=${campaign}&queue=mine&pageSize=50`)
  const found = cases.data.list.find(({ name }) => name === '林疏影')
  const moved = await office.post(`/api/v1/declare/${found?.id ?? ''}/${action}`, { version: found?.version })
  expect(moved.status, moved.text).toBe(200)
}
