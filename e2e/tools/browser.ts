import { everything } from '../../server/platform/testing/test-extent.ts'
import { builtInEdition } from '../../catalogue/legal/texts.ts'
import axe, { type RunOptions } from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { patient } from './patient.ts'

/** The two screens that everything must work on. */
export const desk = { width: 1366, height: 768 } as const
export const phone = { width: 390, height: 844 } as const

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** The browser that packaged-browser.ts prepared before the workers began. */
function executable(): string {
  const path = process.env['CHROMIUM_PATH']
  if (!path) throw new Error('CHROMIUM_PATH is not set; run through e2e/vitest.config.ts')
  return path
}

let browser: Browser | undefined

/** Opens the browser once per worker of the run: the files of a worker share it. It ends with the worker. */
export async function openBrowser(): Promise<Browser> {
  browser ??= await chromium.launch({ executablePath: executable(), args: flags, headless: true })
  return browser
}

/** Closes what a file left open in the browser, so that the next one finds it empty. */
export async function closeBrowser(): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
}

/** The portal of this worker of the run: its own, so that no two journeys change the same archive at once. */
export function portalUrl(): string {
  const url =
    process.env['E2E_URL'] ?? process.env['E2E_URLS']?.split(' ')[Number(process.env['VITEST_POOL_ID']) - 1]
  if (!url) throw new Error('E2E_URL is not set; run through e2e/vitest.config.ts')
  return url
}

/** One person's window: its own storage, and everything the console complained about. */
export interface Desk {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: string[]
  readonly close: () => Promise<void>
}

/**
 * A window on a screen of this size. Console errors and broken pages are collected; journeys end by expecting
 * none. `worker`: as an installed portal, whose worker would hide requests from journeys that hold them up.
 */
export async function openDesk(
  size: { width: number; height: number } = desk,
  as?: Session,
  { worker = false }: { worker?: boolean } = {},
): Promise<Desk> {
  const context = await (
    await openBrowser()
  ).newContext({
    viewport: size,
    ...(as && {
      storageState: {
        cookies: [],
        origins: [{ origin: portalUrl(), localStorage: [{ name: 'userInfo', value: as.stored }] }],
      },
    }),
    serviceWorkers: worker ? 'allow' : 'block',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    baseURL: portalUrl(),
    hasTouch: size.width < 640,
  })
  // Limits end a test that hangs; a slow machine is three times as slow as a quick one.
  context.setDefaultTimeout(40_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // A refused request is part of some journeys, which look at what the page says then.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  followRequests(page)
  return { page, context, complaints, close: () => context.close() }
}

/** Waits until the worker of the portal answers for this window; the desk was opened with `worker`. */
export const workerAnswers = (page: Page): Promise<void> =>
  page.evaluate(`(async ({ serviceWorker }) => {
    if (!serviceWorker.controller)
      await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }))
  })(navigator)`)

/** Requests under way, by page; the stream of events of a signed-in page never ends and is none of them. */
const underWay = new WeakMap<Page, Set<unknown>>()

function followRequests(page: Page): void {
  const open = new Set<unknown>()
  underWay.set(page, open)
  page.on('request', (request) => !request.url().endsWith('/stream') && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/**
 * Waits until a page asks for nothing more, as `networkidle` does where no stream is open: half a second of
 * silence.
 */
export async function settled(page: Page): Promise<void> {
  let silent = 0
  await vi.waitFor(
    () => {
      silent = underWay.get(page)?.size === 0 ? silent + 1 : 0
      expect(silent, 'checks without a request under way').toBeGreaterThan(5)
    },
    { timeout: 40_000, interval: 100 },
  )
}

/** The demo region's password. */
export const password = 'Chunfeng#2026'

/** Somebody who signed in earlier on this device: what the browser kept. */
export interface Session {
  readonly stored: string
}

async function post(path: string, body: unknown, token = ''): Promise<unknown> {
  const response = await patient(() =>
    fetch(`${portalUrl()}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(120_000),
    }),
  )
  const { data } = (await response.json()) as { data: unknown }
  return data
}

/**
 * Signs in without a window, for what begins behind the door; `signIn` walks through the door itself. The
 * texts of the first sign-in are agreed to: a journey of their own shows them.
 */
export async function sessionOf(account: string): Promise<Session> {
  const data = await post('/api/v1/login', { account, password })
  const { token = '' } = data as { token?: string }
  const texts = ['userAgreement', 'privacyPolicy'].map((name) => ({ name, edition: builtInEdition }))
  await post('/api/v1/account/legal', { texts }, token)
  return { stored: JSON.stringify(data) }
}

/** Signs in through the page, as a person does. */
export async function signIn(window: Desk, account: string): Promise<void> {
  const { page } = window
  await page.goto('/login')
  await page.getByLabel('账号', { exact: true }).fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/**
 * What the browser does without a time limit of its own: a standstill names its place instead of using up the
 * test's time.
 */
async function within<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer in two minutes`)), 120_000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * What fades in or out has done so: until then its colours are those of no design. What turns for ever is not
 * waited for.
 */
export async function stillness(page: Page): Promise<void> {
  const moving =
    'document.getAnimations().filter(({ playState, effect }) => playState === "running" && effect.getComputedTiming().endTime !== Infinity).length'
  await vi.waitFor(
    async () => expect(await page.evaluate<number>(moving), 'animations still running').toBe(0),
    { timeout: 40_000 },
  )
}

interface Violation {
  readonly id: string
  readonly nodes: readonly {
    readonly target: readonly string[]
    readonly any: readonly { readonly message: string }[]
  }[]
}

/**
 * What axe finds on the page as it is shown now. Its source is put into the page once; only violations are
 * worked out, and frames, whose content is a file's or another site's, are left alone: together that takes
 * half the time of the usual way.
 */
export async function violationsOf(page: Page, options: RunOptions): Promise<readonly Violation[]> {
  await stillness(page)
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(`${axe.source};0`)
  const given = JSON.stringify({ resultTypes: ['violations'], iframes: false, ...options })
  return page.evaluate<readonly Violation[]>(
    `axe.run(document, ${given}).then(({ violations }) => violations)`,
  )
}

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']

/**
 * No violation of WCAG 2.x level A or AA on what is shown now. Without `contrast` colours are not measured,
 * which is four fifths of the work. `npm run test:everything` measures them on every screen of every journey;
 * otherwise every-screen.test.ts does, once for each template.
 */
export async function expectAccessible(
  page: Page,
  label: string,
  { contrast = everything }: { contrast?: boolean } = {},
): Promise<void> {
  const rules = contrast ? {} : { rules: { 'color-contrast': { enabled: false } } }
  await expectNoViolation(page, label, { runOnly: levels, ...rules })
}

/** Texts stand out from what they stand on, as WCAG 2.x level AA asks; nothing else is looked at. */
export const expectContrast = (page: Page, label: string): Promise<void> =>
  expectNoViolation(page, label, { runOnly: { type: 'rule', values: ['color-contrast'] } })

async function expectNoViolation(page: Page, label: string, options: RunOptions): Promise<void> {
  const look = () => within(violationsOf(page, options), `axe on ${label}`)
  const first = await look()
  // What is wrong only while the page is being drawn is gone a moment later.
  if (first.length > 0) await page.waitForTimeout(500)
  const violations = first.length > 0 ? await look() : first
  const found = violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .map((n) => n.target.join(' '))
        .slice(0, 4)
        .join(' | ')}`,
  )
  expect(found, `${label} ${found.join('; ')}`).toEqual([])
}

/** Nothing sticks out sideways. */
export async function expectNoSidewaysScroll(page: Page, label: string): Promise<void> {
  const wide = await within(
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    `width of ${label}`,
  )
  expect(wide, label).toBeLessThanOrEqual(0)
}

/** Keeps a picture when SHOTS names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: false })
}
