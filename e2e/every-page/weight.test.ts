import { afterAll, expect, it } from 'vitest'
import { closeBrowser, openDesk, sessionOf, type Session, settled } from '../tools/browser.ts'

afterAll(closeBrowser)

/** Budgets of what a cold browser fetches, in kilobytes as they go over the wire. */
const budget = { signIn: 250, firstList: 400, portal: 180 } as const

/** Chunks that only some screens need and no first screen may pull in. */
const heavy = /pdf|calendar|area|record-form|review-desk|evidence-viewer|pinyin|chart|echarts/i

/** By the name of the chunk alone: its hash may spell anything. */
const heavyOnes = (loads: readonly Load[]) =>
  loads.filter(({ name }) => heavy.test(name.replace(/-[\w-]{8}\.js$/, '')))

interface Load {
  readonly name: string
  readonly bytes: number
}

/** Every script a cold window fetches for an address, with its size in gzip, which every proxy passes. */
async function scriptsOf(path: string, ready: string, as?: Session): Promise<Load[]> {
  const window = await openDesk(undefined, as)
  await window.context.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
  const cdp = await window.context.newCDPSession(window.page)
  const loads: Load[] = []
  // The body as compressed; the headers that come with every answer are no JavaScript.
  cdp.on('Network.responseReceived', ({ response, type }) => {
    if (type !== 'Script' && !/javascript/.test(response.mimeType)) return
    const length = Object.entries(response.headers).find(
      ([name]) => name.toLowerCase() === 'content-length',
    )?.[1]
    loads.push({ name: new URL(response.url).pathname.split('/').at(-1) ?? '', bytes: Number(length) })
  })
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await window.page.goto(path)
  await window.page.getByText(ready).first().waitFor()
  await settled(window.page)
  expect(window.complaints).toEqual([])
  await window.close()
  return loads.sort((a, b) => b.bytes - a.bytes)
}

function told(title: string, loads: readonly Load[], most: number): number {
  const kilobytes = loads.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  const largest = loads.slice(0, 6).map(({ name, bytes }) => `${name} ${(bytes / 1000).toFixed(1)}`)
  console.log(
    `${title}: ${kilobytes.toFixed(1)} kB of at most ${most}, ${loads.length} scripts; ${largest.join(', ')}`,
  )
  return kilobytes
}

it('a page shows its first picture before any other file has come', async () => {
  const window = await openDesk()
  const { promise: comes, resolve: come } = Promise.withResolvers<void>()
  await window.page.route(/\/assets\//, async (route) => {
    await comes
    await route.continue()
  })
  await window.page.goto('/login', { waitUntil: 'commit' })
  await window.page.getByText('正在打开…').waitFor()
  come()
  await window.page.getByLabel('账号', { exact: true }).waitFor()
  expect(window.complaints).toEqual([])
  await window.close()
})

it('a cold sign-in page stays light', async () => {
  const loads = await scriptsOf('/login', '登录')
  expect(loads.length).toBeGreaterThan(0)
  expect(told('sign-in', loads, budget.signIn)).toBeLessThanOrEqual(budget.signIn)
  expect(heavyOnes(loads)).toEqual([])
})

it('the portal stays light for visitors', async () => {
  const loads = await scriptsOf('/home/index', '通知公告')
  expect(told('portal', loads, budget.portal)).toBeLessThanOrEqual(budget.portal)
  expect(heavyOnes(loads)).toEqual([])
})

it('the first list of a workspace stays light, and brings no form, no viewer, no table of areas', async () => {
  const loads = await scriptsOf('/teacherArchives/xuexiData', '林疏影', await sessionOf('school'))
  expect(told('first list', loads, budget.firstList)).toBeLessThanOrEqual(budget.firstList)
  // Each costs a slow network a journey; they were 66 when all small parts came by themselves.
  expect(loads.length).toBeLessThanOrEqual(20)
  expect(heavyOnes(loads)).toEqual([])
})

it.each([
  ['/home/index', undefined, '通知公告', '/api/v1/portal/home'],
  [
    '/examinePage/examineaXX',
    'school',
    '待我审',
    '/api/v1/records/studyExperience?queue=open&page=1&pageSize=20',
  ],
] as const)(
  '%s asks for what it shows first before its scripts have come, and once',
  async (path, as, ready, first) => {
    const window = await openDesk(undefined, as && (await sessionOf(as)))
    const asked: string[] = []
    window.page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname + search)
    })
    const { promise: comes, resolve: come } = Promise.withResolvers<void>()
    await window.page.route(/\/assets\/app-/, async (route) => {
      await comes
      await route.continue()
    })
    const early = window.page.waitForRequest((request) => request.url().endsWith(first))
    await window.page.goto(path, { waitUntil: 'commit' })
    await early
    come()
    await window.page.getByText(ready).first().waitFor()
    await settled(window.page)
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
    await window.close()
  },
)

it('rows of a queue are read before the component library has come; then its filters stand there', async () => {
  const window = await openDesk(undefined, await sessionOf('school'))
  const { page } = window
  const { promise: comes, resolve: come } = Promise.withResolvers<void>()
  await page.route(/\/assets\/library-/, async (route) => {
    await comes
    await route.continue()
  })
  await page.goto('/examinePage/examineaXX')
  await page.getByTestId('record-row').first().waitFor()
  expect(await page.getByPlaceholder('姓名、拼音首字母').count()).toBe(0)
  come()
  await page.getByPlaceholder('姓名、拼音首字母').fill('lsy')
  await page.getByPlaceholder('姓名、拼音首字母').press('Enter')
  await page.waitForURL(/q=lsy/)
  expect(window.complaints).toEqual([])
  await window.close()
})
