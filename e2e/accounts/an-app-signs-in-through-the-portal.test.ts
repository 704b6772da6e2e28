import { afterAll, beforeAll, expect, it } from 'vitest'
import { signOnClients } from '../../catalogue/contract/administration/sign-on-clients.ts'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  password,
  phone,
  portalUrl,
  sessionOf,
  settled,
  shoot,
  workerAnswers,
  type Desk,
} from '../tools/browser.ts'
import { startTestApp, type TestApp } from '../tools/test-app.ts'

let app: TestApp
beforeAll(async () => {
  const admin = await callerOf('admin')
  const { data } = await admin.get('/api/v1/signOnClients')
  const one = signOnClients.parse(data).list.find(({ name }) => name === '阅读测评')
  if (!one?.client) throw new Error('the demo has no app that signs in')
  app = await startTestApp(portalUrl(), one.clientId)
  const { secretMadeAt: _made, lastUsedAt: _used, people: _people, ...client } = one.client
  const kept = await admin.put(`/api/v1/signOnClients/${one.app}`, {
    ...client,
    redirectUris: [`${app.url}/callback`],
    postLogoutUris: [`${app.url}/bye`],
  })
  expect(kept.status).toBe(200)
})
afterAll(async () => {
  app.close()
  await closeBrowser()
})

async function sound({ page }: Desk, name: string) {
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

it('a teacher signs in to an app, sees what it is told, and leaves both with the list', async () => {
  // As browsers of people do: the worker of the portal stands between.
  const window = await openDesk(desk, undefined, { worker: true })
  const { page } = window
  await page.goto(`${portalUrl()}/home/index`)
  await workerAnswers(page)
  await page.goto(app.url)
  await page.getByLabel('账号', { exact: true }).fill('teacher')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('heading', { name: '“阅读测评”请求使用您的杏坛账号登录' }).waitFor()
  await sound(window, 'consent')
  expect(await page.getByRole('checkbox').count()).toBe(2)
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await page.getByLabel(/专业技术|职称/).check()
  await page.getByRole('button', { name: '同意并进入阅读测评' }).click()
  await page.getByRole('heading', { name: /^欢迎，/ }).waitFor()
  expect(await page.locator('pre').textContent()).not.toContain('phone_number')
  // Agreed to once: the second time nothing is asked.
  await page.goto(app.url)
  await page.getByRole('heading', { name: /^欢迎，/ }).waitFor()
  await page.goto(`${portalUrl()}/teacher/personal?tab=apps`)
  await page.getByText('已登录', { exact: true }).waitFor()
  await sound(window, 'own-apps')
  await page.goto(`${app.url}/leave`)
  await page.getByRole('heading', { name: '同时退出杏坛？' }).waitFor()
  await sound(window, 'sign-out')
  await page.getByRole('button', { name: '退出杏坛和全部应用' }).click()
  await page.getByRole('heading', { name: '已退出登录' }).waitFor()
  await page.getByText('杏坛和以下应用已一同退出').waitFor()
  await sound(window, 'signed-out')
  await page.getByRole('link', { name: '返回阅读测评' }).click()
  await page.getByRole('heading', { name: '再见' }).waitFor()
  await page.goto(app.url)
  await page.getByRole('heading', { name: '登录', exact: true }).waitFor()
})

it('an administrator registers how an app signs in', async () => {
  const window = await openDesk(desk, await sessionOf('admin'))
  const { page } = window
  await page.goto(`${portalUrl()}/appCore/signOn`)
  await settled(page)
  await shoot(page, 'desk-clients-list')
  await page.getByRole('button', { name: /修改/ }).first().click()
  await page.getByLabel('登录后的返回地址').waitFor()
  await sound(window, 'clients')
  await page.getByLabel('登录后的返回地址').fill('http://evil.example/callback')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page
    .getByText(/地址应以 https/)
    .first()
    .waitFor()
})
