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
import { expectSaid, expectText } from '../tools/form.ts'

afterAll(closeBrowser)

const windowOf = async (account: string): Promise<Desk> => openDesk(desk, await sessionOf(account))

/** Lets the question through as an office, without a browser. */
async function agree(account: string, id: string): Promise<void> {
  const office = await callerOf(account)
  const url = `/api/v1/question/${id}`
  const { version } = (await office.get<{ version: number }>(url)).data
  expect((await office.post(`${url}/approve`, { version })).status).toBe(200)
}

it('a teacher writes a question with a formula; school, district and city agree; another school finds it', async () => {
  const root = Date.now() % 100_000
  const teacher = await windowOf('teacher')
  const { page } = teacher
  await page.goto('/teacher/bxst')
  await page.getByRole('link', { name: '新增试题' }).first().click()
  await page.getByRole('heading', { level: 1, name: '新增试题' }).waitFor()
  await page.getByRole('combobox', { name: '学段' }).selectOption({ label: '普通高中' })
  await page.getByRole('combobox', { name: '学科' }).selectOption({ label: '数学' })
  await page.getByRole('combobox', { name: '题型' }).selectOption({ label: '选择题' })
  await page.getByRole('textbox', { name: '题干' }).fill(`方程 $\\frac{x}{${root}}=1$ 的根是（　　）`)
  for (const [key, text] of [
    ['A', `$x=${root}$`],
    ['B', '$x=1$'],
    ['C', '$x=0$'],
    ['D', '无解'],
  ] as const)
    await page.getByRole('textbox', { name: `选项 ${key}` }).fill(text)
  await page.getByText('草稿已保存').waitFor()
  // Judged while it is typed: the answer is missing.
  await page.getByRole('list', { name: '还要处理' }).getByText('请选出正确选项').waitFor()
  await page.getByRole('radio', { name: 'A' }).check()
  await page.getByRole('complementary', { name: '效果' }).locator('.katex').first().waitFor()
  await page.getByRole('combobox', { name: '共享范围' }).selectOption({ label: '全市' })
  await shoot(page, 'question-written')
  await expectAccessible(page, 'editor of a question')
  await page.getByRole('button', { name: '提交审核' }).click()
  await expectSaid(page, /已提交，申请共享到全市/)
  await page.getByTestId('question-panel').getByText('待学校审核').waitFor()
  const id = new URL(page.url()).searchParams.get('id') ?? ''

  const school = await windowOf('school')
  await school.page.goto(`/school/xxstsh?id=${id}`)
  await school.page.getByRole('button', { name: '审核通过' }).click()
  await expectSaid(school.page, /已审核通过/)
  await school.close()

  const area = await windowOf('area')
  await area.page.goto(`/area/xqstsh?id=${id}`)
  await area.page.getByRole('textbox', { name: /审核意见/ }).fill('请补上解析')
  await shoot(area.page, 'question-desk')
  await expectAccessible(area.page, 'desk of questions')
  await area.page.getByRole('button', { name: '退回修改' }).click()
  await expectSaid(area.page, /已退回/)
  await area.close()

  await page.goto('/teacher/bxst?view=returned')
  await page
    .getByTestId('question-line')
    .filter({ hasText: String(root) })
    .getByRole('button', { name: /查看/ })
    .click()
  await expectText(page.getByTestId('question-panel'), '退回意见：请补上解析')
  await page.getByRole('link', { name: '继续编写' }).click()
  await page.getByRole('textbox', { name: '解析' }).fill('两边同乘分母。')
  await page.getByRole('combobox', { name: '本次改的是' }).selectOption({ label: '勘误（题意不变）' })
  await page.getByRole('textbox', { name: '改了什么' }).fill('补上解析')
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByTestId('question-panel').getByText('待学校审核').waitFor()
  await teacher.close()
  for (const account of ['school', 'area', 'city']) await agree(account, id)

  const other = await openDesk(phone, await sessionOf('cityteacher'))
  await other.page.goto(`/teacher/bxst?view=all&keyword=${root}`)
  await other.page.getByRole('button', { name: /查看/ }).click()
  const panel = other.page.getByTestId('question-panel')
  await panel.getByText('两边同乘分母。').waitFor()
  await panel.locator('.katex').first().waitFor()
  await expectNoSidewaysScroll(other.page, 'question on a phone')
  await expectAccessible(other.page, 'question on a phone')
  await shoot(other.page, 'question-phone')
  await panel.getByRole('button', { name: '改编成我的题' }).click()
  await other.page.getByRole('heading', { level: 1, name: '编写试题' }).waitFor()
  await other.close()
})
