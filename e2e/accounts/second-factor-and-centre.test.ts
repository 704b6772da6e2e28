import type { ChildProcess } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf, stepOf } from '../../server/features/sign-in/totp.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  shoot,
} from '../tools/browser.ts'
import { removePortal, startPortal, stopPortal } from '../tools/portal.ts'

/** A portal that asks its administrator for a second factor and belongs to an account centre. */
const centreKey = 'the key shared with the centre, 32+'
let portal: { process: ChildProcess; url: string; output: () => string }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xingtan-factor-'))
  portal = await startPortal({
    DATA_DIR: folder,
    DEMO: 'off',
    SECOND_FACTOR: 'require',
    ACCOUNT_CENTRE_KEY: centreKey,
    PUBLIC_ORIGIN: 'http://portal.test',
  })
})
afterAll(async () => {
  await closeBrowser()
  await stopPortal(portal.process)
  await removePortal(folder)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const chosen = 'Otter-7-kites'

async function bySize(page: Page, name: string) {
  for (const [word, size] of [
    ['desk', desk],
    ['phone', phone],
  ] as const) {
    await page.setViewportSize(size)
    await shoot(page, `${word}-${name}`)
    await expectAccessible(page, `${word} ${name}`)
    await expectNoSidewaysScroll(page, `${word} ${name}`)
  }
  await page.setViewportSize(desk)
}

async function password(page: Page, typed: string) {
  await page.goto(`${portal.url}/login`)
  await field(page, '账号').fill('admin')
  await field(page, '密码').fill(typed)
  await button(page, '登录').click()
}

/** A ticket as the account centre signs it (docs/how-to). */
function ticketFor(sub: string): string {
  const now = Math.floor(Date.now() / 1000)
  const body = Buffer.from(
    JSON.stringify({ sub, aud: 'portal.test', iat: now, exp: now + 200, jti: randomUUID() }),
  ).toString('base64url')
  return `${body}.${createHmac('sha256', centreKey).update(body).digest('base64url')}`
}

let recovery: string[] = []

it('whoever must have a second factor sets it up while signing in, and is asked for it from then on', async () => {
  const window = await openDesk()
  const { page } = window
  await password(page, /^ {2}(\S{12})$/m.exec(portal.output())?.[1] ?? '')
  await page.getByRole('heading', { name: '启用两步验证' }).waitFor()
  await bySize(page, 'factor-enrol')
  const secret = ((await page.getByRole('status', { name: '密钥' }).textContent()) ?? '').replaceAll(
    /\s/g,
    '',
  )
  await field(page, '动态码').fill('000000')
  await button(page, '启用两步验证').click()
  await page.getByText('动态码不对').first().waitFor()
  await field(page, '动态码').fill(codeOf(secret, stepOf(Date.now())))
  await button(page, '启用两步验证').click()
  const codes = page.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await codes.first().waitFor()
  recovery = await codes.allTextContents()
  expect(recovery).toHaveLength(10)
  await bySize(page, 'factor-codes')
  await button(page, '我已记录，继续').click()
  await page.waitForURL('**/appCore/personal?tab=two')
  await field(page, '新密码').fill(chosen)
  await field(page, '再填一次新密码').fill(chosen)
  await button(page, '设置新密码').click()
  await page.waitForURL((url) => !url.search.includes('tab=two'))
  expect(window.complaints).toEqual([])
  await window.close()

  const again = await openDesk()
  await password(again.page, chosen)
  await again.page.getByRole('heading', { name: '两步验证', exact: true }).waitFor()
  await bySize(again.page, 'factor-code')
  await field(again.page, '动态码').fill('123')
  await button(again.page, '登录').click()
  await again.page.getByText('请填写 6 位动态码').waitFor()
  await field(again.page, '动态码').fill(recovery[0] ?? '')
  await button(again.page, '登录').click()
  await again.page.waitForURL(/\/appCore\//)
  expect(again.complaints).toEqual([])
  await again.close()
})

it('the account centre’s cookie signs in once, through the second factor; a used one leaves a visitor', async () => {
  const ticket = ticketFor('admin')
  const window = await openDesk()
  const { page } = window
  const give = (context: typeof window.context) =>
    context.addCookies([{ name: 'local_login', value: ticket, url: portal.url }])
  await give(window.context)
  await page.goto(`${portal.url}/appCore/dictionary`)
  await page.getByRole('heading', { name: '两步验证', exact: true }).waitFor()
  await field(page, '动态码').fill(recovery[1] ?? '')
  await button(page, '登录').click()
  // Where the cookie was met, not the home of the role.
  await page.waitForURL('**/appCore/dictionary')
  expect(window.complaints).toEqual([])
  await window.close()

  const late = await openDesk()
  await give(late.context)
  await late.page.goto(`${portal.url}/home/index`)
  await late.page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await late.page.evaluate('localStorage.getItem("userInfo")')).toBeNull()
  expect(late.complaints).toEqual([])
  await late.close()
})
