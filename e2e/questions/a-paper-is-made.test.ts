import { afterAll, expect, it } from 'vitest'
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
import { callerOf } from '../tools/api.ts'

afterAll(closeBrowser)

it('a teacher makes a paper by a blueprint, swaps a question, seals it; an officer finds no letter of it, its maker prints the sheet', async () => {
  const { page } = await openDesk(desk, await sessionOf('teacher'))
  const title = `期中乙卷${Date.now() % 100_000}`
  await page.goto('/teacher/bxsj')
  await page.getByRole('link', { name: '新增试卷' }).first().click()
  await page.getByRole('textbox', { name: '试卷名称' }).fill(title)
  await page.getByRole('combobox', { name: '学段' }).selectOption({ label: '普通初中' })
  await page.getByRole('combobox', { name: '年级' }).selectOption({ label: '九年级' })
  await page.getByRole('combobox', { name: '学科' }).selectOption({ label: '数学' })
  await page.getByRole('spinbutton', { name: '总分' }).fill('30')
  await page.getByRole('button', { name: '开始组卷' }).click()
  await page.getByTestId('paper-desk').waitFor()
  // Too many are asked for: the desk says which row is short, and makes no paper.
  await page.getByRole('spinbutton', { name: '题数' }).fill('60')
  await page.getByRole('button', { name: '按蓝图选题' }).click()
  await page.getByText('题不够，没有组成').waitFor()
  await page.getByRole('spinbutton', { name: '题数' }).fill('10')
  await page.getByRole('button', { name: '按蓝图选题' }).click()
  await page.getByTestId('paper-row').nth(9).waitFor()
  await page.getByText('30 / 30').waitFor()
  await expectAccessible(page, 'desk of a paper')
  for (let number = 1; number <= 10; number += 1) {
    await page.getByRole('button', { name: `换掉第 ${number} 题` }).click()
    await page.getByText('题可换，按相近排').waitFor()
    if ((await page.getByRole('button', { name: '换上' }).count()) > 0) break
  }
  await page.getByText('换后全卷得分率').first().waitFor()
  await page.getByRole('button', { name: '换上' }).first().click()
  await page.getByText('草稿已保存').waitFor()
  await shoot(page, 'paper-desk')
  await page.getByRole('button', { name: '查看、密封、打印' }).click()
  await page.getByTestId('paper').waitFor()
  const id = Number(new URL(page.url()).searchParams.get('id'))
  await page.getByRole('button', { name: '密封到…' }).click()
  await page.getByLabel('启封时间').fill('2030-01-01T07:30')
  await page.getByRole('button', { name: '密封', exact: true }).click()
  await page.getByText('自动启封').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '答题卡', exact: true }).click()
  expect((await download).suggestedFilename()).toContain('答题卡')
  const school = await callerOf('school')
  expect((await school.get(`/api/v1/examPaper/${id}`)).status).toBe(404)
  const small = await openDesk(phone, await sessionOf('teacher'))
  await small.page.goto('/teacher/bxsj?view=sealed')
  await small.page.getByText(title).first().waitFor()
  await expectNoSidewaysScroll(small.page, 'sealed papers on a phone')
})
