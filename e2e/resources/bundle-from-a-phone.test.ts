import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { slidesPaper, wordPaper } from '../../server/features/resources/bundle/test-papers.ts'
import { testFilm } from '../../server/platform/recordings/test-film.ts'
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
import { answer, choose, expectSaid, field } from '../tools/form.ts'

afterAll(closeBrowser)

/** Chooses a file for a part and waits until it is held. */
async function give(page: Page, part: string, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel(`课包：${part}`).setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await page.getByRole('button', { name: new RegExp(`^移除\\s*${name}$`) }).waitFor()
}

it('a teacher uploads a bundle on the phone, mends what was found, and the school passes it', async () => {
  const title = `传播与握手 ${Date.now() % 100_000}`
  const teacher = await openDesk(phone, await sessionOf('teacher'))
  const { page } = teacher
  await page.goto('/teacher/bxzy')
  await page.getByRole('link', { name: '上传资源' }).click()
  await field(page, '资源名称').fill(title)
  await choose(page, '资源类别', '课件', '课件')
  await choose(page, '学段', '初中', '普通初中')
  await choose(page, '学科', '数学', '数学')
  await choose(page, '共享范围', '本校', '本校')
  await give(page, '微课视频', '微课.mp4', testFilm({ index: 'end', seconds: 21 * 60 }))
  await page.getByText('建议：时长 21 分，该学段应为 15 至 20 分钟').waitFor()
  await give(page, '课件', '课件.pptx', slidesPaper())
  await give(page, '教学设计', '设计.docx', wordPaper({ letters: 90 }))
  const found = page.getByText('送审前要改：只有 90 字，至少要 300 字')
  await found.waitFor()
  await give(page, '学习任务单', '任务单.docx', wordPaper({ word: '任' }))
  await found.scrollIntoViewIfNeeded()
  await shoot(page, 'bundle-form-phone')
  await expectAccessible(page, 'bundle form')
  await expectNoSidewaysScroll(page, 'bundle form')
  await answer(page, '声明', '是')
  await page.getByRole('button', { name: '送审' }).click()
  await expectSaid(page, /只有 90 字，至少要 300 字/)
  await give(page, '教学设计', '设计（改）.docx', wordPaper())
  await found.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '送审' }).click()
  await page.getByTestId('standing').getByText('待学校审核').waitFor()

  const school = await openDesk(desk, await sessionOf('school'))
  await school.page.goto('/school/xxzysh')
  await school.page.getByRole('link', { name: title }).click()
  await school.page.getByText('设计（改）.docx').first().waitFor()
  await shoot(school.page, 'bundle-review')
  await school.page.getByRole('button', { name: '审核通过' }).click()
  await expectSaid(school.page, /已|通过/)
  await school.page.goto('/school/xxxbzyk')
  await school.page
    .getByRole('region', { name: '文件空间' })
    .getByText(/已用 .+，共 200\.0 GB/)
    .waitFor()
  await shoot(school.page, 'library-room')
  await school.close()

  await page.goto(`/teacher/bxzy?view=own&q=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: title }).click()
  const parts = page.getByRole('region', { name: '课包' })
  await parts.getByText('微课视频').waitFor()
  await parts.getByRole('button', { name: '在线看教学设计' }).click()
  await page.getByRole('button', { name: /^下载课包（zip）/ }).waitFor()
  await expectAccessible(page, 'bundle')
  await expectNoSidewaysScroll(page, 'bundle')
  await parts.scrollIntoViewIfNeeded()
  await shoot(page, 'bundle-phone')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: /^下载课包（zip）/ }).click()
  expect((await coming).suggestedFilename()).toBe(`${title}.zip`)
  await page.goto('/teacher/bxzy?view=mine')
  const room = page.getByRole('region', { name: '文件空间' })
  await room.getByRole('button', { name: '我上传的文件' }).click()
  await room.getByTestId('own-file').first().waitFor()
  await shoot(page, 'room-phone')
  await expectNoSidewaysScroll(page, 'room')
  await teacher.close()

  const area = await openDesk(desk, await sessionOf('area'))
  await area.page.goto('/area/xqqyzyk?view=rooms')
  await area.page
    .getByRole('button', { name: /^调整 .+ 的空间$/ })
    .first()
    .click()
  await area.page.getByLabel(/的文件空间（GB）$/).fill('300')
  await area.page.getByRole('button', { name: '保存' }).click()
  await area.page
    .getByTestId('school-room')
    .getByText(/共 300\.0 GB/)
    .waitFor()
  await shoot(area.page, 'school-rooms')
  await expectAccessible(area.page, 'school rooms')
  await area.close()
})
