import type { Page } from 'playwright-core'
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
  type Desk,
} from '../tools/browser.ts'
import { callerOf } from '../tools/api.ts'
import { certificate } from '../tools/evidence.ts'
import { answer, choose, expectSaid, expectText, field } from '../tools/form.ts'

afterAll(closeBrowser)

const windowOf = async (account: string): Promise<Desk> => openDesk(desk, await sessionOf(account))

/** Opens the desk of an office and the resource that waits there. */
async function openWaiting(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: '审核通过' }).waitFor()
}

/** Lets the resource through as an office, without a browser. */
async function agree(account: string, id: string): Promise<void> {
  const office = await callerOf(account)
  const url = `/api/v1/contents/resource/${id}`
  const { version } = (await office.get<{ version: number }>(url)).data
  expect((await office.post(`${url}/publish`, { version })).status).toBe(200)
}

it('a teacher shares a resource; his school uses it at once, another one when district and city agreed', async () => {
  const title = `二次函数的三种表示 ${Date.now() % 100_000}`
  const teacher = await windowOf('teacher')
  const { page } = teacher
  await page.goto('/teacher/bxzy')
  await page.getByRole('link', { name: '上传资源' }).click()
  await page.getByRole('heading', { level: 1, name: '新增资源' }).waitFor()
  expect(await field(page, '作者').inputValue()).toBe('林疏影')
  await field(page, '资源名称').fill(title)
  await choose(page, '资源类别', '课件', '课件')
  await choose(page, '学段', '初中', '普通初中')
  await choose(page, '学科', '数学', '数学')
  await choose(page, '教材章节', '二次函数', '人教版 数学 九年级上册（2014）　第二十二章 二次函数')
  await page.keyboard.press('Escape')
  await choose(page, '共享范围', '全市', '全市')
  await page.getByLabel('资源文件').setInputFiles({
    name: '三种表示.jpg',
    mimeType: 'image/jpeg',
    buffer: await certificate('表格、式子和图象'),
  })
  await page.getByRole('img', { name: '三种表示.jpg' }).waitFor()
  await answer(page, '声明', '是')
  await page.getByRole('button', { name: '送审' }).click()
  await page.getByTestId('standing').getByText('待学校审核').waitFor()
  await shoot(page, 'resource-sent')

  const school = await windowOf('school')
  await openWaiting(school.page, '/school/xxzysh', title)
  await expectText(school.page.getByTestId('reach'), /通过后“本校”能用的/)
  await school.page.getByRole('button', { name: '审核通过' }).click()
  await expectSaid(school.page, /待县区审核/)
  // Pressed too soon: the school takes it back and looks again.
  const undo = school.page.getByTestId('undo-bar').filter({ hasText: title })
  await shoot(school.page, 'resource-undo')
  await undo.getByRole('button', { name: '撤销' }).first().click()
  await expectSaid(school.page, /已撤销 1 条/)
  await openWaiting(school.page, '/school/xxzysh', title)
  await school.page.getByRole('button', { name: '审核通过' }).click()
  await expectSaid(school.page, /待县区审核/)
  await school.close()
  // The school uses it the minute it agreed.
  await page.goto('/teacher/bxzy?view=own&book=3&node=302')
  await page.getByTestId('library-line').getByText(title).waitFor()
  await expectAccessible(page, 'library')

  const area = await windowOf('area')
  await openWaiting(area.page, '/area/xqzysh', title)
  await area.page.getByRole('textbox', { name: /审核意见/ }).fill('请写上简介')
  await area.page.getByRole('button', { name: '退回修改' }).click()
  await expectSaid(area.page, /已退回/)
  await area.close()
  await page.goto('/teacher/bxzy?view=mine')
  await page
    .getByTestId('own-resource')
    .filter({ hasText: title })
    .getByText(/已退回/)
    .waitFor()
  await page.getByRole('link', { name: title }).click()
  await expectText(page, '请写上简介')
  await field(page, '关键词').fill('函数 图象')
  await page.getByRole('button', { name: '送审' }).click()
  await page.getByTestId('standing').getByText('待学校审核').waitFor()
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  await teacher.close()
  for (const account of ['school', 'area', 'city']) await agree(account, id)

  const other = await openDesk(phone, await sessionOf('cityteacher'))
  await other.page.goto(`/teacher/gxzy?q=${encodeURIComponent(title)}`)
  await other.page.getByRole('button', { name: title }).click()
  await other.page.getByRole('button', { name: '在线看' }).click()
  await other.page.getByRole('img', { name: '三种表示.jpg' }).waitFor()
  await other.page.getByRole('region', { name: title }).getByRole('button', { name: '收藏' }).click()
  await other.page.getByRole('button', { name: '已收藏' }).waitFor()
  const comments = other.page.getByRole('region', { name: '评论' })
  await comments.getByRole('textbox', { name: '评论' }).fill('第二种表示更好懂')
  await comments.getByRole('button', { name: '发表评论' }).click()
  await comments.getByRole('listitem').getByText('第二种表示更好懂').waitFor()
  await shoot(other.page, 'resource-comments')
  await expectNoSidewaysScroll(other.page, 'resource on a phone')
  await expectAccessible(other.page, 'resource on a phone')
  await shoot(other.page, 'resource-phone')
  await other.page.getByRole('button', { name: '改编为我的' }).click()
  await field(other.page, '来源说明').waitFor()
  expect(await field(other.page, '来源说明').inputValue()).toContain(`改编自“${title}”（林疏影`)
  await shoot(other.page, 'resource-adapted')
  await other.close()
})
