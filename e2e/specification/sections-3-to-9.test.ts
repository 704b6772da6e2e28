/**
 * Lines of the specification (sections 3 to 6, 8 and 9) that no other test proves; docs/specification.md says
 * which test proves which line. Many lines in one open window, because opening one is what costs.
 */
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { roles, type Role } from '../../catalogue/access/roles.ts'
import { everything } from '../../server/platform/testing/test-extent.ts'
import {
  closeBrowser,
  openDesk,
  password,
  portalUrl,
  sessionOf,
  signIn,
  type Desk,
} from '../tools/browser.ts'

afterAll(closeBrowser)

const kept = async (page: Page, key: string): Promise<unknown> =>
  JSON.parse(await page.evaluate<string>(`localStorage.getItem('${key}') ?? 'null'`)) as unknown

/** Answers the next call to a path by hand, once. */
const answerOnce = (
  page: Page,
  path: string,
  answer: { status?: number; headers?: object; body?: unknown },
) =>
  page.route(
    (url) => url.pathname === path,
    (route) =>
      route.fulfill({
        status: answer.status ?? 200,
        headers: { 'content-type': 'application/json', ...answer.headers },
        body: JSON.stringify(answer.body ?? {}),
      }),
    { times: 1 },
  )

const homes: Readonly<Record<string, readonly [account: string, home: string]>> = {
  // The specification says /appCore/dictionary: docs/specification.md.
  1: ['admin', '/appCore/overview'],
  2: ['teacher', '/teacher/sy'],
  3: ['school', '/school/sy'],
  4: ['area', '/area/sy'],
  5: ['city', '/city/sy'],
  6: ['province', '/province/sy'],
  99: ['expert', '/zhuanjia/zhuanjiaList'],
  100: ['review100', '/home/index'],
  101: ['review101', '/home/index'],
  102: ['review102', '/home/index'],
}

it('section 6: logged-in users visiting /login are sent to the home of their role', async () => {
  for (const role of everything ? roles.map((one) => one.role) : [1, 2, 99]) {
    const [account = '', home = ''] = homes[role] ?? []
    const { page, close } = await openDesk(undefined, await sessionOf(account))
    await page.goto('/login')
    await expect.poll(() => new URL(page.url()).pathname, { message: account, timeout: 40_000 }).toBe(home)
    await close()
  }
})

async function withSession(role: Role, work: (desk: Desk) => Promise<void>): Promise<void> {
  const [account = ''] = homes[role] ?? []
  const desk = await openDesk(undefined, await sessionOf(account))
  await work(desk)
  await desk.close()
}

it('section 3: userInfo and, for role 2, teacherObj are stored at sign-in', async () => {
  const desk = await openDesk()
  await signIn(desk, 'teacher')
  expect(await kept(desk.page, 'userInfo')).toMatchObject({
    id: expect.any(Number),
    truename: '林疏影',
    image: expect.any(String),
    role: 2,
    token: expect.any(String),
    is_simple: 0,
    is_reset: 0,
    client_id: expect.any(Number),
    page_id: expect.any(Number),
    teacherObj: { id: expect.any(Number), name: '林疏影' },
  })
  await desk.close()
})

it('sections 2, 3 and 7: siteConfig and head_list are cached locally, shown at once and renewed', async () => {
  const { page, close } = await openDesk()
  await page.goto('/home/index')
  await page.locator('.portal-nav a').first().waitFor()
  const site = await kept(page, 'siteConfig')
  expect(site).toMatchObject({
    of: null,
    data: { plat_name: expect.any(String), index_foot_logo: '/logo.svg' },
  })
  expect(await kept(page, 'head_list')).toMatchObject({
    data: expect.arrayContaining([
      { title: '政策文件', url: '/home/messageData/policy', active_name: '', type: '0', sub: [] },
    ]),
  })
  // The name of the visit before stands while the server is silent.
  await page.evaluate(`(() => {
    const site = JSON.parse(localStorage.siteConfig)
    site.data.plat_name = '上次看到的名称'
    localStorage.siteConfig = JSON.stringify(site)
  })()`)
  let answer = () => undefined as void
  const held = new Promise<void>((go) => (answer = go))
  await page.route('**/api/v1/siteConfig', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/home/aboutUs')
  await page.locator('.portal-name', { hasText: '上次看到的名称' }).waitFor()
  answer()
  await page.locator('.portal-name', { hasText: '教师发展与教研平台' }).waitFor()
  // What has another shape is not believed.
  await page.evaluate(`localStorage.head_list = '{"version":1,"of":null,"data":[{"title":7}]}'`)
  await page.reload()
  await page.locator('.portal-nav a').first().waitFor()
  expect(await kept(page, 'head_list')).toMatchObject({ version: 1 })
  await close()
})

it('section 3: sub of head_list is the second level of the navigation, on the desk and on a phone', async () => {
  const { page, close } = await openDesk()
  const site = (await (await fetch(`${portalUrl()}/api/v1/siteConfig`)).json()) as {
    data: { data: { head_list: { title: string; sub: object[] }[] } }
  }
  const [, centre] = site.data.data.head_list
  if (centre) centre.sub = [{ title: '师资队伍', url: '/home/cloudCenter/ranks', active_name: '', type: '0' }]
  await page.route('**/api/v1/siteConfig', (route) => route.fulfill({ json: site }))
  const nav = page.getByRole('navigation', { name: '门户导航' })
  await page.goto('/home/product')
  await nav.getByRole('button', { name: centre?.title ?? '' }).click()
  await nav.getByRole('link', { name: '师资队伍' }).click()
  await page.waitForURL('**/home/cloudCenter/ranks')
  await page.setViewportSize({ width: 320, height: 700 })
  const [own, more] = [
    nav.getByRole('button', { name: centre?.title ?? '' }),
    nav.getByRole('button', { name: '更多栏目' }),
  ]
  await more.waitFor()
  await ((await own.isVisible()) ? own : more).click()
  await nav.getByRole('link', { name: '师资队伍' }).waitFor()
  await close()
})

it('section 9: the header turns solid after scrolling 500 px', async () => {
  const { page, close } = await openDesk()
  await page.goto('/home/index')
  await page.getByRole('heading', { name: '培训动态' }).waitFor()
  const header = page.locator('.x-strip')
  for (const [y, solid] of [
    [499, 'false'],
    [520, 'true'],
    [0, 'false'],
  ] as const) {
    await page.evaluate(`scrollTo(0, ${y})`)
    await expect.poll(() => header.getAttribute('data-solid'), { message: String(y) }).toBe(solid)
    expect((await header.boundingBox())?.y, String(y)).toBe(0)
  }
  await close()
})

it('sections 3 and 4: ucAppList and the navigation state are kept for their person, and removed at sign-out', async () => {
  await withSession(2, async ({ page }) => {
    await page.goto('/appPages/appList')
    await page.getByTestId('app-32').first().waitFor()
    const holder = (await kept(page, 'userInfo')) as { id: number }
    const apps = (await kept(page, 'ucAppList')) as { of: number; data: { apps: { id: string }[] } }
    expect(apps.of).toBe(holder.id)
    expect(apps.data.apps.map(({ id }) => id)).toContain('32')
    expect(await kept(page, 'navigation')).toMatchObject({
      of: holder.id,
      data: { index: expect.any(Number), position: 0, key: '/appPages/appList' },
    })
    // Of somebody else it is not shown.
    await page.evaluate(
      `localStorage.ucAppList = localStorage.ucAppList.replace('"of":${holder.id}', '"of":999999')`,
    )
    await page.route('**/api/v1/apps', (route) => route.fulfill({ status: 502, body: '' }))
    await page.reload()
    await page.getByText('应用打开失败').waitFor()
    expect(await page.getByTestId('app-32').count()).toBe(0)
    await page.unroute('**/api/v1/apps')

    // Section 4 and 8: logout.
    await page.goto('/appPages/appList')
    await page.getByRole('button', { name: /林疏影/ }).click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByText('退出登录...').first().waitFor()
    await page.waitForURL('**/home/index')
    await page.locator('.portal-nav a').first().waitFor()
    const keys = await page.evaluate<string[]>('Object.keys(localStorage)')
    expect(keys.filter((key) => !['siteConfig', 'head_list'].includes(key))).toEqual([])
  })
})

it('section 4: a response carrying a token header replaces the stored token', async () => {
  await withSession(2, async ({ page }) => {
    await page.goto('/teacher/xiaoxiList')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const { token } = (await kept(page, 'userInfo')) as { token: string }
    await page.route('**/api/v1/apps', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, headers: { ...answer.headers(), token: 'a-renewed-token' } })
    })
    await page.getByRole('link', { name: '应用中心' }).first().click()
    await expect
      .poll(async () => ((await kept(page, 'userInfo')) as { token: string } | null)?.token)
      .toBe('a-renewed-token')
    expect(token).not.toBe('a-renewed-token')
  })
})

it('section 8: 401 or 22018 warns at most once in five seconds, clears the storage and reloads after 1.5 s', async () => {
  await withSession(3, async ({ page }) => {
    await page.goto('/school/sy')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const dead = { status: 401, body: { error_code: 22018, msg: '登录过期，请重新登录...', data: null } }
    await page.route('**/api/**', (route) => route.fulfill({ status: dead.status, json: dead.body }))
    await page.getByRole('link', { name: '教师管理' }).first().click()
    const log = page.getByRole('log').getByText('登录过期，请重新登录...')
    await log.first().waitFor({ state: 'attached' })
    expect(await log.count()).toBe(1)
    const keys = await page.evaluate<string[]>('Object.keys(localStorage)')
    expect(keys.filter((key) => key !== 'xt-waiting')).toEqual([])
    await page.unroute('**/api/**')
    await page.waitForURL('**/home/index')
    await page.getByRole('dialog', { name: '重新登录' }).waitFor()
  })
})

it('section 8: other errors show the server’s msg, and a sentence of its own where it has none', async () => {
  await withSession(3, async ({ page }) => {
    await page.goto('/school/sy')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await answerOnce(page, '/api/v1/apps', {
      status: 400,
      body: { error_code: 40001, msg: '这句话来自服务器', data: null },
    })
    await page.goto('/appPages/appList')
    await page.getByText('这句话来自服务器').first().waitFor()
    await page.route('**/api/v1/apps', (route) => route.fulfill({ status: 502, body: '' }))
    await page.reload()
    await page.getByText('网络请求超时，请稍后重试；').first().waitFor()
  })
})

it('sections 8 and 9: messages have a close button; popups stand at 3000', async () => {
  await withSession(3, async ({ page }) => {
    await page.goto('/school/sy')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: /周明岚/ }).click()
    const layer = "getComputedStyle(document.getElementById('user-menu')).zIndex"
    expect(await page.evaluate(layer)).toBe('3000')
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.locator('.x-message').getByRole('button', { name: /关闭/ }).click()
    await page.locator('.x-message').waitFor({ state: 'detached' })
  })
})

it('section 5: the password leaves the browser encrypted', async () => {
  const desk = await openDesk()
  const sent: string[] = []
  desk.page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/login')) sent.push(request.postData() ?? '')
  })
  await signIn(desk, 'teacher')
  expect(sent).toHaveLength(1)
  expect(sent[0]).not.toContain(password)
  expect(JSON.parse(sent[0] ?? '')).toMatchObject({ account: 'teacher', kid: expect.any(String) })
  await desk.close()
})

it('section 5: mode -1 views, 1 edits, anything else adds; without a number a sentence stands there', async () => {
  await withSession(1, async ({ page, complaints }) => {
    const place = page.getByRole('navigation', { name: '所在位置' })
    const fields = page.locator('#content').getByRole('textbox')
    await page.goto('/appCore/userSetEdit?mode=-1&id=1')
    await place.getByText('查看用户').waitFor()
    await fields.first().waitFor()
    for (const field of await fields.all()) expect(await field.isDisabled()).toBe(true)
    expect(await page.locator('#content fieldset').getByRole('button').count()).toBe(0)
    await page.goto('/appCore/userSetEdit?mode=1&id=1')
    await place.getByText('编辑用户').waitFor()
    await fields.first().waitFor()
    expect(await page.locator('#content').getByRole('button').count()).toBeGreaterThan(0)
    await page.goto('/appCore/userSetEdit?mode=5&id=1')
    await page.getByRole('heading', { level: 1, name: '新增用户' }).waitFor()
    for (const route of ['userSetEdit', 'customerUserEdit', 'bannerEdit', 'homeLinkEdit', 'goodTeacherEdit'])
      for (const mode of ['-1', '1']) {
        await page.goto(`/appCore/${route}?mode=${mode}`)
        await page.getByText('地址里没有编号，请从列表打开。').waitFor()
      }
    expect(complaints).toEqual([])
  })
})
