import type { ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestDirectory } from '../../server/platform/ldap/testing/test-directory.ts'
import { TestProvider } from '../../server/platform/saml/testing/test-provider.ts'
import { testCertificate } from '../../server/platform/testing/test-certificate.ts'
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

const base = 'ou=people,dc=example,dc=cn'
const certificate = testCertificate('directory', 20)
const directory = new TestDirectory(
  [
    { dn: `cn=reader,${base}`, password: 'may-read-all', attributes: {} },
    {
      dn: `uid=lin,${base}`,
      password: 'secret-of-lin',
      attributes: { uid: ['lin'], entryUUID: ['number-of-lin'], title: ['校长'] },
    },
  ],
  certificate,
)
const provider = new TestProvider()
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The pages of the providers: CAS hands out a ticket, SAML has the browser post an answer. */
const elsewhere = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://elsewhere')
  const page = (body: string) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>${body}`)
  if (url.pathname === '/cas/login') {
    const back = new URL(url.searchParams.get('service') ?? '')
    back.searchParams.set('ticket', 'ST-1-of-the-journey')
    return void page(`<a href="${escaped(back.href)}">登录</a>`)
  }
  if (url.pathname === '/cas/p3/serviceValidate')
    return void response.end(
      '<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess><cas:user>lin-of-cas</cas:user></cas:authenticationSuccess></cas:serviceResponse>',
    )
  const { relayState, ...asked } = provider.request(url.href)
  page(`<form method="post" action="${escaped(asked.acs)}">
    <input type="hidden" name="SAMLResponse" value="${provider.answer({ ...asked, nameId: 'lin-of-saml' })}">
    <input type="hidden" name="RelayState" value="${escaped(relayState)}"><button>登录</button></form>`)
})
let portal: { process: ChildProcess; url: string; output: () => string }
let folder: string
beforeAll(async () => {
  folder = await demoFolder('own-units')
  await directory.listen()
  await new Promise<void>((ready) => elsewhere.listen(0, '127.0.0.1', ready))
  const there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const own = testCertificate('portal')
  const put = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  portal = await startPortal({
    DATA_DIR: folder,
    OFFICE_PROGRAM: 'off',
    OUTGOING_NETWORKS: '127.0.0.1',
    OUTSIDE_SIGN_IN: 'cas,saml,ldap',
    OUTSIDE_CAS_URL: `${there}/cas`,
    OUTSIDE_CAS_NAME: '省统一认证',
    OUTSIDE_SAML_ENTRY: `${there}/saml`,
    OUTSIDE_SAML_ISSUER: provider.issuer,
    OUTSIDE_SAML_IDP_CERTIFICATE: await put('idp.pem', provider.pair.certificate),
    OUTSIDE_SAML_KEY: await put('saml-key.pem', own.key),
    OUTSIDE_SAML_CERTIFICATE: await put('saml-cert.pem', own.certificate),
    OUTSIDE_SAML_NAME: '高校联合认证',
    OUTSIDE_LDAP_URL: directory.url,
    OUTSIDE_LDAP_CA: await put('ldap-ca.pem', certificate.certificate),
    OUTSIDE_LDAP_READER: `cn=reader,${base}`,
    OUTSIDE_LDAP_PASSWORD: 'may-read-all',
    OUTSIDE_LDAP_BASE: base,
    OUTSIDE_LDAP_NAME: '城域网账号',
  })
})
afterAll(async () => {
  await closeBrowser()
  await stopPortal(portal.process)
  await removePortal(folder)
  await directory.close()
  elsewhere.closeAllConnections()
  elsewhere.close()
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

/** Signs in at the portal, as whoever is not bound yet has to, and binds. */
async function signInAndBind(page: Page, label: string) {
  await heading(page, '先登录一次').waitFor()
  await field(page, '账号').fill('teacher')
  await field(page, '密码').fill(password)
  await button(page, '登录').click()
  await heading(page, `绑定${label}？`).waitFor()
  await button(page, '绑定').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
const isWithin = (page: Page) =>
  page.waitForURL((url) => url.origin === portal.url && !url.pathname.startsWith('/login'))

it('a teacher signs in with the account of the own unit’s directory, binds it, and comes in by it', async () => {
  const { page, complaints, close } = await openDesk()
  await page.goto(`${portal.url}/login`)
  await button(page, '城域网账号').click()
  await heading(page, '用城域网账号登录').waitFor()
  await sound(page, 'directory')
  await button(page, '登录').click()
  await page.getByText('请填写单位账号').first().waitFor()
  await sound(page, 'directory-empty')
  await field(page, '城域网账号').fill('lin')
  await field(page, '密码').fill('secret-of-lin')
  // By the keyboard alone.
  await page.keyboard.press('Enter')
  await signInAndBind(page, '城域网账号')
  expect(complaints).toEqual([])
  await close()
  const later = await openDesk()
  await later.page.goto(`${portal.url}/login/directory`)
  await field(later.page, '城域网账号').fill('lin')
  await field(later.page, '密码').fill('wrong')
  await button(later.page, '登录').click()
  await later.page.getByText('城域网账号或密码错误').first().waitFor()
  await sound(later.page, 'directory-wrong')
  await field(later.page, '密码').fill('secret-of-lin')
  await button(later.page, '登录').click()
  await isWithin(later.page)
  await later.close()
})

it.each([
  ['CAS', '省统一认证'],
  ['SAML', '高校联合认证'],
])('a teacher comes from %s, binds once, and from then on needs no password', async (_, label) => {
  const { page, complaints, close } = await openDesk()
  const go = async (window: Page) => {
    await window.goto(`${portal.url}/login`)
    await button(window, label).click()
    await window.waitForURL((url) => url.origin !== portal.url)
    await window.getByText('登录', { exact: true }).click()
  }
  await go(page)
  await heading(page, '先登录一次').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await signInAndBind(page, label)
  expect(complaints).toEqual([])
  await close()
  const later = await openDesk()
  await go(later.page)
  await isWithin(later.page)
  expect(later.complaints).toEqual([])
  await later.close()
})

it('an answer that is not taken says so and leads back', async () => {
  const { page, close } = await openDesk()
  await page.goto(`${portal.url}/login/outside?refused=saml`)
  await page.getByText('单位的登录平台没有确认您的身份').first().waitFor()
  await sound(page, 'refused')
  await page.getByRole('link', { name: '重新登录' }).click()
  await heading(page, '登录').waitFor()
  await close()
})

it('the administrator sees how the doors are set up, and tries one', async () => {
  const { page, complaints, close } = await openDesk()
  await page.goto(`${portal.url}/login`)
  await field(page, '账号').fill('admin')
  await field(page, '密码').fill(password)
  await button(page, '登录').click()
  await isWithin(page)
  await page.goto(`${portal.url}/appCore/dengluFangshi`)
  await heading(page, '城域网账号').waitFor()
  await page.getByText('还有 19 天到期').first().waitFor()
  await sound(page, 'ways')
  await button(page, '试登录城域网账号').click()
  await heading(page, '用城域网账号登录').waitFor()
  await field(page, '城域网账号').fill('lin')
  await field(page, '密码').fill('secret-of-lin')
  await button(page, '登录').click()
  await heading(page, '城域网账号试登录成功').waitFor()
  await page.getByText('校长').waitFor()
  await sound(page, 'claims')
  await page.getByRole('link', { name: '返回登录方式' }).click()
  await heading(page, '登录方式').waitFor()
  expect(complaints).toEqual([])
  await close()
})
