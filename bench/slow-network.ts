import { chromium, type Browser } from 'playwright-core'
import { demoPassword } from '../demo/accounts.ts'
import { prepareBrowser } from '../e2e/tools/packaged-browser.ts'

/**
 * Opens pages of a running portal with demo data in a cold browser on a slow third-generation line (400
 * kbit/s each way, 400 ms a journey) and prints when the first picture stood and when the page could be used.
 *
 * node bench/slow-network.ts http://127.0.0.1:8080
 */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

const pages = [
  { title: 'portal home, its text', path: '/home/index', as: null, ready: 'main h2' },
  { title: 'portal home, drawn', path: '/home/index', as: null, ready: '#root > :not(.first, .plain) h2' },
  { title: 'sign-in', path: '/login', as: null, ready: 'input' },
  { title: 'home of a school, its text', path: '/school/sy', as: 'school', ready: 'h1' },
  {
    title: 'home of a school, drawn',
    path: '/school/sy',
    as: 'school',
    ready: '#root > :not(.first, .plain) h1',
  },
  {
    title: 'queue of a school',
    path: '/examinePage/examineaXX',
    as: 'school',
    ready: '[data-testid="record-row"]',
  },
] as const

const portal = process.argv[2]
if (!portal) throw new Error('name the address of a running portal')

/** Calls the portal; throws with what it says. */
async function call<T>(path: string, token: string, body?: object): Promise<T> {
  const answer = await fetch(`${portal}/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token !== '' && { token }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, msg } = (await answer.json()) as { data: T; msg: string }
  if (!answer.ok) throw new Error(`${path}: ${msg}`)
  return data
}

interface SignedIn {
  readonly token: string
}
const signIn = (account: string) => call<SignedIn>('login', '', { account, password: demoPassword })

interface OpenedPage {
  readonly title: string
  readonly path: string
  readonly ready: string
  /** What the browser has of whoever is signed in; nobody is without. */
  readonly session: SignedIn | null
}

/** Opens a page in a cold browser on the slow line. */
async function opened(browser: Browser, { title, path, ready, session }: OpenedPage): Promise<void> {
  const localStorage = session === null ? [] : [{ name: 'userInfo', value: JSON.stringify(session) }]
  const context = await browser.newContext({
    baseURL: portal ?? '',
    storageState: { cookies: [], origins: [{ origin: portal ?? '', localStorage }] },
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const sizes: number[] = []
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength))
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', line)
  const began = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator(ready).first().waitFor({ timeout: 60_000 })
  const usable = performance.now() - began
  // The stream of events of whoever is signed in never ends; what a page asks for by itself has come by then.
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined)
  const first = await page.evaluate<number>(
    'performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN',
  )
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const kilobytes = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000)
  console.log(
    `${title}: first picture ${seconds(first)} s, usable ${seconds(usable)} s, ${sizes.length} requests, ${kilobytes} kB`,
  )
  await context.close()
}

/** A session of the school's that is on now, at which the teacher is expected; answers its number. */
async function sessionNow(school: SignedIn): Promise<string> {
  const people = await call<{ teacherId: number }[]>('presence/people', school.token)
  const at = (minutes: number) => new Date(Date.now() + 8 * 3_600_000 + minutes * 60_000).toISOString()
  const { id } = await call<{ id: string }>('presence/days', school.token, {
    title: '慢网络签到',
    day: at(0).slice(0, 10),
    from: at(5).slice(11, 16),
    to: at(65).slice(11, 16),
    place: '报告厅',
    hours: 1,
    teachers: people.map(({ teacherId }) => teacherId),
  })
  return id
}

/** The way of a scan: from the address behind the picture to 已签到, by a phone that signed in before. */
async function checkIn(browser: Browser): Promise<void> {
  const [school, teacher] = [await signIn('school'), await signIn('teacher')]
  for (const [title, ready] of [
    ['scan to 已签到, its text', 'main h1:has-text("已签到"), [data-testid=check-in]:has-text("已签到")'],
    ['scan to 已签到, drawn', '[data-testid=check-in]:has-text("已签到")'],
  ] as const) {
    const session = await sessionNow(school)
    const { codes } = await call<{ codes: string[] }>(`presence/sessions/${session}/codes`, school.token, {})
    await opened(browser, { title, path: `/q/${session}.${codes[0] ?? ''}`, ready, session: teacher })
  }
}

await prepareBrowser()
const executablePath = process.env['CHROMIUM_PATH'] ?? ''
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
for (const { as, ...page } of pages)
  await opened(browser, { ...page, session: as === null ? null : await signIn(as) })
await checkIn(browser)
await browser.close()
