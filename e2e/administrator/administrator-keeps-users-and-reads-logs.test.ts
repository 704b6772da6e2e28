import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callerOf, type Caller } from '../tools/api.ts'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
  signIn,
  type Desk,
} from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'
import { confirmWith, expectFocused, expectSaid, expectText, pick } from '../tools/form.ts'

const account = `clerk_${Date.now().toString(36)}`
let admin: Desk
let page: Page
const mobile = '13855557777'
let onceOnly = ''

/** The one-time password as it is shown once, because the demo has no gateway; the dialog is closed. */
async function shownPassword(): Promise<string> {
  const shown = (await page.getByTestId('one-time-password').textContent()) ?? ''
  expect(shown).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  await page.getByRole('dialog').getByRole('button', { name: /关闭$/ }).click()
  return shown
}
let newcomer: Desk
/** Another administrator, as a program: one more device of the first would end one of theirs. */
let second: Caller

beforeAll(async () => {
  admin = await openDesk()
  page = admin.page
  second = await callerOf('admin2')
})
afterAll(async () => {
  expect(admin.complaints).toEqual([])
  await closeBrowser()
})

it('signs in and lands on a page that is there', async () => {
  await signIn(admin, 'admin')
  await page.getByRole('heading', { level: 1, name: '运行概览' }).waitFor()
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: '运行概览' }).waitFor()
})

it('finds who changed a record, and everything else that concerns that person', async () => {
  const teacher = await callerOf('teacher')
  const made = await teacher.post<{ id: string }>('/api/v1/records/artwork', {
    title: `夜雨${unique()}`,
    artworkKind: '42',
    finishDate: '2024-05-01',
    projectRole: '100',
  })
  expect(made.status, made.text).toBe(200)
  await page.goto('/appCore/logs')
  await page.getByLabel('涉及的人').fill('林疏影')
  await page.getByLabel('涉及的人').press('Enter')
  await pick(page, '操作', '新增档案记录')
  const line = page.getByTestId('log-line').first()
  await expectText(line, '新增档案记录')
  await expectText(line, /文艺作品：夜雨/)
  await expectText(line, /完成/)
  await expectAccessible(page, 'log')
  await shoot(page, 'journey-log')
  await line
    .getByRole('button', { name: /^林疏影/ })
    .first()
    .click()
  await expectText(page, '只看这位操作人')
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expectText(page.getByTestId('log-line').first(), '查阅某人的日志')
})

it('reads the sign-in log and checks that nobody touched the last day', async () => {
  await page.getByRole('button', { name: '登录日志' }).click()
  await expectText(page.getByTestId('log-line').first(), '登录')
  await page.getByRole('button', { name: '检查完整性' }).click()
  await expectText(page, /最近一天的日志完整，没有被改动|看过的部分没有被改动/)
  await expectAccessible(page, 'sign-in log')
  await shoot(page, 'journey-log-sign-in')
})

it('takes a filtered log along as a table', async () => {
  await page.goto('/appCore/logs?action=audit.checked')
  await page.getByTestId('log-line').first().waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出这些日志' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^日志-\d{4}-\d{2}-\d{2}\.csv$/)
  await expectSaid(page, /已导出/)
})

it('creates a user: faults stand beside the fields and nothing typed is lost', async () => {
  await page.goto('/appCore/userSet')
  await page.getByTestId('user-line').first().waitFor()
  await expectAccessible(page, 'users')
  await shoot(page, 'journey-users')
  await page.getByRole('link', { name: '新增用户' }).click()
  // The list has a field named 姓名或账号: a page that comes late would lose what is typed there.
  await page.getByRole('heading', { level: 1, name: '新增用户' }).waitFor()
  await page.getByLabel('姓名', { exact: false }).fill('柳依依')
  await page.getByLabel('账号').fill('ad')
  await page.getByRole('button', { name: '新增用户' }).click()
  await expectText(page, '账号为 4 至 30 位字母、数字或下划线')
  await expectText(page, '请选择角色')
  await expectFocused(page, page.getByLabel('账号'))
  await expectAccessible(page, 'new user with faults')
  expect(await page.getByLabel('姓名', { exact: false }).inputValue()).toBe('柳依依')
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('手机号').fill(mobile)
  await page.getByLabel('角色').selectOption('学校')
  await page.getByLabel('搜索机构').fill('扬帆')
  await page
    .getByLabel('所属机构')
    .locator('option', { hasText: '扬帆' })
    .first()
    .waitFor({ state: 'attached' })
  await page.getByLabel('所属机构').selectOption({ index: 1 })
  await shoot(page, 'journey-user-new')
  await page.getByRole('button', { name: '新增用户' }).click()
  onceOnly = await shownPassword()
  await page.getByRole('heading', { level: 1, name: '柳依依' }).waitFor()
  expect(await page.content()).not.toContain(onceOnly)
})

it('the new user signs in with the password that was handed over', async () => {
  newcomer = await openDesk()
  await newcomer.page.goto('/login')
  await newcomer.page.getByLabel('账号', { exact: true }).fill(account)
  await newcomer.page.getByLabel('密码', { exact: true }).fill(onceOnly)
  await newcomer.page.getByRole('button', { name: '登录', exact: true }).click()
  await newcomer.page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await expectText(newcomer.page, '首次登录，请设置新密码')
})

it('disabling them ends their session; the log says who did it', async () => {
  await page.getByRole('button', { name: /^停用/ }).click()
  await confirmWith(page, '停用')
  await expectSaid(page, '已停用，该身份的登录已失效')
  await expectAccessible(page, 'user')
  await shoot(page, 'journey-user')
  await new Promise((go) => setTimeout(go, 1_100))
  await newcomer.page.goto('/school/messageList')
  await expectSaid(newcomer.page, /登录过期/)
  await newcomer.close()
  await page.getByRole('link', { name: '看此人的日志' }).click()
  const off = page.locator('[data-action="user.identity.disabled"]').first()
  await expectText(off, '停用身份')
  await expectText(off, '系统管理员')
})

it('finds a person by a whole number, which no address ever holds', async () => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto('/appCore/userSet')
  await page.getByLabel('姓名或账号').fill(mobile)
  await page.getByLabel('姓名或账号').press('Enter')
  await page.getByRole('heading', { level: 1, name: '柳依依' }).waitFor()
  await page.goto('/appCore/logs')
  await page.getByLabel('涉及的人').fill(mobile)
  await page.getByLabel('涉及的人').press('Enter')
  await page.locator('[data-action="user.identity.disabled"]').first().waitFor()
  expect(addresses.length).toBeGreaterThan(5)
  expect([...addresses, page.url()].filter((url) => url.includes(mobile))).toEqual([])
})

it('resets a password: without a gateway it is shown once, with a phone and without', async () => {
  await page.goto(`/appCore/userSet?q=${account}`)
  await page.getByRole('link', { name: '柳依依' }).click()
  await page.getByRole('button', { name: '重置密码' }).click()
  await confirmWith(page, '重置密码')
  expect(await shownPassword()).not.toBe(onceOnly)
  expect(await page.getByText('已发到本人手机').count()).toBe(0)
  const places = await second.get<{ list: { id: number }[] }>(
    `/api/v1/userManage/institutions?q=${encodeURIComponent('石榴')}`,
  )
  const draft = {
    name: '柳无机',
    loginName: `${account}_b`,
    idNo: '',
    mobile: '',
    role: 3,
    institutionId: places.data.list[0]?.id,
  }
  const made = await second.post<{ id: number }>('/api/v1/userManage', draft)
  await page.goto(`/appCore/userSetEdit?id=${made.data.id}`)
  await page.getByRole('button', { name: '重置密码' }).click()
  await confirmWith(page, '重置密码')
  expect(await page.getByTestId('one-time-password').textContent()).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'one-time password')
  await shoot(page, 'journey-user-password')
  await page.getByRole('button', { name: '我已记录，关闭' }).click()
  await page.getByTestId('one-time-password').waitFor({ state: 'detached' })
})

it('asks for a weighty role, which a second administrator confirms', async () => {
  await page.goto(`/appCore/userSet?q=${account}`)
  await page.getByRole('link', { name: '柳依依' }).click()
  await page.getByRole('button', { name: '增加身份' }).click()
  await page.getByLabel('角色').selectOption('县区')
  await page.getByLabel('搜索机构').fill('江城区教育')
  await page
    .getByLabel('所属机构')
    .locator('option', { hasText: '江城区教育' })
    .first()
    .waitFor({ state: 'attached' })
  await page.getByLabel('所属机构').selectOption({ index: 1 })
  await page.getByRole('button', { name: '增加该身份' }).click()
  await expectSaid(page, '已提交，等另一位管理员确认后生效')
  await page.getByRole('link', { name: '等另一位管理员确认' }).click()
  await page.getByRole('button', { name: '撤回申请' }).waitFor()
  expect(await page.getByRole('button', { name: /^确认/ }).count()).toBe(0)
  const other = await openDesk(undefined, await sessionOf('admin2'))
  await other.page.goto('/appCore/userSet')
  await expectText(other.page.getByRole('link', { name: /^身份申请/ }).first(), /1/)
  await other.page
    .getByRole('link', { name: /^身份申请/ })
    .first()
    .click()
  await expectText(other.page.getByTestId('account-request'), /柳依依.*县区.*江城区教育局.*洪启明 于/)
  await expectAccessible(other.page, 'requests')
  await shoot(other.page, 'journey-account-requests')
  await other.page.getByRole('button', { name: '不同意' }).click()
  await other.page.getByRole('dialog').getByRole('button', { name: '不同意' }).click()
  await expectText(other.page, '请写明不同意的原因')
  await other.page.getByRole('button', { name: '取消' }).click()
  await other.page.getByRole('button', { name: /^确认/ }).click()
  await confirmWith(other.page, '确认生效')
  await expectSaid(other.page, /已确认，身份随即生效/)
  await other.page.getByRole('button', { name: '已办结' }).click()
  await expectText(other.page.getByTestId('account-request').first(), /岑望山 于 .* 已确认/)
  expect(other.complaints).toEqual([])
  await other.close()
})

it('switches several off at once, in the order of their names; the address says which', async () => {
  await page.goto(`/appCore/userSet?q=${encodeURIComponent('柳')}`)
  await page.getByRole('button', { name: '姓名' }).click()
  await page.waitForURL(/sort=name/)
  await page
    .getByRole('columnheader', { name: '姓名' })
    .and(page.locator('[aria-sort="ascending"]'))
    .waitFor()
  await page.getByRole('checkbox', { name: /^选择 柳依依，县区/ }).check()
  await page
    .getByRole('checkbox', { name: /^选择 柳无机，学校/ })
    .first()
    .check()
  await expectAccessible(page, 'users chosen')
  await page.getByRole('button', { name: '停用 2 个' }).click()
  await confirmWith(page, '停用')
  await expectSaid(page, '已停用 2 个')
  await expectText(page.getByTestId('user-line').filter({ hasText: '柳无机' }).first(), '停用')
})

it('all of it fits a phone', async () => {
  const small = await openDesk(phone, await sessionOf('admin'))
  for (const [path, word] of [
    ['/appCore/logs', 'log'],
    ['/appCore/logs?kind=signIn', 'sign-ins'],
    ['/appCore/userSet', 'users'],
    ['/appCore/userSetEdit', 'new user'],
    ['/appCore/userSetEdit?id=1', 'user'],
    ['/appCore/accountRequests?state=closed', 'requests'],
  ] as const) {
    await small.page.goto(path)
    await small.page.getByRole('heading', { level: 1 }).waitFor()
    await small.page.getByText('正在加载', { exact: true }).first().waitFor({ state: 'detached' })
    await expectNoSidewaysScroll(small.page, word)
    await expectAccessible(small.page, word)
    await shoot(small.page, `journey-phone-${word.replace(' ', '-')}`)
  }
  expect(small.complaints).toEqual([])
  await small.close()
})

it('is no page of anybody else', async () => {
  const province = await openDesk(undefined, await sessionOf('province'))
  for (const path of ['/appCore/logs', '/appCore/userSet', '/appCore/userSetEdit?id=1']) {
    await province.page.goto(path)
    await expectText(province.page, /没有|找不到/)
  }
  await province.close()
})
