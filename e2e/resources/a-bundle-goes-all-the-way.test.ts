import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { slidesPaper, wordPaper } from '../../server/features/resources/bundle/test-papers.ts'
import { testFilm } from '../../server/platform/recordings/test-film.ts'
import { callerOf } from '../tools/api.ts'
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
import { answer, choose, expectSaid, expectText, field } from '../tools/form.ts'

afterAll(closeBrowser)

const base = '/api/v1/contents/resource'

async function give(page: Page, part: string, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel(`课包：${part}`).setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await page.getByRole('button', { name: new RegExp(`^移除\\s*${name}$`) }).waitFor()
}

/** Lets what waits through as an office, without a browser. */
async function agree(account: string, id: string): Promise<void> {
  const office = await callerOf(account)
  const { version } = (await office.get<{ version: number }>(`${base}/${id}`)).data
  expect((await office.post(`${base}/${id}/publish`, { version })).status).toBe(200)
}

/** The row 资源共享 that a resource has in the archive of an account, as it is read there. */
async function archived(account: string, title: string): Promise<string> {
  const who = await callerOf(account)
  const rows = '/api/v1/records/sharedResource'
  const { list } = (await who.get<{ list: { id: string }[] }>(`${rows}?pageSize=100`)).data
  const row = list.find((one) => JSON.stringify(one).includes(`"${title}"`))
  if (!row) throw new Error(`${title} is not in the archive of ${account}`)
  return (await who.get(`${rows}/${row.id}`)).text
}

/** Opens what waits at the desk of an office. */
async function openWaiting(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('link', { name: title }).click({ timeout: 90_000 })
  await page.getByRole('button', { name: '审核通过' }).waitFor()
}

it('a bundle begun on the phone is mended, adapted elsewhere and taken down; both archives say so', async () => {
  const title = `二次函数五件套 ${Date.now() % 100_000}`
  const hand = await openDesk(phone, await sessionOf('teacher'))
  await hand.page.goto('/teacher/bxzy')
  await hand.page.getByRole('link', { name: '上传资源' }).click()
  await field(hand.page, '资源名称').fill(title)
  await choose(hand.page, '资源类别', '课件', '课件')
  await choose(hand.page, '学段', '初中', '普通初中')
  await choose(hand.page, '学科', '数学', '数学')
  await choose(hand.page, '共享范围', '全市', '全市')
  await give(hand.page, '微课视频', '微课.mp4', testFilm({ seconds: 18 * 60 }))
  await hand.page.getByRole('button', { name: '保存草稿' }).click()
  await expectSaid(hand.page, /已保存/)
  await hand.close()

  // At the desk the film is there, and the papers are added.
  const teacher = await openDesk(desk, await sessionOf('teacher'))
  const { page } = teacher
  await page.goto('/teacher/bxzy?view=mine')
  await page.getByRole('link', { name: title }).click()
  await page.getByText('微课.mp4').first().waitFor()
  await choose(page, '教材章节', '二次函数', '人教版 数学 九年级上册（2014）　第二十二章 二次函数')
  await page.keyboard.press('Escape')
  await give(page, '课件', '课件.pptx', slidesPaper())
  await give(page, '教学设计', '设计.docx', wordPaper())
  await give(page, '学习任务单', '任务单.docx', wordPaper({ word: '任' }))
  await answer(page, '声明', '是')
  await page.getByRole('button', { name: '送审' }).click()
  await page.getByTestId('standing').getByText('待学校审核').waitFor()
  const id = new URL(page.url()).searchParams.get('id') ?? ''

  const school = await openDesk(desk, await sessionOf('school'))
  await openWaiting(school.page, '/school/xxzysh', title)
  await school.page.getByRole('button', { name: '审核通过' }).click()
  await expectSaid(school.page, /待县区审核/)
  await school.close()
  const area = await openDesk(desk, await sessionOf('area'))
  await openWaiting(area.page, '/area/xqzysh', title)
  await area.page.getByRole('textbox', { name: /审核意见/ }).fill('任务单缺第二课时')
  await area.page.getByRole('button', { name: '退回修改' }).click()
  await expectSaid(area.page, /已退回/)
  await area.close()
  await page.reload()
  await expectText(page, '任务单缺第二课时')
  await give(page, '学习任务单', '任务单（改）.docx', wordPaper({ word: '务' }))
  await page.getByRole('button', { name: '送审' }).click()
  await page.getByTestId('standing').getByText('待学校审核').waitFor()
  for (const account of ['school', 'area', 'city']) await agree(account, id)

  const other = await openDesk(desk, await sessionOf('cityteacher'))
  await other.page.goto(`/teacher/gxzy?q=${encodeURIComponent(title)}`)
  await other.page.getByRole('button', { name: title }).click()
  await expectAccessible(other.page, 'a bundle of another school')
  await other.page.getByRole('button', { name: '改编为我的' }).click()
  await field(other.page, '来源说明').waitFor()
  await field(other.page, '资源名称').fill(`${title}（改编）`)
  await other.page.getByLabel('资源文件').setInputFiles({
    name: '改编.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: wordPaper({ word: '改' }),
  })
  await other.page.getByRole('button', { name: /^移除\s*改编\.docx$/ }).waitFor()
  await answer(other.page, '声明', '是')
  await other.page.getByRole('button', { name: '送审' }).click()
  await other.page.getByTestId('standing').getByText('待学校审核').waitFor()
  const adapted = new URL(other.page.url()).searchParams.get('id') ?? ''
  await agree('cityschool', adapted)

  await page.reload()
  await page.getByRole('button', { name: '下架', exact: true }).click()
  const asked = page.getByRole('dialog').getByRole('button', { name: '下架' })
  if (await asked.isVisible().catch(() => false)) await asked.click()
  await expectText(page, /已下架/)

  // What was adapted stays; its page says that the origin is gone.
  await other.page.goto(`/teacher/bxzy?id=${adapted}`)
  await expectText(other.page, '来源已下架')
  await shoot(other.page, 'adapted-of-a-gone-origin')
  await expectNoSidewaysScroll(other.page, 'adapted')
  expect(await archived('teacher', title)).toMatch(/\d{4}-\d\d-\d\d 已下架/)
  expect(await archived('cityteacher', `${title}（改编）`)).not.toContain('已下架')
  for (const { complaints } of [teacher, other]) expect(complaints).toEqual([])
})
