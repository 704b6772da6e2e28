import type { ChildProcess } from 'node:child_process'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StandIn } from '../../server/platform/channels/testing/stand-in.ts'
import { Issuer } from '../../server/features/outside-sign-in/test-issuer.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  password,
  phone,
  settled,
  shoot,
} from '../tools/browser.ts'
import { demoFolder } from '../tools/demo-region.ts'
import { removePortal, startPortal, stopPortal } from '../tools/portal.ts'

const issuer = new Issuer()
const standIn = new StandIn()
let portal: { process: ChildProcess; url: string; output: () => string }
let folder: string
beforeAll(async () => {
  folder = await demoFolder('outside')
  const provider = await issuer.open()
  portal = await startPortal({
    DATA_DIR: folder,
    OFFICE_PROGRAM: 'off',
    OUTGOING_NETWORKS: '127.0.0.1',
    OUTSIDE_SIGN_IN: 'oidc,wecom',
    OUTSIDE_OIDC_ISSUER: provider,
    OUTSIDE_OIDC_CLIENT_ID: 'portal',
    OUTSIDE_OIDC_CLIENT_SECRET: 'right',
    OUTSIDE_OIDC_NAME: '粤教通',
    WECOM_URL: await standIn.open(),
    WECOM_CORP_ID: 'ww1',
    WECOM_AGENT_ID: '7',
    WECOM_SECRET: 'right',
  })
})
afterAll(async () => {
  await closeBrowser()
  await stopPortal(portal.process)
  await removePortal(folder)
  await issuer.close()
  await standIn.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function sound(page: Page, name: string) {
  for (const [word, size] of [
    ['desk', desk],
    ['phone', phone],
  ] as const) {
    await page.setViewportSize(size)
    await settled(page)
    await shoot(page, `${word}-${name}`)
    await expectAccessible(page, `${word} ${name}`)
    await expectNoSidewaysScroll(page, `${word} ${name}`)
  }
  await page.setViewportSize(desk)
}

/** From the login page to the provider and back. */
async function throughProvider(page: Page) {
  await page.goto(`${portal.url}/login`)
  await button(page, '粤教通').click()
  await page.getByRole('link', { name: '登录' }).click()
}

it('a teacher comes from outside, signs in once, binds, and from then on needs no password', async () => {
  const { page, complaints, close } = await openDesk()
  await page.goto(`${portal.url}/login`)
  await button(page, '粤教通').waitFor()
  await sound(page, 'login-ways')
  await throughProvider(page)
  await heading(page, '先登录一次').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await sound(page, 'unbound')
  await field(page, '账号').fill('teacher')
  await field(page, '密码').fill(password)
  await button(page, '登录').click()
  await heading(page, '绑定粤教通？').waitFor()
  await sound(page, 'ask-to-bind')
  await button(page, '绑定').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await settled(page)
  expect(complaints).toEqual([])
  await close()

  const later = await openDesk()
  await throughProvider(later.page)
  await later.page.waitForURL((url) => url.origin === portal.url && !url.pathname.startsWith('/login'))
  await later.page.goto(`${portal.url}/teacher/personal?tab=contact`)
  await later.page.getByText('已绑定 s***e').first().waitFor()
  await sound(later.page, 'own-outside')
  await button(later.page, '解除绑定粤教通').click()
  await button(later.page, '解除绑定').click()
  await button(later.page, '前往绑定粤教通').waitFor()
  expect(later.complaints).toEqual([])
  await later.close()
})

it('a page that was opened twice, or whose request began elsewhere, says so and leads back', async () => {
  const { page, close } = await openDesk()
  await page.goto(`${portal.url}/login/outside?state=made-up&code=x`)
  await page.getByText('登录请求已用过、已过期').first().waitFor()
  await sound(page, 'over')
  await page.goto(`${portal.url}/login/outside`)
  await page.getByText('没有完成登录').first().waitFor()
  await page.getByRole('link', { name: '重新登录' }).click()
  await heading(page, '登录').waitFor()
  await close()
})

it('a school binds its 企业微信 with the code that came there', async () => {
  const { page, complaints, close } = await openDesk()
  await page.goto(`${portal.url}/login`)
  await field(page, '账号').fill('school')
  await field(page, '密码').fill(password)
  await button(page, '登录').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(`${portal.url}/school/personal?tab=choices`)
  await field(page, '企业微信账号').fill('XueXiao01')
  await button(page, '获取企业微信验证码').click()
  await page.getByText('验证码已发送').first().waitFor()
  const code = /验证码 (\d{6})/.exec(standIn.taken.at(-1)?.text ?? '')?.[1] ?? ''
  await field(page, '企业微信验证码').fill(code)
  await field(page, '登录密码（绑定企业微信）').fill(password)
  await sound(page, 'wecom-form')
  await button(page, '绑定企业微信').click()
  await page.getByText('X***1').first().waitFor()
  await sound(page, 'wecom-bound')
  expect(complaints).toEqual([])
  await close()
})
