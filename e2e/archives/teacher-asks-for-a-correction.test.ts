import { afterAll, beforeAll, expect, it } from 'vitest'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
  type Desk,
} from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'
import { expectSaid, expectText, type } from '../tools/form.ts'

const why = `与工资条不符${unique()}`
let teacher: Desk
let id = ''

beforeAll(async () => {
  const school = await callerOf('school')
  const { data: self } = await (
    await callerOf('teacher')
  ).get<{ list: { ownerId: number }[] }>('/api/v1/records/basicInfo')
  // A year nobody has registered yet, whatever ran before on this portal.
  for (let year = 1950 + (Date.now() % 10); id === '' && year < 1960; year += 1) {
    const made = await school.post<{ id: string }>('/api/v1/records/salary', {
      ownerId: self.list[0]?.ownerId,
      year,
      annualIncome: '60000',
      baseSalary: '4000',
      performanceSalary: '500',
      ruralSubsidy: '0',
      otherSubsidy: '0',
      otherIncome: '0',
      insurance: ['1'],
    })
    if (made.status === 200) id = made.data.id
    else expect(made.text).toContain('已经登记')
  }
  expect(id).not.toBe('')
  teacher = await openDesk(phone, await sessionOf('teacher'))
})
afterAll(async () => {
  expect(teacher.complaints).toEqual([])
  await closeBrowser()
})

it('the teacher asks, on a phone: which field, what it should be, and why', async () => {
  const { page } = teacher
  await page.goto(`/mandata/manjOther?tab=salary&id=${id}`)
  await page.getByRole('button', { name: '申请更正' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expectText(dialog, '请写明为什么要更正')
  await dialog.getByRole('button', { name: '指出哪一栏不对' }).click()
  await dialog.getByLabel('不对的栏目').selectOption('基本工资（元/月）')
  await expectText(dialog, /现在是 4000/)
  await dialog.getByLabel('基本工资（元/月）应当是').fill('4210.5')
  await dialog.getByLabel('为什么要更正').fill(why)
  await expectNoSidewaysScroll(page, 'dialog')
  await expectAccessible(page, 'asking')
  await shoot(page, 'journey-correction-ask')
  // What was typed survives closing the dialog.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '申请更正' }).click()
  expect(await dialog.getByLabel('为什么要更正').inputValue()).toBe(why)
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expectSaid(page, '已交给学校，有答复会告诉您')
  await expectText(page, '已申请更正，等学校答复')
  expect(await page.getByRole('button', { name: '申请更正' }).count()).toBe(0)
})

it('the school finds it among its to-dos, corrects the value and answers', async () => {
  const school = await openDesk(undefined, await sessionOf('school'))
  const { page } = school
  await page.goto('/school/sy')
  await expectText(page, why)
  await expectAccessible(page, 'workbench with a correction')
  await page
    .getByRole('listitem')
    .filter({ hasText: why })
    .getByRole('link', { name: /^去处理/ })
    .first()
    .click()
  const box = page.getByTestId('corrections')
  await expectText(box, '林疏影申请更正')
  await expectText(box, why)
  await expectText(box, '4210.5')
  await expectAccessible(page, 'record with an open correction')
  await shoot(page, 'journey-correction-office')
  await box.getByRole('button', { name: '去修改' }).click()
  await type(page, '基本工资（元/月）', '4210.5')
  await page.getByRole('button', { name: /^保存/ }).click()
  await expectSaid(page, '已保存，已生效')
  // Still open: the edit answers nothing by itself.
  await box.getByRole('button', { name: '已更正' }).click()
  await page.getByRole('dialog').getByLabel('处理情况').fill('已按工资条更正')
  await page.getByRole('dialog').getByRole('button', { name: '答复已更正' }).click()
  await expectSaid(page, '已答复，本人会收到消息')
  await expectText(box, '已按工资条更正')
  await page.goto('/school/sy')
  await page.getByRole('heading', { level: 2, name: '待审核' }).waitFor()
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: why })
      .getByRole('link', { name: /^去处理/ })
      .count(),
  ).toBe(0)
  expect(school.complaints).toEqual([])
  await school.close()
})

it('the teacher reads the answer from the message', async () => {
  const { page } = teacher
  await page.goto('/teacher/xiaoxiList')
  await expectText(page, '您申请更正的基本待遇已更正')
  await page.goto(`/mandata/manjOther?tab=salary&id=${id}`)
  await expectText(page.getByTestId('corrections'), '已按工资条更正')
  await expectText(page, /4,?210\.50?/)
  await page.getByRole('button', { name: '申请更正' }).waitFor()
  await expectAccessible(page, 'record with an answer')
  await shoot(page, 'journey-correction-answered')
})
