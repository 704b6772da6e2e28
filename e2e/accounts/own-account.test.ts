import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { reachDatabase } from '../../scripts/reach-database.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { openDatabase } from '../../server/platform/db/database.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  password,
  phone,
  sessionOf,
  shoot,
  signIn,
  type Desk,
} from '../tools/browser.ts'
import { removePortal, startPortal, stopPortal } from '../tools/portal.ts'
import { certificate } from '../tools/evidence.ts'

/**
 * A portal of its own, without the demo: its first administrator has a one-time code, which is a password
 * that must be changed.
 */
let bare: { process: ChildProcess; url: string; output: () => string }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xingtan-account-'))
  // In a test what would be sent stands in files: there is no gateway.
  bare = await startPortal({ DATA_DIR: folder, DEMO: 'off', NODE_ENV: 'test' })
})
afterAll(async () => {
  await closeBrowser()
  await stopPortal(bare.process)
  await removePortal(folder)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const said = (page: Page, text: string) => page.getByText(text).first().waitFor()

/** What the phone would show: the last code in the outbox of development. */
const codeFor = (mobile: string, not = ''): Promise<string> =>
  vi.waitFor(
    async () => {
      const lines = (await readFile(join(folder, 'sms-outbox.jsonl'), 'utf8')).trim().split('\n')
      const mine = lines
        .map((line) => JSON.parse(line) as { mobile: string; text: string })
        .filter((one) => one.mobile === mobile)
      const code = /验证码 (\d{6})/.exec(mine.at(-1)?.text ?? '')?.[1]
      if (code === undefined || code === not) throw new Error('nothing was sent')
      return code
    },
    { timeout: 40_000 },
  )

/** A number gets one code a minute: as if the minute had gone by. */
async function aMinuteLater(): Promise<void> {
  const { url, end } = await reachDatabase(readConfig({ DATA_DIR: folder }), folder)
  const db = openDatabase({ url, max: 1 })
  await db.query(sql`update mobile_code set created_at = created_at - interval '61 seconds'`)
  await db.close()
  await end()
}

async function sound(window: Desk, name: string, path?: string) {
  const { page } = window
  for (const [word, size] of [
    ['desk', desk],
    ['phone', phone],
  ] as const) {
    await page.setViewportSize(size)
    if (path) await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.getByText('正在加载', { exact: true }).first().waitFor({ state: 'detached' })
    await shoot(page, `${word}-account-${name}`)
    await expectAccessible(page, `${word} ${name}`)
    await expectNoSidewaysScroll(page, `${word} ${name}`)
  }
  await page.setViewportSize(desk)
}

const mobile = '13911112222'
/** The code that bound the phone. */
let bind = ''

it('a password given by others must be changed before anything else; a phone is registered', async () => {
  const code = /^ {2}(\S{12})$/m.exec(bare.output())?.[1] ?? ''
  const window = await openDesk()
  const { page } = window
  await page.goto(`${bare.url}/login`)
  await page.getByLabel('账号', { exact: true }).fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(code)
  await button(page, '登录').click()
  await page.waitForURL('**/appCore/personal?tab=two')
  await said(page, '首次登录，请设置新密码')
  await page.goto(`${bare.url}/appCore/dictionary`)
  await page.waitForURL('**/appCore/personal?tab=two')
  await page.getByText('大写字母、小写字母、数字、符号四种里至少有三种').waitFor()
  await sound(window, 'forced')

  const first = 'Otter-7-kites'
  // Neither a reproach, nor the password that was typed a moment ago.
  expect(await page.getByText('过于简单').count()).toBe(0)
  expect(await page.getByLabel(/原密码|一次性密码/).count()).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.getByLabel('新密码', { exact: true }).fill('Password1!')
  await said(page, '密码强度：弱')
  await page.getByLabel('再填一次新密码', { exact: true }).fill('Password1!')
  await button(page, '设置新密码').click()
  await said(page, '该密码太常见')
  await page.getByLabel('新密码', { exact: true }).fill(first)
  await page.getByLabel('再填一次新密码', { exact: true }).fill(first)
  await button(page, '设置新密码').click()
  // Where they wanted to go before they were stopped.
  await page.waitForURL('**/appCore/overview')
  const texts = page.getByRole('dialog', { name: '用户协议和隐私政策' })
  await texts.getByLabel(/已阅读并同意/).check()
  await texts.getByRole('button', { name: '同意并继续' }).click()
  await texts.waitFor({ state: 'detached' })

  await page.goto(`${bare.url}/appCore/personal?tab=contact`)
  await page.getByLabel('新手机号', { exact: true }).fill('139')
  await button(page, '获取验证码').click()
  await said(page, '手机号应为 11 位数字')
  await page.getByLabel('新手机号', { exact: true }).fill(mobile)
  await button(page, '获取验证码').click()
  // What was sent is said under the code, which has the focus; another can be asked for in a minute.
  await said(page, '验证码已发送，5 分钟内有效')
  await page.getByRole('button', { name: /^\d+ 秒后可重发$/, disabled: true }).waitFor()
  expect(await page.evaluate('document.activeElement?.getAttribute("name")')).toBe('code')
  bind = await codeFor(mobile)
  await page.getByLabel('短信验证码', { exact: true }).fill(bind)
  await page.getByLabel('登录密码（换手机号）', { exact: true }).fill(first)
  await button(page, '更换手机号').click()
  await said(page, '139****2222')

  await page.getByLabel('新邮箱', { exact: true }).fill('lin@example.cn')
  await button(page, '获取邮件验证码').click()
  await said(page, '验证码已发送，5 分钟内有效')
  const letter = await vi.waitFor(async () => readFile(join(folder, 'mail-outbox.jsonl'), 'utf8'))
  await page.getByLabel('邮件验证码', { exact: true }).fill(/验证码 (\d{6})/.exec(letter)?.[1] ?? '')
  await page.getByLabel('登录密码（换邮箱）', { exact: true }).fill(first)
  await button(page, '保存邮箱').click()
  await said(page, 'l***@example.cn')
  await page.goto(`${bare.url}/appCore/personal?tab=choices`)
  await page.getByLabel('审核消息用邮件提醒', { exact: true }).check()
  await button(page, '保存').click()
  await said(page, '消息提醒已保存')
  await page.reload()
  expect(await page.getByLabel('审核消息用邮件提醒', { exact: true }).isChecked()).toBe(true)
  expect(window.complaints).toEqual([])
  await window.close()

  // The number had a code within this minute, whoever asks and wherever.
  const other = await openDesk()
  await other.page.goto(`${bare.url}/login/forget`)
  await other.page.getByLabel('账号', { exact: true }).fill('admin')
  await other.page.getByLabel('手机号', { exact: true }).fill(mobile)
  await button(other.page, '获取验证码').click()
  await said(other.page, '一分钟内只能发送一次')
  await other.close()
})

it('a teacher sees the own devices, ends another one at once, cuts a photo, and sees who read the archive', async () => {
  const elsewhere = await sessionOf('cityteacher')
  const { teacherObj } = JSON.parse(elsewhere.stored) as { teacherObj: { id: number } }
  expect((await (await callerOf('cityschool')).get(`/api/v1/archive/${teacherObj.id}`)).status).toBe(200)
  const [here, there] = [await openDesk(), await openDesk(undefined, elsewhere)]
  await signIn(here, 'cityteacher')
  await there.page.goto('/teacher/sy')
  await there.page.getByRole('heading', { level: 1 }).waitFor()
  const { page } = here
  for (const tab of ['one', 'two', 'contact', 'choices', 'devices', 'readings'])
    await sound(here, tab, `/teacher/personal?tab=${tab}`)

  await page.goto('/teacher/personal?tab=readings')
  await page.getByText('看了整份档案').first().waitFor()
  await page.goto('/teacher/personal?tab=devices')
  await page.getByText('本机', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^退出其他程序/ }).click()
  await said(page, '已退出登录')
  await there.page.goto('/mandata/manbXuexi')
  await there.page.getByRole('dialog', { name: '重新登录' }).waitFor()

  await page.goto('/teacher/personal?tab=one')
  await page.getByRole('button', { name: /^(上传|更换)照片$/ }).click()
  await page
    .getByLabel('选择图片')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await certificate('照片') })
  await page.getByLabel('大小').fill('2')
  await shoot(page, 'desk-account-photo')
  await expectAccessible(page, 'photo')
  await button(page, '保存照片').click()
  await said(page, '照片已更换')
  const shown = page.getByRole('img', { name: '我的照片' })
  await shown.waitFor()
  const ratio =
    '(({ naturalWidth, naturalHeight }) => naturalWidth / naturalHeight)(document.querySelector(".personal-photo img"))'
  await vi.waitFor(async () => expect(await page.evaluate(ratio)).toBe(26 / 32))
  expect(here.complaints).toEqual([])
  await here.close()
  await there.close()
})

it('a person of two identities changes between them, in every window at once', async () => {
  const window = await openDesk()
  const { page } = window
  await page.goto('/login')
  await page.getByLabel('账号', { exact: true }).fill('head')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await button(page, '登录').click()
  await page.locator('.signin-choices button', { hasText: '教师' }).click()
  await page.waitForURL('**/teacher/sy')
  const other = await window.context.newPage()
  await other.goto('/teacher/personal?tab=one')
  await other.getByRole('heading', { level: 1 }).waitFor()

  await page.locator('[aria-controls="user-menu"]').click()
  await button(page, '切换身份').click()
  const dialog = page.getByRole('dialog', { name: '切换身份' })
  await dialog.getByText('当前身份').waitFor()
  await dialog
    .getByText(/条未读消息/)
    .first()
    .waitFor()
  await expectAccessible(page, 'switch')
  await shoot(page, 'desk-account-switch')
  await page.setViewportSize(phone)
  await shoot(page, 'phone-account-switch')
  await expectNoSidewaysScroll(page, 'switch')
  await page.setViewportSize(desk)
  await dialog.getByRole('button', { name: /^进入学校/ }).click()
  await page.waitForURL('**/school/sy')
  await other.waitForURL('**/school/sy')
  await other
    .getByText(/已切换为学校/)
    .first()
    .waitFor()
  expect(window.complaints).toEqual([])
  await window.close()
})

it('the password is forgotten and set anew by phone', async () => {
  const visitor = await openDesk()
  const at = visitor.page
  await at.goto(`${bare.url}/login`)
  await at.getByRole('link', { name: '用手机号找回' }).click()
  await at.waitForURL('**/login/forget')
  await sound(visitor, 'forgotten')
  await at.getByLabel('账号', { exact: true }).fill('admin')
  await at.getByLabel('手机号', { exact: true }).fill(mobile)
  await aMinuteLater()
  await button(at, '获取验证码').click()
  await said(at, '账号和手机号对得上的话，验证码已经发出')
  const forgot = await codeFor(mobile, bind)
  const second = 'Kx#9mtpq-river'
  await at.getByLabel('新密码', { exact: true }).fill(second)
  await at.getByLabel('再填一次新密码', { exact: true }).fill(second)
  await at.getByLabel('短信验证码', { exact: true }).fill('000000')
  await button(at, '设置新密码').click()
  await said(at, '验证码不对或已过期')
  await at.getByLabel('短信验证码', { exact: true }).fill(forgot)
  await button(at, '设置新密码').click()
  await at.waitForURL('**/login')
  await at.getByLabel('账号', { exact: true }).fill('admin')
  await at.getByLabel('密码', { exact: true }).fill(second)
  await button(at, '登录').click()
  await at.waitForURL(/\/appCore\/(logs|dictionary|overview)/)
  expect(visitor.complaints).toEqual([])
  await visitor.close()
})
