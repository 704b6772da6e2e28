import { afterAll, expect, it } from 'vitest'
import { closeBrowser, openDesk, password, portalUrl, sessionOf, type Desk } from '../tools/browser.ts'

afterAll(closeBrowser)

const opened = (account?: string): Promise<Desk> =>
  account ? sessionOf(account).then((as) => openDesk(undefined, as)) : openDesk()

it.each([
  [
    'teacher',
    ['/school/sy', '/setteacher/daiyu', '/examinePage/examineaXX', '/appCore/logs', '/no/such/page'],
  ],
  ['school', ['/teacher/sy', '/mandata/manbXuexi']],
  ['area', ['/city/sy', '/school/sy']],
])('to %s the pages of others do not exist', async (account, paths) => {
  const window = await opened(account)
  for (const path of paths) {
    await window.page.goto(path)
    await window.page.getByTestId('not-found').waitFor()
    expect(await window.page.getByRole('heading', { level: 1 }).textContent(), path).toBe('没有该页面')
  }
  expect(window.complaints).toEqual([])
  await window.close()
})

it('a visitor comes to the portal from everywhere else, whatever the address contains', async () => {
  const window = await opened()
  for (const path of [
    '/school/sy',
    '/mandata/manbXuexi?id=1',
    '/teacher/sy?x=/home',
    '/home/../teacher/sy',
    '/teacher/login',
  ]) {
    await window.page.goto(path)
    await window.page.waitForURL('**/home/index')
    await window.page.getByRole('heading', { level: 1 }).first().waitFor()
  }
  expect(window.complaints).toEqual([])
  await window.close()
})

it('whoever is signed in finds no sign-in page but the own home', async () => {
  const window = await opened('area')
  for (const path of ['/login', '/logintest', '/']) {
    await window.page.goto(path)
    await window.page.waitForURL('**/area/sy')
  }
  await window.close()
})

it('an address that names another site leads nowhere else', async () => {
  const window = await opened('teacher')
  const { page } = window
  const here = new URL(portalUrl()).origin
  for (const path of ['//evil.example', '/%2Fevil.example', '/\\evil.example', '/home/../school/sy']) {
    await page.goto(`${here}${path}`)
    await page.getByTestId('not-found').waitFor()
    expect(new URL(page.url()).origin).toBe(here)
  }
  await window.close()
})

it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/school/sy'])(
  'signing in with a wish for %s leads to the own home',
  async (wish) => {
    const window = await opened()
    await window.page.goto(`/login?to=${encodeURIComponent(wish)}`)
    await window.page.getByLabel('账号', { exact: true }).fill('teacher')
    await window.page.getByLabel('密码', { exact: true }).fill(password)
    await window.page.getByRole('button', { name: '登录', exact: true }).click()
    await window.page.waitForURL('**/teacher/sy')
    await window.close()
  },
)
