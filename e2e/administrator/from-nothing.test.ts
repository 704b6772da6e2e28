import type { ChildProcess } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csvOf, definitionNamed, teacherRow } from '../../server/features/imports/test-imports.ts'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  shoot,
} from '../tools/browser.ts'
import { confirmWith, expectSaid, expectText, field } from '../tools/form.ts'
import { removePortal, startPortal, stopPortal } from '../tools/portal.ts'
import { seeAll } from '../tools/review.ts'
import { fillStudy } from '../tools/study.ts'

/**
 * A region from an empty portal to the first reviewed record, through the pages alone, with the presses of
 * the mouse counted. The first field of a form is pressed, the others are reached by Tab; a choice in a list
 * takes two presses, a page that is opened by its address two (menu and entry), a file two. On 26 November
 * 2026 the same took 155.
 */
const mostPresses = 100
let presses = 0
/** Presses more for somebody who presses each field instead of using Tab. */
let tabs = 0

let bare: { process: ChildProcess; url: string; output: () => string }
let folder: string
const outside = process.env['E2E_URL']
const complaints: string[][] = []
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
async function open(page: Page, path: string): Promise<void> {
  presses += 2
  await page.goto(path)
}
/** Types into the first field of a form. */
async function fill(page: Page, label: string, text: string): Promise<void> {
  presses += 1
  await field(page, label).fill(text)
}
/** Types into a further one. */
async function next(page: Page, label: string, text: string): Promise<void> {
  tabs += 1
  await field(page, label).fill(text)
}
/** Presses an entry of the menu beside the page, and the head of its group before where that is folded. */
async function menu(page: Page, name: RegExp): Promise<void> {
  const entry = page.locator('.shell-side').getByRole('link', { name, includeHidden: true })
  await entry.waitFor({ state: 'attached' })
  const group = page
    .locator('.shell-fold', { has: page.getByRole('link', { name, includeHidden: true }) })
    .getByRole('button', { expanded: false })
  if ((await group.count()) > 0) await group.click()
  await entry.click()
}
async function select(page: Page, label: string, option: string): Promise<void> {
  presses += 2
  await page.getByLabel(label).selectOption(option)
}

/**
 * Signs in with a one-time password and chooses an own one, as the portal asks; the texts and the tour
 * follow.
 */
async function begin(account: string, code: string): Promise<Page> {
  const desk = await openDesk()
  const { page, context } = desk
  complaints.push(desk.complaints)
  await context.exposeBinding('pressed', () => void (presses += 1))
  await context.addInitScript({ content: "addEventListener('pointerdown', () => pressed(), true)" })
  // On a slow line the answer about the tour comes while the texts are being read.
  const texts = page.getByRole('dialog', { name: '用户协议和隐私政策' })
  const tour = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await texts.waitFor()
    await route.fulfill({ response: await route.fetch() })
    tour.resolve()
  }
  await page.route('**/api/v1/account/tour', hold, { times: 1 })
  await page.goto('/login')
  await fill(page, '账号', account)
  await next(page, '密码', code)
  await button(page, '登录').click()
  await field(page, '新密码').waitFor()
  if ((await page.getByLabel('原密码', { exact: true }).count()) > 0) await next(page, '原密码', code)
  await fill(page, '新密码', chosen)
  await next(page, '再填一次新密码', chosen)
  await page.getByRole('button', { name: /^(修改密码|设置新密码|保存)$/ }).click()
  await field(page, '新密码').waitFor({ state: 'detached' })
  await tour.promise
  await texts.getByLabel(/已阅读并同意/).check()
  await texts.getByRole('button', { name: '同意并继续' }).click()
  await texts.waitFor({ state: 'detached' })
  // The tour waits for the texts.
  await page.getByRole('dialog', { name: '新手引导' }).getByRole('button', { name: '跳过' }).click()
  return page
}

/** Brings a workbook of a kind and starts the import. */
async function bring(page: Page, type: string, name: string, buffer: Buffer, rows: number): Promise<void> {
  await open(page, `/history/getHistoryUp?type=${type}`)
  // The kind is chosen, too, where it is not the first one.
  if (type !== 'teacher') presses += 1
  presses += 2
  await page.getByLabel('选择文件').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await button(page, `导入 ${rows} 行`).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `导入 ${rows} 行` })
    .click()
  await page.getByRole('heading', { name: `全部成功：写入 ${rows} 行` }).waitFor({ timeout: 60_000 })
}

/**
 * Gives all accounts that nobody has used a one-time password; answers the passwords by what stands on the
 * slips.
 */
async function slips(page: Page, count: number): Promise<(text: string) => Promise<string>> {
  await expect.poll(() => page.getByTestId('account-line').count()).toBe(count)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await button(page, '发一次性密码').click()
  await confirmWith(page, '发一次性密码')
  const all = page.getByTestId('codes').getByRole('listitem')
  await expect.poll(() => all.count()).toBe(count)
  expect(await page.getByText('已发到本人手机').count()).toBe(0)
  return async (text) => (await all.filter({ hasText: text }).locator('output').textContent()) ?? ''
}

let admin: Page
let city: Page
let school: Page
let teacherCode = ''
let mobile = ''

it('visitors read that the portal is being prepared, and may sign in', async () => {
  const visitor = await openDesk(phone)
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: '门户正在准备' }).waitFor()
  await expectNoSidewaysScroll(page, 'portal being prepared')
  await expectAccessible(page, 'portal being prepared')
  await shoot(page, 'portal-preparing')
  await page.goto('/home/aboutUs')
  await page.getByRole('heading', { level: 1, name: '门户正在准备' }).waitFor()
  await visitor.close()
})

it('the first administrator is led: one form for what the portal is, what is not connected, a second administrator', async () => {
  admin = await begin('admin', /^ {2}(\S{12})$/m.exec(bare.output())?.[1] ?? '')
  await admin.getByRole('heading', { name: '从这里开始' }).waitFor()
  await expectAccessible(admin, 'first steps')
  await shoot(admin, 'first-steps')
  await expectText(admin.getByTestId('connection-sms'), '没有接通')
  await admin.getByRole('link', { name: '去办理：确定平台给谁使用' }).click()
  await admin.getByRole('heading', { level: 1, name: '平台' }).waitFor()
  await select(admin, '机构类型', '20')
  await fill(admin, '机构名称', '阳江市教育局')
  await field(admin, '所属区划').click()
  await admin.keyboard.type('阳江市')
  await admin.keyboard.press('Enter')
  await next(admin, '标识码', '441700')
  await admin.locator('.ant-cascader-dropdown:visible').waitFor({ state: 'detached' })
  await shoot(admin, 'founding')
  await button(admin, '保存').click()
  await expectSaid(admin, '已保存')
  await admin.getByRole('heading', { level: 1, name: '阳江市教育局' }).waitFor()
  await expectText(admin.locator('header'), '阳江市教育局')

  await menu(admin, /^运行概览/)
  await admin.getByRole('link', { name: '去办理：增加第二位系统管理员' }).click()
  await admin.getByRole('heading', { level: 1, name: '新增用户' }).waitFor()
  const code = await newUser('沈砚', 'second', '系统管理员')
  await admin.getByRole('heading', { level: 1, name: '沈砚' }).waitFor()

  // The office of the city: one administrator asks, the other confirms and hands the password over.
  await open(admin, '/appCore/userSetEdit')
  await newUser('敖静波', 'city_office', '市')
  const second = await begin('second', code)
  await menu(second, /^身份申请/)
  await second.getByRole('button', { name: /^确认/ }).click()
  await confirmWith(second, '确认生效')
  city = await begin('city_office', (await second.getByTestId('one-time-password').textContent()) ?? '')
})

async function newUser(name: string, login: string, role: string): Promise<string> {
  await fill(admin, '姓名', name)
  await next(admin, '账号', login)
  await select(admin, '角色', role)
  await next(admin, '搜索机构', '阳江')
  await expect.poll(() => admin.getByLabel('所属机构').inputValue()).not.toBe('')
  await button(admin, '新增用户').click()
  if (role === '市') {
    await expectSaid(admin, /^已提交/)
    return ''
  }
  const code = (await admin.getByTestId('one-time-password').textContent()) ?? ''
  await admin.getByRole('dialog').getByRole('button', { name: /关闭$/ }).click()
  return code
}

const districts = [
  { name: '江城区', code: '441702' },
  { name: '阳东区', code: '441704' },
] as const
const kind = '县区教育行政部门'
const office = (of: string, login: string) => ({ accountName: of, accountLogin: login })

it('the city brings two districts and six schools with an account each in one workbook, and prints the passwords', async () => {
  const rows = districts.flatMap(({ name, code }, at) => [
    {
      code,
      name: `${name}教育局`,
      kind,
      parent: '阳江市教育局',
      areaCode: name,
      ...office('区办公', `area_${at}`),
    },
    ...[1, 2, 3].map((no) => ({
      code: `31440000${at}${no}`,
      name: `${name}第${no}小学`,
      parent: `${name}教育局`,
      schoolType: '小学',
      ...office('校办公', `school_${at}_${no}`),
    })),
  ])
  await bring(city, 'school', '机构和账号.csv', csvOf(definitionNamed('school'), rows), 8)
  await city.getByRole('link', { name: '给新账号发一次性密码' }).click()
  const codeOf = await slips(city, 8)
  school = await begin('school_0_1', await codeOf('school_0_1'))
})

it('a school without teachers is led to bring them: the table, the import, one by hand', async () => {
  const before = presses
  await expectText(school, '请先导入或新增教师')
  await expectAccessible(school, 'home of a school without teachers')
  await shoot(school, 'home-without-teachers')
  const home = school.url()
  const template = school.waitForEvent('download')
  await button(school, '下载模板').click()
  expect((await template).suggestedFilename()).toMatch(/^教师导入模板-.*\.xlsx$/)
  await school.getByRole('link', { name: '导入教师' }).click()
  await school.getByRole('heading', { name: '3. 上传填好的文件' }).waitFor()
  await school.goto(home)
  await school.getByRole('link', { name: '新增教师' }).click()
  await school.getByRole('heading', { level: 1, name: '新增教师' }).waitFor()
  // A look around is no press on the way.
  presses = before
})

it('a school brings ten teachers and prints their passwords', async () => {
  const rows = Array.from({ length: 10 }, () => teacherRow())
  mobile = String(rows[0]?.['mobile'])
  rows[0] = { ...rows[0], name: '宋清如' }
  await bring(school, 'teacher', '教师.csv', csvOf(definitionNamed('teacher'), rows), 10)
  await open(school, '/setteacher/accounts?concern=unused')
  teacherCode = await (await slips(school, 10))('宋清如')
})

it('a teacher hands in the first record, the school passes it, and it took few presses', async () => {
  const teacher = await begin(mobile, teacherCode)
  await teacher.getByRole('link', { name: '个人档案', exact: true }).click()
  await teacher
    .getByRole('navigation', { name: '个人档案' })
    .getByRole('link', { name: /^学习经历/ })
    .click()
  await teacher.getByRole('button', { name: '新增学习经历' }).click()
  await fillStudy(teacher, { college: '杏川师范大学', certNo: '106001201805001234' })
  presses += 2
  tabs += 5
  await teacher.getByRole('button', { name: /^提交审核/ }).click()
  await confirmWith(teacher, '提交审核')
  await expectSaid(teacher, /^已提交/)

  await open(school, '/school/daiban')
  await school
    .getByRole('link', { name: /宋清如/ })
    .first()
    .click()
  await seeAll(school)
  presses += 1
  await school.keyboard.press('a')
  await expectSaid(school, /已通过：宋清如/)
  console.log(`from nothing to the first reviewed record: ${presses} presses, ${presses + tabs} without Tab`)
  expect(presses).toBeLessThanOrEqual(mostPresses)
})

it('the administrator opens the portal, and visitors see it', async () => {
  await admin.goto('/appCore/overview')
  await button(admin, '开通门户').click()
  await expectSaid(admin, '门户已开通，访客可以浏览')
  await admin.getByRole('button', { name: '测试文件存储' }).click()
  await expectText(admin.getByTestId('connection-storage'), '写入、读出、删除都正常')
  const visitor = await openDesk()
  await visitor.page.goto('/')
  await visitor.page.getByRole('heading', { level: 1, name: '教师发展与教研平台' }).waitFor()
  expect(complaints.flat()).toEqual([])
})
