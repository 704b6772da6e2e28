import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
  workerAnswers,
} from '../tools/browser.ts'

afterAll(closeBrowser)

it('a city takes out its roll with a purpose, the province agrees on a phone, and a teacher in it sees that', async () => {
  const city = await openDesk(undefined, await sessionOf('city'), { worker: true })
  const { page } = city
  await page.goto('/areas/teacher')
  await page.getByTestId('roll-line').first().waitFor()
  await workerAnswers(page)
  // A list of telephone numbers: the column is added, and its numbers are asked for in full.
  await page.locator('summary', { hasText: '列' }).click()
  await page.getByLabel('手机号码', { exact: true }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^导出这 [\d,]+ 人$/ }).click()
  const dialog = page.getByRole('dialog', { name: '导出教师名册' })
  await dialog.getByText('须由第二人同意后生成').waitFor()
  await dialog.getByRole('button', { name: '申请导出' }).click()
  await dialog.getByText('请选择用途').waitFor()
  await dialog.getByLabel('用途', { exact: true }).selectOption({ label: '上级报送' })
  // Working out how full 1 691 archives are is not what this is about.
  await dialog.getByLabel('完整度').uncheck()
  await dialog.getByLabel('缺项').uncheck()
  await dialog.getByLabel('完整手机号码').check()
  await dialog.getByText(/人的完整手机号码，须由第二人同意后生成/).waitFor()
  await expectAccessible(page, 'the dialog of an export')
  await dialog.getByRole('button', { name: '申请导出' }).click()
  await dialog.getByText('待第二人同意').waitFor()
  await shoot(page, 'export-asked')
  await dialog.getByRole('link', { name: '导出记录' }).click()
  await page.getByRole('heading', { name: '导入导出记录' }).waitFor()
  const own = page.getByTestId('export').first()
  await own.getByText('待第二人同意').waitFor()

  const province = await openDesk(phone, await sessionOf('province'))
  await province.page.goto('/history/getHistory?tab=exports&which=waiting')
  const waiting = province.page.getByTestId('export').first()
  await waiting.getByText('查看内容').click()
  await waiting.getByText(/及所辖单位$/).waitFor()
  await expectNoSidewaysScroll(province.page, 'exports that wait, phone')
  await expectAccessible(province.page, 'exports that wait, phone')
  await shoot(province.page, 'export-waiting-phone')
  await waiting.getByRole('button', { name: /^同意/ }).click()
  await province.page.getByRole('button', { name: '同意导出' }).click()
  await province.page.getByText('暂无待您同意的导出').waitFor()
  expect(province.complaints).toEqual([])
  await province.close()

  await page.reload()
  // Written beside the requests, when the queue comes to it.
  await own.getByText('可以下载').waitFor({ timeout: 60_000 })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    own.getByRole('button', { name: /^下载/ }).click(),
  ])
  const book = read(await readFile(await file.path()), { type: 'buffer' })
  expect(book.SheetNames).toEqual(['导出说明', '教师名册'])
  const rows = utils.sheet_to_json<string[]>(book.Sheets['教师名册'] ?? {}, { header: 1 })
  expect(rows[0]).toContain('姓名')
  expect(rows[0]).not.toContain('缺项')
  const at = rows[0]?.indexOf('手机号码') ?? -1
  expect(rows.slice(1, -1).filter((row) => /^1\d{10}$/.test(row[at] ?? '')).length).toBeGreaterThan(1_000)
  expect(rows.length).toBeGreaterThan(1_000)
  expect(rows.at(-1)?.[0]).toMatch(/^【导出标记】.+用途：上级报送，共 \d+ 条$/)
  await shoot(page, 'export-ready')
  expect(city.complaints).toEqual([])
  await city.close()

  const teacher = await openDesk(undefined, await sessionOf('teacher'))
  await teacher.page.goto('/teacher/personal?tab=readings')
  await teacher.page.getByText(/^导出了教师名册（姓名、.+，其中手机号码是完整的），用途：上级报送$/).waitFor()
  expect(teacher.complaints).toEqual([])
  await teacher.close()
})
