import type { ChildProcess } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IssuedPassword, UserView } from '../../catalogue/contract/administration/users.ts'
import { callerOf, type Caller } from '../tools/api.ts'
import { closeBrowser, expectAccessible, openDesk, shoot, type Desk } from '../tools/browser.ts'
import { confirmWith, expectSaid, expectText, field, type } from '../tools/form.ts'
import { removePortal, startPortal, stopPortal } from '../tools/portal.ts'
import { handIn } from '../tools/study.ts'

/** A portal of its own, without the demo: one institution, one administrator, a one-time code. */
let bare: { process: ChildProcess; url: string; output: () => string }
let folder: string
const outside = process.env['E2E_URL']
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xingtan-nothing-'))
  bare = await startPortal({ DATA_DIR: folder, DEMO: 'off' })
  // The tools of this file speak to it, and not to the portal of the worker.
  process.env['E2E_URL'] = bare.url
})
afterAll(async () => {
  if (outside === undefined) delete process.env['E2E_URL']
  else process.env['E2E_URL'] = outside
  await closeBrowser()
  await stopPortal(bare.process)
  await removePortal(folder)
})

const chosen = 'Otter-7-kites'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Signs in with a one-time password and chooses an own one, as the portal asks. */
async function begin(account: string, code: string): Promise<Desk> {
  const window = await openDesk()
  const { page } = window
  await page.goto('/login')
  await page.getByLabel('账号', { exact: true }).fill(account)
  await page.getByLabel('密码', { exact: true }).fill(code)
  await button(page, '登录').click()
  await page.getByLabel('新密码', { exact: true }).fill(chosen)
  await page.getByLabel('再填一次新密码', { exact: true }).fill(chosen)
  await button(page, '设置新密码').click()
  await button(page, '设置新密码').waitFor({ state: 'detached' })
  // The first steps are shown to whoever is new here.
  await page.getByRole('dialog', { name: '新手引导' }).getByRole('button', { name: '跳过' }).click()
  return window
}

/** The same without a window. */
async function beginQuietly(account: string, code: string): Promise<Caller> {
  const first = await callerOf(account, code)
  const body = { old_password: code, password: chosen }
  expect((await first.put('/api/v1/user/resetPassword', body)).status).toBe(200)
  return callerOf(account, chosen)
}

let admin: Desk
let city: Desk
const url = '/api/v1/accountManage'
const account = async (caller: Caller, loginName: string, role: number, institutionId?: number) => {
  const body = {
    name: '开通人',
    loginName,
    idNo: '',
    mobile: '',
    role,
    ...(institutionId && { institutionId }),
  }
  const given = await caller.post<IssuedPassword>(url, body)
  expect(given.text).toContain('"error_code":0')
  return given.data.password ?? ''
}
const idOf = async (caller: Caller, name: string): Promise<number> => {
  const found = await caller.get<{ list: { id: number; name: string }[] }>(
    `/api/v1/institutionManage?q=${encodeURIComponent(name)}`,
  )
  return found.data.list.find((one) => one.name === name)?.id ?? 0
}

it('the first administrator is led: what the portal is for, its name, a second administrator', async () => {
  admin = await begin('admin', /^ {2}(\S{12})$/m.exec(bare.output())?.[1] ?? '')
  const { page } = admin
  await page.getByRole('heading', { name: '从这里开始' }).waitFor()
  await expectAccessible(page, 'first steps')
  await shoot(page, 'first-steps')
  await page.getByRole('link', { name: '去办理：确定平台给谁使用' }).click()
  await page.getByRole('heading', { level: 1, name: '平台' }).waitFor()
  await page.getByLabel('机构类型').selectOption('20')
  await button(page, '确定级别').click()
  await expectSaid(page, '已定为地市教育行政部门')
  await type(page, '机构名称', '阳江市教育局')
  await button(page, '更名').click()
  await confirmWith(page, '更名')
  await expectSaid(page, '已更名')
  await page.getByRole('heading', { level: 1, name: '阳江市教育局' }).waitFor()
  await field(page, '所属区划').click()
  await page.keyboard.type('阳江市')
  await page
    .locator('.ant-cascader-menu-item:visible')
    .filter({ hasText: /阳江市$/ })
    .first()
    .click()
  await button(page, '保存资料').click()
  await expectSaid(page, '资料已保存')

  await page.goto('/appCore/overview')
  await page.getByRole('link', { name: '去办理：增加第二位系统管理员' }).click()
  await page.getByRole('heading', { level: 1, name: '新增用户' }).waitFor()
  await page.getByLabel(/^姓名/).fill('沈砚')
  await page.getByLabel(/^账号/).fill('second')
  await page.getByLabel('角色').selectOption('系统管理员')
  await page.getByLabel('搜索机构').fill('阳江')
  await page.getByLabel('所属机构').selectOption({ label: '阳江市教育局' })
  await button(page, '新增用户').click()
  const code = (await page.getByTestId('one-time-password').textContent()) ?? ''
  await button(page, '我已记录，关闭').click()
  const second = await beginQuietly('second', code)

  // The city's own office: one administrator asks, the other confirms.
  const caller = await callerOf('admin', chosen)
  const root = await idOf(caller, '阳江市教育局')
  const asked = await caller.post<IssuedPassword>('/api/v1/userManage', {
    name: '敖静波',
    loginName: 'city_office',
    idNo: '',
    mobile: '',
    role: 5,
    institutionId: root,
  })
  expect(asked.data.waits).toBe(true)
  const { waiting } = (await second.get<UserView>(`/api/v1/userManage/${asked.data.id}`)).data
  const request = `/api/v1/userManage/requests/${waiting[0]?.id}/confirm`
  expect((await second.post(request, {})).status).toBe(200)
  const reset = await second.put<IssuedPassword>(`/api/v1/userManage/${asked.data.id}/resetPassword`, {})
  city = await begin('city_office', reset.data.password ?? '')
})

it('the city adds two districts, one by hand and one pasted, and gives each an account', async () => {
  const { page } = city
  await page.goto('/institu/instituaaList')
  await page.getByRole('link', { name: '新增机构' }).click()
  await page.getByRole('heading', { level: 1, name: '新增机构' }).waitFor()
  await type(page, '机构名称', '江城区教育局')
  await button(page, '新增').click()
  await expectSaid(page, '已新增江城区教育局')
  await page.goto('/institu/instituaaList')
  await page.getByRole('link', { name: '江城区教育局', exact: true }).waitFor()
  await page.getByRole('link', { name: '批量新增' }).click()
  await page.getByLabel('县区教育行政部门名单').fill('阳东区教育局')
  await button(page, '核对').click()
  await expectText(page.getByTestId('pasted-row'), '可以新增')
  await page.getByRole('button', { name: '新增这 1 个机构' }).click()
  await expectSaid(page, '已新增 1 个机构')
  await page.getByRole('link', { name: '阳东区教育局', exact: true }).waitFor()

  await page.goto('/institu/accounts')
  await page.getByRole('link', { name: '新增账号' }).click()
  await page.getByRole('heading', { level: 1, name: '新增账号' }).waitFor()
  await page.getByLabel('搜索单位').fill('江城')
  await field(page, '单位').selectOption({ label: '江城区教育局（阳江市教育局）' })
  await page.getByLabel(/^姓名/).fill('冯远航')
  await page.getByLabel(/^账号/).fill('district_1')
  await button(page, '新增账号').click()
  const code = (await page.getByTestId('one-time-password').textContent()) ?? ''
  await beginQuietly('district_1', code)
  const caller = await callerOf('city_office', chosen)
  await beginQuietly('district_2', await account(caller, 'district_2', 4, await idOf(caller, '阳东区教育局')))
})

it('each district pastes three schools and gives them accounts', async () => {
  for (const [district, name] of [
    [1, '江城'],
    [2, '阳东'],
  ] as const) {
    const caller = await callerOf(`district_${district}`, chosen)
    const tree = await caller.get<{ here: { id: number } }>('/api/v1/institutionManage/tree')
    const rows = [1, 2, 3].map((n) => ({
      name: `${name}第${n}小学`,
      code: `2144${district}0000${n}`,
      schoolType: '211',
      areaCode: '441702',
    }))
    const pasted = await caller.post<{ added: number }>('/api/v1/institutionManage/many', {
      parentId: tree.data.here.id,
      kind: '40',
      check: false,
      rows,
    })
    expect(pasted.data.added).toBe(3)
    for (const n of [1, 2, 3]) {
      const login = `school_${district}_${n}`
      const at = await idOf(caller, `${name}第${n}小学`)
      await beginQuietly(login, await account(caller, login, 3, at))
    }
  }
})

it('a school without teachers is led to bring them: the table, the import, one by hand', async () => {
  const window = await openDesk()
  const { page } = window
  await page.goto('/login')
  await page.getByLabel('账号', { exact: true }).fill('school_2_3')
  await page.getByLabel('密码', { exact: true }).fill(chosen)
  await button(page, '登录').click()
  await page.getByRole('dialog', { name: '新手引导' }).getByRole('button', { name: '跳过' }).click()
  await expectText(page, '请先导入或新增教师')
  await expectAccessible(page, 'home of a school without teachers')
  await shoot(page, 'home-without-teachers')
  const home = page.url()
  const template = page.waitForEvent('download')
  await button(page, '下载模板').click()
  expect((await template).suggestedFilename()).toMatch(/^教师导入模板-.*\.xlsx$/)
  await page.getByRole('link', { name: '导入教师' }).click()
  await page.getByRole('heading', { name: '3. 上传填好的文件' }).waitFor()
  await button(page, '下载教师模板').waitFor()
  await page.goto(home)
  await page.getByRole('link', { name: '新增教师' }).click()
  await page.getByRole('heading', { level: 1, name: '新增教师' }).waitFor()
  expect(window.complaints).toEqual([])
  await window.close()
})

it('each school adds its five teachers', async () => {
  for (const district of [1, 2])
    for (const n of [1, 2, 3]) {
      const school = await callerOf(`school_${district}_${n}`, chosen)
      for (const t of [1, 2, 3, 4, 5]) await account(school, `teacher_${district}_${n}_${t}`, 2)
    }
})

it('a teacher hands in the first record, the school passes it, the city reads it', async () => {
  const school = await callerOf('school_1_1', chosen)
  const line = await school.get<{ list: { identityId: number }[] }>(`${url}?q=teacher_1_1_1`)
  const codes = await school.post<{ list: { password: string }[] }>(`${url}/codes`, {
    identities: [line.data.list[0]?.identityId],
  })
  const teacher = await beginQuietly('teacher_1_1_1', codes.data.list[0]?.password ?? '')
  const id = await handIn(teacher, { college: '杏川师范大学', certNo: '106001201805001234' })
  const window = await openDesk()
  const { page } = window
  await page.goto('/login')
  await page.getByLabel('账号', { exact: true }).fill('school_1_1')
  await page.getByLabel('密码', { exact: true }).fill(chosen)
  await button(page, '登录').click()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expectText(page, '待审核')
  expect((await school.post(`/api/v1/records/studyExperience/${id}/approve`, {})).status).toBe(200)
  const caller = await callerOf('city_office', chosen)
  const seen = await caller.get<{ institution: string }>(`/api/v1/records/studyExperience/${id}`)
  expect(seen.status).toBe(200)
  expect(seen.text).toContain('江城第1小学')
  const report = await caller.get<{ list: { accounts: number }[] }>(`${url}/report`)
  expect(report.data.list.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(2 + 6 + 30)
  await admin.page.goto('/appCore/overview')
  await admin.page.getByRole('heading', { name: '待处理事项' }).waitFor()
  expect(await admin.page.getByRole('heading', { name: '从这里开始' }).count()).toBe(0)
  for (const { complaints } of [admin, city, window]) expect(complaints).toEqual([])
})
