import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
import { confirmWith, expectSaid, expectText } from '../tools/form.ts'

let school: Desk
let page: Page
beforeAll(async () => {
  school = await openDesk(undefined, await sessionOf('school'))
  page = school.page
})
afterAll(async () => {
  expect(school.complaints).toEqual([])
  await closeBrowser()
})

const mark = unique()
const teachers = Array.from({ length: 10 }, (_, i) => ({
  name: `纪晓岚${'甲乙丙丁戊己庚辛壬癸'[i]}`,
  loginName: `t_${mark}_${i}`,
}))
const line = (text: string) => page.getByTestId('account-line').filter({ hasText: text })

it('opens an account for a teacher; the code is shown once where there is no phone', async () => {
  await page.goto('/setteacher/accounts')
  await page.getByTestId('account-line').first().waitFor()
  await expectAccessible(page, 'accounts')
  await page.getByRole('link', { name: '新增账号' }).click()
  await page.getByRole('heading', { level: 1, name: '新增账号' }).waitFor()
  await page.getByRole('button', { name: '新增账号' }).click()
  await expectText(page, '请填写姓名')
  await expectAccessible(page, 'new account with faults')
  const [first] = teachers
  await page.getByLabel(/^姓名/).fill(first?.name ?? '')
  await page.getByLabel(/^账号/).fill(first?.loginName ?? '')
  await page.getByRole('button', { name: '新增账号' }).click()
  await page.getByTestId('one-time-password').waitFor()
  await page.getByRole('button', { name: '我已记录，关闭' }).click()
  await page.getByRole('heading', { level: 1, name: '账号管理' }).waitFor()
})

it('opens nine more from a pasted table: a row that is wrong is told, and nobody is added until all are right', async () => {
  await page.getByRole('link', { name: '批量新增' }).click()
  await page.getByRole('heading', { level: 1, name: '批量新增账号' }).waitFor()
  const table = (last: string) =>
    ['姓名\t账号', ...teachers.slice(1, 9).map(({ name, loginName }) => `${name}\t${loginName}`), last].join(
      '\n',
    )
  const ninth = teachers[9]
  await page.getByLabel('账号名单').fill(table(`${ninth?.name}\t${teachers[1]?.loginName}`))
  await page.getByRole('button', { name: '核对', exact: true }).click()
  await expectText(page.getByTestId('pasted-row').nth(8), '账号：该账号已有人使用，请换一个')
  await expectAccessible(page, 'pasted accounts')
  expect(await page.getByRole('button', { name: '新增这 9 个账号' }).isDisabled()).toBe(true)
  await page.getByLabel('账号名单').fill(table(`${ninth?.name}\t${ninth?.loginName}`))
  await page.getByRole('button', { name: '核对', exact: true }).click()
  await expectText(page.getByTestId('pasted-row').nth(8), '可以新增')
  await page.getByRole('button', { name: '新增这 9 个账号' }).click()
  await expectSaid(page, '已新增 9 个账号')
  await expect.poll(() => page.getByTestId('codes').getByRole('listitem').count()).toBe(9)
  await page.getByRole('button', { name: '关闭', exact: true }).click()
  await confirmWith(page, '关闭')
  await page.getByRole('heading', { level: 1, name: '账号管理' }).waitFor()
})

it('gives ten new teachers one-time codes to print, and one of them signs in with the slip', async () => {
  await page.goto(`/setteacher/accounts?q=${encodeURIComponent('纪晓岚')}&concern=unused`)
  await line(teachers[9]?.loginName ?? '').waitFor()
  for (const { loginName } of teachers) await line(loginName).getByRole('checkbox').check()
  await page.getByRole('button', { name: '发一次性密码', exact: true }).click()
  await confirmWith(page, '发一次性密码')
  const slips = page.getByTestId('codes').getByRole('listitem')
  await expect.poll(() => slips.count()).toBe(10)
  await expectAccessible(page, 'slips')
  await page.emulateMedia({ media: 'print' })
  await shoot(page, 'slips-printed')
  expect(await page.getByRole('button', { name: '打印' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  const slip = slips.filter({ hasText: teachers[4]?.loginName ?? '' })
  const code = (await slip.locator('output').textContent()) ?? ''

  const teacher = await openDesk()
  await teacher.page.goto('/login')
  await teacher.page.getByLabel('账号', { exact: true }).fill(teachers[4]?.loginName ?? '')
  await teacher.page.getByLabel('密码', { exact: true }).fill(code)
  await teacher.page.getByRole('button', { name: '登录', exact: true }).click()
  await expectText(teacher.page, /请设置新密码/)
  await teacher.close()
  await page.getByRole('button', { name: '关闭', exact: true }).click()
  await confirmWith(page, '关闭')
})

it('ends an account and opens it again', async () => {
  const { loginName = '', name = '' } = teachers[2] ?? {}
  await page.getByRole('button', { name: `停用${name}的账号` }).click()
  await confirmWith(page, '停用')
  await expectSaid(page, '已停用')
  await page.goto(`/setteacher/accounts?q=${loginName}`)
  await page.getByRole('button', { name: `启用${name}的账号` }).click()
  await expectSaid(page, '已启用，已通知本人')
})

it('shows a district how its institutions stand, on a phone too; a number leads to the accounts', async () => {
  const area = await openDesk(phone, await sessionOf('area'))
  await area.page.goto('/institu/accounts?report=1')
  const own = area.page.getByTestId('report-line').filter({ hasText: '江城区听潮中学' })
  await own.waitFor()
  await expectNoSidewaysScroll(area.page, 'report')
  await own.getByRole('link').first().click()
  await area.page.getByTestId('account-line').first().waitFor()
  await expectNoSidewaysScroll(area.page, 'accounts')
  expect(area.complaints).toEqual([])
})
