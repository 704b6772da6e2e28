import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  password,
  phone,
  portalUrl,
  sessionOf,
  shoot,
} from '../tools/browser.ts'

afterAll(closeBrowser)

const todos = '/teacher/daiban?state=late#list'
const door = (page: Page, name: '登录' | '重新登录') => page.getByRole('dialog', { name, exact: true })
const pathOf = (page: Page) => {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

/** The server forgets the session, as it does after thirty idle minutes: the same answer, 401 with 22018. */
async function deadSessionOf(account: string) {
  const session = await sessionOf(account)
  const { token } = JSON.parse(session.stored) as { token: string }
  await fetch(`${portalUrl()}/login/logout`, { headers: { token } })
  return session
}

async function enter(page: Page, name: '登录' | '重新登录', account: string): Promise<void> {
  const dialog = door(page, name)
  await dialog.getByLabel('密码', { exact: true }).waitFor()
  expect(await page.evaluate('document.activeElement.name'), 'the cursor').toBe('account')
  await page.keyboard.type(account)
  await dialog.getByLabel('密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

it('a visitor with a link signs in above the portal home and comes to the page, with query and hash', async () => {
  const { page, complaints, close } = await openDesk()
  await page.goto(todos)
  await page.waitForURL('**/home/index')
  await door(page, '登录').getByText('请先登录，登录后打开“待办事项”').waitFor()
  await expectAccessible(page, 'sign-in above the portal')
  await shoot(page, 'link-visitor')
  await enter(page, '登录', 'teacher')
  await page.getByRole('heading', { level: 1, name: '待办事项' }).waitFor()
  expect(pathOf(page)).toBe(todos)
  // The way back leads out of the portal, and not to the door.
  await page.reload()
  expect(pathOf(page)).toBe(todos)
  expect(complaints).toEqual([])
  await close()
})

it('after an idle session the link says that it has expired, on a phone', async () => {
  const { page, complaints, close } = await openDesk(phone, await deadSessionOf('teacher'))
  await page.goto(todos)
  await page.getByText('登录过期，请重新登录').first().waitFor()
  await page.waitForURL('**/home/index')
  await door(page, '重新登录').getByText('登录已过期，请重新登录，登录后打开“待办事项”').waitFor()
  expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('token')
  await expectNoSidewaysScroll(page, 'sign-in above the portal on a phone')
  await shoot(page, 'link-expired-phone')
  await enter(page, '重新登录', 'teacher')
  await page.getByRole('heading', { level: 1, name: '待办事项' }).waitFor()
  expect(pathOf(page)).toBe(todos)
  expect(complaints).toEqual([])
  await close()
})

it('a page that the role may not open is named, and the own home stands', async () => {
  const { page, close } = await openDesk()
  await page.goto('/appCore/permission')
  await enter(page, '登录', 'teacher')
  await page.getByText('“权限管理”不对教师身份开放').first().waitFor()
  await page.waitForURL('**/teacher/sy')
  await close()
})

it('whoever only wants to read closes the form, and is led on by the sign-in page later', async () => {
  const { page, close } = await openDesk()
  await page.goto('/school/daiban')
  await door(page, '登录').getByRole('button', { name: '暂不登录，浏览门户' }).click()
  await door(page, '登录').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('link', { name: '登录工作台' }).click()
  await page.getByText('请先登录，登录后打开“待办事项”').waitFor()
  await close()
})

it.each(['//evil.example/x', '/no/such/page', '/', '/home/messageData/news'])(
  'no form stands above the portal for %s',
  async (path) => {
    const { page, close } = await openDesk()
    await page.goto(`${portalUrl()}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(new URL(page.url()).origin).toBe(new URL(portalUrl()).origin)
    await close()
  },
)

it('links of a feed and of a QR code open at once, also with an ended session', async () => {
  const { page, close } = await openDesk(undefined, await deadSessionOf('teacher'))
  const feed = await (await fetch(`${portalUrl()}/feed/notice.xml`)).text()
  const [, article = ''] = /<link href="([^"]+messageDetail[^"]+)"/.exec(feed) ?? []
  const upload = '/home/phone#no-such-code'
  for (const [link, shown] of [
    [article.replaceAll('&amp;', '&'), 'article'],
    [upload, '手机上传'],
    ['/v/XT00-0000', '查验'],
  ] as const) {
    await page.goto(link)
    const place = shown === 'article' ? page.getByRole('article') : page.getByText(shown)
    await place.first().waitFor()
    expect(await page.getByRole('dialog').count(), link).toBe(0)
  }
  await close()
})

it('the link of a mail opens the sign-in page with the cursor in the account', async () => {
  const visitor = await openDesk()
  await visitor.page.goto('/login')
  await visitor.page.getByLabel('密码', { exact: true }).waitFor()
  expect(await visitor.page.evaluate('document.activeElement.name')).toBe('account')
  await visitor.close()
})

it('a page of review staff under /home asks to sign in, too', async () => {
  const { page, close } = await openDesk()
  await page.goto('/home/reviewMaterialDetails?id=1')
  await door(page, '登录').getByText('登录后打开“').waitFor()
  await close()
})
