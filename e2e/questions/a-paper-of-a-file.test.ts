import { afterAll, expect, it } from 'vitest'
import { docxOf, math, p } from '../../server/features/questions/test-docx.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'

afterAll(closeBrowser)

const root = Date.now() % 100_000
const title = `九年级数学小测${root}`
const file = docxOf(
  p(title),
  p('一、选择题（共2小题，每小题3分，共6分）'),
  p('1. 方程 ', math(`x+${root}=0`), ' 的根是（　　）'),
  p(`A. 1    B. 2    C. `, math(`-${root}`), '    D. 无解'),
  p('【答案】C'),
  p(`2. 与 ${root} 相等的是（　　）`),
  p('A. 甲    B. 乙'),
  p('二、解答题（解答应写出步骤）'),
  p('3. 比较大小（4分）'),
  p('没有编号的一行'),
  p('【答案】略'),
)

it('a teacher makes a paper of a Word file; what was mended survives a reload and a dropped line', async () => {
  const { page, complaints, close } = await openDesk(desk, await sessionOf('teacher'))
  await page.goto('/teacher/bxsj')
  await page.getByRole('link', { name: '从文件组卷' }).click()
  await page
    .getByLabel('选择文件')
    .last()
    .setInputFiles({ name: '小测.docx', mimeType: 'application/octet-stream', buffer: file })
  const found = page.locator('.question-found')
  await found.nth(2).waitFor()
  await page.getByRole('region', { name: '原文' }).getByRole('button', { name: '选第 10 段' }).click()
  await page.keyboard.press('s')
  await expect.poll(() => found.count()).toBe(4)
  await page.getByRole('combobox', { name: '学段' }).selectOption({ label: '普通初中' })
  await page.getByRole('combobox', { name: '学科' }).selectOption({ label: '数学' })
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect.poll(() => found.count()).toBe(4)
  expect(await page.getByRole('combobox', { name: '学科' }).inputValue()).toBe('14')
  await page.getByRole('button', { name: '撤销 1 步' }).click()
  await expect.poll(() => found.count()).toBe(3)
  await expectAccessible(page, 'a paper of a file')
  for (const at of [0, 1, 2]) {
    const box = found.nth(at).getByRole('checkbox')
    if (!(await box.isChecked())) await box.check()
  }
  // The line drops after the drafts are there: pressed once more, nothing is twice.
  await page.route('**/api/v1/examPaper', (route) => route.abort(), { times: 1 })
  const compose = page.getByRole('button', { name: '3 道组成试卷' })
  await compose.click()
  await page.getByRole('alert').first().waitFor()
  await compose.click()
  await page.getByTestId('paper-desk').waitFor()
  const rows = page.getByTestId('paper-row')
  expect(await rows.count()).toBe(3)
  expect(await page.getByRole('textbox', { name: '试卷名称' }).inputValue()).toBe(title)
  expect(await page.getByLabel('第 1 大题的名称').inputValue()).toBe('选择题')
  expect(await page.getByLabel('第 1 大题每小题的分值').inputValue()).toBe('3')
  await rows.nth(1).getByText('请选出正确选项').waitFor()
  await expectAccessible(page, 'desk of a paper of a file')
  await shoot(page, 'paper-of-a-file')
  const small = await openDesk(phone, await sessionOf('teacher'))
  await small.page.goto(page.url())
  await small.page.getByTestId('paper-row').nth(2).waitFor()
  await expectNoSidewaysScroll(small.page, 'desk of a paper of a file on a phone')
  await shoot(small.page, 'paper-of-a-file-phone')
  await small.close()
  // The incomplete one is mended where it is linked, and the paper knows it.
  await rows
    .nth(1)
    .getByRole('link', { name: /去修改/ })
    .click()
  await page.getByRole('radio', { name: /B/ }).check()
  await page.getByText('草稿已保存').waitFor()
  await page.goBack()
  await rows.nth(1).getByText('草稿，发布试卷时定稿').waitFor()
  await page.goto(`/teacher/bxst?view=mine&keyword=${root}`)
  await page.getByTestId('question-line').first().waitFor()
  expect(await page.getByTestId('question-line').count()).toBe(2)
  expect(complaints.filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
  await close()
})
