import { readFile } from 'node:fs/promises'
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
import { expectText } from '../tools/form.ts'

afterAll(closeBrowser)

const root = Date.now() % 100_000
const paper = docxOf(
  p('九年级数学期中检测'),
  p('一、选择题（共3小题，每小题3分，共9分）'),
  p(`1. 方程 `, math(`x+${root}=0`), ' 的根是（　　）'),
  p(`A. 1    B. 2    C. `, math(`-${root}`), '    D. 无解'),
  p('【答案】C'),
  p('【解析】移项。'),
  p(`没有编号的一题 ${root}，求它的值`),
  p('2. 下面的话接着第一题'),
  p('二、解答题'),
  p('3. 已知 ', math('a&lt;b'), '，比较大小'),
)

it('a teacher mends a paper beside its original, brings it in, takes it out as Word and is told that it is known', async () => {
  const teacher = await openDesk(desk, await sessionOf('teacher'))
  const { page } = teacher
  await page.goto('/teacher/bxst?import=1')
  await expectAccessible(page, 'choice of a file')
  const take = async (name: string, bytes: Buffer) => {
    await page
      .getByLabel('选择文件')
      .last()
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
    await page.getByRole('complementary', { name: '导入' }).waitFor()
  }
  await take('期中.docx', paper)
  const original = page.getByRole('region', { name: '原文' })
  await original.locator('.katex').first().waitFor()
  const found = page.locator('.question-found')
  expect(await found.count()).toBe(3)
  // The unnumbered one becomes a question of its own, the third line of the second goes back to the first.
  await original.getByRole('button', { name: '选第 7 段' }).click()
  await page.keyboard.press('s')
  await expect.poll(() => found.count()).toBe(4)
  await page.keyboard.press('z')
  await expect.poll(() => found.count()).toBe(3)
  await original.getByRole('button', { name: '选第 7 段' }).click()
  await page.getByRole('button', { name: '从这段拆开' }).click()
  await expect.poll(() => found.count()).toBe(4)
  await found
    .nth(2)
    .getByRole('button', { name: /对照原文/ })
    .click()
  await page.keyboard.press('m')
  await expect.poll(() => found.count()).toBe(3)
  await expectText(found.nth(1), '下面的话接着第一题')
  await shoot(page, 'question-mending')
  await expectAccessible(page, 'mending a paper')
  await expectNoSidewaysScroll(page, 'mending a paper')
  for (const at of [0, 1, 2]) {
    const box = found.nth(at).getByRole('checkbox')
    if (!(await box.isChecked())) await box.check()
  }
  await page.getByRole('button', { name: '导入 3 道为草稿' }).click()
  await page.getByRole('heading', { name: '已导入 3 道草稿' }).waitFor()

  await page.goto(`/teacher/bxst?view=mine&keyword=${root}`)
  await page.getByTestId('question-line').first().waitFor()
  await page.getByRole('button', { name: '导出' }).first().click()
  const panel = page.getByRole('region', { name: '导出列表里的试题' })
  await panel.getByText('内容都放得下').waitFor()
  await shoot(page, 'question-export')
  await expectAccessible(page, 'export of questions')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: /^下载/ }).click(),
  ])
  const bytes = await readFile(await saved.path())
  await page.goto('/teacher/bxst?import=1')
  await take('导出的.docx', bytes)
  await page.getByText('已在库中').first().waitFor()
  await expectText(page.getByRole('complementary', { name: '导入' }), '已在库中，一字未改，不再导入')
  expect(teacher.complaints).toEqual([])
  await teacher.close()
})

it('the same on a phone', async () => {
  const { page, close } = await openDesk(phone, await sessionOf('teacher'))
  await page.goto('/teacher/bxst?import=1')
  await page
    .getByLabel('选择文件')
    .last()
    .setInputFiles({ name: '期中.docx', mimeType: 'application/octet-stream', buffer: paper })
  await page.getByRole('region', { name: '原文' }).waitFor()
  await expectNoSidewaysScroll(page, 'mending on a phone')
  await expectAccessible(page, 'mending on a phone')
  await shoot(page, 'question-mending-phone')
  await page.goto('/teacher/bxst?view=mine')
  await page.getByRole('button', { name: '导出' }).first().click()
  await page.getByRole('region', { name: '导出列表里的试题' }).waitFor()
  await expectNoSidewaysScroll(page, 'export on a phone')
  await shoot(page, 'question-export-phone')
  await close()
})
